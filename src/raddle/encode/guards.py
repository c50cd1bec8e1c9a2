"""What takes place can be computed, has addresses that are known, and its guard, or what it checks, holds.
docs/rules.md, Prefixes: a branch that is in went its recorded way; so did every check but the violated one.
"""

from collections.abc import Iterator
from itertools import chain

from raddle.encode.asked import Needs, takes_place
from raddle.encode.formula import Formula
from raddle.encode.reads import Reads
from raddle.logic.terms import Term, TermStore
from raddle.model.actions import Check, Step


def assert_guards(formula: Formula, reads: Reads) -> None:
    for thread in range(len(formula.index.ctp.threads)):
        for event in sorted(chain.from_iterable(formula.operations_of(thread))):
            if formula.may_take_place(event):
                _assert_guard(formula, reads, event)


def _assert_guard(formula: Formula, reads: Reads, event: int) -> None:
    match formula.index.events[event].action:
        case Step() as step:
            needs = takes_place(step)
        case Check(own, condition) if event == formula.check:
            needs = Needs(own, values=(condition,))
        case Check(own, condition) if formula.heeds(event):
            needs = Needs(own, condition)
        case _:
            return
    for condition in met(reads, needs, formula.terms):
        formula.require(*formula.unless_taken(event), condition)


def met(reads: Reads, needs: Needs, terms: TermStore) -> Iterator[Term]:
    """All that has to hold."""
    yield from map(reads.condition, needs.conditions(terms))
    yield from (reads.in_range(access) for access in needs.within if access.address is not None)

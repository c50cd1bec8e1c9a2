"""What takes place can be computed, has addresses that are known, and its guard, or what it checks, holds.
docs/rules.md, Prefixes: a branch that is in went its recorded way; so did every check but the violated one.
"""

from itertools import chain

from raddle.encode.formula import Formula
from raddle.encode.reads import Reads
from raddle.logic.traps import computable
from raddle.model.actions import Check, Read, Step, Write
from raddle.model.uses import terms_of


def assert_guards(formula: Formula, reads: Reads) -> None:
    for thread in range(len(formula.index.ctp.threads)):
        for event in sorted(chain.from_iterable(formula.operations_of(thread))):
            if formula.may_take_place(event):
                _assert_guard(formula, reads, event)


def _assert_guard(formula: Formula, reads: Reads, event: int) -> None:
    whole, unless = formula.index.events[event], formula.unless_taken(event)
    accesses: tuple[Read | Write, ...]
    match whole.action:
        case Step(own, guard, writes):
            asked, accesses = [guard], (*own, *writes)
        case Check(own, condition) if formula.heeds(event):
            asked, accesses = [] if event == formula.check else [condition], own
        case _:
            return
    for term in (*asked, computable(formula.terms, terms_of(whole))):
        formula.require(*unless, reads.condition(term))
    for access in accesses:
        if access.address is not None:
            formula.require(*unless, reads.in_range(access))

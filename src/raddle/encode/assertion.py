"""An assertion fails: its condition is false, and on small slices of the program it can be shown that it is not.

Unsatisfiable on a slice is a proof, satisfiable says nothing (decision 9).
"""

from raddle.encode.accumulate import Accumulators
from raddle.encode.bound import order_facts
from raddle.encode.candidates import Candidates
from raddle.encode.formula import Formula
from raddle.encode.index import Index
from raddle.encode.locks import assert_some_locks
from raddle.encode.near import Near
from raddle.encode.reads import Reads
from raddle.encode.totals import Totals
from raddle.logic.query import Query
from raddle.logic.terms import Term
from raddle.logic.traps import computable
from raddle.model.ctp import Check, Step


def is_false(formula: Formula, reads: Reads, check: int) -> Term:
    action = formula.index.ctp.events[check].action
    assert isinstance(action, Check)
    return formula.terms.negation(reads.condition(action.condition))


class AssertionSlices:
    """Of one trace program."""

    def __init__(self, index: Index, candidates: Candidates, accumulators: Accumulators) -> None:
        self._index = index
        self._candidates = candidates
        self._accumulators = accumulators

    def own(self, check: int) -> Query:
        """Whatever others write."""
        formula, reads, violated = self._slice(check, explained=False)
        return Query(formula.terms, (violated, *formula.assertions, *_guards(formula, reads, check)))

    def near(self, check: int) -> Query:
        """What others may have written, whatever they did before."""
        formula, reads, violated = self._slice(check, explained=True)
        formula.require(violated)
        formula.assertions += _guards(formula, reads, check)
        reads.assert_all()
        assert_some_locks(formula)
        formula.asked_in_order()
        facts = order_facts(formula, formula.program_order(), bounded=False)
        return Query(formula.terms, (*facts, *formula.assertions))

    def _slice(self, check: int, *, explained: bool) -> tuple[Formula, Reads, Term]:
        near = Near(self._index, check, self._candidates)
        formula = Formula(self._index, near, "asked")
        reads = Reads(formula, self._candidates, Totals(formula, self._accumulators), explained=explained)
        return formula, reads, is_false(formula, reads, check)


def _guards(formula: Formula, reads: Reads, check: int) -> list[Term]:
    """The conditions of a slice."""
    assert isinstance(formula.cone, Near)
    found = []
    for event in formula.cone.guards:
        action = formula.index.ctp.events[event].action
        assert isinstance(action, Step | Check)
        found += _holding(reads, formula, action.guard if isinstance(action, Step) else action.condition)
    action = formula.index.ctp.events[check].action
    assert isinstance(action, Check)
    return [*found, reads.condition(computable(formula.terms, (reads.meaning(action.condition),)))]


def _holding(reads: Reads, formula: Formula, condition: Term) -> list[Term]:
    """What has been put in place of a read was computed by somebody whose own guards are not in the slice."""
    return [reads.condition(condition), reads.condition(computable(formula.terms, (reads.meaning(condition),)))]

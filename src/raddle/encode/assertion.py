"""An assertion fails: its condition is false, and on small slices of the program it can be shown that it is not.

Unsatisfiable on a slice is a proof, satisfiable says nothing (decision 9).
"""

from raddle.encode.accumulate import Accumulators
from raddle.encode.bound import order_facts
from raddle.encode.index import Index
from raddle.encode.locks import assert_some_locks
from raddle.encode.near import Near
from raddle.encode.totals import Totals
from raddle.encode.trace_candidates import TraceCandidates
from raddle.encode.trace_formula import TraceFormula
from raddle.encode.trace_reads import TraceReads
from raddle.logic.query import Query
from raddle.logic.terms import Term
from raddle.logic.traps import computable
from raddle.model.actions import Check, Step


def is_false(formula: TraceFormula, reads: TraceReads, check: int) -> Term:
    action = formula.index.ctp.events[check].action
    assert isinstance(action, Check)
    return formula.terms.negation(reads.condition(action.condition))


class AssertionSlices:
    """Of one trace program."""

    def __init__(self, index: Index, candidates: TraceCandidates, accumulators: Accumulators) -> None:
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

    def _slice(self, check: int, *, explained: bool) -> tuple[TraceFormula, TraceReads, Term]:
        near = Near(self._index, check, self._candidates)
        formula = TraceFormula(self._index, near, "asked")
        reads = TraceReads(formula, self._candidates, Totals(formula, self._accumulators), explained=explained)
        return formula, reads, is_false(formula, reads, check)


def _guards(formula: TraceFormula, reads: TraceReads, check: int) -> list[Term]:
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


def _holding(reads: TraceReads, formula: TraceFormula, condition: Term) -> list[Term]:
    """What has been put in place of a read was computed by somebody whose own guards are not in the slice."""
    return [reads.condition(condition), reads.condition(computable(formula.terms, (reads.meaning(condition),)))]

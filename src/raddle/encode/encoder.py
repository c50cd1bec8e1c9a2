"""Is there a run of the trace program after which the goal is reached? All axioms together, as one query.

Only what happens before the end must be feasible, and axioms speak only of events that take place: docs/rules.md,
Prefixes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from raddle.encode.accumulate import Accumulators
from raddle.encode.asked import terms_asked
from raddle.encode.assertion import AssertionSlices, is_false
from raddle.encode.axioms import Choices, assert_axioms
from raddle.encode.bound import BOUND, add_turns, assert_bound, order_facts
from raddle.encode.cone import Cone
from raddle.encode.guards import assert_guards
from raddle.encode.heads import Asked, Together
from raddle.encode.index import Index
from raddle.encode.meeting import common_cell
from raddle.encode.settled import Settled
from raddle.encode.standing import circle_among, is_circle, is_standstill
from raddle.encode.together import Selectable, can_be_together, selectors
from raddle.encode.torn import is_torn, torn_among
from raddle.encode.totals import Totals
from raddle.encode.trace_candidates import TraceCandidates
from raddle.encode.trace_formula import TraceFormula, is_impossible
from raddle.encode.trace_reads import TraceReads, assert_kept_guards
from raddle.encode.unordered import is_unordered
from raddle.encode.use_after_free import assert_frees, is_used_after_free
from raddle.logic.evaluate import variables_of
from raddle.logic.query import Query
from raddle.logic.terms import Term
from raddle.model.goals import (
    Beside,
    Circle,
    CircleAmong,
    Fails,
    Goal,
    Meet,
    Reach,
    Standstill,
    Torn,
    TornAmong,
    Unordered,
    UseAfterFree,
)
from raddle.model.program import TraceProgram


class Encoder:
    """Of one trace program; asked for one goal after the other."""

    def __init__(self, ctp: TraceProgram) -> None:
        self.index = Index(ctp)
        self._candidates = TraceCandidates(self.index)
        self._accumulators = Accumulators(self.index)
        self._assertions = AssertionSlices(self.index, self._candidates, self._accumulators)

    def reads_that_matter(self, goal: Goal) -> frozenset[Term]:
        """The variables that an assertion depends on; of another goal those that it speaks of, and flags."""
        if isinstance(goal, Fails):
            return frozenset(Cone(self.index, goal, self._candidates, alone=True).reads)
        flags = Cone(self.index, goal, self._candidates, alone=True, depth="flags").reads
        return frozenset((*flags, *variables_of(terms_asked(self.index, goal))))

    def assumed(self) -> tuple[str, ...]:
        """What is taken for granted, each thing once; not what can be in no other way."""
        settled = Settled(self.index, self._candidates)
        return tuple(dict.fromkeys(one.what for one in self.index.ctp.assumptions if not settled.is_none(one)))

    def slices(self, goal: Goal) -> "Iterator[Query | Encoded]":
        """The cheap ones first. Unsatisfiable is a proof. A solution of an Encoded may be one of the whole: the machine
        has to run it; of a Query it says nothing."""
        if isinstance(goal, Fails):
            yield self._assertions.own(goal.check)
            yield self._assertions.near(goal.check)
        elif isinstance(goal, Meet | Beside | Unordered | Circle | UseAfterFree | Torn | TornAmong):
            yield self._encoded(Cone(self.index, goal, self._candidates, alone=True, depth="bare"), None)
            flags = Cone(self.index, goal, self._candidates, alone=True, depth="flags")
            if isinstance(goal, Torn):
                near = Cone(self.index, goal, self._candidates, alone=True, depth="near")
                if near.reads and near.kept != flags.kept:
                    yield self._encoded(near, None)
            if flags.reads:
                yield self._encoded(flags, None)

    def encode(self, goal: Goal, switches: int | None = None, *, alone: bool = False) -> "Encoded":
        """`switches`: at most that many context switches, as an assumption named "bound". `alone`: see Cone."""
        return self._encoded(Cone(self.index, goal, self._candidates, alone=alone), switches)

    def can_be_together(self, goal: Goal) -> bool:
        return can_be_together(self.index, goal)

    def cone_size(self, goals: Sequence[Goal]) -> int:
        """Events in the cone of all these."""
        return self._cone_of(goals).size

    def _cone_of(self, goals: Sequence[Goal]) -> Cone:
        asked = tuple(goal for goal in goals if not is_impossible(self.index, goal))
        return Cone(self.index, Together(asked), self._candidates, alone=True)

    def together(self, goals: Sequence[Goal]) -> Selectable:
        """One formula for all of these; each `can_be_together`. Those that are impossible anyway have no name there."""
        cone = self._cone_of(goals)
        assert isinstance(cone.goal, Together)
        formula = TraceFormula(self.index, cone, "stretch")
        reads = TraceReads(formula, self._candidates, Totals(formula, self._accumulators))
        literals = selectors(formula, reads, cone.goal.goals)
        assert_guards(formula, reads)
        assert_axioms(formula, reads)
        facts = order_facts(formula, formula.program_order(), bounded=False)
        assumptions = {str(number): literal for number, literal in enumerate(literals.values())}
        query = Query(formula.terms, (*facts, *formula.assertions), assumptions)
        return Selectable(query, dict(zip(literals, assumptions, strict=True)))

    def _encoded(self, cone: Cone, switches: int | None) -> "Encoded":
        formula = TraceFormula(self.index, cone, "stretch" if switches is None else "event")
        if formula.is_impossible:
            return Encoded(Query(formula.terms, (formula.terms.false,)), formula, {})
        reads = TraceReads(formula, self._candidates, Totals(formula, self._accumulators))
        asked = _asked(formula, reads, cone.goal)
        if asked is formula.terms.false:
            return Encoded(Query(formula.terms, (asked,)), formula, {})
        formula.require(asked)
        (assert_guards if cone.depth == "all" else assert_kept_guards)(formula, reads)
        assert_frees(formula, reads)
        if switches is not None:
            add_turns(formula)
        choices, _ = assert_axioms(formula, reads)
        assumptions = {} if switches is None else {BOUND: assert_bound(formula, switches)}
        facts = order_facts(formula, formula.program_order(), bounded=switches is not None)
        return Encoded(Query(formula.terms, (*facts, *formula.assertions), assumptions), formula, choices)


def _asked(formula: TraceFormula, reads: TraceReads, goal: Asked) -> Term:
    """What is so at the end."""
    match goal:
        case Fails(check):
            return is_false(formula, reads, check)
        case Meet(first, second):
            return common_cell(formula, reads, first, second) if formula.cone.depth == "all" else formula.terms.true
        case Beside():
            return formula.terms.true
        case Circle():
            return is_circle(formula, goal)
        case CircleAmong():
            return circle_among(formula, goal)
        case Standstill():
            return is_standstill(formula, goal)
        case Unordered():
            return is_unordered(formula, reads, goal)
        case UseAfterFree():
            return is_used_after_free(formula, reads, goal)
        case TornAmong():
            return torn_among(formula, reads, goal)
        case Torn():
            return is_torn(formula, reads, goal)
        case Reach() | Together():
            raise AssertionError("asked where there are branches (encode/paths), or as one of several")
        case _:
            assert_never(goal)


@dataclass(frozen=True)
class Encoded:
    query: Query
    formula: TraceFormula = field(repr=False)
    choices: Choices = field(repr=False)

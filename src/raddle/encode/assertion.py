"""Can this assertion of the trace program be violated? All axioms together, as one query.

RULES.md: only what happens before the violation must be feasible, and axioms speak only of events that take place.
"""

from dataclasses import dataclass, field

from raddle.encode.accumulate import Accumulators
from raddle.encode.barriers import assert_barriers
from raddle.encode.bound import BOUND, add_turns, assert_bound, order_facts
from raddle.encode.candidates import Candidates
from raddle.encode.conditions import assert_conditions
from raddle.encode.cone import Cone
from raddle.encode.formula import Formula
from raddle.encode.index import Index
from raddle.encode.locks import assert_locks, assert_refused, assert_some_locks
from raddle.encode.near import Near
from raddle.encode.onces import assert_onces
from raddle.encode.reads import Reads, assert_guards
from raddle.encode.regions import assert_regions
from raddle.encode.semaphores import assert_semaphores
from raddle.encode.settled import Settled
from raddle.encode.totals import Totals
from raddle.logic.query import Query
from raddle.logic.terms import Term
from raddle.logic.traps import computable
from raddle.model.ctp import Check, Ctp, Step


class Encoder:
    """Of one trace program; asked for one check after the other."""

    def __init__(self, ctp: Ctp) -> None:
        self.index = Index(ctp)
        self._candidates = Candidates(self.index)
        self._accumulators = Accumulators(self.index)

    def reads_that_matter(self, check: int) -> frozenset[Term]:
        """The variables that the check depends on."""
        return frozenset(Cone(self.index, check, self._candidates, alone=True).reads)

    def assumed(self) -> tuple[str, ...]:
        """What is taken for granted, each thing once; not what can be in no other way."""
        settled = Settled(self.index, self._candidates)
        return tuple(dict.fromkeys(one.what for one in self.index.ctp.assumptions if not settled.is_none(one)))

    def encode_own(self, check: int) -> Query:
        """A slice: whatever others write. Unsatisfiable is a proof, satisfiable says nothing."""
        formula, reads, violated = self._slice(check, explained=False)
        return Query(formula.terms, (violated, *formula.assertions, *_guards(formula, reads)))

    def encode_near(self, check: int) -> "Encoded":
        """A slice: what others may have written, whatever they did before. Unsatisfiable is a proof."""
        formula, reads, violated = self._slice(check, explained=True)
        formula.require(violated)
        formula.assertions += _guards(formula, reads)
        reads.assert_all()
        assert_some_locks(formula)
        formula.asked_in_order()
        facts = order_facts(formula, formula.program_order(), bounded=False)
        return Encoded(Query(formula.terms, (*facts, *formula.assertions)), formula, {})

    def _slice(self, check: int, *, explained: bool) -> tuple[Formula, Reads, Term]:
        near = Near(self.index, check, self._candidates)
        formula = Formula(self.index, near, "asked")
        reads = Reads(formula, self._candidates, Totals(formula, self._accumulators), explained=explained)
        action = self.index.ctp.events[check].action
        assert isinstance(action, Check)
        return formula, reads, formula.terms.negation(reads.condition(action.condition))

    def encode(self, check: int, switches: int | None = None, *, alone: bool = False) -> "Encoded":
        """`switches`: at most that many context switches, as an assumption named "bound". `alone`: see Cone."""
        cone = Cone(self.index, check, self._candidates, alone=alone)
        formula = Formula(self.index, cone, "stretch" if switches is None else "event")
        reads = Reads(formula, self._candidates, Totals(formula, self._accumulators), explained=True)
        action = self.index.ctp.events[check].action
        assert isinstance(action, Check)
        violated = formula.terms.negation(reads.condition(action.condition))
        if violated is formula.terms.false:
            return Encoded(Query(formula.terms, (violated,)), formula, {})
        formula.require(violated)
        assert_guards(formula, reads)
        if switches is not None:
            add_turns(formula)
        assert_semaphores(formula)
        choices = assert_conditions(formula)
        assert_barriers(formula)
        assert_onces(formula)
        assert_refused(formula)
        reads.assert_all()
        assert_locks(formula)
        assert_regions(formula)
        formula.taken_with_causes()
        assumptions = {} if switches is None else {BOUND: assert_bound(formula, switches)}
        facts = order_facts(formula, formula.program_order(), bounded=switches is not None)
        return Encoded(Query(formula.terms, (*facts, *formula.assertions), assumptions), formula, choices)


def _guards(formula: Formula, reads: Reads) -> list[Term]:
    """The conditions of a slice."""
    assert isinstance(formula.cone, Near)
    found = []
    for event in formula.cone.guards:
        action = formula.index.ctp.events[event].action
        assert isinstance(action, Step | Check)
        found += _holding(reads, formula, action.guard if isinstance(action, Step) else action.condition)
    action = formula.index.ctp.events[formula.check].action
    assert isinstance(action, Check)
    return [*found, reads.condition(computable(formula.terms, (reads.meaning(action.condition),)))]


def _holding(reads: Reads, formula: Formula, condition: Term) -> list[Term]:
    """What has been put in place of a read was computed by somebody whose own guards are not in the slice."""
    return [reads.condition(condition), reads.condition(computable(formula.terms, (reads.meaning(condition),)))]


@dataclass(frozen=True)
class Encoded:
    query: Query
    formula: Formula = field(repr=False)
    choices: dict[Term, tuple[int, int]] = field(repr=False)
    """Literals that say whom a signal wakes: (signal, wait)."""

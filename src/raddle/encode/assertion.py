"""Can this assertion of the trace program be violated? All axioms together, as one query.

RULES.md: only what happens before the violation must be feasible, and axioms speak only of events that take place.
"""

from dataclasses import dataclass, field

from raddle.encode.barriers import assert_barriers
from raddle.encode.bound import BOUND, add_turns, assert_bound, order_facts
from raddle.encode.candidates import Candidates
from raddle.encode.conditions import assert_conditions
from raddle.encode.cone import Cone
from raddle.encode.formula import Formula
from raddle.encode.index import Index
from raddle.encode.locks import assert_locks, assert_refused
from raddle.encode.onces import assert_onces
from raddle.encode.reads import Reads, assert_guards
from raddle.encode.regions import assert_regions
from raddle.encode.semaphores import assert_semaphores
from raddle.logic.query import Query
from raddle.logic.terms import Term
from raddle.model.ctp import Check, Ctp


class Encoder:
    """Of one trace program; asked for one check after the other."""

    def __init__(self, ctp: Ctp) -> None:
        self.index = Index(ctp)
        self._candidates = Candidates(self.index)
        self._place = {event: place for place, event in enumerate(ctp.observed)}

    def encode(self, check: int, switches: int | None = None) -> "Encoded":
        """`switches`: at most that many context switches, as an assumption named "bound"."""
        cone = Cone(self.index, check, self._candidates)
        formula = Formula(self.index, cone, stretches=switches is None)
        reads = Reads(formula, self._candidates)
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
        query = Query(formula.terms, (*facts, *formula.assertions), assumptions, self._preferred(formula))
        return Encoded(query, formula, choices)

    def _preferred(self, formula: Formula) -> dict[Term, bool]:
        return {}


@dataclass(frozen=True)
class Encoded:
    query: Query
    formula: Formula = field(repr=False)
    choices: dict[Term, tuple[int, int]] = field(repr=False)
    """Literals that say whom a signal wakes: (signal, wait)."""

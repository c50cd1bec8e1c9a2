"""Queries of truth values and order alone: CaDiCaL on the clauses; cycles are forbidden as models claim them.

It and covering.py are the only files that import pysat.
"""

from collections.abc import Collection, Sequence
from typing import Final

from pysat.solvers import Cadical195

from raddle.base.work import LITERALS_LOOKED_AT, PROPAGATIONS, Meter
from raddle.logic.query import Query
from raddle.logic.terms import Term
from raddle.solve.answer import Answer, Sat, Unknown, Unsat
from raddle.solve.clauses import Clauses, Translation
from raddle.solve.growing import More, nothing_more
from raddle.solve.order_claims import OrderClaims
from raddle.solve.order_graph import OrderGraph

CONFLICTS_AT_A_TIME: Final = 2000
"""Between two looks at what was done: CaDiCaL cannot be interrupted through pysat."""

OUT_OF_SCOPE: Final = Unknown("cadical is asked only about truth values and order")


class SatOrder:
    """Boolean structure over truth values, BEFORE and NOT_AFTER; all else is OUT_OF_SCOPE."""

    name = "cadical"

    def solve(self, query: Query, limit_s: float | None) -> Answer:
        return self.solve_growing(query, nothing_more, limit_s)

    def solve_growing(self, query: Query, more: More, limit_s: float | None) -> Answer:
        meter = Meter(limit_s)
        translation = Translation()
        if not translation.add(query.assertions, list(query.assumptions.values())):
            return OUT_OF_SCOPE
        with Cadical195() as sat:
            return _Search(sat, query, translation).run(query.assumptions, more, meter) or Unknown(
                f"cadical found no answer within {limit_s:g} s"
            )


class SatOrderSession:
    """The same for one query with many sets of assumptions; what was learnt from one helps with the next."""

    def __init__(self, query: Query) -> None:
        self._translation: Final = Translation()
        self._sat: Final = Cadical195()
        self.in_scope: Final = self._translation.add(query.assertions, list(query.assumptions.values()))
        self._search: Final = _Search(self._sat, query, self._translation) if self.in_scope else None

    def check(self, names: Collection[str], more: More, meter: Meter) -> Answer:
        """Whether the assumptions of these names can hold together."""
        if self._search is None:
            return OUT_OF_SCOPE
        return self._search.run(names, more, meter) or Unknown("cadical found no answer with the work that was left")

    def add(self, assertions: Sequence[Term]) -> bool:
        """From now on they hold too. False: they are out of scope."""
        return self._search is not None and self._search.add(assertions)

    def close(self) -> None:
        self._sat.delete()


class _Search:
    """One solver, which keeps what it has learnt while clauses are added."""

    def __init__(self, sat: Cadical195, query: Query, translation: Translation) -> None:
        self._sat: Final = sat
        self._query: Final = query
        self._translation: Final = translation
        self._made: Final = translation.made
        self._assumptions: Final = {name: self._made.literals[term] for name, term in query.assumptions.items()}
        """As they are now: what is added later may have gates of its own for the same terms."""
        self._told = 0
        """Clauses of the query that the solver knows;"""
        self._neighbours: Final[set[tuple[int, ...]]] = set()
        """and those that hold of claims."""
        self._claims = self._tell()
        self._propagated = 0

    def run(self, assumed: Collection[str], more: More, meter: Meter) -> Answer | None:
        """None when the work is done that was allowed."""
        sat, made = self._sat, self._made
        names = {self._assumptions[name]: name for name in assumed}
        while not meter.is_over:
            if self._claims.contradictory:
                return Unsat(frozenset())
            sat.conf_budget(CONFLICTS_AT_A_TIME)
            status = sat.solve_limited(assumptions=list(names))
            self._count(meter)
            if status is None:
                continue
            if not status:
                return Unsat(frozenset(names[literal] for literal in sat.get_core() or ()))
            holds = _holds(sat.get_model(), made.count)
            cycles = OrderGraph(*self._claims.sharpest(holds)).cycles()
            if cycles:
                sat.append_formula([[-literal for literal in cycle] for cycle in cycles])
                continue
            answer = _answer(made, holds, OrderGraph(made.points, self._claims.all(holds)))
            new = more(answer)
            if not new:
                return answer
            if not self.add(new):
                return OUT_OF_SCOPE
        return None

    def _count(self, meter: Meter) -> None:
        """What it propagated, and that somebody looks at the model."""
        done = self._sat.accum_stats()["propagations"]
        meter.spend(done - self._propagated, PROPAGATIONS)
        meter.spend(self._made.count + len(self._made.clauses), LITERALS_LOOKED_AT)
        self._propagated = done

    def add(self, assertions: Sequence[Term]) -> bool:
        """False: they are out of scope."""
        made = self._made
        atoms, units = made.atoms, len(made.units)
        if not self._translation.add(assertions, []):
            return False
        if made.atoms == atoms and len(made.units) == units:
            self._sat.append_formula(made.clauses[self._told :])  # nothing new is claimed
            self._told = len(made.clauses)
        else:
            self._claims = self._tell()
        return True

    def _tell(self) -> OrderClaims:
        """The solver what it does not know yet."""
        made, claims = self._made, OrderClaims(self._made)
        self._sat.append_formula(made.clauses[self._told :])
        self._told = len(made.clauses)
        if not claims.contradictory:
            found = {tuple(clause): clause for clause in claims.neighbours()}
            self._sat.append_formula([clause for key, clause in found.items() if key not in self._neighbours])
            self._neighbours.update(found)
            self._sat.set_phases(_phases(self._query, made))
        return claims


def _holds(model: list[int], count: int) -> list[bool]:
    """Indexed by literal; variables in no clause are false."""
    holds = [False] * (count + 1) + [True] * count
    for literal in model:
        if literal > 0:
            holds[literal], holds[-literal] = True, False
    return holds


def _phases(query: Query, made: Clauses) -> list[int]:
    """What the query prefers; for other atoms, to claim nothing."""
    phases = {atom.literal: -atom.literal if atom.wanted else atom.literal for atom in made.atoms}
    for term, preferred in query.preferred.items():
        literal = made.literals.get(term)
        if literal is not None:
            phases[abs(literal)] = literal if preferred else -literal
    return list(phases.values())


def _answer(made: Clauses, holds: list[bool], graph: OrderGraph) -> Sat:
    values = {term: int(holds[literal]) for term, literal in made.variables.items()}
    return Sat(values, graph.positions())

"""Queries of truth values and order alone: CaDiCaL on the clauses; cycles are forbidden as models claim them.

The only file that imports pysat.
"""

from time import monotonic
from typing import Final

from pysat.solvers import Cadical195

from raddle.logic.operators import Op
from raddle.logic.query import Query
from raddle.solve.answer import Answer, Sat, Unknown, Unsat
from raddle.solve.clauses import Clauses, clauses_of
from raddle.solve.order_claims import OrderClaims
from raddle.solve.order_graph import OrderGraph

CONFLICTS_AT_A_TIME: Final = 2000
"""Between two looks at the clock: CaDiCaL cannot be interrupted through pysat."""

OUT_OF_SCOPE: Final = Unknown("cadical is asked only about truth values and order")


class SatOrder:
    """Boolean structure over truth values, BEFORE and NOT_AFTER; all else is OUT_OF_SCOPE."""

    name = "cadical"

    def solve(self, query: Query, limit_s: float | None) -> Answer:
        deadline = None if limit_s is None else monotonic() + limit_s
        made = clauses_of(query)
        if made is None:
            return OUT_OF_SCOPE
        claims = OrderClaims(made)
        if claims.contradictory:
            return Unsat(frozenset())
        with Cadical195(bootstrap_with=[*made.clauses, *claims.neighbours()]) as sat:
            sat.set_phases(_phases(query, made))
            return self._search(sat, query, made, claims, deadline) or Unknown(
                f"cadical found no answer within {limit_s:g} s"
            )

    def _search(
        self, sat: Cadical195, query: Query, made: Clauses, claims: OrderClaims, deadline: float | None
    ) -> Answer | None:
        """None when the time is over."""
        names = {made.literals[term]: name for name, term in query.assumptions.items()}
        while deadline is None or monotonic() < deadline:
            sat.conf_budget(CONFLICTS_AT_A_TIME)
            status = sat.solve_limited(assumptions=list(names))
            if status is None:
                continue
            if not status:
                return Unsat(frozenset(names[literal] for literal in sat.get_core() or ()))
            holds = _holds(sat.get_model(), made.count)
            cycles = OrderGraph(*claims.sharpest(holds)).cycles()
            if not cycles:
                return _answer(made, holds, OrderGraph(made.points, claims.all(holds)))
            sat.append_formula([[-literal for literal in cycle] for cycle in cycles])
        return None


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
    values = {term: int(holds[literal]) for term, literal in made.literals.items() if term.op is Op.VARIABLE}
    return Sat(values, graph.positions())

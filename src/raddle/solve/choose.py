"""Which solver a query goes to: CaDiCaL where truth values and order are all there is, z3 for everything else."""

from raddle.logic.query import Query
from raddle.solve.answer import Answer, Solver
from raddle.solve.checked import Checked
from raddle.solve.sat_order import OUT_OF_SCOPE, SatOrder
from raddle.solve.z3_text import Z3Text


class Chosen:
    name = "cadical or z3"

    def __init__(self) -> None:
        self._sat_order = Checked(SatOrder())
        self._z3 = Checked(Z3Text())

    def solve(self, query: Query, limit_s: float | None) -> Answer:
        answer = self._sat_order.solve(query, limit_s)
        return self._z3.solve(query, limit_s) if answer is OUT_OF_SCOPE else answer


def default_solver() -> Solver:
    """Its models have been evaluated."""
    return Chosen()

"""Several solvers as one: CaDiCaL where truth values and order are all there is, z3 for everything else."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from raddle.logic.query import Query
from raddle.logic.terms import Term
from raddle.solve.answer import Answer, Sat, Unknown
from raddle.solve.checked import Checked
from raddle.solve.growing import More, nothing_more
from raddle.solve.in_bits import InBits
from raddle.solve.sat_order import OUT_OF_SCOPE, SatOrder
from raddle.solve.z3_text import Z3Text

SHARE: Final = 0.7
"""Of the work, up to which each of the first solvers may do."""


class Chosen:
    name = "cadical or z3"

    def __init__(self) -> None:
        self._sat_order = Checked(SatOrder())
        self._z3 = Checked(Z3Text())

    def solve(self, query: Query, limit_s: float | None) -> Answer:
        answer = self._sat_order.solve(query, limit_s)
        return self._z3.solve(query, limit_s) if answer is OUT_OF_SCOPE else answer


class InTurns:
    """CaDiCaL, bit by bit where there are numbers; z3 where that is too much, or takes longer than its share."""

    name = "cadical or z3"

    def __init__(self) -> None:
        self._inner = (Checked(SatOrder()), Checked(InBits()), Checked(Z3Text()))

    def solve(self, query: Query, limit_s: float | None) -> Answer:
        return self.solve_growing(query, nothing_more, limit_s)

    def solve_growing(self, query: Query, more: More, limit_s: float | None) -> Answer:
        """What one solver was told, the next is told at once."""
        left_s = limit_s
        told: list[Term] = []

        def noted(answer: Sat) -> Sequence[Term]:
            new = more(answer)
            told.extend(new)
            return new

        for solver in self._inner[:-1]:
            answer = solver.solve_growing(_with(query, told), noted, None if limit_s is None else limit_s * SHARE)
            if not isinstance(answer, Unknown):
                return answer
            if left_s is not None and answer is not OUT_OF_SCOPE:
                left_s *= 1 - SHARE
        return self._inner[-1].solve_growing(_with(query, told), noted, left_s)


def _with(query: Query, told: list[Term]) -> Query:
    return replace(query, assertions=(*query.assertions, *told))

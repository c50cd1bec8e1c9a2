"""One query, asked many times whether an assumption contradicts it. Nobody wants a model.

CaDiCaL where it is all truth values and order, else one context of z3: each keeps what it has learnt. Numbers are not
spelled bit by bit for CaDiCaL, as sessions do (solve/session.py): for a proof that takes longer than z3 does.
"""

from typing import Final

from raddle.base.work import Meter
from raddle.logic.query import Query
from raddle.solve.answer import Answer, Unknown, Unsat
from raddle.solve.growing import nothing_more
from raddle.solve.sat_order import SatOrderSession
from raddle.solve.z3_assuming import Assuming, Possible


class Refuting:
    """`limit_s`: of work, for each question."""

    def __init__(self, query: Query, limit_s: float | None) -> None:
        self._limit_s: Final = limit_s
        by_order = SatOrderSession(query)
        if not by_order.in_scope:
            by_order.close()
        self._solver: Final = by_order if by_order.in_scope else Assuming(query, limit_s)

    def contradictory(self, name: str) -> bool | None:
        """Whether what is asserted and the assumption of that name cannot hold together; None: nobody knows."""
        answer = self._checked(name)
        return None if isinstance(answer, Unknown) else isinstance(answer, Unsat)

    def _checked(self, name: str) -> Answer | Possible:
        if isinstance(self._solver, Assuming):
            return self._solver.check((name,))
        return self._solver.check((name,), nothing_more, Meter(self._limit_s))

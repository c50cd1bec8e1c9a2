"""z3's SAT solver, asked about bits: for queries of truth values and bit-vectors without any order.

Unrolled steps (papers/trace_driven_verification) are such queries: of random ones the hard ones are answered ten times
as fast as by the solver that combines theories. What has floats, order or assumptions goes to that one (z3_text.py).
"""

from typing import Final

import z3

from raddle.base.errors import InternalError
from raddle.logic.query import Query
from raddle.logic.smtlib import Unsupported, script
from raddle.solve.answer import Answer, Unknown, Unsat
from raddle.solve.z3_text import Z3Text, limit, model_of, reason_of

_TACTICS: Final = ("simplify", "propagate-values", "bit-blast", "sat")


class Z3Bits:
    name = "z3"

    def __init__(self) -> None:
        self._rest = Z3Text()

    def solve(self, query: Query, limit_s: float | None) -> Answer:
        try:
            asked = script(query)
        except Unsupported as gap:
            return Unknown(f"z3 is not asked about {gap}")
        if asked.points or asked.assumptions or "(fp." in asked.text or "to_fp" in asked.text:
            return self._rest.solve(query, limit_s)
        context = z3.Context()
        solver = z3.Then(*_TACTICS, ctx=context).solver()
        limit(solver, limit_s)
        try:
            solver.from_string(asked.text)
        except z3.Z3Exception as error:
            raise InternalError(f"z3 cannot read our text: {error}") from error
        try:
            result = solver.check()
        except z3.Z3Exception as error:
            return Unknown(f"z3 failed: {error}")
        if result == z3.sat:
            return model_of(asked, solver.model().sexpr())
        if result == z3.unsat:
            return Unsat(frozenset())
        return Unknown(reason_of(solver.reason_unknown(), limit_s))

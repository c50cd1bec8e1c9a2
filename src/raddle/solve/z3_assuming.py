"""z3 for many questions: those that differ only in which assumptions of a query are made, and those that have nothing
to do with each other."""

from collections.abc import Iterable
from typing import Final

import z3

from raddle.base.errors import InternalError
from raddle.base.work import Z3_UNITS
from raddle.logic.query import Query
from raddle.logic.smtlib import Unsupported, script
from raddle.solve.answer import Unknown, Unsat
from raddle.solve.z3_text import limit, reason_of, units_spent


class Possible:
    """There is an assignment; which one, nobody asked."""


class Many:
    """Small queries without assumptions, one after the other. A context of its own for each would take z3 longer."""

    def __init__(self, limit_s: float | None) -> None:
        """`limit_s` is of each question."""
        self._context: Final = z3.Context()
        self._limit_s: Final = limit_s

    def check(self, query: Query) -> Possible | Unsat | Unknown:
        assert not query.assumptions
        return _Solver(query, self._limit_s, self._context, alone=True).check(())


class Assuming:
    def __init__(self, query: Query, limit_s: float | None) -> None:
        """`limit_s` is of each question."""
        self._solver: Final = _Solver(query, limit_s, z3.Context(), alone=False)

    def check(self, names: Iterable[str]) -> Possible | Unsat | Unknown:
        """Whether the assertions and the assumptions of these names can hold together."""
        return self._solver.check(names)

    @property
    def spent_s(self) -> float:
        """By all questions so far, in work seconds."""
        return self._solver.spent_s


class _Solver:
    def __init__(self, query: Query, limit_s: float | None, context: z3.Context, *, alone: bool) -> None:
        """alone: there is one question only, so that one about bits can go to z3's SAT solver as a whole."""
        self._refused: str | None = None
        self._limit_s: Final = limit_s
        self._solver = z3.SimpleSolver(ctx=context)
        self._symbols: Final[dict[str, z3.BoolRef]] = {}
        try:
            asked = script(query)
        except Unsupported as gap:
            self._refused = f"z3 is not asked about {gap}"
            return
        if alone and not asked.points and "fp" not in asked.text:
            self._solver = z3.SolverFor("QF_BV", ctx=context)
        limit(self._solver, limit_s)
        try:
            self._solver.from_string(asked.text)
        except z3.Z3Exception as error:
            raise InternalError(f"z3 cannot read our text: {error}") from error
        self._symbols.update({name: z3.Bool(symbol, ctx=context) for symbol, name in asked.assumptions.items()})

    def check(self, names: Iterable[str]) -> Possible | Unsat | Unknown:
        if self._refused is not None:
            return Unknown(self._refused)
        try:
            result = self._solver.check(*[self._symbols[name] for name in names])
        except z3.Z3Exception as error:
            return Unknown(f"z3 failed: {error}")
        if result == z3.sat:
            return Possible()
        if result == z3.unsat:
            core = {literal.decl().name() for literal in self._solver.unsat_core()}
            return Unsat(frozenset(name for name, symbol in self._symbols.items() if symbol.decl().name() in core))
        return Unknown(reason_of(self._solver.reason_unknown(), self._limit_s))

    @property
    def spent_s(self) -> float:
        return units_spent(self._solver) / Z3_UNITS

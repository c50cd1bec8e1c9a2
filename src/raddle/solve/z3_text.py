"""z3, asked in SMT-LIB text: its parser reads 200,000 clauses a second, where Python objects are built at 9,000.

Only files of solve/ import z3.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

import z3

from raddle.base.errors import InternalError
from raddle.base.work import MOST_Z3_UNITS, Z3_UNITS
from raddle.logic.query import Query
from raddle.logic.smtlib import Script, Unsupported, script
from raddle.solve.answer import Answer, Sat, Unknown, Unsat

_DEFINITION: Final = re.compile(r"\(define-fun (\w+) \(\) (?:\w+|\([^()]*\))\s+(.+)\)$", re.MULTILINE)


class Z3Text:
    """All queries; those with an operator that SMT-LIB cannot say exactly are Unknown."""

    name = "z3"

    def solve(self, query: Query, limit_s: float | None) -> Answer:
        try:
            asked = script(query)
        except Unsupported as gap:
            return Unknown(f"z3 is not asked about {gap}")
        context = z3.Context()
        solver = z3.SimpleSolver(ctx=context)
        limit(solver, limit_s)
        try:
            solver.from_string(asked.text)
        except z3.Z3Exception as error:
            raise InternalError(f"z3 cannot read our text: {error}") from error
        try:
            result = solver.check(*[z3.Bool(symbol, ctx=context) for symbol in asked.assumptions])
        except z3.Z3Exception as error:
            return Unknown(f"z3 failed: {error}")
        if result == z3.sat:
            return model_of(asked, solver.model().sexpr())
        if result == z3.unsat:
            return Unsat(frozenset(asked.assumptions[str(literal)] for literal in solver.unsat_core()))
        return Unknown(reason_of(solver.reason_unknown(), limit_s))


def limit(solver: z3.Solver, limit_s: float | None) -> None:
    """Each of its checks, by z3's own count of what it does."""
    if limit_s is not None:
        solver.set("rlimit", max(1, min(MOST_Z3_UNITS, int(limit_s * Z3_UNITS))))


def units_spent(solver: z3.Solver) -> int:
    """By all questions of its context so far."""
    return next((int(count) for what, count in solver.statistics() if what == "rlimit count"), 0)


def reason_of(said: str, limit_s: float | None) -> str:
    if limit_s is not None and said in ("max. resource limit exceeded", "canceled"):
        return f"z3 found no answer within {limit_s:g} s"
    return f"z3 gave up: {said}"


def model_of(asked: Script, text: str) -> Sat:
    """Variables and points that z3 left out may have any value: 0."""
    found: Mapping[str, str] = dict(_DEFINITION.findall(text))
    values = {term: _value(found.get(symbol, "false")) for symbol, term in asked.variables.items()}
    times = {point: _time(found.get(symbol, "0")) for symbol, point in asked.points.items()}
    if not asked.has_times:
        rank = {time: index for index, time in enumerate(sorted(set(times.values())))}
        return Sat(values, {point: rank[time] for point, time in times.items()})
    return Sat(values, times)


def _value(word: str) -> int:
    if word.startswith("#x"):
        return int(word[2:], 16)
    if word.startswith("#b"):
        return int(word[2:], 2)
    return int(word == "true")


def _time(word: str) -> int | Fraction:
    """`2.0`, `(- 2.0)`, `(/ 1.0 2.0)`, `(- (/ 1.0 2.0))`"""
    numbers = [Fraction(number) for number in re.findall(r"[0-9.]+", word)]
    size = numbers[0] if len(numbers) == 1 else numbers[0] / numbers[1]
    time = -size if word.startswith("(-") else size
    return time.numerator if time.denominator == 1 else time

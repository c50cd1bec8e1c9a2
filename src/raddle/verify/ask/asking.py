"""One question about paths: random runs, then the query; and no way is believed that the machine does not take.

In: a trace program with branches and a goal. Out: a Verdict.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from raddle.base.errors import InternalError
from raddle.base.work import CpuMeter
from raddle.decide.answers import Holds, Undecided, Verdict, Violated
from raddle.encode.paths.decode import decode
from raddle.encode.paths.encoder import EncodedPaths, PathEncoder
from raddle.logic.query import Query
from raddle.logic.terms import Term
from raddle.model.goals import PathGoal
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.program import TraceProgram
from raddle.model.reached import why_not_reached
from raddle.model.run import switches
from raddle.solve.answer import Answer, Sat, Unknown, Unsat
from raddle.solve.choose import path_solver
from raddle.solve.growing import GrowingSolver
from raddle.verify.ask.random_ways import random_way

MOST_SAID: Final = 3_000
"""Assertions about last writes: where there are more, they are made as models break them."""


@dataclass(frozen=True, slots=True)
class Found:
    """The event reads the cell before anybody has written it, and what comes of it is not settled."""

    event: int
    cell: int


class Asking:
    """Of some paths, for one goal after the other."""

    def __init__(self, paths: TraceProgram, solver: GrowingSolver | None = None, most_said: int = MOST_SAID) -> None:
        """`most_said`: assertions about last writes up to which all are made at once."""
        self._most_said: Final = most_said
        self._paths: Final = paths
        self._machine: Final = Machine(paths)
        self._encoder: Final = PathEncoder(paths)
        self._solver: Final = solver or path_solver()

    def by_chance(self, goal: PathGoal) -> Violated | None:
        """What random runs find: nothing follows from None."""
        way = random_way(self._machine, goal)
        return None if way is None else self._checked(goal, way.moves)

    def ask(self, goal: PathGoal, *, limit_s: float | None) -> Verdict:
        meter = CpuMeter(limit_s)
        return self.by_chance(goal) or self.by_solver(goal, meter)

    def by_solver(self, goal: PathGoal, meter: CpuMeter) -> Verdict:
        """Without random runs."""
        encoded = self._encoder.encode(goal, self._most_said)
        if encoded.query.terms.false in encoded.query.assertions:
            return Holds(goal)
        left_s = meter.left_s
        match solved(encoded, self._solver, None if left_s is None else max(0.1, left_s)):
            case Sat() as answer:
                return self._checked(goal, decode(encoded, answer).moves)
            case Unsat():
                return Holds(goal)
            case Unknown(reason):
                return Undecided(goal, reason)

    def _checked(self, goal: PathGoal, moves: tuple[Move, ...]) -> Violated:
        return violated(self._paths, self._machine, goal, moves)


def violated(paths: TraceProgram, machine: Machine, goal: PathGoal, moves: tuple[Move, ...]) -> Violated:
    """What a solver said, once the machine has run it."""
    reason = why_not_reached(machine, goal, moves)
    if reason is not None:
        raise InternalError(f"{goal}: the solution is no run of the paths: {reason}")
    return Violated(goal, moves, switches(paths, moves), fewest=False)


def solved(encoded: EncodedPaths, solver: GrowingSolver, limit_s: float | None) -> Answer:
    if encoded.left_open is None:
        return solver.solve(encoded.query, limit_s)
    return solver.solve_growing(encoded.query, encoded.left_open.broken, limit_s)


def ask(paths: TraceProgram, goal: PathGoal, *, limit_s: float | None) -> Verdict:
    return Asking(paths).ask(goal, limit_s=limit_s)


def ask_with_anything(paths: TraceProgram, goal: PathGoal, limit_s: float | None) -> Found | Undecided | None:
    """Can it be reached where memory that nobody has written holds anything? It cannot where it holds what it held in
    the runs."""
    encoded = PathEncoder(paths).encode(goal, MOST_SAID, anything=True)
    if not encoded.unwritten or encoded.query.terms.false in encoded.query.assertions:
        return None
    match solved(encoded, path_solver(), limit_s):
        case Sat() as answer:
            found = (at for literal, at in encoded.unwritten.items() if _is_so(literal, answer))
            return Found(*next(found, next(iter(encoded.unwritten.values()))))
        case Unsat():
            return None
        case Unknown(reason):
            return Undecided(goal, reason)


def first_with_anything(
    paths: TraceProgram, goals: Sequence[PathGoal], limit_s: float | None
) -> Found | Undecided | None:
    """Of the first of the goals that can be reached then, or of which it is not known."""
    answers = (ask_with_anything(paths, goal, limit_s) for goal in goals)
    return next((answer for answer in answers if answer is not None), None)


def _is_so(literal: Term, answer: Sat) -> bool:
    return literal.constant == 1 or bool(answer.values.get(literal))


def whole_query(paths: TraceProgram, goal: PathGoal) -> Query:
    """Unsatisfiable: the goal cannot be reached, whatever is in memory that nobody has written. The same for equal
    paths in every process."""
    return PathEncoder(paths).encode(goal, anything=True).query

"""One question about paths: random runs, then the query; and no way is believed that the machine does not take.

In: Paths and a goal. Out: a way that reaches it; None: it cannot be reached, whatever the order; or Undecided.
"""

from dataclasses import dataclass
from typing import Final

from raddle.base.errors import InternalError
from raddle.base.work import CpuMeter
from raddle.encode.paths.decode import decode
from raddle.encode.paths.encoder import EncodedPaths, PathEncoder
from raddle.logic.query import Query
from raddle.model.paths.goals import PathGoal, Way
from raddle.model.paths.machine import PathMachine
from raddle.model.paths.paths import Paths
from raddle.model.paths.reached import why_not_reached
from raddle.solve.answer import Answer, Sat, Unknown, Unsat
from raddle.solve.choose import path_solver
from raddle.solve.growing import GrowingSolver
from raddle.verify.ask.random_ways import random_way

MOST_SAID: Final = 3_000
"""Assertions about last writes: where there are more, they are made as models break them."""


@dataclass(frozen=True, slots=True)
class Undecided:
    reason: str


class Asking:
    """Of some paths, for one goal after the other."""

    def __init__(self, paths: Paths, solver: GrowingSolver | None = None, most_said: int = MOST_SAID) -> None:
        """`most_said`: assertions about last writes up to which all are made at once."""
        self._most_said: Final = most_said
        self._paths: Final = paths
        self._machine: Final = PathMachine(paths)
        self._encoder: Final = PathEncoder(paths)
        self._solver: Final = solver or path_solver()

    def by_chance(self, goal: PathGoal) -> Way | None:
        """What random runs find: nothing follows from None."""
        way = random_way(self._machine, goal)
        return None if way is None else self._checked(goal, way)

    def ask(self, goal: PathGoal, *, limit_s: float | None) -> Way | Undecided | None:
        meter = CpuMeter(limit_s)
        way = self.by_chance(goal)
        if way is not None:
            return way
        return self.by_solver(goal, meter)

    def by_solver(self, goal: PathGoal, meter: CpuMeter) -> Way | Undecided | None:
        """Without random runs."""
        encoded = self._encoder.encode(goal, self._most_said)
        if encoded.query.terms.false in encoded.query.assertions:
            return None
        left_s = meter.left_s
        match solved(encoded, self._solver, None if left_s is None else max(0.1, left_s)):
            case Sat() as answer:
                return self._checked(goal, decode(encoded, answer))
            case Unsat():
                return None
            case Unknown(reason):
                return Undecided(reason)

    def _checked(self, goal: PathGoal, way: Way) -> Way:
        reason = why_not_reached(self._machine, goal, way)
        if reason is not None:
            raise InternalError(f"{goal}: the solution is no run of the paths: {reason}")
        return way


def solved(encoded: EncodedPaths, solver: GrowingSolver, limit_s: float | None) -> Answer:
    if encoded.left_open is None:
        return solver.solve(encoded.query, limit_s)
    return solver.solve_growing(encoded.query, encoded.left_open.broken, limit_s)


def ask(paths: Paths, goal: PathGoal, *, limit_s: float | None) -> Way | Undecided | None:
    return Asking(paths).ask(goal, limit_s=limit_s)


def whole_query(paths: Paths, goal: PathGoal) -> Query:
    """Unsatisfiable: the goal cannot be reached. The same for equal paths in every process."""
    return PathEncoder(paths).encode(goal).query

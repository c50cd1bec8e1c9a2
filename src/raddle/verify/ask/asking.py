"""One question about paths: random runs, then the query; and no way is believed that the machine does not take.

In: Paths and a goal. Out: a way that reaches it; None: it cannot be reached, whatever the order; or Undecided.
"""

from dataclasses import dataclass
from time import monotonic
from typing import Final

from raddle.base.errors import InternalError
from raddle.encode.paths.decode import decode
from raddle.encode.paths.encoder import PathEncoder
from raddle.logic.query import Query
from raddle.model.paths.goals import PathGoal, Way
from raddle.model.paths.machine import PathMachine
from raddle.model.paths.paths import Paths
from raddle.model.paths.reached import why_not_reached
from raddle.solve.answer import Sat, Solver, Unknown, Unsat
from raddle.solve.choose import path_solver
from raddle.verify.ask.random_ways import random_way


@dataclass(frozen=True, slots=True)
class Undecided:
    reason: str


class Asking:
    """Of some paths, for one goal after the other."""

    def __init__(self, paths: Paths, solver: Solver | None = None) -> None:
        self._paths: Final = paths
        self._machine: Final = PathMachine(paths)
        self._encoder: Final = PathEncoder(paths)
        self._solver: Final = solver or path_solver()

    def by_chance(self, goal: PathGoal) -> Way | None:
        """What random runs find: nothing follows from None."""
        way = random_way(self._machine, goal)
        return None if way is None else self._checked(goal, way)

    def ask(self, goal: PathGoal, *, limit_s: float | None) -> Way | Undecided | None:
        deadline = None if limit_s is None else monotonic() + limit_s
        way = self.by_chance(goal)
        if way is not None:
            return way
        encoded = self._encoder.encode(goal)
        if encoded.query.terms.false in encoded.query.assertions:
            return None
        left_s = None if deadline is None else max(0.1, deadline - monotonic())
        match self._solver.solve(encoded.query, left_s):
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


def ask(paths: Paths, goal: PathGoal, *, limit_s: float | None) -> Way | Undecided | None:
    return Asking(paths).ask(goal, limit_s=limit_s)


def whole_query(paths: Paths, goal: PathGoal) -> Query:
    """Unsatisfiable: the goal cannot be reached. The same for equal paths in every process."""
    return PathEncoder(paths).encode(goal).query

"""Which way of asking was chosen: in: options; out: what answers the loop's questions."""

from collections.abc import Callable, Sequence
from functools import partial

from raddle.base.errors import ToolError
from raddle.base.executor.limits import SOLVER_BYTES, TaskLimits
from raddle.base.executor.pool import all_within, within
from raddle.model.paths.goals import PathGoal, Way
from raddle.model.paths.paths import Paths
from raddle.verify.ask.asking import Asking, Found, Undecided, first_with_anything
from raddle.verify.ask.asking_by_steps import ask_by_steps
from raddle.verify.ended import Reached
from raddle.verify.options import VerifyOptions

Ask = Callable[[PathGoal, float | None], Way | Undecided | None]


class Questions:
    """About paths. Each is asked in a process of its own, which ends at its limit of CPU time, or when the time for all
    is over."""

    def __init__(self, options: VerifyOptions) -> None:
        self._asking = {"orders": _by_orders, "steps": _by_steps}[options.encoding]
        self._jobs = options.jobs
        self._until = options.until

    def by_chance(self, paths: Paths, goal: PathGoal) -> Way | None:
        """Random runs of the paths; None says nothing."""
        return Asking(paths).by_chance(goal)

    def ask(self, paths: Paths, goals: Sequence[PathGoal], limit_s: float | None) -> Reached | Undecided | None:
        """One of them that can be reached; None: none can be."""
        if limit_s is None:
            return _first_reached(self._asking(paths), goals, None)

        def part(number: int) -> Reached | Undecided | None:
            try:
                return _first_reached(self._asking(paths), goals[number :: self._jobs], limit_s)
            except MemoryError:
                return Undecided("out of memory")

        try:
            parts = [partial(part, number) for number in range(min(self._jobs, len(goals)))]
            answers = all_within(self._limits(limit_s), parts)
        except ToolError as error:
            return Undecided(error.what)
        reached = next((answer for answer in answers if isinstance(answer, Reached)), None)
        return reached or next((answer for answer in answers if answer is not None), None)

    def with_anything(self, paths: Paths, goals: Sequence[PathGoal], limit_s: float | None) -> Found | Undecided | None:
        """Where memory that nobody has written may hold that: a read on the way to one of them; None: none can be
        reached."""

        def asked() -> Found | Undecided | None:
            try:
                return first_with_anything(paths, goals, limit_s)
            except MemoryError:
                return Undecided("out of memory")

        if limit_s is None:
            return asked()
        try:
            return within(self._limits(limit_s), asked)
        except ToolError as error:
            return Undecided(error.what)

    def _limits(self, limit_s: float) -> TaskLimits:
        return TaskLimits(limit_s, self._until, SOLVER_BYTES)


def _first_reached(ask: Ask, goals: Sequence[PathGoal], limit_s: float | None) -> Reached | Undecided | None:
    undecided: Undecided | None = None
    for goal in goals:
        match ask(goal, limit_s):
            case Way() as way:
                return Reached(goal, way)
            case Undecided() as answer:
                undecided = undecided or answer
            case None:
                pass
    return undecided


def _by_orders(paths: Paths) -> Ask:
    asking = Asking(paths)
    return lambda goal, limit_s: asking.ask(goal, limit_s=limit_s)


def _by_steps(paths: Paths) -> Ask:
    return lambda goal, limit_s: ask_by_steps(paths, goal, limit_s=limit_s)

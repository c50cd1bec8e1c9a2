"""Which way of asking was chosen: in: options; out: what answers the loop's questions.

All states of the paths are searched first, a little; then random runs; then the search goes on; then a solver is asked.
`--encoding steps` asks by the paper's formula alone.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import Final

from raddle.base.errors import ToolError
from raddle.base.executor.limits import SOLVER_BYTES, TaskLimits
from raddle.base.executor.pool import all_within, within
from raddle.decide.path_search import PathSearch
from raddle.decide.path_states import Disordered
from raddle.model.goals import Meet, PathGoal, Reach
from raddle.model.moves import Way
from raddle.model.program import TraceProgram
from raddle.verify.ask.asking import Asking, Found, Undecided, first_with_anything
from raddle.verify.ask.asking_by_steps import ask_by_steps
from raddle.verify.ended import Reached
from raddle.verify.options import VerifyOptions

Ask = Callable[[PathGoal, float | None], Way | Undecided | None]
AT_FIRST_S: Final = 0.2
"""Of work, for the search of states before random runs: what is near is found by then."""
SHARE: Final = 0.25
"""Of the time for a question, that the search of states may take of it,"""
MOST_SEARCHED_S: Final = 60.0
"""and at most."""


class Questions:
    """About paths. What the search of their states leaves is asked in a process of its own, which ends at its limit of
    CPU time, or when the time for all is over."""

    def __init__(self, options: VerifyOptions) -> None:
        self._asking = {"orders": _by_orders, "steps": _by_steps}[options.encoding]
        self._jobs = options.jobs
        self._until = options.until
        self._searches = options.encoding == "orders"
        self._search: PathSearch | None = None

    def by_chance(self, paths: TraceProgram, goal: PathGoal) -> Way | None:
        """What is near, and random runs of the paths; None says nothing."""
        if self._searches:
            search = self._search_of(paths, AT_FIRST_S)
            answer = search.answer(goal)
            if answer is not None:
                return answer if isinstance(answer, Way) else None
        return Asking(paths).by_chance(goal)

    def ways(self, paths: TraceProgram, events: Sequence[int], most: int) -> list[Way]:
        """To some of these, each by its own: as far as the search of states has found them already."""
        if not self._searches:
            return []
        search = self._search_of(paths, 0)
        found = (search.answer(Reach((event,))) for event in events)
        return list(islice((way for way in found if isinstance(way, Way)), most))

    def _search_of(self, paths: TraceProgram, limit_s: float) -> PathSearch:
        """One for all questions about the same paths."""
        if self._search is None or self._search.paths is not paths:
            self._search = PathSearch(paths, self._until)
        self._search.go_on(limit_s)
        return self._search

    def ask(self, paths: TraceProgram, goals: Sequence[PathGoal], limit_s: float | None) -> Reached | Undecided | None:
        """One of them that can be reached; None: none can be."""
        if self._searches:
            most_s = MOST_SEARCHED_S if limit_s is None else min(SHARE * limit_s, MOST_SEARCHED_S)
            search = self._search_of(paths, most_s)
            left = list[PathGoal]()
            for goal in goals:
                answer = search.answer(goal)
                if isinstance(answer, Way):
                    return Reached(goal, answer)
                if answer is None:
                    left.append(goal)
            goals = left
        return self._by_solver(paths, goals, limit_s) if goals else None

    def unordered(self, paths: TraceProgram, goals: Sequence[Meet], limit_s: float | None) -> Disordered:
        """The search of states alone knows; it may take as much again as for all that is asked before."""
        if not self._searches:
            return None
        most_s = MOST_SEARCHED_S if limit_s is None else min(SHARE * limit_s, MOST_SEARCHED_S)
        return self._search_of(paths, most_s).unordered(goals, 2 * most_s)

    def _by_solver(
        self, paths: TraceProgram, goals: Sequence[PathGoal], limit_s: float | None
    ) -> Reached | Undecided | None:
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

    def with_anything(
        self, paths: TraceProgram, goals: Sequence[PathGoal], limit_s: float | None
    ) -> Found | Undecided | None:
        """Where memory that nobody has written may hold that: a read on the way to one of them; None: none can be
        reached."""
        if self._searches and self._search_of(paths, 0).reads_nothing_unwritten:
            return None

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


def _by_orders(paths: TraceProgram) -> Ask:
    asking = Asking(paths)
    return lambda goal, limit_s: asking.ask(goal, limit_s=limit_s)


def _by_steps(paths: TraceProgram) -> Ask:
    return lambda goal, limit_s: ask_by_steps(paths, goal, limit_s=limit_s)

"""Which way of asking was chosen: in: options; out: what answers the loop's questions.

All states of the paths are searched first, a little; then random runs; then the search goes on; then a solver is asked.
`--encoding steps` asks by the paper's formula alone.
"""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final

from raddle.base.errors import ToolError
from raddle.base.executor.limits import SOLVER_BYTES, TaskLimits
from raddle.base.executor.pool import within
from raddle.decide.answers import Undecided, Violated
from raddle.decide.door import first_of
from raddle.decide.search import Meetings, StateSearch
from raddle.model.goals import Meet, PathGoal, Reach
from raddle.model.moves import Way, way_of
from raddle.model.program import TraceProgram
from raddle.model.run import switches
from raddle.verify.ask.asking import Asking, Found, first_with_anything
from raddle.verify.ask.asking_by_steps import ask_by_steps
from raddle.verify.ask.engines import Ask, RandomRuns, Solving
from raddle.verify.options import VerifyOptions

AT_FIRST_S: Final = 1.0
"""Of work, for the search of states before random runs: what is near is found by then."""
SHARE: Final = 0.25
"""Of the time for a question, that the search of states may take of it,"""
MOST_SEARCHED_S: Final = 60.0
"""and at most."""

Answer = Violated | Undecided | None
"""None: none of the goals can be reached."""


class Questions:
    """About paths."""

    def __init__(self, options: VerifyOptions) -> None:
        self._making = {"orders": _by_orders, "steps": _by_steps}[options.encoding]
        self._jobs = options.jobs
        self._until = options.until
        self._searches = options.encoding == "orders"
        self._search: StateSearch | None = None

    def by_chance(self, paths: TraceProgram, goal: PathGoal) -> Violated | None:
        """What is near, and random runs of the paths; None says nothing."""
        found = first_of(paths, [goal], [*self._searching(paths, AT_FIRST_S), RandomRuns(paths)])
        return found if isinstance(found, Violated) else None

    def ways(self, paths: TraceProgram, events: Sequence[int], most: int) -> list[Way]:
        """To some of these, each by its own: as far as the search of states has found them already."""
        if not self._searches:
            return []
        search = self._search_of(paths)
        found = (search.answer(Reach((event,))) for event in events)
        return list(islice((way_of(moves) for moves in found if isinstance(moves, tuple)), most))

    def ask(self, paths: TraceProgram, goals: Sequence[PathGoal], limit_s: float | None) -> Answer:
        """One of them that can be reached; None: none can be."""
        solving = Solving(lambda: self._making(paths), self._jobs, limit_s, self._until)
        return first_of(paths, goals, [*self._searching(paths, _share_of(limit_s)), solving])

    def meetings(self, paths: TraceProgram, limit_s: float | None) -> Meetings | None:
        """All accesses that are ever both next, where all states were seen; None: they were not."""
        return next((search.races() for search in self._searching(paths, _share_of(limit_s))), None)

    def unordered(self, paths: TraceProgram, goals: Sequence[Meet], limit_s: float | None) -> Answer:
        """The search of states alone knows; it may take as much again as for all that is asked before."""
        for search in self._searching(paths, 2 * _share_of(limit_s)):
            found = search.unordered(range(len(paths.events)))
            if found is not None:
                asked = {(goal.first, goal.second) for goal in goals}
                races = (one for one in found.goals if {(one.first, one.second), (one.second, one.first)} & asked)
                race, moves = found.first(races) or (None, ())
                return None if race is None else Violated(race, moves, switches(paths, moves), fewest=False)
        return Undecided(goals[0], "not all states were seen")

    def with_anything(
        self, paths: TraceProgram, goals: Iterable[PathGoal], limit_s: float | None
    ) -> Found | Undecided | None:
        """Where memory that nobody has written may hold that: a read on the way to one of them; None: none can be
        reached."""
        if self._searches and self._search_of(paths).reads_nothing_unwritten:
            return None
        listed = tuple(goals)

        def asked() -> Found | Undecided | None:
            try:
                return first_with_anything(paths, listed, limit_s)
            except MemoryError:
                return Undecided(listed[0], "out of memory")

        if limit_s is None:
            return asked()
        try:
            return within(TaskLimits(limit_s, self._until, SOLVER_BYTES), asked)
        except ToolError as error:
            return Undecided(listed[0], error.what)

    def _searching(self, paths: TraceProgram, limit_s: float) -> list[StateSearch]:
        """As far as so much work, all in all, lets it; none where only the paper is asked."""
        if not self._searches:
            return []
        search = self._search_of(paths)
        search.allow(limit_s, self._until)
        return [search]

    def _search_of(self, paths: TraceProgram) -> StateSearch:
        """One for all questions about the same paths."""
        if self._search is None or self._search.program is not paths:
            self._search = StateSearch(paths)
        return self._search


def _share_of(limit_s: float | None) -> float:
    return MOST_SEARCHED_S if limit_s is None else min(SHARE * limit_s, MOST_SEARCHED_S)


def _by_orders(paths: TraceProgram) -> Ask:
    asking = Asking(paths)
    return lambda goal, limit_s: asking.ask(goal, limit_s=limit_s)


def _by_steps(paths: TraceProgram) -> Ask:
    return lambda goal, limit_s: ask_by_steps(paths, goal, limit_s=limit_s)

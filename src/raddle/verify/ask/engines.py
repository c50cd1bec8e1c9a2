"""Engines of the one door (decide/door.py) for paths, beside the search of all states: random runs, and a solver.

A solver is asked in processes of its own, each of which ends at its limit of CPU time, or when the time for all is
over.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import cast

from raddle.base.errors import ToolError
from raddle.base.executor.limits import SOLVER_BYTES, TaskLimits
from raddle.base.executor.pool import all_within
from raddle.decide.answers import Undecided, Verdict, Violated
from raddle.decide.door import Group, Known
from raddle.model.goals import PathGoal
from raddle.model.program import TraceProgram
from raddle.verify.ask.asking import Asking

Ask = Callable[[PathGoal, float | None], Verdict]


@dataclass(frozen=True)
class RandomRuns:
    """Of one goal of each group: nothing follows from finding nothing."""

    paths: TraceProgram

    def settle(self, groups: Sequence[Group], known: Known) -> None:
        asking = Asking(self.paths)
        for group in groups:
            for goal in () if known.is_seen(group) else group:
                found = asking.by_chance(cast(PathGoal, goal))
                if found is not None:
                    known.answers[goal] = found
                    break


@dataclass(frozen=True)
class Solving:
    """`making`: gives what asks, in the process that asks; it is said of each goal, up to the first that is reached."""

    making: Callable[[], Ask]
    jobs: int
    limit_s: float | None
    """Of CPU time for all goals of a group; None: as much as it takes."""
    until: float | None

    def settle(self, groups: Sequence[Group], known: Known) -> None:
        for group in groups:
            if group and not known.is_seen(group):
                for verdict in self._asked(cast(Sequence[PathGoal], group)):
                    known.answers[verdict.goal] = verdict

    def _asked(self, goals: Sequence[PathGoal]) -> list[Verdict]:
        if self.limit_s is None:
            return self._up_to_first(goals)
        try:
            parts = [partial(self._part, goals[number :: self.jobs]) for number in range(min(self.jobs, len(goals)))]
            limits = TaskLimits(self.limit_s, self.until, SOLVER_BYTES)
            return [verdict for verdicts in all_within(limits, parts) for verdict in verdicts]
        except ToolError as error:
            return [Undecided(goal, error.what) for goal in goals]

    def _part(self, goals: Sequence[PathGoal]) -> list[Verdict]:
        try:
            return self._up_to_first(goals)
        except MemoryError:
            return [Undecided(goal, "out of memory") for goal in goals]

    def _up_to_first(self, goals: Sequence[PathGoal]) -> list[Verdict]:
        ask, found = self.making(), list[Verdict]()
        for goal in goals:
            found.append(ask(goal, self.limit_s))
            if isinstance(found[-1], Violated):
                break
        return found

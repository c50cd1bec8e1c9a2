"""The search of the states of some paths, which all questions about them share (decision 43)."""

from collections.abc import Collection
from functools import cached_property
from typing import Final

from raddle.base.errors import UserError
from raddle.base.work import SEARCHED
from raddle.decide.path_states import Disordered, PathStates, WayOrNot
from raddle.decide.registers import NotSearched
from raddle.model.goals import Meet, PathGoal
from raddle.model.program import TraceProgram

MOST_EVENTS: Final = 30_000
"""Of paths whose tables are made."""


class PathSearch:
    """`until`: when it has to be over, by time.monotonic()."""

    def __init__(self, paths: TraceProgram, until: float | None) -> None:
        self.paths: Final = paths
        self._until: Final = until
        self.refused = ""
        """Why there is no search; empty: nothing is known that is against it."""

    @cached_property
    def _states(self) -> PathStates | None:
        if len(self.paths.graph.source) > MOST_EVENTS:
            self.refused = f"more than {MOST_EVENTS} events"
            return None
        try:
            return PathStates(self.paths)
        except (NotSearched, UserError) as refusal:  # UserError: there is no compiler to make the search with
            self.refused = str(refusal)
            return None

    def go_on(self, limit_s: float) -> None:
        """As far as so much work, all in all, lets it."""
        if self._states is not None:
            self._states.search(int(limit_s * SEARCHED) - self._states.work, self._until)

    def answer(self, goal: PathGoal) -> WayOrNot:
        """As far as it went."""
        return None if self._states is None else self._states.answer(goal)

    def unordered(self, goals: Collection[Meet], limit_s: float) -> Disordered:
        """Whether nothing orders the accesses of one of these, whether or not they are both next."""
        if self._states is None:
            return None
        left = int(limit_s * SEARCHED) - self._states.work
        self._states.search_unordered(range(len(self.paths.events)), left, self._until)
        return self._states.answer_unordered(goals)

    @property
    def reads_nothing_unwritten(self) -> bool:
        """All states were seen, and nobody reads memory that nobody has written, such that it matters."""
        return self._states is not None and self._states.is_over and not self._states.unwritten

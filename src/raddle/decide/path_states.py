"""All states of paths, searched once for all questions (decisions 38 and 43).

In: a trace program with branches. Out: for a goal a way that reaches it, which the machine has taken; or that none
does, where all states were seen; or nothing.
"""

from collections.abc import Collection
from typing import Final, Literal

from raddle.base.errors import InternalError
from raddle.decide.searched import Found, Search
from raddle.decide.shape import shape_of
from raddle.decide.state_tables import tables_of
from raddle.model.goals import Meet, PathGoal, Reach, Standstill, Unordered
from raddle.model.machine import Machine
from raddle.model.moves import Move, Way, way_of
from raddle.model.program import TraceProgram
from raddle.model.reached import reached, why_not_reached

Disordered = tuple[Unordered, Way] | Literal["never"] | None
"""Accesses that nothing orders, and a way there; or as of WayOrNot."""
WayOrNot = Way | Literal["never"] | None
"""A way to the goal; or that nothing leads there; or that it is not known."""


class PathStates(Search):
    """Raises NotSearched."""

    def __init__(self, paths: TraceProgram, *, reduced: bool = True) -> None:
        super().__init__(tables_of(shape_of(paths), reduced=reduced))
        self._machine: Final = Machine(paths)

    def answer(self, goal: PathGoal) -> WayOrNot:
        found = self._found_of(goal)
        if found is None:
            return "never" if self.is_over else None
        row, last = found
        way = way_of((*self.way_to(row), *map(Move, last)))
        reason = why_not_reached(self._machine, goal, way.moves)
        if reason is not None:
            raise InternalError(f"{goal}: the search of states leads elsewhere: {reason}")
        return way

    def answer_unordered(self, goals: Collection[Meet]) -> Disordered:
        """Whether nothing orders two accesses of one of these."""
        asked = {(goal.first, goal.second) for goal in goals}
        for pair, row in self.unordered.items():
            if pair in asked or pair[::-1] in asked:
                moves = self.way_to(row)
                if not reached(self._machine, Unordered(*pair), moves):
                    raise InternalError(f"{pair}: the search of states leads elsewhere")
                return Unordered(*pair), way_of(moves)
        return "never" if self.knows_unordered else None

    def _found_of(self, goal: PathGoal) -> tuple[Found, tuple[int, ...]] | None:
        """And the last event of the way."""
        match goal:
            case Reach(events):
                return next(((self.reaches[event], (event,)) for event in events if event in self.reaches), None)
            case Meet(first, second):
                row = self.meets.get((min(first, second), max(first, second)))
                return None if row is None else (row, ())
            case Standstill():
                return next(((row, ()) for _, row in self.standstills), None)

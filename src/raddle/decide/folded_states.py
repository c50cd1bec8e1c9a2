"""All states of a folded trace program (decide/folding.py): what is never reached in any of them never is in the trace
program. What is reached there may be so only because something came more often than it did: that says nothing.
"""

from collections.abc import Collection
from typing import Final, Literal

from raddle.decide.folding import Folded
from raddle.decide.searched import Found, Search
from raddle.decide.shape import shape_of
from raddle.decide.state_tables import tables_of
from raddle.decide.states import is_at_lock
from raddle.model.goals import (
    Beside,
    Circle,
    CircleAmong,
    Fails,
    Goal,
    Meet,
    Standstill,
    Unordered,
    UseAfterFree,
)
from raddle.model.moves import Move

MOST_BYTES: Final = 1 << 28


class FoldedStates(Search):
    """Goals and events are those of the trace program. `with_assertions`: as of `States`, and of how it was folded.
    Raises NotSearched."""

    def __init__(self, folded: Folded, *, with_assertions: bool, reduced: bool = True) -> None:
        shape = shape_of(folded.program, folded.turns)
        super().__init__(tables_of(shape, with_assertions=with_assertions, reduced=reduced), MOST_BYTES)
        self._program: Final = folded.program
        self.event_of: Final = folded.event_of
        self._with_assertions: Final = with_assertions
        self._assertions: Final = {event.number for event in folded.program.assertions}

    def search_unordered(self, events: Collection[int], work: int, until: float | None = None) -> None:
        super().search_unordered(self._of(events), work, until)

    def asks_about(self, events: Collection[int]) -> bool:
        return super().asks_about(list(self._of(events)))

    def way_to(self, found: Found) -> tuple[Move, ...]:
        return ()  # nobody asks: it may lead nowhere

    def _of(self, events: Collection[int]) -> frozenset[int]:
        return frozenset(self.event_of[event] for event in events)

    def _pair(self, first: int, second: int) -> tuple[int, int]:
        one, other = self.event_of[first], self.event_of[second]
        return min(one, other), max(one, other)

    def answer(self, goal: Goal) -> Literal["never"] | None:
        return "never" if self.is_never(goal) else None

    def is_never(self, goal: Goal) -> bool:
        if not self.is_over:
            return False
        match goal:
            case Fails(check):
                of = self.event_of[check]
                return (self._with_assertions or of not in self._assertions) and of not in self.fails
            case Meet(first, second):
                return self._pair(first, second) not in self.meets
            case Beside(first, second):
                pair = self._pair(first, second)
                return is_at_lock(self._program, *pair) and pair not in self.beside
            case Unordered(first, second):
                pair = (self.event_of[first], self.event_of[second])
                return self.knows_unordered and self.asks_about([first]) and pair not in self.unordered
            case UseAfterFree(free, use):
                return (self.event_of[free], self.event_of[use]) not in self.freed
            case Circle(waits):
                return not any(events >= self._of(waits) for events, _ in self.circles)
            case CircleAmong(groups):
                wanted = [self._of(group) for group in groups]
                return not any(not any(map(events.isdisjoint, wanted)) for events, _ in self.circles)
            case Standstill():
                return not self.standstills
            case _:
                return False

"""What happens next in a run of the trace program."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Move:
    """One event takes place. `chosen`: the thread that a Signal wakes; None: nobody, or no Signal."""

    event: int
    chosen: int | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """A run, told apart: the events in their order, and whom signals chose."""

    events: tuple[int, ...]
    chosen: dict[int, int]
    """Signal event -> the thread that it wakes."""

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(Move(event, self.chosen.get(event)) for event in self.events)


def way_of(moves: Iterable[Move]) -> Way:
    made = tuple(moves)
    chosen = {move.event: move.chosen for move in made if move.chosen is not None}
    return Way(tuple(move.event for move in made), chosen)

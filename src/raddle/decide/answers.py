"""What may be said of one goal: whether some run of the trace program reaches it."""

from dataclasses import dataclass

from raddle.model.goals import Goal
from raddle.model.moves import Move, Way, way_of


@dataclass(frozen=True, slots=True)
class Violated:
    """After these moves the goal is reached. The machine has run them."""

    goal: Goal
    moves: tuple[Move, ...]
    switches: int
    fewest: bool
    """Whether no run that reaches it has fewer switches."""

    @property
    def way(self) -> Way:
        return way_of(self.moves)


@dataclass(frozen=True, slots=True)
class Holds:
    """No run of the trace program reaches it."""

    goal: Goal
    bound: int | None = None
    """Set: only shown for schedules with at most that many switches."""


@dataclass(frozen=True, slots=True)
class Undecided:
    goal: Goal
    reason: str


Verdict = Violated | Holds | Undecided

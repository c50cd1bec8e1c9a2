"""What is asked of paths."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reach:
    """One of these events takes place, as the last one of all: failures, or frontiers."""

    events: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Meet:
    """Two accesses of different threads are next, may both be done now, and touch the same memory."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Stuck:
    """Every thread has ended, or stands before a wait that nobody lets go on; not all have ended, nor has the process.
    (Nobody stands where only a frontier is known.)"""


@dataclass(frozen=True, slots=True)
class Complete:
    """The run is over, and nothing has failed: one of `ends` takes place as the last event of all (ends of the process,
    frontiers), or every thread that was created has ended."""

    ends: tuple[int, ...]


PathGoal = Reach | Meet | Stuck
RunGoal = Reach | Complete
"""Of these facts may be asked (model/paths/facts.py): the run is over when it reaches them."""


@dataclass(frozen=True, slots=True)
class Way:
    """How a goal is reached: the events in their order (the reached one too, of a Reach), and whom signals chose."""

    events: tuple[int, ...]
    chosen: dict[int, int]
    """Signal event -> the thread that it wakes."""

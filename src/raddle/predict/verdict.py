"""What prediction says of one assertion of the trace program."""

from dataclasses import dataclass

from raddle.model.moves import Move


@dataclass(frozen=True, slots=True)
class Violated:
    """After these moves the check is its thread's next event, and its condition is false. The machine has run them."""

    check: int
    moves: tuple[Move, ...]
    switches: int
    fewest: bool
    """Whether no violation of this check has fewer switches."""


@dataclass(frozen=True, slots=True)
class Holds:
    """In no prefix of the trace program is it violated."""

    check: int
    bound: int | None = None
    """Set: only shown for schedules with at most that many switches."""


@dataclass(frozen=True, slots=True)
class Undecided:
    check: int
    reason: str


Verdict = Violated | Holds | Undecided

"""What happens next in a run of the trace program."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Move:
    """One event takes place. `chosen`: the thread that a Signal wakes; None: nobody, or no Signal."""

    event: int
    chosen: int | None = None

"""What a task may take, and how it ended if it has no answer."""

from dataclasses import dataclass
from typing import Final

from raddle.base.errors import ToolError
from raddle.base.work import ended_at_limit

OVER: Final = "the time was over"
NO_ANSWER: Final = "it ended without an answer: perhaps out of memory"
STOPPED: Final = "it was not waited for"
SOLVER_BYTES: Final = 3 << 30
"""What a task that asks a solver may take on top of what its parent has."""


@dataclass(frozen=True, slots=True)
class TaskLimits:
    """None: as much as it likes."""

    work_s: float | None = None
    """CPU time of its process: as a whole, or for each of the words of one that yields them."""
    until: float | None = None
    """When, by time.monotonic(), all tasks are over."""
    more_bytes: int | None = None
    """Memory on top of what the parent has. Beyond it there are MemoryErrors, in this task alone."""


UNLIMITED: Final = TaskLimits()


class TaskEnded(ToolError):
    """It has no answer: it has had its time, or something ended it.

    status: of its process, negative: the signal that ended it; None: it was ended by the clock, or not waited for.
    """

    def __init__(self, what: str, *, status: int | None = None, limit_s: float | None = None) -> None:
        super().__init__(what, limit_s=limit_s)
        self.status: Final = status

    @classmethod
    def with_status(cls, status: int, limits: TaskLimits) -> "TaskEnded":
        if ended_at_limit(status):
            return cls(OVER, status=status, limit_s=limits.work_s)
        return cls(NO_ANSWER, status=status)

    @property
    def at_limit(self) -> bool:
        """It has done as much work as it may."""
        return ended_at_limit(self.status)

    @property
    def is_late(self) -> bool:
        return self.status is None

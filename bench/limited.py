"""Work in a process of its own: it can be ended at its limit, and its memory is told apart from ours.

In: a function. Out: what it returned, or None at the limit.
"""

import resource
import time
from collections.abc import Callable
from typing import TypeVar

from raddle.base.errors import RaddleError, ToolError
from raddle.base.executor import pool
from raddle.base.executor.limits import TaskEnded, TaskLimits

Returned = TypeVar("Returned")


def within(limit_s: float | None, work: Callable[[], Returned]) -> Returned | None:
    """`limit_s`: by the clock. An exception of the work is a ToolError here."""
    until = None if limit_s is None else time.monotonic() + limit_s
    try:
        return pool.within(TaskLimits(until=until), work)
    except TaskEnded as ended:
        if ended.is_late:
            return None
        raise ToolError("a process of the bench ended without a word") from ended
    except RaddleError as error:
        raise ToolError(f"a process of the bench failed:\n{error}") from error


def peak_mb() -> float:
    """The most memory so far of this process, or of one that it has started and that is over."""
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return max(resource.getrusage(kind).ru_maxrss for kind in kinds) / 1024

"""Work in a process of its own: it can be ended at its limit, and its memory is told apart from ours.

In: a function. Out: what it returned, or None at the limit.
"""

import multiprocessing
import resource
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import TypeVar

from raddle.base.errors import ToolError

Returned = TypeVar("Returned")


def within(limit_s: float | None, work: Callable[[], Returned]) -> Returned | None:
    """An exception of the work is a ToolError here."""
    context = multiprocessing.get_context("fork")
    ear, mouth = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(work, mouth))
    process.start()
    mouth.close()
    try:
        if not ear.poll(limit_s):
            return None
        failed, said = ear.recv()
    except EOFError as error:
        raise ToolError("a process of the bench ended without a word") from error
    finally:
        process.kill()
        process.join()
    if failed is not None:
        raise ToolError(f"a process of the bench failed:\n{failed}")
    returned: Returned = said
    return returned


def _work(work: Callable[[], object], mouth: Connection) -> None:
    said: tuple[str | None, object]
    try:
        said = (None, work())
    except Exception:  # told to the parent, who raises it
        said = (traceback.format_exc(), None)
    mouth.send(said)


def peak_mb() -> float:
    """The most memory so far of this process, or of one that it has started and that is over."""
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return max(resource.getrusage(kind).ru_maxrss for kind in kinds) / 1024

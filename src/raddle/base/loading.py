"""What holds while modules are loaded."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from raddle.base.collection import without_collection
from raddle.base.exits import Exit

EARLY: Final = b"raddle: interrupted before anything was looked for\n"


@contextmanager
def loading() -> Iterator[None]:
    """An interrupt ends the process at once: what is raised meanwhile may come out as something else."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _end_early)
    try:
        with without_collection():
            yield
    finally:
        signal.signal(signal.SIGINT, before)


def _end_early(_number: int, _frame: FrameType | None) -> None:
    os.write(2, EARLY)
    os._exit(Exit.INCONCLUSIVE)

"""Which memory is shared over several runs of one program: two threads touch it, in whichever runs, and one writes it.

A thread is known by its path. What only one thread touches in each run may be another one's in the next.
"""

import numpy as np
import numpy.typing as npt

from raddle.base.errors import ToolError
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import FastWalker
from raddle.trace.walker_library import Pages, walker_library

_MOST_PATHS = 0xFFFE
"""See native/walker/pages.c."""


class SharedOverRuns:
    def __init__(self) -> None:
        self._library = walker_library()
        self._accesses: Pages = self._library.accesses()
        self._numbers: dict[str, int] = {}

    def add(self, trace: Trace, walker: FastWalker) -> npt.NDArray[np.uint64]:
        """Sorted granules of all runs so far; those that are given back besides, of this one. `walker`: its own."""
        for thread in trace.recording.threads:  # main is the first
            self._numbers.setdefault(thread.path, len(self._numbers))
        if len(self._numbers) > _MOST_PATHS:
            raise ToolError(f"cannot verify: there are more than {_MOST_PATHS:,} threads")
        walker.note_accesses(self._accesses, self._numbers)
        return np.union1d(self._library.shared_granules(self._accesses), trace.shared)

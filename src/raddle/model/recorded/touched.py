"""Which parts of some blocks of the heap are touched by anybody in the recorded run, also where nobody else is.

In: a trace. Out: granules (8 bytes). The walk that tells is done when somebody asks, and once for the same blocks.
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from raddle.trace.walk import Trace
from raddle.trace.walk_fast import walker_of

Block = tuple[int, int]
"""Address and size."""


class Touched:
    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._known: dict[Block, npt.NDArray[np.uint64]] = {}

    def in_blocks(self, blocks: Iterable[Block]) -> dict[Block, npt.NDArray[np.uint64]]:
        """Sorted granules of each."""
        asked = list(dict.fromkeys(blocks))
        new = [block for block in asked if block not in self._known]
        if new:
            granules = walker_of(self._trace).touched_granules(new)
            for address, size in new:
                ends = np.array([address >> 3, (address + max(1, size) + 7) >> 3], np.uint64)
                first, past = np.searchsorted(granules, ends).tolist()
                self._known[address, size] = granules[first:past]
        return {block: self._known[block] for block in asked}

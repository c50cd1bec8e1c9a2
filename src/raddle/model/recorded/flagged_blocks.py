"""Blocks of the heap of which every access is an event, whichever thread does it.

In: walked runs of one program, and the memory that counts as shared in all of them. Out: where such blocks begin. That
one of these was given back is told by a flag that its accesses and its free() look at (verify/memory/flags.py); so a
thread that has given it back may be in the same local state as one that has not (decision 49).
"""

from collections import defaultdict

import numpy as np
import numpy.typing as npt

from raddle.base.trace_format import trace_format
from raddle.model.recorded.memory import Extent
from raddle.model.recorded.results import granules_in
from raddle.trace.freed import freed_blocks
from raddle.trace.memory_faults import ON_OBJECTS
from raddle.trace.walk import Trace


class FlaggedBlocks:
    def __init__(self) -> None:
        self._sizes: dict[int, set[int]] = defaultdict(set)
        """Of all that lay there, in any run: where it began, how large it was."""
        self.given_back: set[int] = set()
        """Those that some run gives back."""
        self._unfit: set[int] = set()
        """What lay there was changed in place, or came and went several times."""
        self._objects: set[int] = set()
        """Where locks and the like lie: using one is no access."""

    def add(self, trace: Trace) -> None:
        fmt, sync = trace_format(), trace.recording.sync
        done = sync[(sync["flags"] & fmt["RD_FLAG_FAILED"]) == 0]
        allocated = done[done["kind"] == fmt["RD_ALLOC"]]
        for address, size in zip(allocated["object"].tolist(), allocated["value"].tolist(), strict=True):
            self._sizes[address].add(size)
        begins, times = np.unique(allocated["object"], return_counts=True)
        self._unfit.update(begins[times > 1].tolist())
        for block in freed_blocks(trace.recording):
            (self._unfit if block.stays else self.given_back).add(block.address)
            self._sizes[block.address].add(block.size)
        on_objects = np.isin(sync["kind"], [fmt[name] for name in ON_OBJECTS])
        self._objects.update(np.unique(sync["object"][on_objects]).tolist())

    def extent(self, address: int) -> Extent:
        """Of a block that is among them."""
        (size,) = self._sizes[address]
        return Extent(address, size)

    def among(self, shared: npt.NDArray[np.uint64]) -> frozenset[int]:
        """`shared`: granules, in order."""
        objects = np.array(sorted(self._objects), np.uint64)
        found = set()
        for address in self._sizes.keys() - self._unfit:
            (size, *others) = self._sizes[address]
            if size and not others and _are_all_in(shared, granules_in(address, size)):
                first, past = np.searchsorted(objects, np.array([address, address + size], np.uint64))
                if first == past:
                    found.add(address)
        return frozenset(found)


def _are_all_in(ordered: npt.NDArray[np.uint64], granules: range) -> bool:
    first, past = np.searchsorted(ordered, np.array([granules.start, granules.stop], np.uint64))
    return bool(past - first == len(granules))

"""Blocks of the heap that are filled before anybody else can know where they lie.

In: a recorded run. Out: whether a thread had written its block by the time it first let others know of it: by a store
of an address in the block to memory that it shares, or by creating a thread. So in every order of these paths others
find what was written. (An address that is stored in another form, as two halves perhaps, is not seen to be one.)
"""

from bisect import bisect_right

import numpy as np

from raddle.base.trace_format import trace_format
from raddle.trace.events import EventFlag, EventKind
from raddle.trace.walk import Trace


class HandedOver:
    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        fmt, sync = trace_format(), trace.recording.sync
        done = (sync["kind"] == fmt["RD_ALLOC"]) & ((sync["flags"] & fmt["RD_FLAG_FAILED"]) == 0)
        self._blocks = sorted(
            (int(sync[at]["object"]), int(sync[at]["object"]) + int(sync[at]["value"]), int(sync[at]["thread"]), at)
            for at in np.flatnonzero(done).tolist()
        )
        self._known_at: dict[int, int] = {}

    def is_filled_first(self, address: int, thread: int, row: int) -> bool:
        """Whether that row of the thread, a write there, comes before others can know of the block; it is its own."""
        at = bisect_right(self._blocks, (address, 1 << 64)) - 1
        if at < 0 or not self._blocks[at][0] <= address < self._blocks[at][1] or self._blocks[at][2] != thread:
            return False
        if at not in self._known_at:
            self._known_at[at] = self._known_from(*self._blocks[at])
        return row < self._known_at[at]

    def _known_from(self, begin: int, end: int, thread: int, position: int) -> int:
        """The row of its thread from which on others may know of it."""
        events, sync = self._trace.threads[thread].events, self._trace.recording.sync
        kind, address = events["kind"], events["address"]
        stored = np.where(kind == EventKind.UPDATE, events["written"], events["value"])
        writes = ((kind == EventKind.WRITE) | (kind == EventKind.UPDATE)) & (events["flags"] & EventFlag.SHARED != 0)
        tells = writes & (stored >= begin) & (stored <= end) & ((address < begin) | (address >= end))
        rows = np.flatnonzero(kind == EventKind.SYNC)
        positions = events["value"][rows].astype(np.int64)
        created = rows[(sync["kind"][positions] == trace_format()["RD_CREATE"]) & (positions > position)]
        return int(min(np.concatenate([np.flatnonzero(tells), created]), default=len(events)))

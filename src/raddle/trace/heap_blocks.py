"""The blocks of the heap that a recorded run had, as columns: where each lay, who allocated it, and who gave it back.

In: a trace, and where in the run each row took place. Out: `HeapBlocks`. Addresses are never used again
(native/heap.c), so every address has one life; a block that was changed in place counts with its largest size.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from raddle.base.trace_format import trace_format
from raddle.trace.events import EventKind
from raddle.trace.happens_before import At
from raddle.trace.walk import Trace

NEVER: Final = np.iinfo(np.int64).max
_MAIN_HEAP: Final = 0x100000000000  # as native/memory.c lays them out
_MAIN_LIBRARY_HEAP: Final = 0x180000000000
_FIRST_SLOT: Final = 0x200000000000
_FIRST_OVERFLOW: Final = 0x600000000000
_END: Final = 0x700000000000
_SLOT_BITS: Final = 32
_UPPER_HALF: Final = 1 << 31
_HEADER: Final = 16
"""Bytes before each block that belong to none."""

Words = npt.NDArray[np.uint64]


class Block(NamedTuple):
    address: int
    size: int
    allocated: At | None
    freed: At | None
    freed_place: int


class HeapBlocks:
    def __init__(self, trace: Trace, places: tuple[npt.NDArray[np.int64], ...]) -> None:
        fmt, sync = trace_format(), trace.recording.sync
        self._thread_of = np.full(len(sync), -1, np.int64)
        self._row_of = np.full(len(sync), -1, np.int64)
        self._place_of = np.full(len(sync), NEVER, np.int64)
        for number, thread in enumerate(trace.threads):
            rows = np.flatnonzero(thread.events["kind"] == EventKind.SYNC)
            positions = thread.events["value"][rows].astype(np.int64)
            self._thread_of[positions], self._row_of[positions] = number, rows
            self._place_of[positions] = places[number][rows]
        done = (sync["flags"] & (fmt["RD_FLAG_FAILED"] | fmt["RD_FLAG_MISUSE"])) == 0
        allocated = np.flatnonzero((sync["kind"] == fmt["RD_ALLOC"]) & done)
        freed = np.flatnonzero((sync["kind"] == fmt["RD_FREE"]) & done)
        self._start, first = np.unique(sync["object"][allocated], return_index=True)
        self._allocated: npt.NDArray[np.int64] = allocated[first]
        self._size = np.zeros(len(self._start), np.uint64)
        np.maximum.at(self._size, np.searchsorted(self._start, sync["object"][allocated]), sync["value"][allocated])
        self._freed = np.full(len(self._start), -1, np.int64)
        self._freed_place = np.full(len(self._start), NEVER, np.int64)
        self._enter_frees(sync["object"][freed], freed)
        self._arena = _arena_of(self._start)

    def _enter_frees(self, address: Words, positions: npt.NDArray[np.int64]) -> None:
        if not len(self._start):
            return
        at = np.minimum(np.searchsorted(self._start, address), len(self._start) - 1)
        known = self._start[at] == address
        at, positions = at[known], positions[known]
        self._freed[at] = positions
        self._freed_place[at] = self._place_of[positions]

    def row_of(self, position: int) -> At | None:
        """Of a record of the runtime."""
        row = int(self._row_of[position])
        return None if row < 0 else At(int(self._thread_of[position]), row)

    def wrong(self, address: Words, size: Words, place: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """By access: whether it touches a block that was given back before, or the heap outside of all blocks."""
        if not len(self._start):
            return np.zeros(len(address), np.bool_)
        at = np.searchsorted(self._start, address, side="right") - 1
        near = np.maximum(at, 0)
        offset = address - self._start[near]
        inside = (at >= 0) & (offset < self._size[near])
        gone = inside & (place > self._freed_place[near])
        across = inside & (offset + size > self._size[near])
        arena = _arena_of(address)
        beside = (at >= 0) & ~inside & (self._arena[near] == arena) & (arena != 0)
        above = np.minimum(at + 1, len(self._start) - 1)
        header = ~inside & (address < self._start[above]) & (self._start[above] - address <= _HEADER)
        header &= (self._arena[above] == arena) & (arena != 0)
        found: npt.NDArray[np.bool_] = gone | across | beside | header
        return found

    def gone(self, address: Words, positions: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """By record of the runtime: whether its object is in a block that was given back before."""
        if not len(self._start):
            return np.zeros(len(address), np.bool_)
        near = np.maximum(np.searchsorted(self._start, address, side="right") - 1, 0)
        inside = (address >= self._start[near]) & (address - self._start[near] < self._size[near])
        place = self._place_of[positions]
        found: npt.NDArray[np.bool_] = inside & (place != NEVER) & (place > self._freed_place[near])
        return found

    def around(self, address: int) -> Block | None:
        at = self._at(address)
        return None if at < 0 or address >= int(self._start[at]) + int(self._size[at]) else self._block(at)

    def beginning_at(self, address: int) -> Block | None:
        at = self._at(address)
        return self._block(at) if at >= 0 and int(self._start[at]) == address else None

    def beside(self, address: int) -> Block | None:
        """Of an address in the program's heap that no block is around: the nearest block below it, or the first one if
        it is right before that."""
        at = self._at(address)
        own = int(_arena_of(np.array([address], np.uint64))[0])
        if at >= 0 and own and int(self._arena[at]) == own:
            return self._block(at)
        above = at + 1
        is_header = above < len(self._start) and int(self._start[above]) - address <= _HEADER
        return self._block(above) if is_header and own and int(self._arena[above]) == own else None

    def _at(self, address: int) -> int:
        return int(np.searchsorted(self._start, np.uint64(address), side="right")) - 1

    def _block(self, at: int) -> Block:
        freed = int(self._freed[at])
        return Block(
            int(self._start[at]),
            int(self._size[at]),
            self.row_of(int(self._allocated[at])),
            self.row_of(freed) if freed >= 0 else None,
            int(self._freed_place[at]),
        )


def _arena_of(address: Words) -> Words:
    """Equal for addresses of one arena of blocks that the program allocates; 0: there may be other memory."""
    slot = address >> np.uint64(_SLOT_BITS)
    of_thread = (address >= _FIRST_SLOT) & (address < _FIRST_OVERFLOW) & ((address & np.uint64(_UPPER_HALF)) == 0)
    of_overflow = (address >= _FIRST_OVERFLOW) & (address < _END)
    of_main = (address >= _MAIN_HEAP) & (address < _MAIN_LIBRARY_HEAP)
    found: Words = np.where(of_main, np.uint64(1), np.where(of_thread | of_overflow, slot, np.uint64(0)))
    return found

"""Which reads of a run find bytes that nobody has written: in blocks of the heap, and in local variables.

In: a walked run. Out: by thread and read, the bytes of it that had not been written when it took place. The runtime has
zeroes there, so that runs can be repeated; on its own the program finds anything. Memory of calloc is written; so is
what a library function writes where an event tells of it. What it writes unseen is for the walk to say (walk.py).
"""

from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from raddle.base.trace_format import trace_format
from raddle.trace.events import EventFlag, EventKind
from raddle.trace.order import turns
from raddle.trace.recorded import Recording
from raddle.trace.walk import Trace

Unwritten = dict[tuple[int, int], int]
"""By the number of the visible event and its address: a bit for each byte of the access."""

_READS: Final = (int(EventKind.READ), int(EventKind.UPDATE))
_GRANULE: Final = 8


def unwritten_reads(walked: Trace) -> tuple[Unwritten, ...]:
    """Thread by thread. `walked`: with all accesses."""
    memory = _Memory(walked.recording)
    found: tuple[Unwritten, ...] = tuple({} for _ in walked.threads)
    columns = [_columns(thread.events) for thread in walked.threads]
    for number, begin, end in turns(walked):
        rows, *each = columns[number]
        first, past = np.searchsorted(rows, [begin, end])
        for kind, flags, index, address, size in zip(*(column[first:past] for column in each), strict=True):
            if kind == EventKind.SLOT:
                memory.begins(address, size)
                continue
            if kind == EventKind.SLOT_END:
                memory.ends(address, size)
                continue
            if kind in _READS and (missing := memory.unwritten(address, size)):
                found[number][index, address] = missing
            if kind != EventKind.READ and not flags & EventFlag.FAILED:
                memory.write(address, size)
    return found


def fresh_blocks(recording: Recording) -> Iterator[tuple[int, int]]:
    """Where memory of the heap lay that held anything: beginning and end. Addresses are never used again; a block that
    grows where it is keeps what it held."""
    fmt, ends = trace_format(), dict[int, int]()
    for record in recording.of_kind("RD_ALLOC"):
        if record["flags"] & fmt["RD_FLAG_FAILED"]:
            continue
        begin, size = int(record["object"]), int(record["value"])
        from_here = ends.get(begin, begin)
        ends[begin] = max(from_here, begin + size)
        if record["result"] != fmt["RD_HEAP_CALLOC"] and begin + size > from_here:
            yield from_here, begin + size


def _columns(events: npt.NDArray[np.void]) -> tuple[npt.NDArray[np.int64], *tuple[list[int], ...]]:
    """Accesses and slots: rows, and what they say. A slot has its size as a value."""
    slot = (events["kind"] == EventKind.SLOT) | (events["kind"] == EventKind.SLOT_END)
    rows = np.flatnonzero((events["kind"] <= EventKind.UPDATE) | slot)
    wanted = events[rows]
    sizes = np.where(slot[rows], wanted["value"], wanted["size"].astype(np.uint64))
    return rows, *(wanted[name].tolist() for name in ("kind", "flags", "index", "address")), sizes.tolist()


class _Memory:
    """As bytes, by granules of eight, of which some hold what nobody has written."""

    def __init__(self, recording: Recording) -> None:
        blocks = sorted(fresh_blocks(recording))
        self._begins = np.array([begin for begin, _ in blocks], np.uint64)
        self._blocks = blocks
        self._written: dict[int, int] = {}
        """Of blocks."""
        self._slots: dict[int, int] = {}
        """What is not, of local variables."""
        self._low, self._high = (blocks[0][0], max(end for _, end in blocks)) if blocks else (0, 0)

    def begins(self, address: int, size: int) -> None:
        """A local variable."""
        for granule, at, count in _granules(address, size):
            self._slots[granule] = self._slots.get(granule, 0) | ((1 << count) - 1) << at

    def ends(self, address: int, size: int) -> None:
        """It is none any more: what a call puts there, as a copy that is given by value, is no event."""
        for granule, at, count in _granules(address, size):
            if granule in self._slots:
                self._slots[granule] &= ~(((1 << count) - 1) << at)

    def write(self, address: int, size: int) -> None:
        in_heap = self._low <= address < self._high
        for granule, at, count in _granules(address, size):
            written = ((1 << count) - 1) << at
            if in_heap:
                self._written[granule] = self._written.get(granule, 0) | written
            if granule in self._slots:
                self._slots[granule] &= ~written

    def unwritten(self, address: int, size: int) -> int:
        """A bit for each byte."""
        inside = self._in_blocks(address, size) if self._low <= address < self._high else 0
        missing = done = 0
        for granule, at, count in _granules(address, size):
            every = (1 << count) - 1
            missing |= (self._slots.get(granule, 0) >> at & every) << done
            if inside:
                missing |= (~self._written.get(granule, 0) >> at & every) << done & inside
            done += count
        return missing

    def _in_blocks(self, address: int, size: int) -> int:
        """A bit for each byte that lies in a block that held anything."""
        inside = 0
        at = int(np.searchsorted(self._begins, np.uint64(address + size - 1), side="right")) - 1
        while at >= 0 and self._blocks[at][1] > address:
            begin, end = max(self._blocks[at][0], address), min(self._blocks[at][1], address + size)
            inside |= ((1 << max(0, end - begin)) - 1) << (begin - address)
            at -= 1
        return inside


def _granules(address: int, size: int) -> Iterator[tuple[int, int, int]]:
    """Number, first byte in it, and how many, of each that the bytes lie in."""
    while size > 0:
        at = address % _GRANULE
        count = min(size, _GRANULE - at)
        yield address // _GRANULE, at, count
        address, size = address + count, size - count

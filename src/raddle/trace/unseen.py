"""Writes that nobody announced: a load saw a value that no recorded write left there.

The shared accesses are gone through in their global order with a shadow of memory beside them. A value that differs
from the shadow was written by code that is not instrumented and not known (a library, the kernel, inline assembly). The
model takes such a write as it was observed, and the verdict says so.
"""

from dataclasses import dataclass

import numpy as np

from raddle.base.trace_format import trace_format
from raddle.trace.events import EventFlag, EventKind
from raddle.trace.order import turns
from raddle.trace.walk import Trace


@dataclass(frozen=True, slots=True)
class UnseenWrite:
    """Before event `position` of thread `thread` somebody wrote `value` to `size` bytes at `address`."""

    thread: int
    position: int
    address: int
    size: int
    expected: int
    value: int


def unseen_writes(trace: Trace) -> list[UnseenWrite]:
    shadow = _Shadow(trace)
    return [
        found
        for which, begin, end in turns(trace)
        for position in range(begin, end)
        for found in shadow.step(which, position)
    ]


class _Shadow:
    def __init__(self, trace: Trace) -> None:
        self._bytes: dict[int, int] = {}
        self._sync = trace.recording.sync
        self._alloc = trace_format()["RD_ALLOC"]
        columns = ("kind", "flags", "size", "address", "value", "written")
        self._threads = [
            list(zip(*(thread.events[column].tolist() for column in columns), strict=True)) for thread in trace.threads
        ]
        self._shared = trace.shared

    def step(self, which: int, position: int) -> list[UnseenWrite]:
        kind, flags, size, address, value, written = self._threads[which][position]
        if kind == EventKind.SYNC:
            self._allocated(value)
        elif kind == EventKind.SLOT:
            self._forget(address, value)
        if kind > EventKind.UPDATE or not flags & EventFlag.SHARED:
            return []
        if kind == EventKind.WRITE:
            self._put(address, size, value)
            return []
        expected = self._expected(address, size, value)
        keeps = kind == EventKind.READ or flags & EventFlag.FAILED
        self._put(address, size, value if keeps else written)
        if expected == value:
            return []
        return [UnseenWrite(which, position, address, size, expected, value)]

    def _put(self, address: int, size: int, value: int) -> None:
        for number, byte in enumerate(value.to_bytes(size, "little")):
            self._bytes[address + number] = byte

    def _expected(self, address: int, size: int, seen: int) -> int:
        """What the shadow holds; bytes it does not know are as they were seen."""
        known = self._bytes.get
        return sum(known(address + number, seen >> 8 * number & 0xFF) << 8 * number for number in range(size))

    def _allocated(self, sync_position: int) -> None:
        record = self._sync[sync_position]
        if record["kind"] == self._alloc:
            self._forget(int(record["object"]), int(record["value"]))

    def _forget(self, first: int, size: int) -> None:
        """Fresh memory holds what it holds."""
        at = int(np.searchsorted(self._shared, first >> 3))
        while at < len(self._shared) and int(self._shared[at]) << 3 < first + size:
            for byte in range(int(self._shared[at]) << 3, (int(self._shared[at]) << 3) + 8):
                self._bytes.pop(byte, None)
            at += 1

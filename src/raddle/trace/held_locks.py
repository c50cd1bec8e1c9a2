"""Which locks a thread holds at a row of its walk, and at which row it got each."""

from bisect import bisect_left
from typing import Any, Final, NamedTuple

import numpy as np

from raddle.base.trace_format import trace_format
from raddle.trace.events import EventKind
from raddle.trace.walk import Trace

_EXCLUSIVE: Final = ("lock", "trylock", "timedlock", "reacquire", "wrlock", "trywrlock", "timedwrlock")
_SHARED: Final = ("rdlock", "tryrdlock", "timedrdlock")
_GIVING: Final = ("unlock", "rwunlock", "wait")


class HeldLock(NamedTuple):
    address: int
    shared: bool
    row: int
    """Where the thread got it."""


class HeldLocks:
    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._rows: dict[int, list[int]] = {}
        self._held: dict[int, list[tuple[HeldLock, ...]]] = {}

    def at(self, thread: int, row: int) -> tuple[HeldLock, ...]:
        """Before what the row does; in the order in which they were got."""
        if thread not in self._rows:
            self._follow(thread)
        before = bisect_left(self._rows[thread], row)
        return self._held[thread][before - 1] if before else ()

    def _follow(self, thread: int) -> None:
        fmt, events, sync = trace_format(), self._trace.threads[thread].events, self._trace.recording.sync
        wanted = [fmt[f"RD_{name.upper()}"] for name in (*_EXCLUSIVE, *_SHARED, *_GIVING)]
        rows = np.flatnonzero(events["kind"] == EventKind.SYNC)
        rows = rows[np.isin(sync["kind"][events["value"][rows].astype(np.int64)], wanted)]
        held: tuple[HeldLock, ...] = ()
        self._rows[thread], self._held[thread] = rows.tolist(), []
        for row in self._rows[thread]:
            held = _after(held, sync[int(events["value"][row])], row)
            self._held[thread].append(held)


def _after(held: tuple[HeldLock, ...], record: Any, row: int) -> tuple[HeldLock, ...]:
    fmt = trace_format()
    if record["flags"] & (fmt["RD_FLAG_FAILED"] | fmt["RD_FLAG_RECURSIVE"] | fmt["RD_FLAG_MISUSE"]):
        return held
    kind = fmt.kind_name(int(record["kind"]))
    if kind in _GIVING:
        address = int(record["value"] if kind == "wait" else record["object"])
        for at in reversed(range(len(held))):
            if held[at].address == address:
                return held[:at] + held[at + 1 :]
        return held
    return (*held, HeldLock(int(record["object"]), kind in _SHARED, row))

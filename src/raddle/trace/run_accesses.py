"""The accesses of a recorded run that others may notice, as columns, in the order in which they took place.

In: a trace. Out: `RunAccesses`. Memory is cut into pieces where accesses begin and end, so that each piece is touched
as a whole or not at all. A free() is an access that writes its whole object; so does a realloc(), of the block before.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from raddle.base.trace_format import trace_format
from raddle.trace.access_orders import NO_ACCESS, AccessOrders
from raddle.trace.events import EventFlag, EventKind, MemoryOrder, ThreadTrace
from raddle.trace.freed import freed_blocks
from raddle.trace.order import turns
from raddle.trace.walk import Trace

_COLUMNS: Final = np.dtype(
    [
        ("thread", "<i4"), ("row", "<i8"), ("place", "<i8"), ("index", "<u8"), ("site", "<u4"), ("order", "u1"),
        ("reads", "?"), ("writes", "?"), ("free", "?"), ("address", "<u8"), ("end", "<u8"),
        ("first", "<i8"), ("past", "<i8"),
    ]
)  # fmt: skip
"""`place`: in the order of the whole run; `first`, `past`: its pieces."""


@dataclass(frozen=True)
class RunAccesses:
    columns: npt.NDArray[np.void]
    """Sorted by place."""
    places: tuple[npt.NDArray[np.int64], ...]
    """For each thread, where in the run each of its rows took place."""
    orders: AccessOrders

    def at(self, thread: int, row: int) -> Any | None:
        """The access that the row is, if it is one."""
        where = int(np.searchsorted(self.columns["place"], self.places[thread][row]))
        return self.columns[where] if where < len(self.columns) and self._is(where, thread, row) else None

    def _is(self, where: int, thread: int, row: int) -> bool:
        return bool(self.columns["thread"][where] == thread and self.columns["row"][where] == row)

    @classmethod
    def of(cls, trace: Trace) -> "RunAccesses":
        places = places_of(trace)
        orders = AccessOrders(trace.program)
        parts = [_of_thread(thread, at, orders) for thread, at in zip(trace.threads, places, strict=True)]
        parts.append(_frees(trace, places))
        columns = np.concatenate(parts)
        columns = columns[np.argsort(columns["place"], kind="stable")]
        accesses = columns[~columns["free"]]
        bounds = np.unique(np.concatenate([accesses["address"], accesses["end"]]))
        columns["first"] = np.searchsorted(bounds, columns["address"])
        columns["past"] = np.searchsorted(bounds, columns["end"])
        return cls(columns[columns["past"] > columns["first"]], places, orders)


def places_of(trace: Trace) -> tuple[npt.NDArray[np.int64], ...]:
    """For each thread, where in the run each of its rows took place."""
    places = tuple(np.zeros(len(thread.events), np.int64) for thread in trace.threads)
    over = 0
    for thread, begin, end in turns(trace):
        places[thread][begin:end] = np.arange(over, over + end - begin)
        over += end - begin
    return places


def _of_thread(thread: ThreadTrace, places: npt.NDArray[np.int64], orders: AccessOrders) -> npt.NDArray[np.void]:
    events = thread.events
    shared = (events["kind"] <= EventKind.UPDATE) & ((events["flags"] & EventFlag.SHARED) != 0)
    rows = np.flatnonzero(shared)
    accesses = events[rows]
    order = orders.of_rows(accesses)
    rows, accesses, order = (each[order != NO_ACCESS] for each in (rows, accesses, order))
    found = np.zeros(len(rows), _COLUMNS)
    kind, failed = accesses["kind"], (accesses["flags"] & EventFlag.FAILED) != 0
    found["thread"], found["row"], found["place"] = thread.index, rows, places[rows]
    found["index"], found["site"], found["order"] = accesses["index"], accesses["site"], order
    found["reads"] = kind != EventKind.WRITE
    found["writes"] = (kind != EventKind.READ) & ~failed
    found["address"] = accesses["address"]
    found["end"] = accesses["address"] + accesses["size"]
    return found


def _frees(trace: Trace, places: tuple[npt.NDArray[np.int64], ...]) -> npt.NDArray[np.void]:
    block_at = {block.position: block for block in freed_blocks(trace.recording)}
    found: list[Any] = []
    of_sync = [trace_format()["RD_FREE"], trace_format()["RD_ALLOC"]]
    kinds = trace.recording.sync["kind"]
    for thread in trace.threads:
        rows = np.flatnonzero(thread.events["kind"] == EventKind.SYNC)
        rows = rows[np.isin(kinds[thread.events["value"][rows].astype(np.int64)], of_sync)]
        events = thread.events[rows]
        columns = (rows.tolist(), *(events[name].tolist() for name in ("value", "index", "site")))
        for row, position, index, site in zip(*columns, strict=True):
            block = block_at.get(position)
            if block is not None:
                at = (thread.index, row, int(places[thread.index][row]), index, site, int(MemoryOrder.PLAIN))
                found.append((*at, False, True, True, block.address, block.end, 0, 0))
    return np.array(found, _COLUMNS) if found else np.zeros(0, _COLUMNS)

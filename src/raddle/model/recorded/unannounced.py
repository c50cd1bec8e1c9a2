"""Memory that one thread's code alone touches, and that holds something else when the thread comes back to it.

In: a trace. Out: the granules of such memory. What changed it is a library, on behalf of another thread perhaps: a list
whose nodes a library links. So it is shared, though no event of another thread says so, and is to be walked as such;
the model then puts the change where it was seen, and the report says so (observed.py). Where no other thread calls a
library like that, it was the thread itself: what it does alone is the same in every order.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from raddle.model.recorded.kept_by_libraries import LibraryState
from raddle.trace.events import EventFlag, EventKind
from raddle.trace.order import turns
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import with_private

MOST_EVENTS: Final = 1_000_000
"""Beyond so many nobody looks."""


def unannounced_granules(trace: Trace) -> npt.NDArray[np.uint64]:
    if len(trace.threads) < 2 or sum(thread.count for thread in trace.recording.threads) > MOST_EVENTS:
        return np.zeros(0, np.uint64)
    in_libraries = LibraryState(trace).threads_in_libraries()
    if not in_libraries:
        return np.zeros(0, np.uint64)
    everything = with_private(trace)
    begins: list[list[int]] = [[] for _ in everything.threads]
    for thread, begin, _ in turns(everything):
        begins[thread].append(begin)
    found = [
        granule
        for thread, own in zip(everything.threads, begins, strict=True)
        if in_libraries - {thread.index}
        for granule in _changed(thread.events, np.array(own, np.int64))
    ]
    return np.unique(np.array(found, np.uint64))


def _changed(events: npt.NDArray[np.void], begins: npt.NDArray[np.int64]) -> Iterator[int]:
    private = (events["kind"] <= EventKind.UPDATE) & ((events["flags"] & EventFlag.SHARED) == 0)
    rows = np.flatnonzero(private)
    slots = np.flatnonzero(events["kind"] == EventKind.SLOT)
    accesses = events[rows]
    turn = np.searchsorted(begins, rows, side="right")
    for granule in _suspects(accesses, turn):
        inside = rows[(accesses["address"] >> np.uint64(3)) == granule]
        both = np.union1d(inside, slots[_covering(events[slots], granule)])
        if _changes_between_turns(events[both], np.searchsorted(begins, both, side="right")):
            yield int(granule)


def _covering(slots: npt.NDArray[np.void], granule: np.uint64) -> npt.NDArray[np.bool_]:
    first, past = slots["address"] >> np.uint64(3), (slots["address"] + slots["value"] + np.uint64(7)) >> np.uint64(3)
    found: npt.NDArray[np.bool_] = (first <= granule) & (granule < past)
    return found


def _suspects(accesses: npt.NDArray[np.void], turn: npt.NDArray[np.int64]) -> npt.NDArray[np.uint64]:
    """Granules where a read differs from the access before it to the same bytes, in an earlier turn."""
    key = accesses["address"] << np.uint64(4) | accesses["size"].astype(np.uint64)
    order = np.argsort(key, kind="stable")
    before, after = order[:-1], order[1:]
    swapped = (accesses["kind"] == EventKind.UPDATE) & ((accesses["flags"] & EventFlag.FAILED) == 0)
    left = np.where(swapped, accesses["written"], accesses["value"])
    differs = (key[before] == key[after]) & (turn[before] != turn[after])
    differs &= (accesses["kind"][after] != EventKind.WRITE) & (left[before] != accesses["value"][after])
    found: npt.NDArray[np.uint64] = np.unique(accesses["address"][after[differs]] >> np.uint64(3))
    return found


def _changes_between_turns(accesses: npt.NDArray[np.void], turn: npt.NDArray[np.int64]) -> bool:
    """Byte by byte: accesses of other sizes may have made the difference. A new stack slot begins as it is."""
    held: dict[int, tuple[int, int]] = {}  # address -> byte, turn in which it was last seen or written
    columns = (accesses[name].tolist() for name in ("kind", "flags", "address", "size", "value", "written"))
    for (kind, flags, address, size, value, written), now in zip(
        zip(*columns, strict=True), turn.tolist(), strict=True
    ):
        if kind == EventKind.SLOT:
            held = {at: byte for at, byte in held.items() if not address <= at < address + value}
            continue
        if kind != EventKind.WRITE:
            for at, byte in enumerate(value.to_bytes(size, "little"), address):
                if at in held and held[at][0] != byte and held[at][1] != now:
                    return True
        left = written if kind == EventKind.UPDATE and not flags & EventFlag.FAILED else value
        held.update((at, (byte, now)) for at, byte in enumerate(left.to_bytes(size, "little"), address))
    return False

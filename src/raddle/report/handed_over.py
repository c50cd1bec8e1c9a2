"""What a thread finds as its creator left it: arguments, what they point to, settings. No other order changes it, so it
is no part of a story.

In: a trace. Out: for each thread, which of its accesses touch only such memory: granules of 8 bytes that one thread
wrote, each time before it created those that read there.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from raddle.base.trace_format import trace_format
from raddle.trace.events import EventFlag, EventKind
from raddle.trace.walk import Trace

Mask = npt.NDArray[np.bool_]
_GRANULE = np.uint64(3)
_Touched = dict[int, int]
"""Granule -> row of the last access."""


def handed_over(trace: Trace) -> list[Mask]:
    events = [thread.events for thread in trace.threads]
    accesses = [_shared_accesses(each) for each in events]
    written = [
        _touched(each, mask & (each["kind"] != EventKind.READ)) for each, mask in zip(events, accesses, strict=True)
    ]
    created = _creations(trace)
    dull = _dull([_touched(each, mask) for each, mask in zip(events, accesses, strict=True)], written, created)
    left = np.array(sorted(dull), np.uint64)
    return [mask & np.isin(each["address"] >> _GRANULE, left) for each, mask in zip(events, accesses, strict=True)]


def _dull(touched: Sequence[_Touched], written: Sequence[_Touched], created: Sequence[dict[int, int]]) -> set[int]:
    writer: dict[int, int] = {}
    several: set[int] = set()
    for thread, granules in enumerate(written):
        for granule in granules:
            if writer.setdefault(granule, thread) != thread:
                several.add(granule)
    for thread, granules in enumerate(touched):
        for granule in granules:
            by = writer.get(granule, thread)
            if by != thread and written[by][granule] >= created[by].get(thread, -1):
                several.add(granule)
    return writer.keys() - several


def _shared_accesses(events: npt.NDArray[np.void]) -> Mask:
    found: Mask = (events["kind"] <= EventKind.UPDATE) & ((events["flags"] & EventFlag.SHARED) != 0)
    return found


def _touched(events: npt.NDArray[np.void], wanted: Mask) -> _Touched:
    rows = np.flatnonzero(wanted)
    addresses, sizes = events["address"][rows], events["size"][rows].astype(np.uint64)
    found = dict(zip((addresses >> _GRANULE).tolist(), rows.tolist(), strict=True))
    last = (addresses + np.maximum(sizes, 1) - np.uint64(1)) >> _GRANULE
    for granule, row in zip(last.tolist(), rows.tolist(), strict=True):
        found[granule] = max(row, found.get(granule, row))
    return found


def _creations(trace: Trace) -> list[dict[int, int]]:
    """By thread: the row at which it created each of its descendants, or the one that did."""
    kinds, create = trace.recording.sync["kind"], trace_format()["RD_CREATE"]
    found: list[dict[int, int]] = []
    for thread in trace.threads:
        rows = np.flatnonzero(thread.events["kind"] == EventKind.SYNC)
        records = thread.events["value"][rows].astype(np.int64)
        creating = kinds[records] == create
        children = trace.recording.sync["value"][records[creating]].tolist()
        found.append(dict(zip(children, rows[creating].tolist(), strict=True)))
    for number in range(len(found)):
        ancestor = trace.recording.threads[number].parent
        child = number
        while ancestor is not None:
            row = found[ancestor].get(child)
            if row is not None:
                found[ancestor].setdefault(number, row)
            child, ancestor = ancestor, trace.recording.threads[ancestor].parent
    return found

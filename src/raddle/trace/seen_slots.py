"""Which local variables others than their own thread come to. In: a trace. Out: for each thread the rows of its SLOT
events that such an access falls into.

A place on a stack is one variable after another in the course of a run. What is said of the whole run at once, as a
trace program does, calls such a place by the variable that others know.
"""

from collections import defaultdict
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from raddle.trace.events import EventKind
from raddle.trace.order import turns
from raddle.trace.walk import Trace

_ACCESSES = (EventKind.READ, EventKind.WRITE, EventKind.UPDATE)


def seen_slots(trace: Trace) -> Mapping[int, frozenset[int]]:
    """By the position of the thread."""
    slots = [np.flatnonzero(thread.events["kind"] == EventKind.SLOT) for thread in trace.threads]
    stacks = [trace.recording.threads[thread.index] for thread in trace.threads]
    done = [0] * len(trace.threads)
    found: defaultdict[int, set[int]] = defaultdict(set)
    for which, begin, end in turns(trace):
        addresses = _touched(trace, which, begin, end)
        done[which] = end
        for owner, stack in enumerate(stacks):
            if owner != which:
                there = addresses[(addresses >= stack.stack_low) & (addresses < stack.stack_high)]
                begun = slots[owner][: np.searchsorted(slots[owner], done[owner])]
                found[owner] |= _around(there, trace.threads[owner].events, begun)
    return {owner: frozenset(rows) for owner, rows in found.items()}


def _touched(trace: Trace, which: int, begin: int, end: int) -> npt.NDArray[np.uint64]:
    """By accesses, and by operations on locks and the like."""
    events = trace.threads[which].events[begin:end]
    accessed = events["address"][np.isin(events["kind"], _ACCESSES)]
    records = events["value"][events["kind"] == EventKind.SYNC].astype(np.int64)
    return np.unique(np.concatenate([accessed, trace.recording.sync["object"][records]]).astype(np.uint64))


def _around(addresses: npt.NDArray[np.uint64], events: npt.NDArray[np.void], slots: npt.NDArray[np.intp]) -> set[int]:
    """Of these slots the last ones that have the addresses in them."""
    begins, sizes = events["address"][slots], events["value"][slots]
    found = set()
    for address in addresses:
        rows = slots[(begins <= address) & (address - begins < sizes)][-1:]
        found.update(rows.tolist())
    return found

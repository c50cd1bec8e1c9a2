"""Where the accesses of a walk lie that become events."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from raddle.model.recorded.memory import Extent, Memory
from raddle.model.recorded.settled import Mask
from raddle.trace.events import EventFlag, EventKind
from raddle.trace.walk import Trace

WORD: Final = 4
"""Bytes of a futex."""


def shared_extents(trace: Trace, settled: Sequence[Mask]) -> list[Extent]:
    keys = []
    for thread, left_out in zip(trace.threads, settled, strict=True):
        events = thread.events
        shared = (events["kind"] <= EventKind.UPDATE) & ((events["flags"] & EventFlag.SHARED) != 0) & ~left_out
        accesses = events[shared]
        keys.append(np.unique(accesses["address"] << np.uint64(4) | accesses["size"].astype(np.uint64)))
    if not keys:
        return []
    found = [Extent(key >> 4, key & 15) for key in np.unique(np.concatenate(keys)).tolist()]
    words = futex_words(trace)
    memory = Memory(found) if words else None
    return [*found, *(word for word in words if memory is not None and memory.touches(word))]


def futex_words(trace: Trace) -> frozenset[Extent]:
    """At which somebody looks before he sleeps."""
    words = np.unique(trace.recording.of_kind("RD_FUTEX_WAIT")["object"])
    return frozenset(Extent(word, WORD) for word in words.tolist())


def futex_granules(trace: Trace) -> npt.NDArray[np.uint64]:
    """Of these words, where the walk took the memory for one thread's: who looks from the kernel touches it too."""
    words = np.unique(trace.recording.of_kind("RD_FUTEX_WAIT")["object"]).astype(np.uint64)
    return np.setdiff1d(words >> np.uint64(3), trace.shared)

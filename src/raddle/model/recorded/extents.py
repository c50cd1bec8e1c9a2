"""Where the accesses of a walk lie that become events."""

from collections.abc import Sequence

import numpy as np

from raddle.model.recorded.memory import Extent
from raddle.model.recorded.settled import Mask
from raddle.trace.events import EventFlag, EventKind
from raddle.trace.walk import Trace


def shared_extents(trace: Trace, settled: Sequence[Mask]) -> list[Extent]:
    keys = []
    for thread, left_out in zip(trace.threads, settled, strict=True):
        events = thread.events
        shared = (events["kind"] <= EventKind.UPDATE) & ((events["flags"] & EventFlag.SHARED) != 0) & ~left_out
        accesses = events[shared]
        keys.append(np.unique(accesses["address"] << np.uint64(4) | accesses["size"].astype(np.uint64)))
    if not keys:
        return []
    return [Extent(key >> 4, key & 15) for key in np.unique(np.concatenate(keys)).tolist()]

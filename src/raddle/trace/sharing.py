"""Which memory is shared: 8-byte granules that two threads touch and one of them writes."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from raddle.trace.events import EventFlag, EventKind, ThreadTrace


def shared_granules(threads: Sequence[ThreadTrace]) -> npt.NDArray[np.uint64]:
    """Sorted granule numbers (address >> 3), from walks that kept every access."""
    touched, written = [], []
    for thread in threads:
        events = thread.events
        kind = events["kind"]
        accesses = events[(kind >= EventKind.READ) & (kind <= EventKind.UPDATE)]
        touched.append(np.unique(granules_of(accesses)))
        writing = (accesses["kind"] == EventKind.WRITE) | (
            (accesses["kind"] == EventKind.UPDATE) & (accesses["flags"] & EventFlag.FAILED == 0)
        )
        written.append(granules_of(accesses[writing]))
    if not touched:
        return np.zeros(0, np.uint64)
    granules, threads_touching = np.unique(np.concatenate(touched), return_counts=True)
    return np.intersect1d(granules[threads_touching >= 2], np.concatenate(written))


def granules_of(accesses: npt.NDArray[np.void]) -> npt.NDArray[np.uint64]:
    """Those that each access touches: one, or two."""
    first = accesses["address"] >> np.uint64(3)
    last = (accesses["address"] + accesses["size"].astype(np.uint64) - np.uint64(1)) >> np.uint64(3)
    return np.concatenate([first, last[last != first]])

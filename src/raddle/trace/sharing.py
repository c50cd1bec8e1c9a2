"""Which memory is shared: 8-byte granules that two threads touch and one of them writes.

To give memory back is to write it, as long as threads that touch it need not have ended before. A thread's stack is
given back in any case: what another thread touches there is shared.
"""

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from raddle.trace.events import EventFlag, EventKind, ThreadTrace
from raddle.trace.freed import FreedTogether


def shared_granules(threads: Sequence[ThreadTrace], freed: Iterable[FreedTogether]) -> npt.NDArray[np.uint64]:
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
    several = granules[threads_touching >= 2]
    given_back = list(_given_back(touched, several, freed))
    return np.union1d(np.intersect1d(several, np.concatenate(written)), np.array(given_back, np.uint64))


def _given_back(
    touched: Sequence[npt.NDArray[np.uint64]], several: npt.NDArray[np.uint64], freed: Iterable[FreedTogether]
) -> Iterable[int]:
    for together in freed:
        others = [own for thread, own in enumerate(touched) if thread != together.thread and not together.ended[thread]]
        for address, size in together.blocks:
            for granules in (several, *others):
                first, past = np.searchsorted(granules, np.array([address >> 3, (address + size + 7) >> 3], np.uint64))
                yield from granules[first:past].tolist()


def granules_of(accesses: npt.NDArray[np.void]) -> npt.NDArray[np.uint64]:
    """Those that each access touches: one, or two."""
    first = accesses["address"] >> np.uint64(3)
    last = (accesses["address"] + accesses["size"].astype(np.uint64) - np.uint64(1)) >> np.uint64(3)
    return np.concatenate([first, last[last != first]])

"""Accesses that are none where a condition does not hold: they then go nowhere, to a cell that nobody else touches.

Reads that the source does only where a condition holds, though the program always does them (decision 15): such a read
is no access, as far as races go. Where the condition depends on what the thread read, a second read stands beside it
that goes to the same cell if the condition holds, and else nowhere. That one is the access, and acquires.

Writes of a compare-and-swap that may fail: a failed one is not a write (docs/rules.md, Reads). Atomic accesses do not
race with it either way, so this is done only where the memory is also accessed plainly; elsewhere it writes back what
was there.
"""

from collections.abc import Container, Iterable, Sequence

import numpy as np
import numpy.typing as npt

from raddle.model.recorded.memory import Extent, Memory
from raddle.model.recorded.settled import Mask
from raddle.trace.access_orders import AccessOrders
from raddle.trace.events import EventFlag, EventKind, MemoryOrder
from raddle.trace.sharing import granules_of
from raddle.trace.walk import Trace

_ORDER = 7  # the bits of `flags` that hold it


def plain_granules(trace: Trace, settled: Sequence[Mask]) -> npt.NDArray[np.uint64]:
    """Memory that events access without an order."""
    found = [np.zeros(0, np.uint64)]
    for accesses in _accesses(trace, settled):
        found.append(granules_of(accesses[(accesses["flags"] & _ORDER) == MemoryOrder.PLAIN]))
    return np.unique(np.concatenate(found))


def nowhere_cells(
    trace: Trace, settled: Sequence[Mask], memory: Memory, orders: AccessOrders, plain: npt.NDArray[np.uint64]
) -> dict[int, int]:
    """For each size of such accesses a cell that lies nowhere."""
    sizes = nowhere_sizes(*early_and_updates(trace, settled, orders), memory, frozenset(plain.tolist()))
    return {size: memory.add(size) for size in sorted(sizes)}


def early_and_updates(
    trace: Trace, settled: Sequence[Mask], orders: AccessOrders
) -> tuple[frozenset[Extent], frozenset[Extent]]:
    """Where reads of the first kind lie, and all updates."""
    found: tuple[set[Extent], set[Extent]] = set(), set()
    for accesses in _accesses(trace, settled):
        reads = accesses[(accesses["kind"] == EventKind.READ) & (accesses["written_term"] != 0)]
        early = [site for site in np.unique(reads["site"]).tolist() if orders.is_early(site)]
        updates = accesses[accesses["kind"] == EventKind.UPDATE]
        for extents, some in zip(found, (reads[np.isin(reads["site"], early)], updates), strict=True):
            extents.update(map(Extent, some["address"].tolist(), some["size"].tolist()))
    return frozenset(found[0]), frozenset(found[1])


def nowhere_sizes(
    early: Iterable[Extent], updates: Iterable[Extent], memory: Memory, plain: Container[int]
) -> set[int]:
    """In bytes, of the parts of such accesses."""
    some = {*early, *(extent for extent in updates if extent.address >> 3 in plain)}
    return {part.size for extent in some for part in memory.parts(*extent)}


def _accesses(trace: Trace, settled: Sequence[Mask]) -> list[npt.NDArray[np.void]]:
    """Of each thread those that become events."""
    found = []
    for thread, left_out in zip(trace.threads, settled, strict=True):
        events = thread.events
        shared = (events["kind"] <= EventKind.UPDATE) & ((events["flags"] & EventFlag.SHARED) != 0)
        found.append(events[shared & ~left_out])
    return found

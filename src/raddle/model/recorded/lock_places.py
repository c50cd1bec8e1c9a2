"""Locks and the like that lie in memory which is given back while somebody may still use them.

In: a recording, and which blocks others may give back than did. Out: where such objects lie. An operation on one is no
access, but the memory must be there.
"""

from typing import Final

from raddle.model.recorded.objects import Lies, Objects
from raddle.trace.forced_order import ForcedOrder, Moment
from raddle.trace.freed import freed_blocks
from raddle.trace.recorded import Recording

_OPERATIONS: Final = (
    *("RD_LOCK", "RD_UNLOCK", "RD_TRYLOCK", "RD_TIMEDLOCK", "RD_RDLOCK", "RD_WRLOCK", "RD_TRYRDLOCK", "RD_TRYWRLOCK"),
    *("RD_TIMEDRDLOCK", "RD_TIMEDWRLOCK", "RD_RWUNLOCK", "RD_WAIT", "RD_SIGNAL", "RD_BROADCAST"),
    *("RD_SEM_WAIT", "RD_SEM_TRYWAIT", "RD_SEM_TIMEDWAIT", "RD_SEM_POST", "RD_SEM_GET", "RD_BARRIER_ARRIVE"),
)
LOCK_OPERATIONS: Final = frozenset(name.removeprefix("RD_").lower() for name in _OPERATIONS)
"""The same as trace_format names them."""


def lock_places(recording: Recording, objects: Objects, contested: frozenset[int]) -> frozenset[int]:
    records = recording.of_kind(*_OPERATIONS)
    last: dict[tuple[int, int], dict[int, Moment]] = {}
    """By block and object: the last operation of each thread."""
    for thread, count, address in zip(*(records[name].tolist() for name in ("thread", "count", "object")), strict=True):
        block = objects.around(address)
        if block is not None and block.lies is Lies.HEAP:
            last.setdefault((block.address, address), {})[thread] = Moment(thread, count)
    if not last:
        return frozenset()
    order, counts = ForcedOrder(recording), recording.sync["count"]
    freed = {
        block.address: Moment(block.thread, int(counts[block.position]))
        for block in freed_blocks(recording)
        if not block.stays
    }
    found = set()
    for (block_at, address), moments in last.items():
        free = freed.get(block_at)
        late = free is not None and any(not order.must_precede(moment, free) for moment in moments.values())
        if late or block_at in contested:
            found.add(address)
    return frozenset(found)

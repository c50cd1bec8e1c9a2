"""What methods without data say of a run's blocks: the atomicity violations paper, table 1.

In: a trace program's index and instances. Out: how many triples <first, there, last> there are: two accesses of a block
to a cell, one of another thread to the same, of the five patterns that are not serialisable (`there` conflicts with
both); how many of them creating and joining threads leave; and how many of those locks leave (Farzan and Madhusudan,
CAV 2009): the block's thread can stand somewhere between first and last while the other one stands before `there`.

Under nested locks two threads can stand at two points at once iff (Kahlon, Ivancic, Gupta, CAV 2005) no lock is held at
both, and there are no locks a, b with a held at the one point, b at the other, b acquired by the one since it has a,
and a by the other since it has b: the acquisition histories. No data, no conditions, no semaphores. Events that have
several cells in common count for each.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

import numpy as np

from raddle.encode.index import Index
from raddle.encode.must import MustPrecede, created_and_joined
from raddle.model.actions import Acquire, Mode, Release, Wait
from raddle.model.program import Event
from raddle.model.rules.lock import excludes
from raddle.model.rules.traits import Hold
from raddle.predict.atomicity.instances import READ, Events, Instances, Touches, outermost


@dataclass(frozen=True, slots=True)
class Counts:
    regions: int = 0
    """Blocks, in the run."""
    orig_pavs: int = 0
    """Potential atomicity violations."""
    hb_pavs: int = 0
    """Those that create and join leave,"""
    baseline: int = 0
    """and locks,"""
    sym_avs: int | None = 0
    """and those that some interleaving of the run shows. None: there are too many to ask, or some were undecided."""


@dataclass(frozen=True, slots=True)
class Holding:
    """A lock that a thread has, and those that it has acquired since."""

    lock: int
    mode: Mode
    since: frozenset[Hold] = frozenset()


Locks = frozenset[Holding]
"""What a thread holds at a point."""


def are_reachable(one: Locks, other: Locks) -> bool:
    """Whether two threads that hold these can be there at once, as far as locks go."""
    for a, b in product(one, other):
        if _exclude((a.lock, a.mode), (b.lock, b.mode)):
            return False
        after_a = any(_exclude(hold, (b.lock, b.mode)) for hold in a.since)
        after_b = any(_exclude(hold, (a.lock, a.mode)) for hold in b.since)
        if after_a and after_b:
            return False
    return True


def _exclude(a: Hold, b: Hold) -> bool:
    return a[0] == b[0] and excludes(a[1], b[1])


def locks_before(events: Iterable[Event]) -> list[Locks]:
    """For each event of a thread, what the thread holds when the event is next."""
    held: dict[Hold, set[Hold]] = {}
    now: Locks = frozenset()
    found = []
    for event in events:
        found.append(now)
        match event.action:
            case Acquire(lock, mode):
                for since in held.values():
                    since.add((lock, mode))
                held[lock, mode] = set()
            case Release(lock, mode):
                held.pop((lock, mode), None)
            case Wait(_, int(lock)):
                held.pop((lock, Mode.EXCLUSIVE), None)
            case _:
                continue
        now = frozenset(Holding(lock, mode, frozenset(since)) for (lock, mode), since in held.items())
    return found


def counted(index: Index, instances: Instances) -> Counts:
    return _Counting(index, instances).all()


@dataclass(frozen=True, slots=True)
class _Remote:
    """Accesses of one thread to one cell, of one kind, under the same locks."""

    thread: int
    writes: bool
    locks: Locks
    events: Events


class _Counting:
    def __init__(self, index: Index, instances: Instances) -> None:
        self._ctp = index.ctp
        self._must = MustPrecede(index.ctp, edges=created_and_joined(index.ctp))
        self._positions = np.array(self._must.position, np.int64)
        self._instances = instances
        self._locks = [locks for thread in range(len(self._ctp.threads)) for locks in self._locks_of(thread)]
        self._remote = self._grouped()
        self._reachable: dict[tuple[Locks, Locks], bool] = {}

    def _locks_of(self, thread: int) -> list[Locks]:
        return locks_before(self._ctp.of_thread(thread))

    def _grouped(self) -> dict[int, list[_Remote]]:
        """By cell."""
        found: dict[tuple[int, int, bool, Locks], list[int]] = defaultdict(list)
        for event, touches in self._instances.touches.items():
            for cell, writes in _kinds(touches).items():
                found[cell, self._must.thread[event], writes, self._locks[event]].append(event)
        by_cell: dict[int, list[_Remote]] = defaultdict(list)
        for (cell, thread, writes, locks), events in found.items():
            by_cell[cell].append(_Remote(thread, writes, locks, np.array(events, np.int64)))
        return by_cell

    def all(self) -> Counts:
        totals = np.zeros(3, np.int64)
        blocks = outermost(self._ctp)
        for first, last in blocks.values():
            own: dict[int, list[tuple[int, bool]]] = defaultdict(list)
            for event in range(first, last + 1):
                for cell, writes in _kinds(self._instances.touches.get(event, ())).items():
                    own[cell].append((event, writes))
            thread = self._must.thread[first]
            for cell, accesses in own.items():
                for remote in self._remote[cell]:
                    local = [event for event, writes in accesses if writes or remote.writes]
                    if remote.thread != thread and len(local) > 1:
                        totals += self._of(np.array(local, np.int64), thread, remote)
        return Counts(len(blocks), *map(int, totals))

    def _of(self, local: Events, thread: int, remote: _Remote) -> tuple[int, int, int]:
        """Triples of two of the local accesses, which all conflict with all of the remote ones."""
        original = len(local) * (len(local) - 1) // 2 * len(remote.events)
        clocks = self._must.clocks(local)[:, remote.thread]
        low = self._positions[remote.events].searchsorted(clocks, side="right")
        high = self._must.clocks(remote.events)[:, thread].searchsorted(self._positions[local], side="left")
        following = np.arange(1, len(local) + 1)
        ordered = _sum(low, high, following)
        if not ordered:
            return original, 0, 0
        return original, ordered, _sum(low, high, np.maximum(following, self._next_reachable(local, remote.locks)))

    def _next_reachable(self, local: Events, locks: Locks) -> Events:
        """For each access the first one behind a point that can be reached together with these locks."""
        point, found = int(local[-1]) + 1, []
        for place in reversed(range(len(local))):
            end = int(local[place + 1]) if place + 1 < len(local) else int(local[place])
            for event in range(end, int(local[place]), -1):
                if self._are_reachable(self._locks[event], locks):
                    point = event
            found.append(int(local.searchsorted(point)))
        return np.array(found[::-1], np.int64)

    def _are_reachable(self, one: Locks, other: Locks) -> bool:
        known = self._reachable.get((one, other))
        if known is None:
            known = self._reachable[one, other] = are_reachable(one, other)
        return known


def _sum(low: Events, high: Events, following: Events) -> int:
    """For each row i and each j from following[i] on: how many lie from low[i] to below high[j]. `high` grows."""
    sums = np.append(np.cumsum(high[::-1])[::-1], 0)
    start = np.maximum(following, high.searchsorted(low, side="right"))
    count = len(high)
    return int((sums[start] - low * (count - start)).sum())


def _kinds(touches: Touches) -> dict[int, bool]:
    """By cell, whether the event writes it."""
    found: dict[int, bool] = {}
    for cell, kind in touches:
        found[cell] = found.get(cell, False) or kind != READ
    return found

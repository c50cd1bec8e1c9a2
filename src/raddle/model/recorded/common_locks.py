"""Locks and the like over several runs of a program: which of them may be misused.

In: walked runs, one after the other. Out: `CommonLocks`: the objects that some thread changes in some run, and another
one uses in some run, unless the whole of that thread comes before the change, or after it, by creating and joining. Two
runs may each show one of the two alone.
"""

from collections import Counter, defaultdict
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from raddle.trace.forced_order import ForcedOrder, Moment
from raddle.trace.lock_bytes import SIZES, Sort
from raddle.trace.lock_objects import State, Use, has_lock_objects, lives_of, with_lock_bytes
from raddle.trace.walk import Trace


class _Change(NamedTuple):
    path: str
    ended: frozenset[str]
    """Threads all of which come before it,"""
    later: frozenset[str]
    """and those all of which come after it; so do the threads that they create."""

    def is_beside(self, path: str) -> bool:
        """Whether all of that thread comes before it, or after it."""
        names = path.split(".")
        own = (".".join(names[:count]) for count in range(1, len(names) + 1))
        return path == self.path or path in self.ended or any(one in self.later for one in own)


class CommonLocks:
    def __init__(self) -> None:
        self._runs: list[Trace] = []
        self._sorts: dict[int, Sort] = {}
        self._begins: dict[int, set[State]] = defaultdict(set)
        self._changes: dict[int, set[_Change]] = defaultdict(set)
        self._users: dict[int, set[str]] = defaultdict(set)
        self._often: set[int] = set()
        """Where several lie, one after the other."""

    def add(self, trace: Trace) -> None:
        if not has_lock_objects(trace.recording) and not self._sorts:
            self._runs.append(trace)
            return
        if self._look_at(trace):
            for other in self._runs:
                self._look_at(other)
        self._runs.append(trace)

    def in_doubt(self) -> frozenset[tuple[int, Sort, State]]:
        """Address, what it is, and what it begins as."""
        found = [address for address in self._sorts if self._is_in_doubt(address)]
        return frozenset((one, self._sorts[one], begins) for one in found for begins in self._begins[one])

    def granules(self) -> npt.NDArray[np.uint64]:
        """Of their bytes."""
        parts = [
            np.arange(address >> 3, (address + SIZES[sort] + 7) >> 3, dtype=np.uint64)
            for address, sort, _ in self.in_doubt()
        ]
        return np.unique(np.concatenate(parts)) if parts else np.zeros(0, np.uint64)

    def one_after_the_other(self) -> list[int]:
        """Those in doubt that lie where others lie at another time."""
        return sorted(address for address in self._often if self._is_in_doubt(address))

    def _is_in_doubt(self, address: int) -> bool:
        users = self._users[address]
        return any(not change.is_beside(path) for change in self._changes[address] for path in users)

    def _look_at(self, trace: Trace) -> bool:
        """Whether there are objects in it that nobody knew of."""
        lives = lives_of(with_lock_bytes(trace, self._sorts), self._sorts)
        order = ForcedOrder(trace.recording)
        known = len(self._sorts)
        for life in lives:
            self._sorts[life.address] = life.sort
            self._begins[life.address].add(life.begins)
            for use in life.uses:
                self._users[life.address].add(trace.threads[use.at.thread].path)
                if use.changes:
                    self._changes[life.address].add(_change(trace, order, use))
        often = Counter(life.address for life in lives)
        self._often |= {address for address, count in often.items() if count > 1}
        return len(self._sorts) > known


def _change(trace: Trace, order: ForcedOrder, use: Use) -> _Change:
    moment = Moment(use.at.thread, use.visible)
    over = order.ended(use.at.thread, use.visible)
    paths = [thread.path for thread in trace.threads]
    ended = {path for path, is_over in zip(paths, over, strict=True) if is_over}
    # what a thread comes after is known behind its first event
    later = {path for number, path in enumerate(paths) if order.must_precede(moment, Moment(number, 1))}
    return _Change(paths[use.at.thread], frozenset(ended), frozenset(later))

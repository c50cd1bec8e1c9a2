"""Variables of functions that other threads touch: whether these were joined before the function returns.

In: runs with all of their accesses. Out: doubts. Variables of main itself end where main returns; where it calls exit
or pthread_exit they are there as long as the process is.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

import numpy as np

from raddle.base.trace_format import trace_format
from raddle.trace.events import EventKind, ThreadTrace
from raddle.trace.sharing import granules_of
from raddle.trace.walk import Trace

_NEVER: Final = 1 << 60
_Life = tuple[int, int, frozenset[str], bool]
"""Of a variable: its first granule, the one behind it, the threads that were joined before its end, whether it is
main's own and has none."""


class Frames:
    def __init__(self) -> None:
        self._used: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
        """Whose stack, by whom: granules."""
        self._lives: dict[str, set[_Life]] = defaultdict(set)

    def add(self, trace: Trace) -> None:
        stacks = [(one.path, one.stack_low >> 3, one.stack_high >> 3) for one in trace.recording.threads]
        for thread in trace.threads:
            touched = np.unique(granules_of(thread.events[thread.events["kind"] <= EventKind.UPDATE]))
            for owner, low, high in stacks:
                if owner != thread.path:
                    first, past = np.searchsorted(touched, np.array([low, high], np.uint64))
                    self._used[owner][thread.path].update(touched[first:past].tolist())
        for thread in trace.threads:
            self._lives[thread.path].update(_lives(trace, thread))

    def doubts(self) -> Iterator[str]:
        for owner, users in self._used.items():
            for user, granules in users.items():
                for granule in granules:
                    lives = [life for life in self._lives[owner] if life[0] <= granule < life[1]]
                    if not lives or not all(is_mains or user in joined for _, _, joined, is_mains in lives):
                        yield f"thread {user} uses a variable of a function of thread {owner} that may have returned"
                        break


def _lives(trace: Trace, thread: ThreadTrace) -> Iterator[_Life]:
    events = thread.events
    joined = list(_joins(trace, thread))
    open_: dict[tuple[int, int], list[int]] = defaultdict(list)
    rows = np.flatnonzero(np.isin(events["kind"], (EventKind.SLOT, EventKind.SLOT_END)))

    def life(extent: tuple[int, int], begin: int, end: int) -> _Life:
        is_mains = thread.index == 0 and int(events["stack"][begin]) == 0 and end == _NEVER
        over = frozenset(path for row, path in joined if row < end)
        return extent[0] >> 3, (sum(extent) + 7) >> 3, over, is_mains

    for row in rows.tolist():
        extent = int(events["address"][row]), int(events["value"][row])
        if events["kind"][row] == EventKind.SLOT:
            open_[extent].append(row)
        else:
            for begin in open_.pop(extent, ()):
                yield life(extent, begin, row)
    for extent, begins in open_.items():
        for begin in begins:
            yield life(extent, begin, _NEVER)


def _joins(trace: Trace, thread: ThreadTrace) -> Iterator[tuple[int, str]]:
    """Rows, and the paths of those that are over then."""
    fmt, sync = trace_format(), trace.recording.sync
    paths = {one.index: one.path for one in trace.recording.threads}
    for row in np.flatnonzero(thread.events["kind"] == EventKind.SYNC).tolist():
        record = sync[int(thread.events["value"][row])]
        if record["kind"] == fmt["RD_JOIN"] and not record["flags"] & fmt["RD_FLAG_FAILED"]:
            yield row, paths.get(int(record["value"]), "")

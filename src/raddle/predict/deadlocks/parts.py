"""Two threads that want each other's lock, found in a part of the given run, without a solver: for long runs.

In: two stands. Out: an instance of each, and moves after which both threads stand there. The part is that of
predict/races/sync_preserving.py: all that the two need, in the order of the given run, with every read as observed and
sections in their order (Tunç, Mathur, Pavlogiannis, Viswanathan, "Sound Dynamic Deadlock Prediction in Linear Time",
PLDI 2023). Nothing follows from finding nothing.
"""

import numpy as np

from raddle.encode.index import Index
from raddle.model.goals import Circle
from raddle.model.moves import Move
from raddle.predict.deadlocks.lock_graph import Stand
from raddle.predict.races.observed import observed_of
from raddle.predict.races.passes_library import Numbers, passes_library


class Parts:
    def __init__(self, index: Index) -> None:
        self._index = index
        self._observed = observed_of(index)
        self._library = passes_library()
        self._closure = self._library.closure(self._observed.rows)
        self._positions = np.array(index.must.position, np.int32)

    def find(self, one: Stand, other: Stand) -> tuple[Circle, tuple[Move, ...]] | None:
        a, b = self._outside_regions(one), self._outside_regions(other)
        if not a.size or not b.size:
            return None
        found = self._closure.meeting(a, self._positions[a], b, self._positions[b])
        if found is None:
            return None
        events = (int(a[found[0]]), int(b[found[1]]))
        first = found[2]
        then = first.copy()
        for event in events:
            then[self._index.must.thread[event]] = self._positions[event]
        if not self._library.possible(self._observed.rows, first, then):
            return None
        return Circle(events), self._observed.moves_of(first, then)

    def _outside_regions(self, stand: Stand) -> Numbers:
        """Of those that took place in the given run."""
        events = [event for event in stand.events if event not in self._index.region_of]
        found = np.array(events, np.int32)
        return found[self._observed.time[found] >= 0]

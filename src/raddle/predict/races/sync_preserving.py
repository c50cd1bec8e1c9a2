"""Races found without a solver: both accesses are next after a part of the given run, in its order.

In: the given run, and candidates for a pair of places. Out: two accesses that meet, and the part of the run after which
they do. Mathur, Pavlogiannis, Viswanathan, "Optimal Prediction of Synchronization-Preserving Races" (POPL 2021): the
least part that has all that comes before the two accesses and is closed under program order, creation and joins, the
observed write of every read that matters (predict/races/matters.py), and "of two sections that exclude each other the
end of the first". If it has neither of the accesses, it is a run, and both are next. An access in a region is reached
by what comes before the region, and then the region up to it.

Nothing is believed of that: native/passes/possible.c goes through the part, rule by rule.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from raddle.encode.index import Index
from raddle.predict.races.classes import Accesses, Classes, Column, Touches
from raddle.predict.races.observed import Observed
from raddle.predict.races.pairs import Meetings
from raddle.predict.races.passes_library import Counts, Numbers, passes_library

MOST_WORK: Final = 2_000_000_000
"""Steps of all searches together. What is not found by then is left to the solver."""


@dataclass(frozen=True)
class Part:
    """Of a run: how many events of each thread, in the order of the run; and then more, up to so many."""

    first: Counts = field(repr=False)
    then: Counts = field(repr=False)


@dataclass(frozen=True)
class Met:
    """Two accesses that are both next after that part of the run."""

    a: int
    b: int
    part: Part


class SyncPreserving:
    def __init__(self, index: Index, observed: Observed, accesses: Accesses) -> None:
        self._index = index
        self._observed = observed
        self._accesses = accesses
        self._library = passes_library()
        self._closure = self._library.closure(observed.rows)
        self._positions = np.array(index.must.position, np.int32)
        self._stand = self._positions.copy()
        """By event: the position where its thread stands before it, or before its region."""
        for event, begin in index.region_of.items():
            self._stand[event] = index.must.position[begin]

    @property
    def work(self) -> int:
        return self._closure.work

    def find(self, classes: Classes, meetings: Iterable[Meetings]) -> Met | None:
        for one in meetings:
            if self._closure.work > MOST_WORK:
                return None
            a, b = (self._touching(classes, rows) for rows in (one.a, one.b))
            if a.size and b.size:
                found = self._closure.meeting(a, self._stand[a], b, self._stand[b])
                met = None if found is None else self._possible(int(a[found[0]]), int(b[found[1]]), found[2])
                if met is not None:
                    return met
        return None

    def _touching(self, classes: Classes, rows: Column) -> Numbers:
        """Accesses that touch the cell if all that matters is as observed."""
        events = classes.first[rows]
        kinds = self._accesses.touches[events]
        sure = kinds == Touches.SURELY
        for at in np.flatnonzero(kinds == Touches.AS_OBSERVED).tolist():
            sure[at] = int(classes.cell[rows[0]]) in self._observed.touched(int(events[at]))
        found: Numbers = events[sure].astype(np.int32)
        return found

    def _possible(self, a: int, b: int, first: Counts) -> Met | None:
        thread, then = self._index.must.thread, first.copy()
        for event in (a, b):
            then[thread[event]] = self._positions[event]
        if not self._library.possible(self._observed.rows, first, then):
            return None
        return Met(a, b, Part(first, then))

"""Which pairs of places may race at all: what neither common locks nor forced order excludes.

In: a trace program's index, and a number for the place of each event. Out: `Candidates`: for each pair of places the
classes of accesses (predict/races/classes.py) that may meet, cell by cell and thread by thread.

Accesses under locks that exclude each other never race: the end of the one section happens before the other. Accesses
of which one must come before the other never race either: whatever forces that (create, join, once, barriers with fixed
rounds) orders them.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from raddle.encode.index import Index
from raddle.predict.races.classes import ATOMIC, EARLY, WRITES, Classes, Column

MOST_PAIRS: Final = 50_000
"""Of places. What is beyond is counted."""
PlacePair = tuple[int, int]
"""The smaller number first."""


@dataclass(frozen=True)
class Meetings:
    """Classes of two threads at one cell, by numbers in their order; row j of b may meet rows low[j] to below high[j]
    of a."""

    a: Column = field(repr=False)
    b: Column = field(repr=False)
    low: Column = field(repr=False)
    high: Column = field(repr=False)

    @property
    def count(self) -> int:
        return int(np.maximum(self.high - self.low, 0).sum())

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Of classes; those that come late in their threads first."""
        a, b = self.a.tolist(), self.b.tolist()
        for j in reversed(range(len(b))):
            for i in reversed(range(int(self.low[j]), int(self.high[j]))):
                yield a[i], b[j]


@dataclass
class Candidates:
    classes: Classes
    by_places: dict[PlacePair, list[Meetings]]
    excluded: int
    """Pairs of places that share memory, and that locks or forced order exclude."""
    beyond: int
    """Pairs of classes at further pairs of places: there are too many places."""
    early: bool
    """Whether an early read and a write would be candidates, if that read were an access."""


def candidates_of(index: Index, classes: Classes, most: int = MOST_PAIRS) -> Candidates:
    finding = _Finding(index, classes, most)
    finding.search()
    excluded = finding.sharing - finding.by_places.keys()
    return Candidates(classes, dict(finding.by_places), len(excluded), finding.beyond, finding.early)


@dataclass(frozen=True, slots=True)
class _Group:
    """Classes of one thread at a cell, of one kind, under the same locks."""

    thread: int
    flags: int
    held: int
    rows: Column
    places: tuple[int, ...]


class _Finding:
    def __init__(self, index: Index, classes: Classes, most: int) -> None:
        self._index = index
        self._classes = classes
        self._most = most
        self._positions = np.array(index.must.position, np.int64)
        self._excluded: dict[tuple[int, int], bool] = {}
        self._shared_by: dict[tuple[tuple[int, ...], tuple[int, ...]], None] = {}
        self.by_places: dict[PlacePair, list[Meetings]] = defaultdict(list)
        self.sharing: set[PlacePair] = set()
        self.beyond = 0
        self.early = False

    def search(self) -> None:
        classes = self._classes
        count = len(classes.cell)
        if not count:
            return
        is_new = np.zeros(count, np.bool_)
        is_new[0] = True
        for column in (classes.cell, classes.thread, classes.flags, classes.held):
            is_new[1:] |= column[1:] != column[:-1]
        starts = np.flatnonzero(is_new).tolist()
        ends = [*starts[1:], count]
        cells = classes.cell[starts].tolist()
        columns = zip(
            *(column[starts].tolist() for column in (classes.thread, classes.flags, classes.held)), strict=True
        )
        groups: list[_Group] = []
        cell = cells[0]
        for start, end, now, (thread, flags, held) in zip(starts, ends, cells, columns, strict=True):
            if now != cell:
                self._at_cell(groups)
                groups, cell = [], now
            places = tuple(sorted(set(classes.place[start:end].tolist())))
            groups.append(_Group(thread, flags, held, np.arange(start, end), places))
        self._at_cell(groups)

    def _at_cell(self, groups: list[_Group]) -> None:
        for number, a in enumerate(groups):
            for b in groups[number + 1 :]:
                if a.thread != b.thread and (a.flags | b.flags) & WRITES and not a.flags & b.flags & ATOMIC:
                    self._between(a, b)

    def _between(self, a: _Group, b: _Group) -> None:
        early = bool((a.flags | b.flags) & EARLY)
        if not early:
            self._share(a.places, b.places)
        if self._is_excluded(a.held, b.held):
            return
        low, high = self._ranges(a.thread, a.rows, b.thread, b.rows)
        left = int(np.maximum(high - low, 0).sum())
        if early and left:
            self.early = True
        if early or not left:
            return
        if len(a.places) * len(b.places) + len(self.by_places) > self._most:
            self.beyond += left
            return
        of_a, of_b = self._classes.place[a.rows], self._classes.place[b.rows]
        if len(a.places) == 1 and len(b.places) == 1:
            pair = (min(a.places[0], b.places[0]), max(a.places[0], b.places[0]))
            self.by_places[pair].append(Meetings(a.rows, b.rows, low, high))
            return
        for place in a.places:
            rows_a = a.rows[of_a == place]
            for other in b.places:
                rows_b = b.rows[of_b == other]
                low, high = self._ranges(a.thread, rows_a, b.thread, rows_b)
                if (high > low).any():
                    pair = (place, other) if place <= other else (other, place)
                    self.by_places[pair].append(Meetings(rows_a, rows_b, low, high))

    def _share(self, places_a: tuple[int, ...], places_b: tuple[int, ...]) -> None:
        if (places_a, places_b) in self._shared_by or len(self.sharing) > self._most:
            return
        self._shared_by[places_a, places_b] = None
        if len(places_a) * len(places_b) <= self._most:
            self.sharing.update((min(a, b), max(a, b)) for a in places_a for b in places_b)

    def _is_excluded(self, a: int, b: int) -> bool:
        known = self._excluded.get((a, b))
        if known is None:
            known = self._excluded[a, b] = self._classes.excluded(a, b)
        return known

    def _ranges(self, thread_a: int, a: Column, thread_b: int, b: Column) -> tuple[Column, Column]:
        """For each of b: from where to where those of a need neither come before nor after it."""
        must, last = self._index.must, self._classes.last
        events_a, events_b = last[a], last[b]
        before: npt.NDArray[np.int64] = self._positions[events_a].searchsorted(
            must.clocks(events_b)[:, thread_a], side="right"
        )
        after: npt.NDArray[np.int64] = must.clocks(events_a)[:, thread_b].searchsorted(
            self._positions[events_b], side="left"
        )
        return before, after

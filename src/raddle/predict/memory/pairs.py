"""Which memory may be used after it was given back: pairs of a free and a use that forced order does not exclude.

In: a trace program's index, and a number for the place of each event. Out: for every two places (of the free, of the
use) the pairs of events to ask about. Locks exclude nothing here: they let either come first.

Of the uses of one thread at one place, to one cell, in a stretch in which nothing can stop the thread, only the last is
asked about (predict/races/classes.py): a run that leads to an earlier one after the free can go on to it. Not so where
a use of the cell depends on what it reads itself: it may turn out to be none. Pairs of one thread whose addresses are
fixed are in the given run already, or in none.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from raddle.encode.index import Index
from raddle.model.accesses import accesses_of
from raddle.model.actions import Check, Free, Step
from raddle.model.program import Event
from raddle.predict.races.classes import Accesses

MOST_ROWS: Final = 4_000_000
"""Pairs of executions that are looked at, for all places together."""

Column = npt.NDArray[np.int64]
PlacePair = tuple[int, int]
"""Of the free, of the use."""


@dataclass(frozen=True)
class Pairs:
    by_places: dict[PlacePair, list[tuple[int, int]]]
    """(free, use), late ones first."""
    excluded: int
    """Pairs of places that share memory, and that forced order excludes."""
    beyond: int
    """Pairs of executions that nobody looked at."""


@dataclass
class _Rows:
    """Of uses, or of frees: event, cell, and whether it depends on a term what is touched."""

    events: list[int] = field(default_factory=list)
    cells: list[int] = field(default_factory=list)
    symbolic: list[bool] = field(default_factory=list)

    def enter(self, event: int, cells: tuple[int, ...], *, symbolic: bool) -> None:
        for cell in cells:
            self.events.append(event)
            self.cells.append(cell)
            self.symbolic.append(symbolic)

    def columns(self) -> tuple[Column, Column, npt.NDArray[np.bool_]]:
        return np.array(self.events, np.int64), np.array(self.cells, np.int64), np.array(self.symbolic, np.bool_)


def pairs_of(index: Index, places: npt.NDArray[np.int32]) -> Pairs:
    frees, uses = _Rows(), _Rows()
    for event in index.ctp.events:
        action = event.action
        if isinstance(action, Free) and not action.goes_on:
            frees.enter(event.number, action.cells, symbolic=action.when is not None)
    freed = frozenset(frees.cells)
    for event in index.ctp.events if freed else ():
        _enter_use(uses, event, freed)
    if not uses.events:
        return Pairs({}, 0, 0)
    return _grouped(index, places, _joined(frees, _classes(index, places, uses)))


def _enter_use(uses: _Rows, event: Event, freed: frozenset[int]) -> None:
    action = event.action
    if isinstance(action, Step | Check):
        for access in accesses_of(event, of_locks=True):
            cells = tuple(cell for cell in access.cells if cell in freed)
            uses.enter(event.number, cells, symbolic=access.address is not None)
    elif isinstance(action, Free) and not action.of_frame:
        uses.enter(event.number, action.cells, symbolic=action.when is not None)


def _classes(index: Index, places: npt.NDArray[np.int32], uses: _Rows) -> tuple[Column, Column, npt.NDArray[np.bool_]]:
    """The last use of each class."""
    event, cell, symbolic = uses.columns()
    accesses = Accesses(index, places)
    alone = symbolic | np.isin(cell, accesses.fragile_cells(event, cell))
    stretch = np.where(alone, -1 - event, accesses.stretches(quiet=False)[event])
    thread, place = np.array(index.must.thread, np.int64)[event], places[event].astype(np.int64)
    order = np.lexsort((event, stretch, place, thread, cell))
    last = np.zeros(len(order), np.bool_)
    last[-1] = True
    for column in (cell, thread, place, stretch):
        last[:-1] |= column[order][1:] != column[order][:-1]
    kept = order[last]
    return event[kept], cell[kept], symbolic[kept]


def _joined(
    frees: _Rows, uses: tuple[Column, Column, npt.NDArray[np.bool_]]
) -> tuple[Column, Column, npt.NDArray[np.bool_], int]:
    """Frees and uses of the same cell: events, whether an address or a pointer of the two is a term, and how many pairs
    are left out."""
    event, cell, symbolic = uses
    free, free_cell, unsure = frees.columns()
    low, high = np.searchsorted(cell, free_cell, side="left"), np.searchsorted(cell, free_cell, side="right")
    count = high - low
    whole = int(count.sum())
    fits = np.cumsum(count) <= MOST_ROWS
    free, low, count, unsure = free[fits], low[fits], count[fits], unsure[fits]
    use_row = np.repeat(low, count) + np.arange(int(count.sum())) - np.repeat(np.cumsum(count) - count, count)
    may_differ = np.repeat(unsure, count) | symbolic[use_row]
    return np.repeat(free, count), event[use_row], may_differ, whole - len(use_row)


def _grouped(
    index: Index,
    places: npt.NDArray[np.int32],
    joined: tuple[Column, Column, npt.NDArray[np.bool_], int],
) -> Pairs:
    free, use, may_differ, beyond = joined
    thread, position = np.array(index.must.thread, np.int64), np.array(index.must.position, np.int64)
    of_frame = np.array([isinstance(one.action, Free) and one.action.of_frame for one in index.ctp.events])
    is_free = np.array([isinstance(one.action, Free) for one in index.ctp.events])
    meant = (free != use) & ~(of_frame[free] & is_free[use])
    free, use, may_differ = free[meant], use[meant], may_differ[meant]
    sharing = _place_pairs(places, free, use)
    known, row = np.unique(free, return_inverse=True)
    before = index.must.clocks(known)[row, thread[use]] >= position[use]
    own = thread[free] == thread[use]
    left = np.where(own, may_differ & (use > free) & ~of_frame[free], ~before)
    frees, uses = np.divmod(np.unique(free[left] * len(places) + use[left])[::-1], len(places))
    by_places: dict[PlacePair, list[tuple[int, int]]] = defaultdict(list)
    for first, second, *where in zip(
        frees.tolist(), uses.tolist(), places[frees].tolist(), places[uses].tolist(), strict=True
    ):
        by_places[where[0], where[1]].append((first, second))
    return Pairs(dict(by_places), len(sharing - by_places.keys()), beyond)


def _place_pairs(places: npt.NDArray[np.int32], free: Column, use: Column) -> set[PlacePair]:
    both = np.unique((places[free].astype(np.int64) << 32) | places[use])
    return {(one >> 32, one & 0xFFFFFFFF) for one in both.tolist()}

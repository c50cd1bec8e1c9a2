"""Accesses of all threads, put together where one answers for the others.

In: a trace program's index, and a number for the place of each event. Out: `Classes`: rows of accesses to one cell by
one thread at one place, of one kind, under the same locks, in one stretch of the thread.

**Stretches.** From one access of a stretch to a later one the thread can always go on: nothing in between can keep it
(no lock to acquire, no guard, no check, no address that may not be recorded). So if a run leads to a state in which the
thread is before the earlier access and another thread before an access b, there is one in which it is before the later
one and the other thread still before b: `Meet(earlier, b)` implies `Meet(later, b)`, and only the last of a class needs
to be asked about. The other thread has not moved, so b touches what it touched; but where b is in a region nobody else
can move, and where b looks at memory to find out what it touches the accesses in between may change that: cells with
such an access (`fragile`) have each access in a class of its own. A third thread's region can be left out of the run.

For `Unordered` a stretch also ends at whatever orders (`quiet`): then the same is known before and behind each access,
so happens-before does not tell an earlier one from a later one, be it the first of the two or the second; and a run
that has stopped between the two can go on to the later one at its end.
"""

from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from raddle.encode.index import Index
from raddle.model.actions import Action, Check, Free, Mode, Order, Read, RegionBegin, Step, Write
from raddle.model.program import Event
from raddle.model.rules.actions import traits_of
from raddle.model.rules.lock import excludes
from raddle.predict.races.matters import Traps

WRITES: Final = 1
ATOMIC: Final = 2
EARLY: Final = 4
"""A read that the source does not make in every case: no access, as far as races go."""
Column = npt.NDArray[np.int64]
Held = frozenset[tuple[int, Mode]]
REGION: Final = (-1, Mode.EXCLUSIVE)
"""As far as races go a region is one lock,"""
MADE_UP: Final = (-2, Mode.SHARED)
"""unless it is not the program's: that one excludes nothing."""


class Touches(IntEnum):
    """How much is known of what an event touches when it is next."""

    SURELY = 0
    AS_OBSERVED = 1
    """Where its thread has read what it read in the observed run."""
    UNSURE = 2
    """That also depends on what it reads itself."""


@dataclass(frozen=True)
class Classes:
    """Columns, sorted by cell, thread, flags, held, and last."""

    cell: Column
    thread: Column
    flags: Column
    held: Column
    """Number of a set of locks."""
    place: Column
    first: Column
    """Events: the first and the last access of the class."""
    last: Column
    locks: tuple[Held, ...] = field(repr=False)

    def excluded(self, a: int, b: int) -> bool:
        """Whether these two sets have locks that exclude each other."""
        return any(
            lock == other and excludes(mode, how)
            for lock, mode in self.locks[a]
            for other, how in self.locks[b]
        )


class Accesses:
    """Of one trace program: the columns before anything is put together."""

    def __init__(self, index: Index, places: npt.NDArray[np.int32]) -> None:
        self._index = index
        self._places = places
        self._events: list[int] = []
        self._cells: list[int] = []
        self._flags: list[int] = []
        self._symbolic: list[bool] = []
        self._stops = [False] * (len(index.ctp.events) + 1)
        self._orders = [False] * (len(index.ctp.events) + 1)
        self._fragile: set[int] = set()
        self.touches: Final = np.zeros(len(index.ctp.events), np.int8)
        """By event, see Touches."""
        self._may_trap = Traps()
        for event in index.ctp.events:
            self._enter(event)

    def classes(self, *, quiet: bool) -> Classes:
        event, cell = np.array(self._events, np.int64), np.array(self._cells, np.int64)
        flags, symbolic = np.array(self._flags, np.int64), np.array(self._symbolic, np.bool_)
        thread = self._threads[event]
        alone = symbolic | np.isin(cell, self.fragile_cells(event, cell))
        stretch = np.where(alone, -1 - event, self.stretches(quiet=quiet)[event])
        kept = self._may_race(cell, thread, flags)
        columns = [column[kept] for column in (cell, thread, flags, event, stretch)]
        cell, thread, flags, event, stretch = columns
        held, locks = self._held(event)
        place = self._places[event].astype(np.int64)
        order = np.lexsort((event, stretch, place, held, flags, thread, cell))
        cell, thread, flags, held, place, event, stretch = (
            column[order] for column in (cell, thread, flags, held, place, event, stretch)
        )
        starts, ends = _runs(cell, thread, flags, held, place, stretch)
        found = [column[starts] for column in (cell, thread, flags, held, place)]
        first, last = event[starts], event[ends - 1]
        order = np.lexsort((last, *reversed(found[:4])))
        cell, thread, flags, held, place, first, last = (column[order] for column in (*found, first, last))
        return Classes(cell, thread, flags, held, place, first, last, locks)

    @cached_property
    def _threads(self) -> Column:
        return np.array(self._index.must.thread, np.int64)

    # ---- one event

    def _enter(self, event: Event) -> None:
        action, number = event.action, event.number
        if isinstance(action, Step):
            self._step(number, action)
        elif isinstance(action, Check):
            self._stops[number] = True
            if any(read.address is not None for read in action.reads):
                self.touches[number] = Touches.UNSURE if len(action.reads) > 1 else Touches.AS_OBSERVED
            for read in action.reads:
                self._access(number, read, EARLY if read.early else 0)
        elif isinstance(action, Free):
            if not action.of_frame:
                self._free(number, action)
        else:
            self._orders[number] = True
            self._stops[number] = not traits_of(action).never_kept

    def _free(self, number: int, free: Free) -> None:
        self._stops[number] = number in self._index.freed_again
        if free.when is not None:
            self.touches[number] = Touches.AS_OBSERVED
        for cell in free.cells:
            self._row(number, cell, WRITES, symbolic=free.when is not None)

    def _step(self, number: int, step: Step) -> None:
        guarded = step.guard is not self._index.ctp.terms.true
        symbolic = orders = traps = False
        for read in step.reads:
            self._access(number, read, EARLY if read.early else 0)
            symbolic = symbolic or read.address is not None
            orders = orders or read.order is not Order.PLAIN
        for write in step.writes:
            self._access(number, write, WRITES | (EARLY if write.made_up else 0))
            symbolic = symbolic or write.address is not None
            orders = orders or write.order is not Order.PLAIN
            traps = traps or self._may_trap(write.value)
        self._stops[number] = guarded or symbolic or traps
        self._orders[number] = orders
        if (step.writes and (guarded or traps)) or (symbolic and len(step.reads) + len(step.writes) > 1):
            self._fragile.add(number)
            self.touches[number] = Touches.UNSURE
        elif symbolic:
            self.touches[number] = Touches.AS_OBSERVED

    def _access(self, number: int, access: Read | Write, flags: int) -> None:
        if access.order is not Order.PLAIN:
            flags |= ATOMIC
        symbolic = access.address is not None
        for cell in access.cells:
            self._row(number, cell, flags, symbolic=symbolic)

    def _row(self, number: int, cell: int, flags: int, *, symbolic: bool) -> None:
        self._events.append(number)
        self._cells.append(cell)
        self._flags.append(flags)
        self._symbolic.append(symbolic)

    # ---- all of them

    def _may_race(self, cell: Column, thread: Column, flags: Column) -> npt.NDArray[np.bool_]:
        """Of cells that several threads touch, one of which writes, and not all atomically."""
        count = len(self._index.ctp.cells)
        low, high = np.full(count, len(self._index.ctp.threads)), np.full(count, -1)
        np.minimum.at(low, cell, thread)
        np.maximum.at(high, cell, thread)
        written, plain = np.zeros(count, np.bool_), np.zeros(count, np.bool_)
        written[cell[(flags & WRITES) != 0]] = True
        plain[cell[(flags & ATOMIC) == 0]] = True
        found: npt.NDArray[np.bool_] = ((low < high) & written & plain)[cell]
        return found

    def stretches(self, *, quiet: bool) -> Column:
        """By event: equal for two of a thread if nothing in between, nor the first itself, ends the stretch."""
        stops, orders = np.array(self._stops), np.array(self._orders)
        ends = stops | orders if quiet else stops
        before = np.concatenate(([0], np.cumsum(ends[:-1]))).astype(np.int64)
        return 2 * before + (orders if quiet else 0)

    def fragile_cells(self, event: Column, cell: Column) -> Column:
        fragile = np.zeros(len(self._index.ctp.events), np.bool_)
        fragile[list(self._fragile)] = True
        fragile[list(self._index.region_of)] = True
        return np.unique(cell[fragile[event]])

    def _held(self, event: Column) -> tuple[Column, tuple[Held, ...]]:
        around, inside = self._index.sections.around, self._index.region_of
        numbers: dict[Held, int] = {}
        known: dict[tuple[int, Action | None], int] = {}
        found = []
        for number in event.tolist():
            sections = around(number)
            region = self._index.ctp.events[inside[number]].action if number in inside else None
            key = (id(sections), region)
            held = known.get(key)
            if held is None:
                locks = frozenset((section.lock, section.mode) for section in sections)
                if isinstance(region, RegionBegin):
                    locks |= {MADE_UP if region.made_up else REGION}
                held = known[key] = numbers.setdefault(locks, len(numbers))
            found.append(held)
        return np.array(found, np.int64), tuple(numbers)


def _runs(*columns: Column) -> tuple[Column, Column]:
    """Starts and ends of the rows that are equal in all columns."""
    count = len(columns[0])
    changes = np.zeros(count, np.bool_)
    changes[:1] = True
    for column in columns:
        changes[1:] |= column[1:] != column[:-1]
    starts = np.flatnonzero(changes)
    return starts, np.append(starts[1:], count)[: len(starts)]

"""Races of a recorded run: conflicting accesses that nothing in that run orders.

In: a trace. Out: `HappensBefore`, which says of two rows whether one happens before the other, and whether they race;
`races`: one pair of rows for every two sites that do. docs/rules.md, Race; decision 17. Decided on what was recorded,
without the trace program: it is how a race that was found there is confirmed.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from raddle.trace.access_orders import AccessOrders
from raddle.trace.events import EventFlag, EventKind, MemoryOrder
from raddle.trace.piece_history import History, Kind, Touch
from raddle.trace.run_accesses import RunAccesses
from raddle.trace.run_clocks import Clock, Record, RunClocks, ordering_kinds
from raddle.trace.used_results import only_tries
from raddle.trace.walk import Trace


class At(NamedTuple):
    """A row of a thread's walk."""

    thread: int
    row: int


class Race(NamedTuple):
    """Two rows that race, in the order in which they took place."""

    first: At
    second: At


def races(trace: Trace) -> list[Race]:
    return HappensBefore(trace).races()


def rows_of(trace: Trace, thread: int, count: int) -> npt.NDArray[np.int64]:
    """The rows of a thread's visible event number `count`: of a long access there are several."""
    events = trace.threads[thread].events
    first = int(np.searchsorted(events["index"], count, side="left"))
    past = int(np.searchsorted(events["index"], count, side="right"))
    found: npt.NDArray[np.int64] = first + np.flatnonzero(events["flags"][first:past] & EventFlag.VISIBLE)
    return found


class HappensBefore:
    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._accesses = RunAccesses.of(trace)
        self._clocks = RunClocks(len(trace.threads))
        self._follow()

    # ---- clocks

    def _follow(self) -> None:
        columns = self._accesses.columns
        moving = columns[_moves_clocks(columns)]
        lists = _lists(moving, "order", "reads", "writes", "first", "past")
        accesses = zip(*lists, _is_update(moving).tolist(), strict=True)
        steps: list[tuple[int, int, int, Any]] = list(self._records())
        steps += zip(*_lists(moving, "place", "thread", "row"), accesses, strict=True)
        steps.sort(key=itemgetter(0))
        clocks = self._clocks
        for _, thread, row, what in steps:
            if isinstance(what, Record):
                self._record(thread, row, what)
                continue
            order, reads, writes, first, past, update = what
            if reads:
                clocks.read(thread, row, order, range(first, past))
            if writes:
                clocks.write(thread, row, order, range(first, past), update=bool(update))

    def _records(self) -> Iterable[tuple[int, int, int, Record]]:
        sync, kinds = self._trace.recording.sync, ordering_kinds()
        for thread, places in zip(self._trace.threads, self._accesses.places, strict=True):
            rows = np.flatnonzero(thread.events["kind"] == EventKind.SYNC)
            positions = thread.events["value"][rows].astype(np.int64)
            matter = np.isin(sync["kind"][positions], list(kinds))
            rows, records = rows[matter], sync[positions[matter]]
            columns = _lists(records, "kind", "flags", "object", "value", "extra")
            for place, row, kind, *rest in zip(places[rows].tolist(), rows.tolist(), *columns, strict=True):
                yield place, thread.index, row, Record(kinds[kind], *rest)

    def _record(self, thread: int, row: int, record: Record) -> None:
        site = int(self._trace.threads[thread].events["site"][row])
        if record.kind == "destroy":
            if only_tries(self._trace.program, site):
                self._clocks.record(thread, row, record._replace(kind="trylock"))
            return
        if record.kind != "fence":
            self._clocks.record(thread, row, record)
            return
        order = self._orders.of_fence(site)
        if order is not None:
            self._clocks.fence(thread, row, order)

    @property
    def _orders(self) -> AccessOrders:
        return self._accesses.orders

    def _known(self, at: At) -> Clock:
        """What the thread knows of others when it has done that."""
        return self._clocks.known[at.thread][bisect_right(self._clocks.learned_at[at.thread], at.row) - 1]

    def _time(self, at: At) -> int:
        """One more than the releases of its thread before it."""
        return 1 + bisect_left(self._clocks.released_at[at.thread], at.row)

    def precedes(self, first: At, second: At) -> bool:
        if first.thread == second.thread:
            return first.row < second.row
        return self._known(second)[first.thread] >= self._time(first)

    def unordered(self, one: At, other: At) -> bool:
        return one.thread != other.thread and not self.precedes(one, other) and not self.precedes(other, one)

    # ---- accesses

    def conflict(self, one: At, other: At) -> bool:
        """Whether both are accesses to some same byte, one of them writes, and one of them is not atomic."""
        first, second = self._accesses.at(one.thread, one.row), self._accesses.at(other.thread, other.row)
        if first is None or second is None or one.thread == other.thread:
            return False
        overlap = first["address"] < second["end"] and second["address"] < first["end"]
        plain = first["order"] == MemoryOrder.PLAIN or second["order"] == MemoryOrder.PLAIN
        return bool(overlap and plain and (first["writes"] or second["writes"]))

    def race(self, one: tuple[int, int], other: tuple[int, int]) -> Race | None:
        """Of two visible events, each given as its thread and number there: rows of the two that race."""
        for first in rows_of(self._trace, *one).tolist():
            for second in rows_of(self._trace, *other).tolist():
                pair = At(one[0], first), At(other[0], second)
                if self.conflict(*pair) and self.unordered(*pair):
                    return self._in_order(*pair)
        return None

    def _in_order(self, one: At, other: At) -> Race:
        places = self._accesses.places
        return Race(*sorted((one, other), key=lambda at: places[at.thread][at.row]))

    def races(self) -> list[Race]:
        """One for every two sites, in the order of the second rows."""
        columns = self._accesses.columns
        columns = columns[_may_race(columns)]
        times, moments = np.zeros(len(columns), np.int64), np.zeros(len(columns), np.int64)
        for thread in range(len(self._trace.threads)):
            own = columns["thread"] == thread
            rows = columns["row"][own]
            times[own] = 1 + np.searchsorted(self._clocks.released_at[thread], rows, side="left")
            moments[own] = np.searchsorted(self._clocks.learned_at[thread], rows, side="right") - 1
        kept = _first_of_their_kind(columns, times, moments)
        columns, times, moments = columns[kept], times[kept], moments[kept]
        history, found = History(), list[Race]()
        plain = columns["order"] == MemoryOrder.PLAIN
        kinds = [Kind(*kind) for kind in zip(plain.tolist(), *_lists(columns, "reads", "writes"), strict=True)]
        lists = *_lists(columns, "thread", "row", "site", "first", "past"), times.tolist(), moments.tolist(), kinds
        for thread, row, site, first, past, time, moment, kind in zip(*lists, strict=True):
            touch = Touch(thread, row, site, time, self._clocks.known[thread][moment])
            for piece in range(first, past):
                for other in history.enter(piece, kind, touch):
                    found.append(Race(At(*other), At(thread, row)))
        return found


def _lists(columns: npt.NDArray[np.void], *names: str) -> list[list[int]]:
    return [columns[name].tolist() for name in names]


def _per_piece(columns: npt.NDArray[np.void], chosen: npt.NDArray[np.bool_], pieces: int) -> npt.NDArray[np.int64]:
    """How many of the chosen accesses touch each piece."""
    change = np.zeros(pieces + 1, np.int64)
    np.add.at(change, columns["first"][chosen], 1)
    np.add.at(change, columns["past"][chosen], -1)
    return np.cumsum(change)[:-1]


def _touches(columns: npt.NDArray[np.void], marked: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Which accesses touch one of the marked pieces."""
    upto = np.concatenate([[0], np.cumsum(marked)])
    found: npt.NDArray[np.bool_] = upto[columns["past"]] > upto[columns["first"]]
    return found


def _pieces(columns: npt.NDArray[np.void]) -> int:
    return int(columns["past"].max(initial=0))


def _moves_clocks(columns: npt.NDArray[np.void]) -> npt.NDArray[np.bool_]:
    """Atomic accesses; plain writes to what is also accessed atomically."""
    atomic = columns["order"] != MemoryOrder.PLAIN
    touched = _per_piece(columns, atomic, _pieces(columns)) > 0
    found: npt.NDArray[np.bool_] = atomic | (columns["writes"] & ~columns["free"] & _touches(columns, touched))
    return found


def _is_update(moving: npt.NDArray[np.void]) -> npt.NDArray[np.bool_]:
    """Writes of what the same event has read: one row, or (of 16 bytes) rows with one number."""
    found: npt.NDArray[np.bool_] = moving["reads"] & moving["writes"]
    atomic = moving["order"] != MemoryOrder.PLAIN
    names = ["thread", "index", "address"]
    reads = moving[atomic & moving["reads"] & ~moving["writes"]][names]
    found |= atomic & moving["writes"] & np.isin(moving[names], reads)
    return found


def _may_race(columns: npt.NDArray[np.void]) -> npt.NDArray[np.bool_]:
    """Accesses to pieces that two threads touch, one of them writing, one of them not atomically."""
    pieces = _pieces(columns)
    threads = np.zeros(pieces, np.int64)
    for thread in np.unique(columns["thread"]).tolist():
        threads += _per_piece(columns, columns["thread"] == thread, pieces) > 0
    written = _per_piece(columns, columns["writes"], pieces) > 0
    plain = _per_piece(columns, columns["order"] == MemoryOrder.PLAIN, pieces) > 0
    return _touches(columns, (threads > 1) & written & plain)


def _first_of_their_kind(
    columns: npt.NDArray[np.void], times: npt.NDArray[np.int64], moments: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    """Without accesses that an earlier one of the same thread and site stands for: nothing was learned or released in
    between. In their order."""
    names = ("thread", "site", "first", "past", "order", "reads", "writes")
    keys = [*(columns[name] for name in names), times, moments]
    order = np.lexsort(keys)
    changed = np.zeros(len(columns), np.bool_)
    changed[:1] = True
    for key in keys:
        changed[1:] |= key[order][1:] != key[order][:-1]
    found: npt.NDArray[np.int64] = np.sort(order[changed])
    return found

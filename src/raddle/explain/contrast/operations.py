"""What a run does that other threads may notice, in its order: accesses to shared memory, locks and the like.

In: a trace that keeps private accesses too, so that the n-th time that a thread does something at a place can be told.
Out: `Operations`. The same operation of two runs of one program is the n-th at its site of the thread of its path.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from raddle.base.trace_format import trace_format
from raddle.trace.events import EventKind
from raddle.trace.run_accesses import RunAccesses
from raddle.trace.walk import Trace
from raddle.trace.words import Words

EXCLUSIVE: Final = ("lock", "trylock", "timedlock", "reacquire", "wrlock", "trywrlock", "timedwrlock")
SHARED: Final = ("rdlock", "tryrdlock", "timedrdlock")
GIVING: Final = ("unlock", "rwunlock")
_OTHERS: Final = (
    *("wait", "signal", "broadcast", "sem_wait", "sem_trywait", "sem_timedwait", "sem_post"),
    *("once_begin", "once_pass", "futex_wait", "futex_wake", "deadlock"),
)
_MAY_FAIL: Final = frozenset({"trylock", "timedlock", "trywrlock", "timedwrlock", "tryrdlock", "timedrdlock"})
_ON_THREADS: Final = ("create", "start", "join", "exit")

Key = tuple[str, int, int]
"""Path of the thread, site, how often it had been there before."""


class Operation(NamedTuple):
    thread: int
    row: int
    """Of its thread's walk."""
    place: int
    """In the order of the run."""
    event: int
    """The number of the visible event of its thread that it is, or would have been."""
    site: int
    nth: int
    on: tuple[int, ...]
    """Pieces of memory, or (negative) a lock or the like."""
    writes: bool
    kind: str
    """`access`, or the record's."""
    other: int = -1
    """The thread that is created or joined; of a wait, the mutex that it gives back, as it stands in `on`."""
    failed: bool = False
    """It tried to get a lock, and did not."""


@dataclass(frozen=True)
class Operations:
    trace: Trace
    each: tuple[Operation, ...]
    """Sorted by place."""
    places: tuple[npt.NDArray[np.int64], ...]
    """For each thread, where in the run each of its rows took place."""
    nth: tuple[npt.NDArray[np.int64], ...]
    """For each thread, how often it had been at a row's site before; -1: the row is no operation."""

    @classmethod
    def of(cls, trace: Trace) -> "Operations":
        accesses = RunAccesses.of(trace)
        nth = tuple(_occurrences(thread.events) for thread in trace.threads)
        places = _waits_last(trace, accesses.places)
        found = [*_accesses(accesses.columns, nth), *_records(trace, places, nth)]
        return cls(trace, tuple(sorted(found, key=lambda one: one.place)), places, nth)

    def key(self, one: Operation) -> Key:
        return self.trace.threads[one.thread].path, one.site, one.nth

    @cached_property
    def place_by_key(self) -> dict[Key, int]:
        """Of all that was done, also to memory that one thread alone touches."""
        found: dict[Key, int] = {}
        for thread in self.trace.threads:
            places = self.places[thread.index].tolist()
            for (site, nth), row in self.rows_by_key(thread.index).items():
                found[thread.path, site, nth] = places[row]
        return found

    @cached_property
    def past(self) -> int:
        """A place behind all that was done."""
        return 1 + max((int(places.max(initial=0)) for places in self.places), default=0)

    @cached_property
    def ended(self) -> tuple[bool, ...]:
        """For each thread whether it came to its end; the others were cut off, or wait for ever."""
        done = set(self.trace.recording.of_kind("RD_EXIT")["thread"].tolist())
        exits = self.trace.recording.of_kind("RD_PROCESS_EXIT")
        return tuple(one.index in done or bool(exits.size) for one in self.trace.threads)

    def rows_by_key(self, thread: int) -> dict[tuple[int, int], int]:
        """(site, how often before) -> row, of all that the thread did."""
        sites = self.trace.threads[thread].events["site"].tolist()
        keys = enumerate(zip(sites, self.nth[thread].tolist(), strict=True))
        return {key: row for row, key in keys if key[1] >= 0}


def _waits_last(trace: Trace, places: tuple[npt.NDArray[np.int64], ...]) -> tuple[npt.NDArray[np.int64], ...]:
    """What a thread waits for in vain would have come after all that was done."""
    past = sum(map(len, places))
    deadlock = trace_format()["RD_DEADLOCK"]
    moved = []
    for thread, at in zip(trace.threads, places, strict=True):
        rows = np.flatnonzero(thread.events["kind"] == EventKind.SYNC)
        waits = rows[trace.recording.sync["kind"][thread.events["value"][rows].astype(np.int64)] == deadlock]
        at = at.copy()
        at[waits] += past
        moved.append(at)
    return tuple(moved)


def _occurrences(events: npt.NDArray[np.void]) -> npt.NDArray[np.int64]:
    """Rows whose number depends on what is shared in this run do not count."""
    rows = np.flatnonzero((events["kind"] <= EventKind.UPDATE) | (events["kind"] == EventKind.SYNC))
    nth = np.full(len(events), -1, np.int64)
    nth[rows] = _times_before(events["site"][rows])
    return nth


def _times_before(sites: npt.NDArray[np.uint32]) -> npt.NDArray[np.int64]:
    """How often each one's value stood before it."""
    order = np.argsort(sites, kind="stable")
    ordered = sites[order]
    first = np.ones(len(sites), np.bool_)
    first[1:] = ordered[1:] != ordered[:-1]
    begins = np.flatnonzero(first)
    within = np.arange(len(sites)) - np.repeat(begins, np.diff(np.append(begins, len(sites))))
    result = np.empty(len(sites), np.int64)
    result[order] = within
    return result


def _accesses(columns: npt.NDArray[np.void], nth: tuple[npt.NDArray[np.int64], ...]) -> Iterator[Operation]:
    names = ("thread", "row", "place", "index", "site", "writes", "first", "past")
    for thread, row, place, index, site, writes, first, past in zip(*(columns[n].tolist() for n in names), strict=True):
        on = tuple(range(first, past))
        yield Operation(thread, row, place, index, site, int(nth[thread][row]), on, writes, "access")


def _records(
    trace: Trace, places: tuple[npt.NDArray[np.int64], ...], nth: tuple[npt.NDArray[np.int64], ...]
) -> Iterator[Operation]:
    fmt, sync = trace_format(), trace.recording.sync
    wanted = {fmt[f"RD_{name.upper()}"] for name in (*EXCLUSIVE, *SHARED, *GIVING, *_OTHERS, *_ON_THREADS)}
    for thread in trace.threads:
        for row in np.flatnonzero(thread.events["kind"] == EventKind.SYNC).tolist():
            record = sync[int(thread.events["value"][row])]
            if int(record["kind"]) in wanted and not record["flags"] & fmt["RD_FLAG_RECURSIVE"]:
                kind = fmt.kind_name(int(record["kind"]))
                on, other = _about(kind, record, len(trace.threads))
                at = int(places[thread.index][row]), int(record["count"]), int(thread.events["site"][row])
                nth_here, failed = int(nth[thread.index][row]), bool(record["flags"] & fmt["RD_FLAG_FAILED"])
                yield Operation(thread.index, row, *at, nth_here, on, kind not in SHARED, kind, other, failed)


def _about(kind: str, record: Any, threads: int) -> tuple[tuple[int, ...], int]:
    """What it is on, and the thread it is about."""
    if kind in _ON_THREADS:
        other = int(record["value"]) if kind in ("create", "join") else -1
        return (), other if other < threads else -1
    if kind == "deadlock" and record["value"] == trace_format()["RD_JOIN"]:
        return (), -1
    return (_lock(int(record["object"])),), _lock(int(record["value"])) if kind == "wait" else -1


def _lock(address: int) -> int:
    return -2 - address


def conflicting(operations: Operations) -> dict[int, list[Operation]]:
    """By what they are on: operations of at least two threads, one of which writes. A release is noticed by those only
    who would have failed to get the lock."""
    found: dict[int, list[Operation]] = {}
    tried = {on for one in operations.each if one.kind in _MAY_FAIL for on in one.on}
    for one in operations.each:
        for on in one.on:
            if one.kind not in GIVING or on in tried:
                found.setdefault(on, []).append(one)
    return {on: each for on, each in found.items() if len({one.thread for one in each}) > 1 and _any_writes(each)}


def _any_writes(each: list[Operation]) -> bool:
    return any(one.writes for one in each)


def neighbours(operations: Operations) -> list[tuple[Operation, Operation]]:
    """Conflicting operations of different threads with no conflicting one in between, in the order of the later."""
    found: dict[tuple[int, int], tuple[Operation, Operation]] = {}
    for each in conflicting(operations).values():
        written: Operation | None = None
        read: list[Operation] = []
        for one in each:
            before = ([written] if written else []) + (read if one.writes else [])
            for earlier in before:
                if earlier.thread != one.thread:
                    found[earlier.place, one.place] = (earlier, one)
            if one.writes:
                written, read = one, []
            else:
                read.append(one)
    return sorted(found.values(), key=lambda pair: (pair[1].place, pair[0].place))


def named(trace: Trace) -> Words:
    """Words for a run, with the names of the stack as they were at its end."""
    words = Words(trace)
    for thread in trace.threads:
        for event in thread.events[thread.events["kind"] == EventKind.SLOT]:
            words.enter_slot(thread, event)
    return words

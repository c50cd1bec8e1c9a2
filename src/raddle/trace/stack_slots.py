"""Variables on stacks: which slot of its own frame an access is meant for, and which slots of others are gone.

In: a trace with all slots (trace/walk_fast.py, with_private), and where in the run each row took place. Out:
`StackSlots`. Of what is gone only accesses by other threads are judged: what a thread finds on its own stack below its
frames may belong to a library.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from raddle.base.trace_format import trace_format
from raddle.trace.events import EventKind
from raddle.trace.happens_before import At
from raddle.trace.walk import Trace

_FIRST_SLOT: Final = 0x200000000000  # where native/memory.c puts the stacks of threads; others are the program's own
_FIRST_OVERFLOW: Final = 0x600000000000
_NEVER: Final = np.iinfo(np.int64).max

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]


class EndedSlot(NamedTuple):
    address: int
    size: int
    begin: At | None
    end: At | None
    """Where its function returned, or its thread ended."""


class _Frames(NamedTuple):
    """Slots of one thread by alloca and calls, sorted; `order` is made of the number of that pair and the row."""

    keys: Words
    order: Numbers
    address: Words
    size: Words


class StackSlots:
    def __init__(self, trace: Trace, places: tuple[Numbers, ...]) -> None:
        self._trace = trace
        self._places = places
        self._frames: dict[int, _Frames] = {}
        recorded = trace.recording.threads
        by_low = sorted(range(len(recorded)), key=lambda one: recorded[one].stack_low)
        self._owner = np.array(by_low, np.int64)
        self._low = np.array([recorded[one].stack_low for one in by_low], np.uint64)
        self._high = np.array([recorded[one].stack_high for one in by_low], np.uint64)
        self._exit = np.array([self._exit_place(one) for one in by_low], np.int64)

    # ---- slots of the own frame

    def of_frame(self, thread: int, alloca: Numbers, stack: Words, row: Numbers) -> tuple[Words, Words]:
        """Begin and end of the slot that the alloca made in the frame that the row belongs to; 0 and the largest
        number: it is not known."""
        frames = self._frames_of(thread)
        begin, past = np.zeros(len(row), np.uint64), np.full(len(row), 2**64 - 1, np.uint64)
        if not len(frames.keys):
            return begin, past
        key = _key(alloca, stack)
        group = np.minimum(np.searchsorted(frames.keys, key), len(frames.keys) - 1)
        rows = len(self._trace.threads[thread].events) + 1
        at = np.searchsorted(frames.order, group * rows + row) - 1
        known = (frames.keys[group] == key) & (at >= 0)
        known &= frames.order[np.maximum(at, 0)] >= group * rows
        begin[known] = frames.address[at[known]]
        past[known] = frames.address[at[known]] + frames.size[at[known]]
        return begin, past

    def _frames_of(self, thread: int) -> _Frames:
        if thread not in self._frames:
            events = self._trace.threads[thread].events
            rows = np.flatnonzero(events["kind"] == EventKind.SLOT)
            slots = events[rows]
            keys, group = np.unique(_key(slots["site"], slots["stack"]), return_inverse=True)
            order = group.astype(np.int64) * (len(events) + 1) + rows
            by_order = np.argsort(order)
            found = _Frames(keys, order[by_order], slots["address"][by_order], slots["value"][by_order])
            self._frames[thread] = found
        return self._frames[thread]

    # ---- slots of others

    def wrong(self, thread: int, address: Words, size: Words, place: Numbers) -> npt.NDArray[np.bool_]:
        """By access: whether it touches what is gone of another thread's stack."""
        wrong = np.zeros(len(address), np.bool_)
        at = np.searchsorted(self._low, address, side="right") - 1
        near = np.maximum(at, 0)
        of_others = (at >= 0) & (address < self._high[near]) & (self._owner[near] != thread)
        rows = np.flatnonzero(of_others)
        if not rows.size:
            return wrong
        wrong[rows] = place[rows] > self._exit[near[rows]]
        for owner in np.unique(self._owner[near[rows]]).tolist():
            own = rows[self._owner[near[rows]] == owner]
            wrong[own] |= self._is_gone(owner, address[own], place[own])
        return wrong

    def ended(self, thread: int, address: int, size: int, place: int) -> EndedSlot | None:
        """What is gone there, where `wrong` says so."""
        if not self.wrong(thread, _one(address), _one(size), np.array([place]))[0]:
            return None
        stack = int(np.searchsorted(self._low, np.uint64(address), side="right")) - 1
        owner = int(self._owner[stack])
        begin = self._last(owner, EventKind.SLOT, address, place)
        end = self._last(owner, EventKind.SLOT_END, address, place)
        if begin is None:
            return EndedSlot(address, size, None, end)
        events = self._trace.threads[owner].events
        return EndedSlot(int(events["address"][begin.row]), int(events["value"][begin.row]), begin, end)

    def around(self, address: int, place: int) -> tuple[int, int] | None:
        """Address and size of the slot that is there at that place of the run."""
        stack = int(np.searchsorted(self._low, np.uint64(address), side="right")) - 1
        if stack < 0 or address >= int(self._high[stack]):
            return None
        owner = int(self._owner[stack])
        begin, end = (self._last(owner, kind, address, place) for kind in (EventKind.SLOT, EventKind.SLOT_END))
        if begin is None or (end is not None and end.row > begin.row):
            return None
        events = self._trace.threads[owner].events
        return int(events["address"][begin.row]), int(events["value"][begin.row])

    def _is_gone(self, owner: int, address: Words, place: Numbers) -> npt.NDArray[np.bool_]:
        """Whether the last thing that happened to a slot there is that it ended."""
        events, places = self._trace.threads[owner].events, self._places[owner]
        wanted, which = np.unique(address, return_inverse=True)
        rows = np.flatnonzero((events["kind"] == EventKind.SLOT) | (events["kind"] == EventKind.SLOT_END))
        first = np.searchsorted(wanted, events["address"][rows])
        past = np.searchsorted(wanted, events["address"][rows] + events["value"][rows])
        matter = past > first
        rows, first, count = rows[matter], first[matter], (past - first)[matter]
        if not rows.size:
            return np.zeros(len(address), np.bool_)
        each = np.repeat(np.arange(len(rows)), count)
        number = first[each] + np.arange(len(each)) - np.repeat(np.cumsum(count) - count, count)
        length = 1 + max(int(places[rows].max()), int(place.max()))
        order = number * length + places[rows][each]
        by_order = np.argsort(order, kind="stable")
        at = np.searchsorted(order[by_order], which * length + place) - 1
        last = by_order[np.maximum(at, 0)]
        known = (at >= 0) & (number[last] == which)
        found: npt.NDArray[np.bool_] = known & (events["kind"][rows][each[last]] == EventKind.SLOT_END)
        return found

    def _last(self, owner: int, kind: EventKind, address: int, place: int) -> At | None:
        events = self._trace.threads[owner].events
        there = (events["kind"] == kind) & (events["address"] <= address) & (self._places[owner] < place)
        rows = np.flatnonzero(there & (address < events["address"] + events["value"]))
        return At(owner, int(rows[-1])) if rows.size else None

    def _exit_place(self, number: int) -> int:
        """When the thread's whole stack is gone."""
        recorded = self._trace.recording.threads[number]
        if not _FIRST_SLOT <= recorded.stack_low < _FIRST_OVERFLOW or number >= len(self._trace.threads):
            return int(_NEVER)
        events, sync = self._trace.threads[number].events, self._trace.recording.sync
        rows = np.flatnonzero(events["kind"] == EventKind.SYNC)
        ended = rows[sync["kind"][events["value"][rows].astype(np.int64)] == trace_format()["RD_EXIT"]]
        return int(self._places[number][ended[-1]]) if ended.size else int(_NEVER)


def _key(alloca: npt.NDArray[np.integer], stack: npt.NDArray[np.integer]) -> Words:
    return alloca.astype(np.uint64) << np.uint64(32) | stack.astype(np.uint64)


def _one(number: int) -> Words:
    return np.array([number], np.uint64)

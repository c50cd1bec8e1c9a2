"""Two rows of a walked run that race -> what people want to know of them: `Race`."""

from bisect import bisect_right
from dataclasses import replace
from typing import Any, Final

import numpy as np

from raddle.base.place import SourcePlace
from raddle.base.trace_format import trace_format
from raddle.report.result import Access, Race, Verb
from raddle.report.rows import position
from raddle.trace.access_orders import AccessOrders
from raddle.trace.events import EventFlag, EventKind, MemoryOrder
from raddle.trace.happens_before import At
from raddle.trace.held_locks import HeldLocks
from raddle.trace.order import turns
from raddle.trace.walk import Trace
from raddle.trace.words import Words

_VERBS: Final[dict[EventKind, Verb]] = {
    EventKind.READ: "read",
    EventKind.WRITE: "write",
    EventKind.UPDATE: "update",
    EventKind.SYNC: "free",
    EventKind.SLOT: "allocate",
    EventKind.SLOT_END: "return",
}
_OF_RECORDS: Final[dict[str, Verb]] = {"alloc": "allocate", "exit": "return"}


class Racing:
    """Of one run; made once for all its races."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._words = Words(trace)
        self._locks = HeldLocks(trace)
        self._orders = AccessOrders(trace.program)
        self._creations: dict[int, SourcePlace | None] = {}
        allocated = np.flatnonzero(trace.recording.sync["kind"] == trace_format()["RD_ALLOC"])
        starts = trace.recording.sync["object"][allocated]
        by_start = np.argsort(starts, kind="stable")
        self._blocks: list[int] = allocated[by_start].tolist()
        """Positions of the records in the order of their addresses."""
        self._starts: list[int] = starts[by_start].tolist()

    def race(self, one: At, other: At, *, both_next: bool | None) -> Race:
        """`one` and `other` as they are to be told."""
        touching = [at for at in (one, other) if self._event(at)["kind"] != EventKind.SYNC] or [one]
        address = max(self._extent(at)[0] for at in touching)
        words = self._words_at(address, one, other)
        block = self._block(address)
        memory = words.name(address).text if block is None else self._part_of_block(block, address, one, other)
        return Race(
            memory=memory,
            allocated="" if block is None else self._allocated(block),
            accesses=(self._access(words, one), self._access(words, other)),
            both_next=both_next,
        )

    def access(self, at: At) -> Access:
        """One alone. It may also be an allocation, or the end of a slot on a stack."""
        access, event = self._access(self._words_at(self._extent(at)[0], at, at), at), self._event(at)
        if event["kind"] != EventKind.SYNC:
            return access
        record = self._trace.recording.sync[int(event["value"])]
        return replace(access, verb=_OF_RECORDS.get(trace_format().kind_name(int(record["kind"])), "free"))

    def words_at(self, address: int, at: At) -> Words:
        """With the names that are in force at a row."""
        return self._words_at(address, at, at)

    def locks_at(self, words: Words, at: At) -> tuple[str, ...]:
        """Held by its thread then."""
        return tuple(
            f"{words.name_of_object(held.address)}{' (shared)' if held.shared else ''}"
            for held in self._locks.at(at.thread, at.row)
        )

    def deed(self, at: At, other: At) -> str:
        """`write hits = (hits + 1) = 3`: of the first one. What was read for it may have been on a stack."""
        words = self._words_then(at, other)
        return str(words.deed(self._trace.threads[at.thread], self._event(at)))

    def _event(self, at: At) -> Any:
        return self._trace.threads[at.thread].events[at.row]

    def _extent(self, at: At) -> tuple[int, int]:
        """First address and number of bytes; of what frees a block, all of that."""
        event = self._event(at)
        if event["kind"] == EventKind.SYNC:
            record = self._trace.recording.sync[int(event["value"])]
            return int(record["object"]), int(record["value"])
        return int(event["address"]), int(event["size"])

    def _access(self, words: Words, at: At) -> Access:
        thread, event = self._trace.threads[at.thread], self._event(at)
        kind, failed = EventKind(int(event["kind"])), bool(event["flags"] & EventFlag.FAILED)
        order = int(self._orders.of_rows(np.array([event], event.dtype))[0])
        touches = kind <= EventKind.UPDATE
        return Access(
            thread=thread.path,
            stack=words.stack_of(thread, event),
            verb="read" if failed else _VERBS[kind],
            atomic=touches and order != MemoryOrder.PLAIN,
            value=_value(words, event, changed=not failed) if touches else None,
            locks=self.locks_at(words, at),
            born=self._born(at.thread),
            inside=words.library_call(thread, event),
        )

    def _born(self, thread: int) -> SourcePlace | None:
        if thread not in self._creations:
            self._creations[thread] = self._words.born(self._trace.threads[thread])
        return self._creations[thread]

    # ---- names

    def _words_at(self, address: int, one: At, other: At) -> Words:
        """On a stack, which variable or lock an address is changes in time."""
        held = (lock.address for at in (one, other) for lock in self._locks.at(at.thread, at.row))
        stacks = [range(thread.stack_low, thread.stack_high) for thread in self._trace.recording.threads]
        on_stack = any(each in stack for each in (address, *held) for stack in stacks)
        return self._words_then(one, other) if on_stack else self._words

    def _words_then(self, one: At, other: At) -> Words:
        """With the names that the stacks' slots have when both are done."""
        words = Words(self._trace)
        missing = {one, other}
        for which, begin, end in turns(self._trace):
            thread = self._trace.threads[which]
            for at in np.flatnonzero(thread.events["kind"][begin:end] == EventKind.SLOT).tolist():
                words.enter_slot(thread, thread.events[begin + at])
            missing -= {at for at in missing if at.thread == which and begin <= at.row < end}
            if not missing:
                break
        return words

    def _block(self, address: int) -> int | None:
        """The record of the block of the heap that the address is in."""
        at = bisect_right(self._starts, address) - 1
        if at < 0:
            return None
        size = int(self._trace.recording.sync["value"][self._blocks[at]])
        return self._blocks[at] if address < self._starts[at] + max(size, 1) else None

    def _part_of_block(self, block: int, address: int, one: At, other: At) -> str:
        record = self._trace.recording.sync[block]
        size, offset = int(record["value"]), address - int(record["object"])
        touched = min(self._extent(one)[1], self._extent(other)[1])
        whole = f"a block of {size} byte{'s' * (size != 1)}"
        if touched >= size:
            return whole
        last = offset + touched - 1
        return f"byte{'s' * (last > offset)} {offset}{f' to {last}' if last > offset else ''} of {whole}"

    def _allocated(self, block: int) -> str:
        """`main at list.c:12`"""
        number = int(self._trace.recording.sync["thread"][block])
        thread = self._trace.threads[number]
        rows = np.flatnonzero((thread.events["kind"] == EventKind.SYNC) & (thread.events["value"] == block))
        place = self._words.place_of(thread, thread.events[rows[0]]) if rows.size else None
        return thread.path if place is None else f"{thread.path} at {position(place)}"


def _value(words: Words, event: Any, *, changed: bool) -> str:
    """What was read or written; of an update both."""
    name, size = words.name(int(event["address"])), int(event["size"])
    value = name.spell(int(event["value"]), size)
    if event["kind"] == EventKind.UPDATE and changed:
        return f"{value} -> {name.spell(int(event['written']), size)}"
    return value

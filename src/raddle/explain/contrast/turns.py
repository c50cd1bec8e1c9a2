"""Where threads of a failing run and of a passing one first part: by the first read of another value, and by the first
branch that goes the other way."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np

from raddle.base.place import SourcePlace
from raddle.explain.contrast.operations import Operations, named
from raddle.explain.contrast.ways import Branched, Way
from raddle.report.explanation import Turn
from raddle.trace.constant_text import text_at
from raddle.trace.events import EventFlag, EventKind, ThreadTrace
from raddle.trace.sources import Sources

MOST_LETTERS: Final = 30
"""Of a string."""

_Placed = tuple[int, Turn]
"""With its place in the failing run."""


def turns_between(
    failing: Operations, passing: Operations, ways: tuple[Sequence[Way], Sequence[Way]], sources: Sources
) -> list[Turn]:
    """Of each thread in both, in the order in which the failing run comes to them."""
    told = _Told(failing, passing, sources)
    numbers = {thread.path: thread.index for thread in passing.trace.threads}
    of_passing = {way.thread.path: way for way in ways[1]}
    of_failing = {way.thread.path: way for way in ways[0]}
    found: list[_Placed] = []
    for thread in failing.trace.threads:
        if thread.path in numbers:
            found += told.read(thread.index, numbers[thread.path])
        if thread.path in of_failing and thread.path in of_passing:
            found += told.branch(of_failing[thread.path], of_passing[thread.path])
    return [turn for _, turn in sorted(found, key=lambda placed: placed[0])]


class _Told:
    def __init__(self, failing: Operations, passing: Operations, sources: Sources) -> None:
        self._failing, self._passing = failing, passing
        self._words = {id(one): named(one.trace) for one in (failing, passing)}
        self._sources = sources

    def read(self, number: int, other: int) -> Iterator[_Placed]:
        """The first read of the thread that sees another value."""
        events, seen = self._failing.trace.threads[number].events, self._passing.trace.threads[other].events
        known = self._passing.rows_by_key(other)
        nth = self._failing.nth[number]
        reads = (events["kind"] == EventKind.READ) | (events["kind"] == EventKind.UPDATE)
        for row in np.flatnonzero(reads & ((events["flags"] & EventFlag.LIBRARY) == 0)).tolist():
            at = known.get((int(events["site"][row]), int(nth[row])))
            if at is None:
                continue
            if events["value"][row] != seen["value"][at] or events["address"][row] != seen["address"][at]:
                said = self._value(self._failing, events[row]), self._value(self._passing, seen[at])
                if said[0] != said[1]:
                    thread = self._failing.trace.threads[number]
                    place = self._words[id(self._failing)].place_of(thread, events[row])
                    at_place = int(self._failing.places[number][row])
                    yield at_place, Turn(thread.path, place, self._sources.line(place), *said)
                    return

    def _value(self, operations: Operations, event: Any) -> str:
        """`full = 0`; of a pointer, what it points to, since addresses may differ from run to run."""
        words = self._words[id(operations)]
        name = words.name(int(event["address"]))
        value, size = int(event["value"]), int(event["size"])
        pointed = words.name(value).text if size == 8 and value else ""
        if pointed.startswith(".str"):
            return f'{name.text} = "{text_at(operations.trace.program, value)[:MOST_LETTERS]}"'
        spelled = name.spell(value, size) if not pointed or pointed.startswith("0x") else pointed
        return f"{name.text} = {spelled}"

    def branch(self, first: Way, second: Way) -> Iterator[_Placed]:
        """The first branch of the thread that goes the other way."""
        there = {(one.site, one.nth): one for one in second.branches}
        for one in first.branches:
            other = there.get((one.site, one.nth))
            if other is not None and other.value != one.value:
                place = self._place(first.thread, one)
                said = self._condition(self._failing, first, one), self._condition(self._passing, second, other)
                turn = Turn(first.thread.path, place, self._sources.line(place), *said, is_branch=True)
                yield self._when(first, one), turn
                return

    def _when(self, way: Way, one: Branched) -> int:
        """The place of what its thread did last before it."""
        number = way.thread.index
        events = self._failing.trace.threads[number].events
        before = int(np.searchsorted(events["index"], one.events, side="left"))
        return int(self._failing.places[number][before - 1]) if before else -1

    def _place(self, thread: ThreadTrace, one: Branched) -> SourcePlace | None:
        callers = []
        stack = one.stack
        while stack:
            callers.append(int(thread.stacks["site"][stack]))
            stack = int(thread.stacks["parent"][stack])
        return self._failing.trace.program.own_place_of(one.site, callers)

    def _condition(self, operations: Operations, way: Way, one: Branched) -> str:
        words = self._words[id(operations)]
        if one.choice:
            return f"{words.term(way.thread, one.term) if one.term else 'the choice'} is {one.value}"
        if one.term:
            return words.condition(way.thread, one.term, holds=bool(one.value))
        return "the condition holds" if one.value else "the condition does not hold"

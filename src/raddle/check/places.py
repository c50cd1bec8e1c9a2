"""Where in the source things stand, to the line: findings are told apart by it."""

from dataclasses import replace
from typing import Final

import numpy as np

from raddle.base.place import SourcePlace
from raddle.model.program import TraceProgram
from raddle.trace.walk import Trace
from raddle.trace.words import Words

NOWHERE: Final = SourcePlace("", 0)


class Places:
    """Of a trace program's events, and of the rows of the walk that they came from."""

    def __init__(self, trace: Trace, ctp: TraceProgram | None = None) -> None:
        self._trace = trace
        self._events = () if ctp is None else ctp.events
        self._words = Words(trace)
        self._kinds: dict[int, list[int]] = {}
        """By thread: for each row which of its kinds (site and stack) it is."""
        self._lines: dict[tuple[int, int], SourcePlace] = {}
        """By thread and kind."""

    def of_event(self, number: int) -> SourcePlace:
        event = self._events[number]
        return self.of_row(event.thread, event.origin)

    def stack_of(self, number: int) -> tuple[SourcePlace, ...]:
        """The calls around an event too."""
        event = self._events[number]
        thread = self._trace.threads[event.thread]
        return self._words.stack_of(thread, thread.events[event.origin])

    def of_row(self, thread: int, row: int) -> SourcePlace:
        """NOWHERE: it is not known."""
        kinds = self._kinds.get(thread)
        if kinds is None:
            kinds = self._kinds[thread] = self._kinds_of(thread)
        found = self._lines.get((thread, kinds[row]))
        if found is None:
            walked = self._trace.threads[thread]
            place = self._words.place_of(walked, walked.events[row])
            found = self._lines[thread, kinds[row]] = NOWHERE if place is None else replace(place, column=0)
        return found

    def _kinds_of(self, thread: int) -> list[int]:
        events = self._trace.threads[thread].events
        keys = events["site"].astype(np.uint64) << np.uint64(32) | events["stack"]
        kinds: list[int] = np.unique(keys, return_inverse=True)[1].tolist()
        return kinds

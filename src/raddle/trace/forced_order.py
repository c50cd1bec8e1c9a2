"""What every run of the recorded threads keeps: program order, and the order that creating and joining force.

In: a recording. Out: `ForcedOrder`, which says of two visible events whether one must precede the other.
"""

from bisect import bisect_right
from dataclasses import dataclass

import numpy as np

from raddle.base.trace_format import trace_format
from raddle.trace.recorded import Recording


@dataclass(frozen=True, slots=True)
class Moment:
    """A visible event of a thread, by its number there."""

    thread: int
    count: int


_Clock = dict[int, int]  # thread -> how many of its visible events are over


class ForcedOrder:
    def __init__(self, recording: Recording) -> None:
        fmt = trace_format()
        create, start, join = (fmt[name] for name in ("RD_CREATE", "RD_START", "RD_JOIN"))
        sync = recording.sync
        wanted = np.isin(sync["kind"], [create, start, join]) & ((sync["flags"] & fmt["RD_FLAG_FAILED"]) == 0)
        counts = [thread.count for thread in recording.threads]
        self._counts = counts
        self._after: list[list[int]] = [[0] for _ in counts]
        self._clocks: list[list[_Clock]] = [[{}] for _ in counts]
        born: dict[int, _Clock] = {}
        for record in sync[wanted]:
            kind, thread, count, other = (int(record[name]) for name in ("kind", "thread", "count", "value"))
            if kind == create:
                born[other] = {**self._clocks[thread][-1], thread: count + 1}
            elif kind == start:
                self._learn(thread, count, born.get(thread, {}))
            else:
                self._learn(thread, count, {**self._clocks[other][-1], other: counts[other]})

    def _learn(self, thread: int, count: int, clock: _Clock) -> None:
        known = dict(self._clocks[thread][-1])
        for other, over in clock.items():
            known[other] = max(over, known.get(other, 0))
        self._after[thread].append(count + 1)
        self._clocks[thread].append(known)

    def ended(self, thread: int, count: int) -> tuple[bool, ...]:
        """For each thread whether all of it must precede the visible event of that number."""
        place = bisect_right(self._after[thread], count) - 1
        known = self._clocks[thread][place]
        return tuple(known.get(other, 0) >= counted for other, counted in enumerate(self._counts))

    def must_precede(self, first: Moment, second: Moment) -> bool:
        if first.thread == second.thread:
            return first.count < second.count
        place = bisect_right(self._after[second.thread], second.count) - 1
        return self._clocks[second.thread][place].get(first.thread, 0) > first.count

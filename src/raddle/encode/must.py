"""Which event must come before which, in every run of the trace program: if b takes place, a has taken place before.

Program order, create -> start, exit -> join, the one end of a once -> its passes, all arrivals of a round -> its
departures where a barrier has fixed rounds (encode/rounds.py), and what reads that can see one write only force
(encode/forced_reads.py). Whatever forces it, happens-before has it too. A vector clock per event, so that one
comparison answers.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain

import numpy as np
import numpy.typing as npt

from raddle.base.errors import InternalError
from raddle.encode.order import Order
from raddle.encode.program_index import causes_of, ends_of
from raddle.encode.rounds import fixed_rounds
from raddle.model.actions import OnceEnd, OncePass
from raddle.model.program import TraceProgram


class MustPrecede(Order):
    """Of events of one run: what comes before b takes place if b does."""

    def __init__(
        self, ctp: TraceProgram, forced: Iterable[tuple[int, int]] = (), edges: Iterable[tuple[int, int]] | None = None
    ) -> None:
        """`edges`: instead of all that synchronisation forces."""
        self.into: dict[int, list[int]] = defaultdict(list)
        """Edges between threads: event -> those that must come before it."""
        for before, after in (*(_edges(ctp) if edges is None else edges), *forced):
            self.into[after].append(before)
        self.thread: list[int] = [event.thread for event in ctp.events]
        self.position: list[int] = [event.position for event in ctp.events]
        self._clocks = self._computed(ctp)

    def __call__(self, a: int, b: int) -> bool:
        thread = self.thread[a]
        if thread == self.thread[b]:
            return a < b
        return bool(self._clocks[self._row[b]][thread] >= self.position[a])

    def needs(self, b: int, a: int) -> bool:
        return a == b or self(a, b)

    def excludes(self, a: int, b: int) -> bool:
        return False

    def clock(self, event: int) -> npt.NDArray[np.int32]:
        """For each thread the last position that must come before (of its own thread: its own); -1: none."""
        clock: npt.NDArray[np.int32] = self._clocks[self._row[event]].copy()
        clock[self.thread[event]] = self.position[event]
        return clock

    def clocks(self, events: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
        """Of many events, without what they are to themselves."""
        found: npt.NDArray[np.int32] = self._clocks[self._rows[events]]
        return found

    @cached_property
    def _rows(self) -> npt.NDArray[np.int64]:
        return np.array(self._row, np.int64)

    def _computed(self, ctp: TraceProgram) -> npt.NDArray[np.int32]:
        """One row where a thread learns something new; the events after it share the row."""
        self._row = [0] * len(ctp.events)
        rows = [np.full(len(ctp.threads), -1, np.int32)]
        done = [0] * len(ctp.threads)
        row_of = [0] * len(ctp.threads)
        moved = True
        while moved:
            moved = False
            for number, thread in enumerate(ctp.threads):
                while done[number] < thread.count:
                    event = thread.first + done[number]
                    sources = self.into.get(event, ())
                    if any(self.position[source] >= done[self.thread[source]] for source in sources):
                        break
                    if sources:
                        rows.append(self._joined(rows, row_of[number], sources))
                        row_of[number] = len(rows) - 1
                    self._row[event] = row_of[number]
                    done[number] += 1
                    moved = True
        if any(done[number] < thread.count for number, thread in enumerate(ctp.threads)):
            raise InternalError("events of the trace program wait for each other in a circle")
        return np.array(rows)

    def _joined(
        self, rows: list[npt.NDArray[np.int32]], row: int, sources: list[int] | tuple[int, ...]
    ) -> npt.NDArray[np.int32]:
        joined = rows[row].copy()
        for source in sources:
            np.maximum(joined, rows[self._row[source]], out=joined)
            thread = self.thread[source]
            joined[thread] = max(joined[thread], self.position[source])
        return joined


def _edges(ctp: TraceProgram) -> Iterator[tuple[int, int]]:
    yield from created_and_joined(ctp)
    ends: dict[int, list[int]] = defaultdict(list)
    for event in ctp.events:
        if isinstance(event.action, OnceEnd):
            ends[event.action.once].append(event.number)
    for event in ctp.events:
        match event.action:
            case OncePass(once) if len(ends[once]) == 1 and ctp.events[ends[once][0]].thread != event.thread:
                yield ends[once][0], event.number
            case _:
                pass
    yield from _barrier_edges(ctp)


def created_and_joined(ctp: TraceProgram) -> Iterator[tuple[int, int]]:
    creates, exits = ends_of(ctp.events)
    for event in ctp.events:
        yield from ((cause, event.number) for cause in causes_of(event, creates, exits) or ())


def _barrier_edges(ctp: TraceProgram) -> Iterator[tuple[int, int]]:
    for barrier, rounds in fixed_rounds(ctp, ctp.events).items():
        for one in rounds:
            if len(one.arrivals) == ctp.barriers[barrier].parties:
                for after in one.leaves:
                    others = (events for thread, events in one.arrivals.items() if thread != ctp.events[after].thread)
                    yield from ((before, after) for before in chain.from_iterable(others))

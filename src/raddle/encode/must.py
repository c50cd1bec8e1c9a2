"""Which event must come before which, in every run of the trace program: if b takes place, a has taken place before.

Program order, create -> start, exit -> join, the one end of a once -> its passes, all arrivals of a round -> its
departures where a barrier has fixed rounds (as many threads use it as it waits for), and what reads that can see one
write only force (encode/forced_reads.py). Whatever forces it, happens-before has it too. A vector clock per event, so
that one comparison answers.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property

import numpy as np
import numpy.typing as npt

from raddle.base.errors import InternalError
from raddle.model.ctp import Arrive, Create, Ctp, Exit, Join, Leave, OnceEnd, OncePass, Start


class MustPrecede:
    """Call it with two event numbers."""

    def __init__(
        self, ctp: Ctp, forced: Iterable[tuple[int, int]] = (), edges: Iterable[tuple[int, int]] | None = None
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

    def _computed(self, ctp: Ctp) -> npt.NDArray[np.int32]:
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


def _edges(ctp: Ctp) -> Iterator[tuple[int, int]]:
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


def created_and_joined(ctp: Ctp) -> Iterator[tuple[int, int]]:
    created: dict[int, int] = {}
    exits: dict[int, int] = {}
    for event in ctp.events:
        match event.action:
            case Create(child):
                created[child] = event.number
            case Exit():
                exits[event.thread] = event.number
            case _:
                pass
    for event in ctp.events:
        match event.action:
            case Start() if event.thread in created:
                yield created[event.thread], event.number
            case Join(child) if child in exits:
                yield exits[child], event.number
            case _:
                pass


def _barrier_edges(ctp: Ctp) -> Iterator[tuple[int, int]]:
    for arrivals, departures in fixed_rounds(ctp):
        for after in departures:
            yield from ((before, after) for before in arrivals if ctp.events[before].thread != ctp.events[after].thread)


def fixed_rounds(ctp: Ctp) -> Iterator[tuple[list[int], list[int]]]:
    """Arrivals and departures of each round, for barriers that exactly their number of threads use.

    A thread arrives again only after it has left: with as many threads as parties round k is the k-th arrival of each.
    """
    arrivals: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    departures: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for event in ctp.events:
        match event.action:
            case Arrive(barrier):
                arrivals[barrier][event.thread].append(event.number)
            case Leave(barrier):
                departures[barrier][event.thread].append(event.number)
            case _:
                pass
    for barrier, by_thread in arrivals.items():
        if len(by_thread) != ctp.barriers[barrier].parties:
            continue
        for number in range(max(map(len, by_thread.values()))):
            round_arrivals = [events[number] for events in by_thread.values() if len(events) > number]
            left = [events[number] for events in departures[barrier].values() if len(events) > number]
            if len(round_arrivals) == len(by_thread):
                yield round_arrivals, left

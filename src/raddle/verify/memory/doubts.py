"""What flags and runs together do not show of memory errors: then nothing is proved, and the place is named.

In: every run, with all of its accesses; the models of all runs. Out: the first doubt, in words.
- A block that one thread touches and another gives back must be in the paths, wherever the first need not have ended.
- Variables of a function that other threads touch must be there until these were joined.
- Of an access whose address depends on others each place that it may go to must be in the object that it is meant for.
"""

from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from raddle.base.trace_format import trace_format
from raddle.model.actions import Free
from raddle.model.recorded.own_places import OwnPlaces
from raddle.model.recorded.several import RunModel
from raddle.trace.events import EventKind
from raddle.trace.freed import freed_blocks
from raddle.trace.memory_faults import ON_OBJECTS, MemoryFaults
from raddle.trace.recorded import Recording
from raddle.trace.sharing import granules_of
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import with_private
from raddle.verify.memory.aims import Aims, Span, objects_of
from raddle.verify.memory.frames import Frames

Granules = npt.NDArray[np.uint64]
_NOTHING: Final = np.zeros(0, np.uint64)


class _GivenBack(NamedTuple):
    path: str
    """Of the thread that does."""
    ended: frozenset[str]
    """Threads that must be over by then."""
    block: Span


class MemoryDoubts:
    def __init__(self) -> None:
        self._touched: dict[str, Granules] = defaultdict(lambda: _NOTHING)
        self._synced: dict[str, set[int]] = defaultdict(set)
        """Where locks and the like lie that a thread uses."""
        self._given_back: set[_GivenBack] = set()
        self._frames = Frames()
        self._objects: set[Span] = set()
        self._astray = ""

    def add(self, run: Trace) -> None:
        trace = with_private(run)
        threads = trace.recording.threads
        for thread in trace.threads:
            accesses = thread.events[thread.events["kind"] <= EventKind.UPDATE]
            self._touched[thread.path] = np.union1d(self._touched[thread.path], granules_of(accesses))
        fmt, sync = trace_format(), trace.recording.sync
        for record in sync[np.isin(sync["kind"], [fmt[name] for name in ON_OBJECTS])]:
            self._synced[threads[int(record["thread"])].path].add(int(record["object"]))
        joined = joined_at(trace.recording, {block.position for block in freed_blocks(trace.recording)})
        for block in freed_blocks(trace.recording):
            span = Span(block.address, block.end)
            self._given_back.add(_GivenBack(threads[block.thread].path, joined[block.position], span))
        self._frames.add(trace)
        self._objects |= objects_of(trace)
        if not self._astray:
            self._astray = _astray(trace)

    def of(self, models: Sequence[RunModel]) -> str:
        """Empty: there is none."""
        return next(self._all(models), "")

    def _all(self, models: Sequence[RunModel]) -> Iterator[str]:
        if self._astray:
            yield self._astray
        yield from _in_place(models)
        yield from self._unseen_uses(models)
        yield from self._frames.doubts()
        yield from Aims(models, self._objects).doubts()

    def _unseen_uses(self, models: Sequence[RunModel]) -> Iterator[str]:
        shared = models[0].trace.shared
        for path, ended, block in self._given_back:
            for other, touched in self._touched.items():
                if other == path or other in ended:
                    continue
                first, past = np.searchsorted(touched, np.array([block.begin >> 3, (block.end + 7) >> 3], np.uint64))
                if np.setdiff1d(touched[first:past], shared).size:
                    yield f"thread {other} uses memory that thread {path} gives back in another run"
                if any(block.begin <= address < block.end for address in self._synced[other]):
                    yield f"thread {other} uses a lock or the like that lies in memory that thread {path} gives back"


def joined_at(recording: Recording, positions: Container[int]) -> dict[int, frozenset[str]]:
    """Records -> the threads that are over there in any order: it joined them, or who had joined them."""
    fmt, sync, threads = trace_format(), recording.sync, recording.threads
    over: dict[int, frozenset[str]] = defaultdict(frozenset)
    found = {}
    for position, record in enumerate(sync):
        thread, other = int(record["thread"]), int(record["value"])
        if position in positions:
            found[position] = over[thread]
        if record["flags"] & fmt["RD_FLAG_FAILED"]:
            continue
        if record["kind"] == fmt["RD_CREATE"]:
            over[other] = over[thread]
        elif record["kind"] == fmt["RD_JOIN"]:
            over[thread] |= over[other] | {threads[other].path}
    return found


def _in_place(models: Sequence[RunModel]) -> Iterator[str]:
    """But for what comes before all other threads: none of them knows the old block."""
    for model in models:
        alone = _rows_alone(model.trace)
        for event in model.ctp.events:
            if isinstance(event.action, Free) and event.action.goes_on and (event.thread or event.origin >= alone):
                site = int(model.trace.threads[event.thread].events["site"][event.origin])
                yield f"realloc() at {OwnPlaces(model.trace).of(site)} left memory where it was that others use"


def _rows_alone(trace: Trace) -> int:
    """Of main, while there is no other thread."""
    events, sync = trace.threads[0].events, trace.recording.sync
    rows = np.flatnonzero(events["kind"] == EventKind.SYNC)
    creates = sync["kind"][events["value"][rows]] == trace_format()["RD_CREATE"]
    return int(rows[creates][0]) if creates.any() else len(events)


def _astray(trace: Trace) -> str:
    for at in MemoryFaults(trace).beside_their_base():
        site = int(trace.threads[at.thread].events["site"][at.row])
        return f"the access at {OwnPlaces(trace).of(site)} goes to another object than its address is made from"
    return ""

"""Where a failing run fails: in: its walk, its raw steps, and what it is expected to show; out: a `Point`.

Broken      a condition that went to a side which cannot but fail: an assertion
Reached     a call that ends the program, an exit: being there is the failure
Faulted     an access, division or free that is wrong
Stuck       nobody can move
Disordered  nothing crashed: accesses that race, or that tear a block, took place in this order
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from raddle.base.errors import InternalError, UserError
from raddle.base.place import SourcePlace
from raddle.explain.recorded.interleaved import Cut, RawAt, interleaved
from raddle.explain.run import Deed
from raddle.explain.walked.raw import RawThread
from raddle.replay.memory import expected_events, fault_at
from raddle.replay.outcome import ATOMICITY, DATA_RACE, MEMORY_ERRORS, MISUSE, Outcome, has_failed, outcome_of
from raddle.replay.races import VisibleEvent, racing_events
from raddle.replay.torn import torn_by, torn_events
from raddle.report.failure import find_failure, with_all_memory
from raddle.report.faulting import Faulting
from raddle.report.memory_text import memory_message
from raddle.report.racing import Racing
from raddle.trace.events import EventKind
from raddle.trace.happens_before import At, HappensBefore
from raddle.trace.memory_faults import MemoryFault, MemoryFaults
from raddle.trace.torn import Tearing
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import with_private
from raddle.trace.words import Words

GIVEN_BACK = ("use-after-free", "double-free", "dangling")
"""Memory errors by an order: what was given back is used."""
_ENDINGS = ("assert", "error", "abort", "exit", "signal")


@dataclass(frozen=True, slots=True)
class Broken:
    at: RawAt


@dataclass(frozen=True, slots=True)
class Reached:
    """`at`: of the record; None: where the thread's log ends."""

    thread: int
    at: RawAt | None


@dataclass(frozen=True, slots=True)
class Faulted:
    """`at` None: where the thread's log ends."""

    thread: int
    at: RawAt | None
    fault: MemoryFault


@dataclass(frozen=True, slots=True)
class Stuck:
    pass


@dataclass(frozen=True, slots=True)
class Disordered:
    orders: tuple[tuple[RawAt, RawAt], ...]


@dataclass(frozen=True, slots=True)
class Point:
    what: Broken | Reached | Faulted | Stuck | Disordered
    message: str
    place: SourcePlace | None


def find_point(trace: Trace, threads: Sequence[RawThread], expected: Outcome | None) -> Point:
    """`expected`: where the run need not fail by itself."""
    seen = outcome_of(trace.recording)
    if expected is not None and expected.kind in (DATA_RACE, ATOMICITY, *MEMORY_ERRORS):
        return _Shown(with_private(trace), threads).point(expected)
    if expected is not None and expected.kind == MISUSE:
        said = "a misuse of a lock is not explained: raddle check tells what is done to it, and where"
        raise UserError(said, where=trace.recording.path)
    if seen.kind == "deadlock":
        return Point(Stuck(), find_failure(trace).message, None)
    if not has_failed(trace.recording) or seen.kind not in _ENDINGS:
        raise UserError(
            f"the run does not fail: it ends with {seen}",
            where=trace.recording.path,
            advice="a witness of `raddle check` leads to a failing run",
        )
    if seen.kind in ("signal", "abort"):
        fault = _fatal(trace, threads)
        if fault is not None:
            return fault
    return _by_its_ending(trace, threads)


def cut_of(trace: Trace, threads: Sequence[RawThread], point: Point) -> Cut | None:
    """Behind which nothing matters."""
    match point.what:
        case Broken(at) | Reached(_, RawAt() as at):
            return Cut(at, included=False)
        case Faulted(_, RawAt() as at, fault):
            return Cut(at, included=fault.kind in GIVEN_BACK)
        case Disordered(orders):
            wanted = {at for pair in orders for at in pair}
            ran = [at for at in interleaved(trace.recording, threads, None) if at in wanted]
            return Cut(ran[-1], included=True)
        case _:
            return None


def _by_its_ending(trace: Trace, threads: Sequence[RawThread]) -> Point:
    trace = with_all_memory(trace)
    failure = find_failure(trace)
    if failure.thread is None:
        raise UserError(
            f"nothing in the recording tells where it fails: {failure.message}",
            where=trace.recording.path,
            advice="`raddle replay --gdb WITNESS` shows where the program is then",
        )
    which = failure.thread
    steps = threads[which].steps
    event = None if failure.at is None else trace.threads[which].events[failure.at]
    failed = [at for at in range(len(steps) - 1, -1, -1) if steps[at].fails]
    there = [] if event is None else [at for at in failed if (steps[at].site, steps[at].index) == _at(event)]
    broken = next(iter(there or failed), None)
    if broken is not None:
        return Point(Broken(RawAt(which, broken)), failure.message, failure.place)
    at = None
    if event is not None:
        at = _record(threads, which, int(event["value"])) if event["kind"] == EventKind.SYNC else None
    return Point(Reached(which, at), failure.message, failure.place)


def _at(event: Any) -> tuple[int, int]:
    return int(event["site"]), int(event["index"])


def _record(threads: Sequence[RawThread], which: int, sync: int) -> RawAt | None:
    for position in range(len(threads[which].steps) - 1, -1, -1):
        if threads[which].steps[position].sync == sync:
            return RawAt(which, position)
    return None


def _fatal(trace: Trace, threads: Sequence[RawThread]) -> Point | None:
    everything = with_private(trace)
    fault = MemoryFaults(everything).fatal()
    return None if fault is None else _Shown(everything, threads).faulted(fault)


class _Shown:
    """What the walk shows. `trace`: with all accesses."""

    def __init__(self, trace: Trace, threads: Sequence[RawThread]) -> None:
        self._trace = trace
        self._threads = threads

    def point(self, expected: Outcome) -> Point:
        if expected.kind == DATA_RACE:
            return self._race(expected)
        if expected.kind == ATOMICITY:
            return self._torn(expected)
        fault = fault_at(self._trace, MemoryFaults(self._trace), expected_events(expected)[1])
        if fault is None:
            raise self._not_shown(expected)
        return self.faulted(fault)

    def faulted(self, fault: MemoryFault) -> Point:
        faulting = Faulting(self._trace)
        thread, row = fault.at
        events = self._trace.threads[thread].events
        at = self._raw(fault.at, fault.address) if row < len(events) else None
        return Point(Faulted(thread, at, fault), memory_message(faulting.fault(fault)), faulting.place(fault.at))

    def _race(self, expected: Outcome) -> Point:
        order = HappensBefore(self._trace)
        one, other = (self._visible(event, expected) for event in racing_events(expected))
        race = order.race(one, other)
        if race is None:
            raise self._not_shown(expected)
        pair = self._raw(race.first), self._raw(race.second)
        memory = Racing(self._trace).race(race.first, race.second, both_next=None).memory
        return Point(Disordered((pair,)), f"data race on {memory}", self._place(Words(self._trace), race.second))

    def _torn(self, expected: Outcome) -> Point:
        torn = torn_by(self._trace, Tearing(self._trace), torn_events(expected))
        if torn is None:
            raise self._not_shown(expected)
        first, there, back, last = (self._raw(at) for at in torn)
        words = Words(self._trace)
        orders = dict.fromkeys(((first, there), (back, last)))
        return Point(Disordered(tuple(orders)), "a block is not atomic", self._place(words, torn.last))

    def _visible(self, event: VisibleEvent, expected: Outcome) -> tuple[int, int]:
        for number, thread in enumerate(self._trace.threads):
            if thread.path == event.thread:
                return number, event.number
        raise self._not_shown(expected)

    def _not_shown(self, expected: Outcome) -> UserError:
        return UserError(
            f"the run does not show what is expected of it: {expected}",
            where=self._trace.recording.path,
            advice="find it again with `raddle check`",
        )

    def _place(self, words: Words, at: At) -> SourcePlace | None:
        thread = self._trace.threads[at.thread]
        return words.place_of(thread, thread.events[at.row])

    def _raw(self, at: At, address: int | None = None) -> RawAt:
        """The raw step of a row; of an update, what it wrote."""
        event = self._trace.threads[at.thread].events[at.row]
        if event["kind"] == EventKind.SYNC:
            found = _record(self._threads, at.thread, int(event["value"]))
        else:
            touched = int(event["address"]) if address is None else address
            wanted = Deed.READ if event["kind"] == EventKind.READ else Deed.WRITE
            found = max(self._accesses(at.thread, int(event["index"]), touched, wanted), default=None)
        if found is None:
            raise InternalError(f"row {at} of the walk is no step")
        return found

    def _accesses(self, thread: int, index: int, address: int, wanted: Deed) -> Iterator[RawAt]:
        """Those of the wanted kind, or (a swap that failed) of any."""
        touching = [
            (position, step)
            for position, step in enumerate(self._threads[thread].steps)
            if step.visible and step.index == index and step.address <= address < step.address + step.size
        ]
        found = [position for position, step in touching if step.deed is wanted] or [one for one, _ in touching]
        yield from (RawAt(thread, position) for position in found)

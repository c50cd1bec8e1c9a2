"""What failed, as a place in the source. In: a walked run that failed. Out: `Failed`; None: it is
not known.

A deadlock, a race, a torn block and memory that is misused are no statements: nothing has to be left of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

from raddle.base.place import SourcePlace
from raddle.base.trace_format import trace_format
from raddle.replay.outcome import Outcome
from raddle.report.failure import Failure, find_failure
from raddle.trace.events import EventKind, ThreadTrace
from raddle.trace.program import Program, is_system_header
from raddle.trace.walk import Trace
from raddle.trace.words import Words, callers, reads_of

_STATEMENTS: Final = ("assert", "exit", "abort", "error", "signal")
"""Outcomes that a statement of the program comes to."""
How = Literal["decided", "called", "crashed"]


@dataclass(frozen=True, slots=True)
class Call:
    place: SourcePlace
    symbol: str
    """Of what is called, as the linker knows it; empty: it is called through a pointer."""


@dataclass(frozen=True, slots=True)
class Failed:
    """`decided`: a condition led there, or the exit status, which fails or passes. `called`: nothing but the call that
    ended the process is known. `crashed`: by what was accessed there, or divided."""

    how: How
    places: tuple[SourcePlace, ...]
    """In the user's own code: there, then the calls around it."""
    made_of: tuple[SourcePlace, ...] = ()
    """Where, in these functions, was read what the condition is made of."""
    calls: tuple[Call, ...] = ()
    """That led to the end, where nothing else is known."""
    condition: str = ""
    """Of an assertion, as it is written."""
    by_status: bool = False

    def __str__(self) -> str:
        return ", called from ".join(f"{place.file.rpartition('/')[2]}:{place.line}" for place in self.places)

    @property
    def what(self) -> str:
        if self.condition:
            return "the assertion that failed"
        if self.how == "decided":
            return "what made the exit status fail" if self.by_status else "the check that failed"
        return "the call that ended the test" if self.how == "called" else "what crashed"


def ends_in_a_statement(outcome: Outcome) -> bool:
    return outcome.kind in _STATEMENTS


def failed_place(failing: Trace) -> Failed | None:
    """Of a run that ended in a statement."""
    failure = find_failure(failing)
    if failure.kind == "fault":
        places = _own(() if failure.place is None else (failure.place,))
        return Failed("crashed", places) if places else None
    row = _row(failing, failure)
    if failure.thread is None or row is None:
        return None
    thread = failing.threads[failure.thread]
    event = thread.events[row]
    places = _own(Words(failing).stack_of(thread, event))
    if not places:
        return None
    if event["kind"] != EventKind.ASSERTION:
        return Failed("called", places, calls=tuple(_calls(failing.program, thread, event)))
    made_of = tuple(made_of_places(failing, thread, event))
    return Failed("decided", places, made_of, condition=failure.asserted, by_status=failure.kind == "exit")


def _row(failing: Trace, failure: Failure) -> int | None:
    """Of who ends by a signal that he sends himself: where he does."""
    if failure.at is not None or failure.thread is None:
        return failure.at
    events = failing.threads[failure.thread].events
    if not len(events) or events[-1]["kind"] != EventKind.SYNC:
        return None
    last = failing.recording.sync[int(events[-1]["value"])]
    return len(events) - 1 if int(last["kind"]) == trace_format()["RD_SIGNAL_SEND"] else None


def made_of_places(trace: Trace, thread: ThreadTrace, event: Any) -> Iterator[SourcePlace]:
    """Of the reads of a condition those that stand in its function or in one of those around it."""
    frames = {int(event["stack"]), 0}
    node = int(event["stack"])
    while node:
        node = int(thread.stacks["parent"][node])
        frames.add(node)
    for position in reads_of(thread, int(event["value_term"])):
        read = thread.events[position]
        place = trace.program.place_of(int(read["site"]))
        if int(read["stack"]) in frames and place is not None:
            yield from _own((place,))


def _own(places: tuple[SourcePlace, ...]) -> tuple[SourcePlace, ...]:
    return tuple(place for place in places if place.line and not is_system_header(place.file))


def _calls(program: Program, thread: ThreadTrace, event: Any) -> Iterator[Call]:
    for site in (int(event["site"]), *callers(thread, int(event["stack"]))):
        place = program.place_of(site)
        if place is not None:
            yield from (Call(own, program.symbol_called_at(site)) for own in _own((place,)))

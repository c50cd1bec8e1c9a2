"""What matters of a failing run, in its order: shared accesses and synchronisation up to the failure.

In: the walked recording of the run that failed, and which of its events the analysis calls relevant. Out: `Line`s.
Threads are created where their lines need them, a join is told where it begins a turn, repetitions are told once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from raddle.base.trace_format import trace_format
from raddle.ir.cxx_names import short_name
from raddle.report.failure import Failure, failure_of, find_failure
from raddle.report.handed_over import handed_over
from raddle.report.library_calls import Inside, LibraryCalls, deed_of
from raddle.report.result import Line
from raddle.report.waiting import deadlock_of
from raddle.trace.events import EventFlag, EventKind, ThreadTrace
from raddle.trace.order import turns
from raddle.trace.walk import Trace
from raddle.trace.words import Words, reads_of

__all__ = ["failure_of", "story_of"]

MOST_LINES: Final = 1000
"""What lies in the middle of a longer story is only counted."""
_OPENING_LINES: Final = 200
_MOST_NAMED: Final = 3
_TOLD: Final = (
    *("RD_LOCK", "RD_UNLOCK", "RD_TRYLOCK", "RD_TIMEDLOCK", "RD_RDLOCK", "RD_WRLOCK", "RD_TRYRDLOCK", "RD_TRYWRLOCK"),
    *("RD_TIMEDRDLOCK", "RD_TIMEDWRLOCK", "RD_RWUNLOCK", "RD_WAIT", "RD_WAKE", "RD_REACQUIRE", "RD_SIGNAL"),
    *("RD_BROADCAST", "RD_SEM_WAIT", "RD_SEM_TRYWAIT", "RD_SEM_TIMEDWAIT", "RD_SEM_POST", "RD_SEM_GET"),
    *("RD_BARRIER_ARRIVE", "RD_BARRIER_LEAVE", "RD_ONCE_BEGIN", "RD_ONCE_END", "RD_ONCE_PASS"),
    *("RD_FUTEX_WAIT", "RD_FUTEX_WAKE", "RD_SIGNAL_SEND", "RD_SIGNAL_DELIVER", "RD_SIGNAL_RETURN", "RD_SIGNAL_WAIT"),
    *("RD_CANCEL", "RD_CANCELLED", "RD_REGION_BEGIN", "RD_REGION_END"),
)

Role = Literal["step", "create", "join"]


@dataclass(frozen=True, slots=True)
class _Told:
    line: Line
    role: Role = "step"
    about: str = ""
    """The thread that is created or joined."""
    inside: Inside | None = None
    """The call of a library that it is a part of."""


def story_of(trace: Trace, relevant: frozenset[tuple[str, int]] | None, end: Failure | None = None) -> tuple[Line, ...]:
    """`relevant`: thread and number of its visible event; None: every shared access and all synchronisation.
    `end`: where it ends, if not where the run failed."""
    failure = end or find_failure(trace)
    told = list(_tell(trace, failure, _chosen(trace, failure, relevant)))
    ends = None if failure.thread is None else trace.threads[failure.thread].path
    lines = _collapsed(_with_whole_calls(_without_idle_joins(_with_needed_creations(told, ends)), failure))
    return (*_shortened(lines), *_end(trace, failure))


def _chosen(trace: Trace, failure: Failure, relevant: frozenset[tuple[str, int]] | None) -> list[npt.NDArray[np.intp]]:
    """By thread: positions of the events to tell, of slots, creations and joins."""
    kinds = trace.recording.sync["kind"]
    fmt = trace_format()
    always = np.isin(kinds, [fmt["RD_CREATE"], fmt["RD_JOIN"]])
    by_itself = always | np.isin(kinds, [fmt[name] for name in _TOLD])
    chosen = []
    for number, thread in enumerate(trace.threads):
        events = thread.events
        sync = events["kind"] == EventKind.SYNC
        record = np.where(sync, events["value"], 0).astype(np.int64)
        if relevant is None:
            accesses = np.isin(events["kind"], [EventKind.READ, EventKind.WRITE, EventKind.UPDATE])
            wanted = (accesses & (events["flags"] & EventFlag.SHARED != 0)) | (sync & by_itself[record])
        else:
            own = [index for path, index in relevant if path == thread.path]
            visible = events["flags"] & EventFlag.VISIBLE != 0
            wanted = (visible & np.isin(events["index"], own)) | (sync & always[record])
        wanted |= events["kind"] == EventKind.SLOT
        if number == failure.thread and failure.at is not None:
            wanted[failure.at :] = False
            if events["kind"][failure.at] == EventKind.ASSERTION:
                wanted[reads_of(thread, int(events["value_term"][failure.at]))] = True
        chosen.append(np.flatnonzero(wanted))
    return chosen


def _tell(trace: Trace, failure: Failure, chosen: Sequence[npt.NDArray[np.intp]]) -> Iterator[_Told]:
    words = Words(trace)
    calls, given = LibraryCalls(trace, words), handed_over(trace)
    for which, begin, end in turns(trace):
        thread = trace.threads[which]
        first, past = np.searchsorted(chosen[which], [begin, end])
        before: Any = None
        for at in chosen[which][first:past]:
            event = thread.events[at]
            if event["kind"] == EventKind.SLOT:
                words.enter_slot(thread, event)
            elif not _is_piece_of(event, before) and not calls.is_dull(event, handed_over=bool(given[which][at])):
                yield replace(_told(trace, words, thread, event), inside=calls.inside(thread, event))
            before = event
        if which == failure.thread and failure.at is not None and begin <= failure.at < end:
            return


def _is_piece_of(event: Any, before: Any) -> bool:
    """Whether it belongs to the same long access as the event before it."""
    return (
        before is not None
        and event["kind"] == before["kind"]
        and event["kind"] in (EventKind.READ, EventKind.WRITE)
        and event["index"] == before["index"]
    )


def _told(trace: Trace, words: Words, thread: ThreadTrace, event: Any) -> _Told:
    line = Line(thread.path, words.place_of(thread, event), str(words.deed(thread, event)))
    if event["kind"] != EventKind.SYNC:
        return _Told(line)
    record = trace.recording.sync[int(event["value"])]
    kind = trace_format().kind_name(int(record["kind"]))
    if kind not in ("create", "join") or int(record["value"]) >= len(trace.recording.threads):
        return _Told(line)
    other = trace.recording.threads[int(record["value"])]
    if kind == "join":
        return _Told(line, "join", other.path)
    routine = trace.program.function_by_address.get(other.start_routine)
    runs = f" ({short_name(routine.function.name[1:])})" if routine is not None else ""
    return _Told(replace(line, deed=f"create {other.path}{runs}"), "create", other.path)


def _with_needed_creations(told: Sequence[_Told], ends: str | None) -> list[_Told]:
    """Without the creations of threads that do nothing here, nor any thread that they created. `ends`: the thread that
    the failure is in."""
    active = {one.line.thread for one in told if one.role == "step"} | {ends or ""}

    def is_needed(path: str) -> bool:
        return any(thread == path or thread.startswith(f"{path}.") for thread in active)

    return [one for one in told if one.role != "create" or is_needed(one.about)]


def _without_idle_joins(told: Sequence[_Told]) -> list[_Told]:
    """Joins only where they begin a turn in which more happens than joining. (The failure itself is not told yet.)"""
    useful: list[_Told] = []
    runs = [list(run) for _, run in groupby(told, key=lambda one: one.line.thread)]
    for number, run in enumerate(runs):
        if number == len(runs) - 1 or any(one.role != "join" for one in run):
            useful += run
    kept: list[_Told] = []
    for _, again in groupby(useful, key=lambda one: one.line.thread):
        beginning = True
        for one in again:
            beginning = beginning and one.role == "join"
            if one.role != "join" or beginning:
                kept.append(one)
    return kept


def _with_whole_calls(told: Sequence[_Told], failure: Failure) -> list[_Told]:
    """Several accesses inside one call of a library are told as one; not where it fails, whose values matter."""

    def call(one: _Told) -> object:
        apart = one.inside is None or one.line.place == failure.place
        return id(one) if apart else one.inside and one.inside.frame

    kept: list[_Told] = []
    for _, group in groupby(told, key=call):
        run = list(group)
        inside = [one.inside for one in run if one.inside is not None]
        if len(run) > 1:
            run = [replace(run[0], line=replace(run[0].line, deed=deed_of(inside)))]
        kept += run
    return kept


def _collapsed(told: Sequence[_Told]) -> list[Line]:
    """Equal neighbours are one line; so are creations, and joins, that follow each other."""

    def sameness(one: _Told) -> object:
        if one.role == "step":
            return one.line
        return one.line.thread, one.role, one.line.deed.partition("(")[2]

    lines = []
    for _, group in groupby(told, key=sameness):
        run = list(group)
        line = run[0].line
        if len(run) > 1:
            line = replace(line, deed=_deed_of_many(run))
        lines.append(line)
    return lines


def _deed_of_many(run: Sequence[_Told]) -> str:
    first = run[0]
    if first.role == "step":
        return f"{first.line.deed} ({len(run)} times)"
    threads = [one.about for one in run]
    if len(threads) > _MOST_NAMED:
        said = f"{', '.join(threads[: _MOST_NAMED - 1])} and {len(threads) - _MOST_NAMED + 1} more"
    else:
        said = f"{', '.join(threads[:-1])} and {threads[-1]}"
    routine = first.line.deed.partition(" (")[2]
    return f"{first.role} {said}" + (f" ({routine}" if routine else "")


def _shortened(lines: list[Line]) -> list[Line]:
    if len(lines) <= MOST_LINES:
        return lines
    closing = MOST_LINES - _OPENING_LINES
    left_out = len(lines) - MOST_LINES
    return [*lines[:_OPENING_LINES], Line("", None, f"... {left_out} more steps"), *lines[-closing:]]


def _end(trace: Trace, failure: Failure) -> Iterator[Line]:
    if trace.recording.outcome == "deadlock":
        deadlock = deadlock_of(trace)
        for wait in (*deadlock.also, *deadlock.waits):
            holder = f", held by {wait.holder}" if wait.holder and not wait.is_join else ""
            yield Line(wait.thread, wait.place, f"wait for {wait.what}{holder}")
    else:
        thread = trace.threads[failure.thread].path if failure.thread is not None else ""
        yield Line(thread, failure.place, failure.deed)

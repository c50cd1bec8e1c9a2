"""Run the real program under a schedule: in: `ReplayRequest`; out: Confirmed, NotReached, Diverged or CutOff.

Strict: an event of the schedule that cannot happen ends the run. With an original recording the two runs are compared
event by event; without one the outcome alone decides.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from raddle.base.failing import BY_STATUS, Failing
from raddle.base.segments import Input
from raddle.base.trace_format import trace_format
from raddle.capture.control import Control
from raddle.capture.image import ProgramImage, relevant_environment
from raddle.capture.run import Output, ProgramRun, RunRequest, run_program
from raddle.replay.compare import Cause, Comparison, compare_runs
from raddle.replay.folder import ran_elsewhere
from raddle.replay.locate import locate
from raddle.replay.memory import shows_fault
from raddle.replay.misuse import shows_misuse
from raddle.replay.outcome import ASKED_OF_THE_WALK, ATOMICITY, MEMORY_ERRORS, MISUSE, Outcome, outcome_of
from raddle.replay.races import shows_race
from raddle.replay.schedule import Schedule
from raddle.replay.torn import shows_torn
from raddle.replay.world import asked_of_the_world, changed_world
from raddle.trace.recorded import Recording
from raddle.trace.recording import load_recording

OTHER_MACHINE: Final = "libraries that are not built with raddle, files and users may be others there"


@dataclass(frozen=True, slots=True)
class ReplayRequest:
    """All that the run depends on, and what it is expected to show."""

    image: ProgramImage
    schedule: Schedule
    recording: Path
    """Where the replay's own recording goes."""
    expected: Outcome | None
    """None: whatever comes of following the schedule."""
    original: Recording | None = None
    """The run that is to be repeated event by event."""
    given: Recording | None = None
    """A run that went another way but in the same world."""
    arguments: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    """The recorded variables: they replace ours of the same kind."""
    stdin: bytes | None = None
    stdin_changed_ns: int = 0
    inputs: tuple[Input, ...] = ()
    spurious: bool = False
    failing: Failing = BY_STATUS
    pins: frozenset[tuple[str, int]] = frozenset()
    """(thread, event) where the analysis kept the observed value."""
    output: Output = Output.CAPTURED
    limit_s: float | None = None
    until: float | None = None
    before: str | None = None
    folder: Path | None = None
    """In which it runs; None: where we are."""
    ran_in: str | None = None
    """In which it ran before; None: that is not known."""
    is_own: bool = True
    """False: what is replayed was written by somebody else, or on another machine."""
    most_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The expected outcome came (and, with an original, every event was the same)."""

    run: ProgramRun
    seen: Outcome
    moved: bool = False
    """Only addresses differed: the system would not switch off their randomisation."""


@dataclass(frozen=True, slots=True)
class NotReached:
    """The schedule was followed, and something else came of it."""

    run: ProgramRun
    expected: Outcome
    seen: Outcome
    world: str = ""
    """What the system answered otherwise, as far as that is known."""


@dataclass(frozen=True, slots=True)
class Diverged:
    """The schedule could not be followed, or an event was not the same."""

    run: ProgramRun
    what: str
    cause: Cause
    comparison: Comparison | None
    world: str = ""
    """What the system answered otherwise, as far as that is known."""


@dataclass(frozen=True, slots=True)
class CutOff:
    """It was ended at its time limit: how it would have gone on is not known."""

    run: ProgramRun
    seen: Outcome
    world: str = ""


ReplayResult = Confirmed | NotReached | Diverged | CutOff


def replay(request: ReplayRequest) -> ReplayResult:
    return judged(request, run_program(run_request(request)))


def judged(request: ReplayRequest, run: ProgramRun) -> ReplayResult:
    """What a run under the request's schedule came to."""
    recording = load_recording(run.recording)
    seen = outcome_of(recording)
    if _is_cut_off(request, recording, seen):
        return CutOff(run, seen)
    comparison = None
    if request.original is not None:
        comparison = compare_runs(request.original, recording, cut=was_cut(request.original))
    moved = comparison is not None and comparison.cause is Cause.ADDRESS
    left = _left_schedule(recording, request.schedule)
    if left is not None or (comparison is not None and not moved):
        return _diverged(request, run, recording, comparison, left)
    if request.original is not None and was_cut(request.original):
        return Confirmed(run, outcome_of(request.original), moved)
    if request.expected is not None and _shows(recording, request.expected):
        return Confirmed(run, request.expected, moved)
    if request.expected is not None and not request.expected.covers(seen):
        return NotReached(run, request.expected, seen, _world(request, recording))
    return Confirmed(run, seen, moved)


def _is_cut_off(request: ReplayRequest, recording: Recording, seen: Outcome) -> bool:
    """Unless all that was to be seen had been by then."""
    expected = request.expected
    if seen.kind != "timeout" or (expected is not None and expected.covers(seen)):
        return False
    return expected is None or not expected.detail or not _shows(recording, expected)


def _shows(recording: Recording, expected: Outcome) -> bool:
    """Where it is not said which accesses it is about, whoever asks will look for himself."""
    if expected.kind not in ASKED_OF_THE_WALK:
        return False
    if not expected.detail:
        return True
    if expected.kind in MEMORY_ERRORS:
        return shows_fault(recording, expected)
    if expected.kind == MISUSE:
        return shows_misuse(recording, expected)
    return shows_torn(recording, expected) if expected.kind == ATOMICITY else shows_race(recording, expected)


def _world(request: ReplayRequest, recording: Recording) -> str:
    if elsewhere := _elsewhere(request, recording):
        return elsewhere
    given = request.given or request.original
    return asked_of_the_world(recording) if given is None else changed_world(given, recording)


def _elsewhere(request: ReplayRequest, recording: Recording) -> str:
    """What is known to be otherwise around the program; empty: nothing."""
    folder = ran_elsewhere(request.ran_in, recording.meta.folder)
    machine = "" if request.is_own else "it was written by somebody else, or on another machine"
    return "; ".join(filter(None, (folder, machine and f"{machine}: {OTHER_MACHINE}")))


def was_cut(recording: Recording) -> bool:
    """Whether something outside the program ended the run: then its replay ends where its schedule does."""
    return recording.final is None or recording.final.timed_out or recording.outcome == "limit"


def _stops_at_end(request: ReplayRequest) -> bool:
    """Where all that matters has happened by then: the rest of the run may be anything."""
    cut = request.original is not None and was_cut(request.original)
    return cut or (request.expected is not None and request.expected.kind in ASKED_OF_THE_WALK)


def run_request(request: ReplayRequest) -> RunRequest:
    schedule = request.schedule
    control = Control(
        segments=schedule.segments,
        wakes=schedule.wakes,
        time_outs=schedule.time_outs,
        signals=schedule.signals,
        strict=True,
        stop_at_end=_stops_at_end(request),
        circles=request.expected is not None and request.expected.kind == "deadlock",
        inputs=request.inputs,
        spurious=request.spurious,
        failing=request.failing,
        most_bytes=request.most_bytes,
    )
    return RunRequest(
        image=request.image,
        recording=request.recording,
        arguments=request.arguments,
        control=control,
        stdin=request.stdin,
        stdin_changed_ns=request.stdin_changed_ns,
        output=request.output,
        limit_s=request.limit_s,
        until=request.until,
        environment=surroundings(request.image, request.environment),
        before=request.before,
        folder=request.folder,
    )


def surroundings(image: ProgramImage, recorded: Mapping[str, str]) -> dict[str, str]:
    """Our environment, but for what the program asks for: that is as it was recorded."""
    stale = relevant_environment(image, os.environ)
    return {name: value for name, value in os.environ.items() if name not in stale} | dict(recorded)


def _left_schedule(recording: Recording, schedule: Schedule) -> str | None:
    """The runtime's own word that a segment could not be followed."""
    records = recording.of_kind("RD_DIVERGED")
    if not records.size:
        return None
    number = int(records[0]["value"])
    thread, upto = schedule.segments[number]
    words = {"no_thread": "there is no such thread", "ended": "it has ended before", "blocked": "it is blocked there"}
    reason = trace_format().family("RD_DIVERGED_").get(int(records[0]["object"]), "")
    return f"{thread}:{upto} (segment {number + 1}) cannot be followed: {words.get(reason, reason)}"


def _diverged(
    request: ReplayRequest, run: ProgramRun, recording: Recording, comparison: Comparison | None, left: str | None
) -> Diverged:
    """In terms of the program where that can be had, and the cause."""
    located = None if request.original is None else locate(request.original, recording)
    if located is not None:
        what = str(located)
    else:
        what = left or "" if comparison is None else str(comparison.differences[0])
    cause = _cause_without_original(request, recording)
    if comparison is not None and comparison.cause is not Cause.OURS:
        cause = comparison.cause
    elif located is not None and located.from_outside:
        cause = Cause.INPUT
    if cause is Cause.SCHEDULE:
        return Diverged(run, what, cause, comparison)
    world = _world(request, recording)
    known = request.given or request.original
    is_world = bool(_elsewhere(request, recording)) or (bool(world) and known is not None)
    return Diverged(run, what, Cause.WORLD if is_world else cause, comparison, world)


def _cause_without_original(request: ReplayRequest, recording: Recording) -> Cause:
    """A schedule given by hand; a pin that was passed; a value from outside that nobody fed back."""
    if request.expected is None:
        return Cause.SCHEDULE
    reached = {thread.path: thread.count for thread in recording.threads}
    if any(event < reached.get(thread, 0) for thread, event in request.pins):
        return Cause.PIN
    asked = recording.of_kind("RD_INPUT")
    live = bool((asked["flags"] & trace_format()["RD_FLAG_LIVE"]).any())
    return Cause.INPUT if live and request.inputs else Cause.OURS

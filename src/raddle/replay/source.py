"""What a replay needs, taken from a recording: in: `Recording`; out: its schedule, its inputs, its witness."""

import hashlib
from pathlib import Path
from typing import Final

from raddle.base.failing import failing_of
from raddle.base.segments import Arrival, Input, Segment, TimeOut, Wake
from raddle.base.trace_format import trace_format
from raddle.replay.outcome import Outcome, outcome_of
from raddle.replay.schedule import Schedule
from raddle.replay.witness import MOST_INLINE_STDIN, Witness
from raddle.trace.recorded import Recording

TIMED: Final = ("RD_TIMEDLOCK", "RD_TIMEDRDLOCK", "RD_TIMEDWRLOCK", "RD_SEM_TIMEDWAIT", "RD_FUTEX_WOKEN")


def schedule_of(recording: Recording) -> Schedule:
    """Segments, whom each signal woke, and which timed operations timed out."""
    fmt = trace_format()
    paths = [thread.path for thread in recording.threads]
    signals = recording.of_kind("RD_SIGNAL", "RD_FUTEX_WAKE")
    woke = signals[signals["value"] < len(paths)]
    timed = recording.of_kind(*TIMED, "RD_WAKE")
    out = (timed["flags"] & fmt["RD_FLAG_FAILED"]) != 0
    out |= (timed["kind"] == fmt["RD_WAKE"]) & (timed["extra"] == fmt["RD_WAKE_TIMEOUT"])
    return Schedule(
        segments=(*recording.segments(), *_fatal_attempt(recording)),
        wakes=tuple(Wake(paths[r["thread"]], int(r["count"]), paths[r["value"]]) for r in woke),
        time_outs=tuple(TimeOut(paths[r["thread"]], int(r["count"])) for r in timed[out]),
        signals=arrivals_of(recording),
    )


def arrivals_of(recording: Recording) -> tuple[Arrival, ...]:
    """Where signals came to handlers and to waits for them, and where a cancellation ended a thread."""
    paths = [thread.path for thread in recording.threads]
    came = recording.of_kind("RD_SIGNAL_DELIVER", "RD_SIGNAL_WAIT")
    came = came[(came["flags"] & trace_format()["RD_FLAG_FAILED"]) == 0]
    signals = [Arrival(paths[r["thread"]], int(r["count"]), int(r["value"])) for r in came]
    ended, number = recording.of_kind("RD_CANCELLED"), trace_format()["RD_CANCELLATION"]
    signals += [Arrival(paths[r["thread"]], int(r["count"]), number) for r in ended]
    return tuple(signals)


def _fatal_attempt(recording: Recording) -> list[Segment]:
    """A thread that was killed by its own next event, right when its turn came: that event has no number yet."""
    switches = recording.of_kind("RD_SWITCH")
    if recording.final is None or recording.final.signal is None or not switches.size:
        return []
    thread = recording.threads[int(switches[-1]["thread"])]
    return [Segment(thread.path, thread.count + 1)] if int(switches[-1]["count"]) == thread.count else []


def inputs_of(recording: Recording) -> tuple[Input, ...]:
    """The values from outside, by thread and kind, in the order of their calls."""
    paths = [thread.path for thread in recording.threads]
    records = recording.of_kind("RD_INPUT")
    return tuple(Input(paths[r["thread"]], int(r["object"]), int(r["value"])) for r in records)


def witness_of(recording: Recording, expected: Outcome | None = None) -> Witness:
    """The recording's own schedule as a witness; `expected`: instead of how it ended."""
    stdin = recording.stdin
    inline = stdin is not None and len(stdin) <= MOST_INLINE_STDIN
    return Witness(
        program=Path(recording.meta.program),
        sha256=recording.meta.sha256,
        libraries={library.path: library.sha256 for library in recording.libraries},
        schedule=schedule_of(recording),
        expected=expected or outcome_of(recording),
        arguments=recording.meta.arguments,
        environment=recording.meta.environment,
        stdin=stdin if inline else None,
        stdin_sha256=None if stdin is None or inline else hashlib.sha256(stdin).hexdigest(),
        inputs=inputs_of(recording),
        spurious=recording.meta.control.get("spurious") is True,
        failing=failing_of(recording.meta.control),
        before=recording.meta.before,
        folder=recording.meta.folder,
        mark=recording.meta.mark,
    )

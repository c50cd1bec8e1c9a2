"""A predicted failure on the real program: in: a recording and a schedule; out: Confirmed, Refuted or Diverged.

A replay that leaves the schedule where the model kept an observed value refutes the prediction: there the program did
something that nobody modelled. So does one that found another world than the given run, or that was cut short. Leaving
the schedule for any other reason is our fault.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from raddle.base.errors import InternalError
from raddle.base.trace_format import trace_format
from raddle.capture.image import ProgramImage
from raddle.replay.compare import Cause
from raddle.replay.folder import folder_of
from raddle.replay.outcome import Outcome
from raddle.replay.replay import Confirmed, CutOff, Diverged, NotReached, ReplayRequest, replay
from raddle.replay.schedule import Schedule
from raddle.replay.source import inputs_of, witness_of
from raddle.replay.witness import Witness
from raddle.trace.futexes import ODD_FUTEXES, has_odd_futexes
from raddle.trace.recorded import Recording

FAILURES: Final = ("assert", "error", "abort", "exit")
"""What a prediction that an assertion fails may come to."""
CUT: Final = ("limit", "timeout")
_LEFT_OPEN: Final = {
    "RD_SIGNAL_DELIVER": "a signal comes where it came in the recorded run",
    "RD_OUTSIDE": "a thread waited in the kernel, for what is not modelled",
    "RD_CANCELLED": "a cancellation comes where it came in the recorded run",
}


@dataclass(frozen=True, slots=True)
class Failed:
    """The real program failed under the schedule; its recording shows how."""

    recording: Path
    witness: Witness


@dataclass(frozen=True, slots=True)
class Refuted:
    """It did not, and the reason is no fault of ours."""

    why: str


@dataclass(frozen=True, slots=True)
class Conditions:
    """Under which the program is run again."""

    limit_s: float | None = None
    until: float | None = None
    most_bytes: int | None = None
    before: str | None = None


@dataclass(frozen=True, slots=True)
class Followed:
    """The real program followed the schedule to its end; this came of it."""

    recording: Path
    seen: Outcome
    world: str
    """What the system answered otherwise, as far as that is known."""


@dataclass(frozen=True, slots=True)
class Passed:
    """The schedule was followed to its end, and the test passed: a check of a framework that failed does not count."""

    seen: Outcome


def confirm(
    given: Recording,
    image: ProgramImage,
    schedule: Schedule,
    recording: Path,
    pins: Mapping[tuple[str, int], str],
    conditions: Conditions,
    *,
    goes_on: bool = False,
) -> Failed | Passed | Refuted:
    """Whether the program fails. `pins`: where the model kept an observed value, and what it was. `goes_on`: it may
    pass all the same."""
    followed = follow(given, image, schedule, recording, pins, conditions, Outcome("assert"))
    match followed:
        case Followed(_, seen) if seen.kind in FAILURES and seen.is_failure(given.failing):
            witness = replace(witness_of(given, seen), schedule=schedule, before=conditions.before)
            return Failed(recording, witness)
        case Followed(_, seen) if goes_on and seen.kind == "exit":
            return Passed(seen)
        case Followed(_, seen, world) if world:
            return Refuted(f"the program ended with {seen} instead; {world}")
        case Followed(_, seen):
            if reason := reason_beyond_the_model(given, pins):
                why = f" ({reason})" if reason == times_of_several(given) else ""
                return Refuted(f"the program ended with {seen} instead{why}")
            raise InternalError(f"the predicted schedule was followed, and {seen} came of it ({schedule})")
        case Refuted():
            return followed


def follow(
    given: Recording,
    image: ProgramImage,
    schedule: Schedule,
    recording: Path,
    pins: Mapping[tuple[str, int], str],
    conditions: Conditions,
    expected: Outcome,
) -> Followed | Refuted:
    """The schedule on the real program. InternalError: it was left for no reason that is known."""
    request = ReplayRequest(
        image=image,
        schedule=schedule,
        recording=recording,
        expected=expected,
        given=given,
        arguments=given.meta.arguments,
        environment=given.meta.environment,
        stdin=given.stdin,
        stdin_changed_ns=given.meta.stdin_changed_ns,
        inputs=inputs_of(given),
        spurious=given.meta.control.get("spurious") is True,
        failing=given.failing,
        pins=frozenset(pins),
        limit_s=conditions.limit_s,
        until=conditions.until,
        most_bytes=conditions.most_bytes,
        before=conditions.before,
        folder=folder_of(given.meta.folder),
        ran_in=given.meta.folder,
    )
    result = replay(request)
    match result:
        case CutOff(_, seen):
            return Refuted(f"it was cut short ({seen.kind})")
        case Confirmed(_, seen) | NotReached(_, _, seen) if seen.kind in CUT:
            return Refuted(f"it was cut short ({seen.kind})")
        case Confirmed(_, seen):
            return Followed(recording, seen, "")
        case NotReached(_, _, seen, world):
            return Followed(recording, seen, world)
        case Diverged(_, _, Cause.WORLD, _, world):
            return Refuted(world)
        case Diverged(_, what, Cause.PIN):
            return Refuted(what)
        case Diverged(_, what, Cause.INPUT):
            return Refuted(f"{what} (the program asked for another value from outside)")
        case Diverged(_, what) if reason := beyond_the_model(given) or times_of_several(given):
            return Refuted(f"{what} ({reason})")
        case Diverged(_, what):
            raise InternalError(f"the real program left the predicted schedule: {what} ({schedule})")


def reason_beyond_the_model(given: Recording, pins: Mapping[tuple[str, int], str]) -> str:
    """Why a schedule that was followed may show something else than was predicted; "": there is no such reason."""
    for what in pins.values():
        return what
    return beyond_the_model(given) or times_of_several(given)


def times_of_several(given: Recording) -> str:
    """Threads that are told a time in another order are told another one: no clock runs backwards. "": none are."""
    inputs = given.of_kind("RD_INPUT")
    if not inputs.size:
        return ""
    asking = inputs["thread"][inputs["object"] == trace_format()["RD_INPUT_TIME"]]
    return "several threads ask for the time, which does not run backwards" if np.unique(asking).size > 1 else ""


def beyond_the_model(given: Recording) -> str:
    """What of the recorded run the model leaves open, so that the program may not be able to follow; "": nothing."""
    for path, _ in given.strangers:
        return f"{Path(path).name} is not instrumented"
    for kind, reason in _LEFT_OPEN.items():
        if given.of_kind(kind).size:
            return reason
    return ODD_FUTEXES if has_odd_futexes(given) else ""

"""A predicted failure on the real program: in: a recording and a schedule; out: Confirmed, Refuted or Diverged.

A replay that leaves the schedule where the model kept an observed value refutes the prediction: there the program did
something that nobody modelled. Leaving it anywhere else is our fault.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from raddle.base.errors import InternalError
from raddle.capture.image import ProgramImage
from raddle.replay.compare import Cause
from raddle.replay.outcome import Outcome
from raddle.replay.replay import Confirmed, Diverged, NotReached, ReplayRequest, replay
from raddle.replay.schedule import Schedule
from raddle.replay.source import inputs_of, witness_of
from raddle.replay.witness import Witness
from raddle.trace.recorded import Recording

FAILURES = ("assert", "error", "abort")


@dataclass(frozen=True, slots=True)
class Failed:
    """The real program failed under the schedule; its recording shows how."""

    recording: Path
    witness: Witness


@dataclass(frozen=True, slots=True)
class Refuted:
    """It did not, and the reason is a value that had been kept as observed."""

    why: str


def confirm(
    given: Recording,
    image: ProgramImage,
    schedule: Schedule,
    recording: Path,
    pins: Mapping[tuple[str, int], str],
    limit_s: float | None,
) -> Failed | Refuted:
    """`pins`: where the model kept an observed value, and what it was."""
    request = ReplayRequest(
        image=image,
        schedule=schedule,
        recording=recording,
        expected=Outcome("assert"),
        arguments=given.meta.arguments,
        environment=given.meta.environment,
        stdin=given.stdin,
        stdin_changed_ns=given.meta.stdin_changed_ns,
        inputs=inputs_of(given),
        spurious=given.meta.control.get("spurious") is True,
        pins=frozenset(pins),
        limit_s=limit_s,
    )
    result = replay(request)
    match result:
        case Confirmed(_, seen) | NotReached(_, _, seen) if seen.kind in FAILURES:
            return Failed(recording, replace(witness_of(given, seen), schedule=schedule))
        case Diverged(_, what, Cause.PIN):
            return Refuted(what)
        case Diverged(_, what, Cause.INPUT):
            return Refuted(f"{what} (the program asked for another value from outside)")
        case Diverged(_, what):
            raise InternalError(f"the real program left the predicted schedule: {what} ({schedule})")
        case _:
            if pins:
                return Refuted(f"the program ended with {result.seen} instead")
            raise InternalError(f"the predicted schedule was followed, and {result.seen} came of it ({schedule})")



"""What `replay` is asked to do, and all that it takes: in: `ReplayOrder`; out: `ReplayRequest`.

The target may be a recording, a witness, or a program with a schedule of its own. A schedule counts events of one exact
program, so the program and its libraries must be those that were recorded.
"""

import hashlib
import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from raddle.base.errors import UserError
from raddle.base.own_mark import is_own
from raddle.base.trace_format import trace_format
from raddle.capture.image import ProgramImage, load_image
from raddle.replay.folder import folder_again
from raddle.replay.outcome import outcome_of
from raddle.replay.replay import ReplayRequest
from raddle.replay.schedule import Schedule
from raddle.replay.source import inputs_of, schedule_of
from raddle.replay.trust import Trust, allowed
from raddle.replay.witness import check_program, is_witness, load_witness
from raddle.trace.recording import load_recording

PROGRAM_GONE: Final = "record it again: a recording is replayed with the very program that made it"
MOST_BYTES: Final = 8 << 30
LEAST_BYTES: Final = 1 << 20

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class ReplayOrder:
    """What `replay` is asked to do. `target`: a recording, a witness, or a program (then `schedule` says how)."""

    target: Path
    schedule: Schedule | None = None
    arguments: tuple[str, ...] = ()
    stdin: bytes | None = None
    """For what does not hold its own."""
    program: Path | None = None
    """Instead of where the recording or the witness says it stands."""
    keep: Path | None = None
    """Where the recording of the (last) replay goes; None: nowhere."""
    limit_s: float | None = None
    """CPU seconds of the program."""
    until: float | None = None
    """When the whole has to be over, by time.monotonic()."""
    times: int = 1
    before: str | None = None
    """Instead of the command that the recording or the witness has."""
    folder: Path | None = None
    """Instead of the folder in which it ran."""
    trusted: bool = False
    """Whether a recording or a witness that is not the user's own is run all the same."""

    @property
    def trust(self) -> Trust:
        return Trust(self.trusted, self.program, self.before, self.folder)


def most_bytes(folder: Path) -> int:
    """What a recording there may grow to, unless somebody has said."""
    return max(LEAST_BYTES, min(MOST_BYTES, shutil.disk_usage(folder).free // 4))


def is_recording(target: Path) -> bool:
    try:
        with target.open("rb") as file:
            return file.read(8) == trace_format()["RD_MAGIC"].to_bytes(8, "little")
    except OSError as error:
        raise UserError(f"cannot be read: {error.strerror or error}", where=target) from error


def say_before(before: str | None, say: Say) -> None:
    """A command that came in a file is not run unsaid."""
    if before:
        say(f"before each run: {before}")


def replay_request(order: ReplayOrder, recording: Path, say: Say) -> ReplayRequest:
    given = is_recording(order.target) or is_witness(order.target)
    if given and order.arguments:
        what = f"it has its own arguments: {' '.join(order.arguments)} cannot be given"
        raise UserError(what, where=order.target, advice="with --gdb they are for gdb")
    if is_recording(order.target):
        request = _for_recording(order, recording, say)
    elif is_witness(order.target):
        request = _for_witness(order, recording, say)
    elif order.schedule is None:
        image = load_image(order.target)
        raise UserError("a program needs a schedule", where=image.path, advice='--schedule "main:3 main.1:9"')
    else:
        request = ReplayRequest(
            image=load_image(order.target),
            schedule=order.schedule,
            recording=recording,
            expected=None,
            arguments=order.arguments,
            stdin=order.stdin,
            folder=folder_again(None, order.folder, say),
        )
    if order.before is None:
        say_before(request.before, say)
    else:
        request = replace(request, before=order.before)
    most = most_bytes(recording.absolute().parent)
    return replace(request, limit_s=order.limit_s, until=order.until, most_bytes=most)


def _for_recording(order: ReplayOrder, recording: Path, say: Say) -> ReplayRequest:
    """Its own schedule is followed to the letter; another one, given by the user, only as far as it says."""
    original = load_recording(order.target)
    commands = allowed(original.meta.commands, original.meta.mark, order.trust, order.target, say)
    image = same_program(order.program or Path(original.meta.program), original.meta.sha256)
    libraries = {library.path: library.sha256 for library in original.libraries}
    same_libraries(libraries, Path(original.meta.program), image.path)
    own = order.schedule is None
    return ReplayRequest(
        image=image,
        schedule=order.schedule or schedule_of(original),
        recording=recording,
        expected=outcome_of(original) if own else None,
        original=original if own else None,
        arguments=tuple(commands.arguments),
        environment=commands.environment,
        stdin=original.stdin,
        stdin_changed_ns=original.meta.stdin_changed_ns,
        inputs=inputs_of(original),
        spurious=original.meta.control.get("spurious") is True,
        failing=original.failing,
        before=commands.before,
        folder=folder_again(commands.folder, order.folder, say),
        ran_in=original.meta.folder,
        is_own=is_own(original.meta.commands, original.meta.mark),
    )


def _for_witness(order: ReplayOrder, recording: Path, say: Say) -> ReplayRequest:
    witness = load_witness(order.target)
    commands = allowed(witness.commands, witness.mark, order.trust, order.target, say)
    image = load_image(order.program or witness.program)
    check_program(witness, image.sha256)
    same_libraries(witness.libraries, witness.program, image.path)
    stdin = order.stdin if witness.stdin is None else witness.stdin
    if witness.stdin_sha256 is not None and hashlib.sha256(stdin or b"").hexdigest() != witness.stdin_sha256:
        raise UserError(
            f"the witness needs the input whose sha256 is {witness.stdin_sha256}",
            where=order.target,
            advice="give it on standard input",
        )
    return ReplayRequest(
        image=image,
        schedule=order.schedule or witness.schedule,
        recording=recording,
        expected=witness.expected,
        arguments=tuple(commands.arguments),
        environment=commands.environment,
        stdin=stdin,
        inputs=witness.inputs,
        spurious=witness.spurious,
        failing=witness.failing,
        before=commands.before,
        folder=folder_again(commands.folder, order.folder, say),
        ran_in=witness.folder,
        is_own=is_own(witness.commands, witness.mark),
    )


def same_program(program: Path, sha256: str) -> ProgramImage:
    if not program.exists():
        raise UserError("the program that was recorded is not there any more", where=program, advice=PROGRAM_GONE)
    image = load_image(program)
    if image.sha256 != sha256:
        raise UserError("the program has changed since it was recorded", where=program, advice=PROGRAM_GONE)
    return image


def same_libraries(recorded: Mapping[str, str], program: Path, now: Path) -> None:
    """Where the program has been moved, its libraries may have been moved with it."""
    for path, sha256 in recorded.items():
        moved = now.parent / os.path.relpath(path, program.parent)
        library = moved if moved.exists() else Path(path)
        if not library.exists():
            raise UserError("the library that was recorded is not there any more", where=library, advice=PROGRAM_GONE)
        if hashlib.sha256(library.read_bytes()).hexdigest() != sha256:
            raise UserError("the library has changed since it was recorded", where=library, advice=PROGRAM_GONE)

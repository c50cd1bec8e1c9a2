"""Run an instrumented program once: in: `RunRequest`; out: the recording, and `ProgramRun`, how the program ended.

Python writes what is known before the run (header, META, IR, stdin) and after it (the final META with the checksum);
the runtime appends the rest in between. Whatever ends the program leaves a complete recording, since the runtime writes
in place. Until then it stands beside its place, so that two runs may be given the same name; if raddle itself is killed
it stays there, and only the final META is missing.
"""

import json
import os
import stat
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Final

import numpy as np

from raddle import __version__
from raddle.base.chunks import Bytes, checksum, lay_out_chunk, lay_out_header, walk_chunks
from raddle.base.errors import InternalError, ToolError, UserError
from raddle.base.file_names import shortened
from raddle.base.own_mark import Commands, mark_of
from raddle.base.process import Finished, Interrupted, run
from raddle.base.trace_format import trace_format
from raddle.capture.control import Control
from raddle.capture.image import ProgramImage, program_hash, relevant_environment
from raddle.capture.last_lines import last_lines
from raddle.capture.loaded import add_libraries

MOST_OUTPUT: Final = 1 << 24
"""Bytes of stdout, and of stderr, that are kept of a run."""


class Output(Enum):
    """Where the program's stdout and stderr go."""

    OURS = "ours"
    CAPTURED = "captured"


@dataclass(frozen=True, slots=True)
class RunRequest:
    """One run to be made. stdin None: the program reads ours."""

    image: ProgramImage
    recording: Path
    arguments: tuple[str, ...] = ()
    control: Control = field(default_factory=Control)
    stdin: bytes | None = b""
    output: Output = Output.CAPTURED
    limit_s: float | None = None
    """CPU seconds of the program; ten times as many by the clock for one that waits (base/process.py)."""
    until: float | None = None
    """When the whole has to be over, by time.monotonic()."""
    environment: Mapping[str, str] | None = None
    """None: ours. A replay gives the recorded one."""
    stdin_changed_ns: int | None = None
    """When the file behind stdin was last changed: programs ask (gzip keeps it). None: as ours was."""
    with_ir: bool = True
    """False: the recording cannot be walked; for the many short runs of the explorer."""
    before: str | None = None
    """A shell command that puts the world back to how the program is to find it."""
    folder: Path | None = None
    """In which both run; None: where we are."""


@dataclass(frozen=True, slots=True)
class ProgramRun:
    """How the program ended; `outcome` is the runtime's word for it (RD_OUTCOME_*, in lower case)."""

    recording: Path
    status: int | None
    signal: int | None
    timed_out: bool
    seconds: float
    outcome: str
    stdout: bytes
    stderr: bytes


@dataclass(frozen=True, slots=True)
class Prepared:
    """All that the program needs to be there when it starts."""

    command: tuple[str, ...]
    environment: Mapping[str, str]
    stdin: Path | None
    """None: it reads ours."""
    recording: Path
    """Where the runtime writes, beside the place that was asked for."""
    scratch: Path
    """A folder for what is needed meanwhile."""


def run_program(request: RunRequest) -> ProgramRun:
    """Make the recording. Raises UserError when it cannot be written, ToolError when the program cannot be started."""
    with prepared(request, watched_by=os.getpid()) as ready:
        changed = _last_changed(request.image.path)
        source = 0 if ready.stdin is None else os.open(ready.stdin, os.O_RDONLY)
        try:
            finished = run(
                ready.command,
                cwd=request.folder,
                env=ready.environment,
                stdin=source,
                limit_s=request.limit_s,
                until=request.until,
                capture=request.output is Output.CAPTURED,
                most_output=MOST_OUTPUT,
                fixed_addresses=True,
            )
        except Interrupted:
            if _threads_recorded(ready.recording):
                ready.recording.replace(request.recording)  # what was recorded so far, as of a recorder that was killed
            raise
        finally:
            if source:
                os.close(source)
        if not ready.recording.exists():
            raise ToolError("the recording was removed while the program ran", command=finished.command)
        if _last_changed(request.image.path) != changed:
            _refuse_another_program(request.image)
        outcome = finish_recording(ready.recording, finished)
        _check_runtime_could_do_it(finished, ready.recording, outcome)
        ready.recording.replace(request.recording)
    return ProgramRun(
        recording=request.recording,
        status=finished.status,
        signal=finished.signal,
        timed_out=finished.timed_out,
        seconds=finished.seconds,
        outcome=outcome,
        stdout=finished.stdout,
        stderr=finished.stderr,
    )


@contextmanager
def prepared(request: RunRequest, *, watched_by: int | None = None) -> Iterator[Prepared]:
    """Everything but the start. A recording that was not moved into its place by the end is removed.

    watched_by: the process with which the program is to end.
    """
    _reset_the_world(request.before, request.folder)
    environment = dict(os.environ if request.environment is None else request.environment)
    _refuse_to_overwrite(request.recording)
    recording = unfinished(request.recording)
    try:
        _begin_recording(request, recording, environment)
        with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
            control = Path(scratch) / "control"
            control.write_bytes(os.fsencode(request.control.render(recording, watched_by)))
            environment[trace_format().texts["RD_CONTROL_VARIABLE"]] = str(control)
            stdin = None if request.stdin is None else Path(scratch) / "stdin"
            if stdin is not None and request.stdin is not None:
                _keep_stdin(request.stdin, stdin, stdin_changed_ns(request))
            yield Prepared((str(request.image.path), *request.arguments), environment, stdin, recording, Path(scratch))
    finally:
        recording.unlink(missing_ok=True)


def _last_changed(program: Path) -> tuple[int, int, int] | None:
    try:
        found = program.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_ctime_ns


def _refuse_another_program(image: ProgramImage) -> None:
    """One that changes its own executable cannot be run again."""
    try:
        same = program_hash(image.path) == image.sha256
    except UserError:
        same = False
    if not same:
        what = "the program changed its own executable while it ran: it cannot be run again"
        raise UserError(what, where=image.path.name)


def unfinished(recording: Path) -> Path:
    """Where it stands while the program runs."""
    return recording.absolute().with_name(f"{shortened(recording.name)}.{os.getpid()}.part")


def _reset_the_world(before: str | None, folder: Path | None) -> None:
    if before is None:
        return
    done = run(["/bin/sh", "-c", before], cwd=folder)
    if not done.ok:
        said = (done.stderr_text.strip() or done.stdout_text.strip()).splitlines()
        because = f": {said[-1]}" if said else ""
        raise UserError(
            f"the command that goes before each run failed ({done.ending}){because}",
            where=before,
            advice="--before CMD must succeed, as in: --before 'rm -f out.txt'",
        )


def finish_recording(recording: Path, finished: Finished) -> str:
    """Append the final META chunk with the checksum over all before it; returns the runtime's outcome."""
    fmt = trace_format()
    add_libraries(recording)
    data: Bytes = np.memmap(recording, np.uint8, mode="r+")
    header = np.frombuffer(data, fmt.struct("rd_file_header"), 1)
    # A kill can come between reserving a chunk and writing its header: nothing has been written into such a chunk.
    stop = walk_chunks(data, int(header["end"][0])).stop
    outcome = fmt.family("RD_OUTCOME_").get(int(header["outcome"][0]), "unknown")
    final = {
        "status": finished.status,
        "signal": finished.signal,
        "timed_out": finished.timed_out,
        "seconds": round(finished.seconds, 6),
        "outcome": outcome,
        "stderr": last_lines(finished.stderr),
    }
    room = fmt["RD_PAGE"]
    header["end"] = stop + room
    check = checksum(data, stop, final)
    chunk = lay_out_chunk(fmt["RD_CHUNK_META"], json.dumps({"final": final, "crc32": check}).encode(), sequence=1)
    if len(chunk) != room:
        raise InternalError("the final META chunk does not fit a page")
    del data, header
    with recording.open("r+b") as file:
        file.seek(stop)  # the runtime keeps a page free behind its last chunk: this works on a full disk too
        file.write(chunk)
        file.truncate(stop + room)
    return outcome


def _begin_recording(request: RunRequest, recording: Path, environment: Mapping[str, str]) -> None:
    fmt = trace_format()
    image = request.image
    modules = image.modules if request.with_ir else ()
    relevant = relevant_environment(image, environment) if request.with_ir else {}
    folder = _folder_of(request)
    commands = Commands(str(image.path), image.sha256, request.arguments, relevant, request.before, folder)
    meta = {
        "format": fmt["RD_VERSION"],
        "raddle": __version__,
        "program": str(image.path),
        "sha256": image.sha256,
        "arguments": list(request.arguments),
        "environment": relevant,
        "stdin": request.stdin is not None,
        "stdin_changed_ns": stdin_changed_ns(request),
        "control": request.control.summary(),
        "before": request.before,
        "folder": folder,
        "mark": mark_of(commands) if request.with_ir else None,
        "modules": [module.hash for module in modules],
    }
    chunks = [lay_out_chunk(fmt["RD_CHUNK_META"], json.dumps(meta).encode())]
    for sequence, module in enumerate(modules):
        chunks.append(lay_out_chunk(fmt["RD_CHUNK_IR"], module.compressed, sequence=sequence))
    if request.stdin is not None:
        chunks.append(lay_out_chunk(fmt["RD_CHUNK_INPUT"], request.stdin))
    end = fmt["RD_PAGE"] + sum(map(len, chunks))
    try:
        recording.write_bytes(b"".join([lay_out_header(end), *chunks]))
    except OSError as error:
        raise UserError(
            f"the recording cannot be written: {error.strerror or error}",
            where=request.recording,
            advice="name another file with -o",
        ) from error


def _folder_of(request: RunRequest) -> str | None:
    """None: the one that we are in was removed."""
    if request.folder is not None:
        return str(request.folder)
    try:
        return os.getcwd()
    except OSError:
        return None


def _refuse_to_overwrite(recording: Path) -> None:
    """Only a recording or an empty file gives way to a recording: `-o bank.c` is a slip."""
    if "\n" in str(recording.absolute()):
        raise UserError("the name of a recording cannot hold a line break", where=repr(str(recording)))
    try:
        if not stat.S_ISREG(recording.stat().st_mode):
            raise UserError("not a regular file", where=recording, advice="name another file with -o")
        with recording.open("rb") as file:
            opening = file.read(8)
    except FileNotFoundError:
        return
    except OSError as error:
        raise UserError(
            f"the recording cannot be written: {error.strerror or error}", where=recording, advice="use -o"
        ) from error
    if opening and opening != trace_format()["RD_MAGIC"].to_bytes(8, "little"):
        raise UserError(
            "exists and is not a recording: it was left alone", where=recording, advice="name another file with -o"
        )


def stdin_changed_ns(request: RunRequest) -> int:
    """The time that the program's stdin shows; 0 where ours is no file either."""
    if request.stdin_changed_ns is not None:
        return request.stdin_changed_ns
    try:
        ours = os.fstat(0)
    except OSError:
        return 0
    return ours.st_mtime_ns if stat.S_ISREG(ours.st_mode) else 0


def _keep_stdin(stdin: bytes, place: Path, changed_ns: int) -> None:
    """The program reads what we keep from a file, so that it may also seek in it."""
    place.write_bytes(stdin)
    os.utime(place, ns=(changed_ns, changed_ns))


def _threads_recorded(recording: Path) -> int:
    fmt = trace_format()
    with recording.open("rb") as file:
        return int(np.frombuffer(file.read(fmt["RD_PAGE"]), fmt.struct("rd_file_header"), 1)[0]["threads"])


def _check_runtime_could_do_it(finished: Finished, recording: Path, outcome: str) -> None:
    """Its own trouble, which it tells on stderr, is no failure of the program."""
    if not _threads_recorded(recording):
        what = f"the program ended before recording began ({finished.ending})"
    elif outcome == "running" and finished.status == trace_format()["RD_EXIT_STATUS_ENDED"]:
        what = "the run could not be recorded to its end"
    else:
        return
    raise ToolError(what, command=finished.command, output=finished.stderr)

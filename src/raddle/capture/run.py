"""Run an instrumented program once: in: `RunRequest`; out: the recording, and `ProgramRun`, how the program ended.

Python writes what is known before the run (header, META, IR, stdin) and after it (the final META with the checksum);
the runtime appends the rest in between. Whatever ends the program leaves a complete recording, since the runtime writes
in place; if raddle itself is killed, only the final META is missing.
"""

import json
import os
import stat
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

import numpy as np

from raddle import __version__
from raddle.base.chunks import Bytes, checksum, lay_out_chunk, lay_out_header, walk_chunks
from raddle.base.errors import InternalError, ToolError, UserError
from raddle.base.process import Finished, run
from raddle.base.trace_format import trace_format
from raddle.capture.control import Control
from raddle.capture.image import ProgramImage, relevant_environment


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
    environment: Mapping[str, str] | None = None
    """None: ours. A replay gives the recorded one."""
    stdin_changed_ns: int | None = None
    """When the file behind stdin was last changed: programs ask (gzip keeps it). None: as ours was."""
    with_ir: bool = True
    """False: the recording cannot be walked; for the many short runs of the explorer."""


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


def run_program(request: RunRequest) -> ProgramRun:
    """Make the recording. Raises UserError when it cannot be written, ToolError when the program cannot be started."""
    environment = dict(os.environ if request.environment is None else request.environment)
    _begin_recording(request, environment)
    with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
        control = Path(scratch) / "control"
        control.write_bytes(os.fsencode(request.control.render(request.recording.absolute())))
        environment[trace_format().texts["RD_CONTROL_VARIABLE"]] = str(control)
        source = _stdin_descriptor(request.stdin, Path(scratch) / "stdin", stdin_changed_ns(request))
        try:
            finished = run(
                [request.image.path, *request.arguments],
                env=environment,
                stdin=source,
                limit_s=request.limit_s,
                capture=request.output is Output.CAPTURED,
                fixed_addresses=True,
            )
        except ToolError:
            request.recording.unlink(missing_ok=True)
            raise
        finally:
            if source:
                os.close(source)
    outcome = finish_recording(request.recording, finished)
    _check_runtime_was_there(finished, request.recording)
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


def finish_recording(recording: Path, finished: Finished) -> str:
    """Append the final META chunk with the checksum over all before it; returns the runtime's outcome."""
    fmt = trace_format()
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
    }
    room = fmt["RD_PAGE"]
    header["end"] = stop + room
    check = checksum(data, stop, final)
    chunk = lay_out_chunk(fmt["RD_CHUNK_META"], json.dumps({"final": final, "crc32": check}).encode(), sequence=1)
    if len(chunk) != room:
        raise InternalError("the final META chunk does not fit a page")
    del data, header
    with recording.open("r+b") as file:
        file.truncate(stop)
        file.seek(stop)
        file.write(chunk)
    return outcome


def _begin_recording(request: RunRequest, environment: Mapping[str, str]) -> None:
    fmt = trace_format()
    image = request.image
    modules = image.modules if request.with_ir else ()
    meta = {
        "format": fmt["RD_VERSION"],
        "raddle": __version__,
        "program": str(image.path),
        "sha256": image.sha256,
        "arguments": list(request.arguments),
        "environment": relevant_environment(image, environment) if request.with_ir else {},
        "stdin": request.stdin is not None,
        "stdin_changed_ns": stdin_changed_ns(request),
        "control": request.control.summary(),
        "modules": [module.hash for module in modules],
    }
    chunks = [lay_out_chunk(fmt["RD_CHUNK_META"], json.dumps(meta).encode())]
    for sequence, module in enumerate(modules):
        chunks.append(lay_out_chunk(fmt["RD_CHUNK_IR"], module.compressed, sequence=sequence))
    if request.stdin is not None:
        chunks.append(lay_out_chunk(fmt["RD_CHUNK_INPUT"], request.stdin))
    end = fmt["RD_PAGE"] + sum(map(len, chunks))
    _refuse_to_overwrite(request.recording)
    try:
        request.recording.unlink(missing_ok=True)  # somebody may still have the old one mapped
        request.recording.write_bytes(b"".join([lay_out_header(end), *chunks]))
    except OSError as error:
        raise UserError(
            f"the recording cannot be written: {error.strerror or error}",
            where=request.recording,
            advice="name another file with -o",
        ) from error


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


def _stdin_descriptor(stdin: bytes | None, place: Path, changed_ns: int) -> int:
    """The program reads what we keep from a file, so that it may also seek in it."""
    if stdin is None:
        return 0
    place.write_bytes(stdin)
    os.utime(place, ns=(changed_ns, changed_ns))
    return os.open(place, os.O_RDONLY)


def _check_runtime_was_there(finished: Finished, recording: Path) -> None:
    fmt = trace_format()
    with recording.open("rb") as file:
        header = np.frombuffer(file.read(fmt["RD_PAGE"]), fmt.struct("rd_file_header"), 1)[0]
    if header["threads"] == 0:
        recording.unlink()
        raise ToolError(
            f"the program ended before recording began ({finished.ending})",
            command=finished.command,
            output=finished.stderr,
        )

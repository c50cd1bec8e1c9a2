"""The one door to subprocess.

In: a command. Out: `Finished`, however the command ended; only a command that cannot be started raises (ToolError).
A command runs in a session of its own, so that at its limit it goes with everything it started.
"""

import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from raddle.base.errors import ToolError

ADDR_NO_RANDOMIZE: Final = 0x0040000
ASK_PERSONALITY: Final = 0xFFFFFFFF
DRAIN_S: Final = 1.0
"""How long to wait for output after a kill: a grandchild in another session may hold the pipe open."""


@dataclass(frozen=True, slots=True)
class Finished:
    """How a command ended. Exactly one of status and signal is set."""

    command: tuple[str, ...]
    status: int | None
    signal: int | None
    stdout: bytes
    stderr: bytes
    timed_out: bool
    seconds: float

    @property
    def ok(self) -> bool:
        return self.status == 0 and not self.timed_out

    @property
    def stdout_text(self) -> str:
        return self.stdout.decode("utf-8", "replace")

    @property
    def stderr_text(self) -> str:
        return self.stderr.decode("utf-8", "replace")

    @property
    def ending(self) -> str:
        """In words: "exit status 1", "signal SIGSEGV", "time limit"."""
        if self.timed_out:
            return "time limit"
        if self.signal is not None:
            return f"signal {signal_name(self.signal)}"
        return f"exit status {self.status}"


def run(
    command: Sequence[str | Path],
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    stdin: bytes | int | None = None,
    limit_s: float | None = None,
    capture: bool = True,
    fixed_addresses: bool = False,
) -> Finished:
    """Run a command to its end or to its limit.

    stdin: bytes to feed, a descriptor (0: our own), or None for empty. capture: keep stdout and stderr, otherwise the
    command writes to ours. fixed_addresses: without address randomisation where the system allows that, with it
    otherwise.
    """
    words = tuple(str(word) for word in command)
    fed = stdin if isinstance(stdin, bytes) else None
    descriptor = stdin if isinstance(stdin, int) else subprocess.DEVNULL
    source = descriptor if fed is None else subprocess.PIPE
    sink = subprocess.PIPE if capture else None
    began = time.monotonic()
    try:
        with _address_randomisation(off=fixed_addresses):
            process = subprocess.Popen(
                words, cwd=cwd, env=env, stdin=source, stdout=sink, stderr=sink, start_new_session=True
            )
    except OSError as error:
        raise ToolError(f"cannot start {words[0]}: {error.strerror or error}", command=words) from error
    stdout: bytes | None
    stderr: bytes | None
    timed_out = False
    try:
        stdout, stderr = process.communicate(fed, timeout=limit_s)
    except subprocess.TimeoutExpired:
        timed_out = True
        _kill_group(process)
        stdout, stderr = _drain(process)
    except BaseException:
        _kill_group(process)
        _drain(process)
        raise
    code = process.wait()
    return Finished(
        command=words,
        status=code if code >= 0 else None,
        signal=-code if code < 0 else None,
        stdout=stdout or b"",
        stderr=stderr or b"",
        timed_out=timed_out,
        seconds=time.monotonic() - began,
    )


def signal_name(number: int) -> str:
    """SIGSEGV for 11; the number itself for a signal without a name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    # The child leads its session, so its id is the group's, also after it has ended itself.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _drain(process: subprocess.Popen[bytes]) -> tuple[bytes | None, bytes | None]:
    try:
        return process.communicate(timeout=DRAIN_S)
    except subprocess.TimeoutExpired as expired:
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        return expired.stdout, expired.stderr


@contextmanager
def _address_randomisation(*, off: bool) -> Iterator[None]:
    """The personality belongs to the calling thread and is inherited by what it starts: set, start, set back.

    No code runs between fork and exec, so this is safe in a process with threads. Containers often deny the call.
    """
    if not off:
        yield
        return
    personality = ctypes.CDLL(None, use_errno=True).personality
    personality.argtypes = [ctypes.c_ulong]
    before = personality(ASK_PERSONALITY)
    changed = before != -1 and personality(before | ADDR_NO_RANDOMIZE) != -1
    try:
        yield
    finally:
        if changed:
            personality(before)

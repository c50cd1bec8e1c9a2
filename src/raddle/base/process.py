"""The one door to subprocess.

In: a command. Out: `Finished`, however the command ended; only a command that cannot be started raises (ToolError).
A command runs in a session of its own, so that at its limit, or when a signal ends us, it goes with everything it
started.
"""

import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Final

from raddle.base.bounded_output import BoundedOutput
from raddle.base.ending_in_time import LastWords, ending_in_time
from raddle.base.errors import ToolError
from raddle.base.time_limit import Stopped, end_at_latest, forget_ends, hold_ends, release_ends
from raddle.base.work import cpu_s_of, processors

ADDR_NO_RANDOMIZE: Final = 0x0040000
ASK_PERSONALITY: Final = 0xFFFFFFFF
PR_SET_PDEATHSIG: Final = 1
ENDING_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
STOPPING_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
"""Of these, those behind which a command tells what it knows: whoever reads that is still there."""
STOPPING_S: Final = 0.5
"""In which what is known is put together after one of them, before that is cut off too."""
CLEARING_UP_S: Final = 5.0
"""In which a second signal does not disturb what the first has begun."""
WAITING: Final = 10
"""Times its limit of CPU time, by the clock, after which a command is ended that does little but wait."""
LOOKS_S: Final = 0.02
"""Between two looks at how much CPU time a command has had, where that may be over soon."""
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


class Interrupted(BaseException):
    """A signal asked us to end."""

    def __init__(self, number: int) -> None:
        super().__init__(signal_name(number))
        self.number: Final = number


class _Signals:
    """Those that end us are kept back while a process is being started: nobody would know of it to end it too, and
    only one may read its pipes."""

    def __init__(self) -> None:
        self._held = False
        self._came: int | None = None
        self._since = -CLEARING_UP_S
        self._is_stopped = False
        self._last_words: LastWords | None = None
        """Of the command that is under way; None: it has nothing to tell when it is stopped."""
        self.is_telling = False

    def arrive(self, number: int, _frame: FrameType | None) -> None:
        if self._held:
            self._came = number
        elif time.monotonic() - self._since >= CLEARING_UP_S:
            self._end(number)

    def _end(self, number: int) -> None:
        """The first one stops a command that then tells what it knows; the next one ends it."""
        if self._last_words is None or number not in STOPPING_SIGNALS or self._is_stopped:
            self._since = time.monotonic()
            raise Interrupted(number)
        self._is_stopped = True
        if not self.is_telling:
            end_at_latest(time.monotonic() + STOPPING_S)
            raise Stopped

    def hold(self) -> None:
        self._held = True

    def release(self) -> None:
        self._held = False
        came, self._came = self._came, None
        if came is not None:
            self._end(came)

    def forget(self) -> None:
        """In a forked child: its parent answers them for all."""
        self._held, self._came = False, None
        self.listen(None)

    def listen(self, last_words: LastWords | None) -> None:
        self._last_words, self._is_stopped, self.is_telling = last_words, False, False

    def say_last_words(self) -> int | None:
        return None if self._last_words is None else self._last_words()


_SIGNALS: Final = _Signals()


@contextmanager
def ending_on_signals() -> Iterator[None]:
    """Meanwhile they raise Interrupted in the main thread; what our parent had us ignore stays ignored."""
    before = {number: signal.getsignal(number) for number in ENDING_SIGNALS}
    ours = [number for number, handler in before.items() if handler is not signal.SIG_IGN]
    try:
        for number in ours:
            signal.signal(number, _SIGNALS.arrive)
        with ending_in_time(ours, _SIGNALS.say_last_words):
            yield
    finally:
        for number in ours:
            signal.signal(number, before[number])


@contextmanager
def telling_when_stopped(last_words: LastWords) -> Iterator[None]:
    """Meanwhile the first signal that stops us raises Stopped, and soon after that TimeIsOver where something is to end
    by the clock; the next one raises Interrupted. `last_words`: said where C code keeps us from all that."""
    _SIGNALS.listen(last_words)
    try:
        yield
    finally:
        _SIGNALS.listen(None)


@contextmanager
def telling() -> Iterator[None]:
    """Within that: what is known is being told anyway, so the first signal that would stop us changes nothing."""
    _SIGNALS.is_telling = True
    try:
        yield
    finally:
        _SIGNALS.is_telling = False


@contextmanager
def undisturbed() -> Iterator[None]:
    """Meanwhile neither signals that end us nor ends by the clock raise anything; behind it they do."""
    hold_ends()
    _SIGNALS.hold()
    try:
        yield
    finally:
        release_ends()
        _SIGNALS.release()


def end_with_parent(parent: int) -> None:
    """For a forked child: the parent answers signals for all, and nobody outlives it."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    _SIGNALS.forget()
    forget_ends()
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)  # it has gone before it could be said that we go with it


def run_in_front(command: Sequence[str | Path], *, env: Mapping[str, str]) -> int:
    """A command that owns the terminal, as a debugger does: Ctrl-C is its business. Returns its exit status."""
    before = signal.signal(signal.SIGINT, lambda _number, _frame: None)
    watched = signal.set_wakeup_fd(-1)
    try:
        return subprocess.run([str(word) for word in command], env=env, check=False).returncode
    except OSError as error:
        raise ToolError(f"cannot start {command[0]}: {error.strerror or error}") from error
    finally:
        signal.set_wakeup_fd(watched, warn_on_full_buffer=False)
        signal.signal(signal.SIGINT, before)


def run(
    command: Sequence[str | Path],
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    stdin: bytes | int | None = None,
    limit_s: float | None = None,
    until: float | None = None,
    capture: bool = True,
    most_output: int | None = None,
    fixed_addresses: bool = False,
    meanwhile: Callable[[], object] | None = None,
) -> Finished:
    """Run a command to its end or to its limit.

    limit_s: CPU seconds of the process that is started; WAITING times as long by the clock ends one that only waits.
    until: when, by time.monotonic(), the whole has to be over.
    stdin: bytes to feed, a descriptor (0: our own), or None for empty. capture: keep stdout and stderr, otherwise the
    command writes to ours. most_output: bytes of each that are kept (that there were more is said behind them).
    fixed_addresses: without address randomisation where the system allows that, with it otherwise. meanwhile: called
    once it runs.
    """
    words = tuple(str(word) for word in command)
    fed = stdin if isinstance(stdin, bytes) else None
    descriptor = stdin if isinstance(stdin, int) else subprocess.DEVNULL
    source = descriptor if fed is None else subprocess.PIPE
    sink = subprocess.PIPE if capture else None
    began = time.monotonic()
    _SIGNALS.hold()
    try:
        with _address_randomisation(off=fixed_addresses):
            process = subprocess.Popen(
                words, cwd=cwd, env=env, stdin=source, stdout=sink, stderr=sink, start_new_session=True
            )
        kept = _bounded(process, most_output)
    except BaseException as error:
        _SIGNALS.release()
        if isinstance(error, OSError):
            raise ToolError(f"cannot start {words[0]}: {error.strerror or error}", command=words) from error
        raise
    stdout: bytes | None
    stderr: bytes | None
    timed_out = False
    try:
        _SIGNALS.release()
        if meanwhile is not None:
            meanwhile()
        stdout, stderr = _output(process, fed, limit_s, until)
    except _Late:
        timed_out = True
        _kill_group(process)
        stdout, stderr = _drain(process)
    except BaseException:
        _kill_group(process)
        _drain(process)
        raise
    code = process.wait()
    if kept is not None:
        stdout, stderr = kept.texts(DRAIN_S)
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


class _Late(Exception):
    """It has had its time."""


def _output(
    process: subprocess.Popen[bytes], fed: bytes | None, limit_s: float | None, until: float | None
) -> tuple[bytes | None, bytes | None]:
    """All that it writes, when it has ended; or _Late."""
    ends = [until] if until is not None else []
    if limit_s is not None:
        ends.append(time.monotonic() + WAITING * limit_s)
    more = fed
    while True:
        pauses = [max(0.0, end - time.monotonic()) for end in ends]
        if limit_s is not None:
            pauses.append(max(LOOKS_S, (limit_s - cpu_s_of(process.pid)) / processors()))
        try:
            return process.communicate(more, timeout=min(pauses, default=None))
        except subprocess.TimeoutExpired:
            more = None  # it is being fed already
            worked = limit_s is not None and cpu_s_of(process.pid) >= limit_s
            if worked or any(time.monotonic() >= end for end in ends):
                raise _Late from None


def _bounded(process: subprocess.Popen[bytes], most: int | None) -> BoundedOutput | None:
    """Its pipes are taken over, so that whoever waits for it does not read them. None: no bound, or no pipe."""
    if most is None or process.stdout is None or process.stderr is None:
        return None
    taken = BoundedOutput(process.stdout, process.stderr, most)
    process.stdout = process.stderr = None
    return taken


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

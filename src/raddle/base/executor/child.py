"""One forked child: it does one piece of work, says what comes of it through a pipe, and ends.

It leads a process group of its own, so it goes with everything that it has started and that stays in there. It is ended
with SIGKILL, so it clears nothing up: folders that must not stay are its parent's.
"""

import gc
import os
import pickle
import resource
import signal
import struct
import traceback
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Never

from raddle.base.errors import InternalError, ToolError
from raddle.base.executor.limits import TaskEnded, TaskLimits
from raddle.base.process import end_with_parent
from raddle.base.work import end_behind

_LENGTH: Final = struct.Struct("=Q")
"""Before each message."""
_PIECE: Final = 1 << 20
"""Of what it says, read at once."""


@dataclass(frozen=True, slots=True)
class Word:
    """Something on the way: what a generator yields."""

    said: object


@dataclass(frozen=True, slots=True)
class Returned:
    value: object


@dataclass(frozen=True, slots=True)
class Raised:
    error: BaseException


Message = Word | Returned | Raised


class Child:
    """As its parent sees it."""

    def __init__(self, work: Callable[[], object], limits: TaskLimits) -> None:
        """To be called where no signal disturbs (`undisturbed`): nobody knows of the child before this returns."""
        parent = os.getpid()
        self.ear, mouth = os.pipe()
        self.is_silent = False
        """All that it said was heard."""
        self._heard = bytearray()
        try:
            self._process = os.fork()
        except OSError as error:
            os.close(self.ear)
            os.close(mouth)
            raise ToolError(f"cannot start a process: {error.strerror or error}") from error
        if self._process == 0:
            _be_child(work, limits, mouth, parent)
        os.close(mouth)
        with suppress(OSError):  # it does the same: whoever comes first
            os.setpgid(self._process, self._process)

    def listen(self) -> Iterator[Message]:
        """What it has said by now; waits if that is nothing."""
        piece = os.read(self.ear, _PIECE)
        self.is_silent = not piece
        self._heard += piece
        while len(self._heard) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._heard)
            end = _LENGTH.size + length
            if len(self._heard) < end:
                return
            with memoryview(self._heard) as heard:
                message = _unpacked(heard[_LENGTH.size : end])
            del self._heard[:end]
            yield message

    def end(self) -> int:
        """To be called once, undisturbed. Out: the status with which it ended, negative: the signal."""
        os.close(self.ear)
        for kill in (os.killpg, os.kill):
            with suppress(ProcessLookupError, PermissionError):
                kill(self._process, signal.SIGKILL)  # changes nothing where it has ended by itself
        return os.waitstatus_to_exitcode(os.waitpid(self._process, 0)[1])


def _be_child(work: Callable[[], object], limits: TaskLimits, mouth: int, parent: int) -> Never:
    """Does not come back, whatever happens: all that is above on the stack is the parent's."""
    status = 1
    last: Message
    try:
        try:
            os.setpgid(0, 0)
            end_with_parent(parent)
            gc.freeze()  # looking for garbage among what the parent has would copy every page of it
            _limit_memory(limits.more_bytes)
            end_behind(limits.work_s)
            last = Returned(_done(work(), limits, mouth))
        except BaseException as error:
            last = Raised(_to_send(error))
        end_behind(None)
        _say(last, mouth)
        status = 0
    finally:
        os._exit(status)


def _done(result: object, limits: TaskLimits, mouth: int) -> object:
    """What a generator yields is said as it comes; each word has a limit of its own."""
    if not isinstance(result, Generator):
        return result
    while True:
        try:
            word = next(result)
        except StopIteration as end:
            return end.value
        end_behind(None)
        _say(Word(word), mouth)
        end_behind(limits.work_s)


def _say(message: Message, mouth: int) -> None:
    try:
        packed = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        packed = pickle.dumps(Raised(_to_send(error)), pickle.HIGHEST_PROTOCOL)
    left = memoryview(_LENGTH.pack(len(packed)) + packed)
    while left:
        left = left[os.write(mouth, left) :]


def _unpacked(packed: memoryview) -> Message:
    try:
        message: Message = pickle.loads(packed)
    except Exception as error:
        return Raised(error)
    return message


def _to_send(error: BaseException) -> BaseException:
    """With where it came from as a note; what cannot be made again elsewhere is an InternalError in its words. That a
    task of its own has ended is a ToolError: TaskEnded tells of the task that is asked for."""
    if isinstance(error, TaskEnded):
        return ToolError(error.what, limit_s=error.limit_s)
    told = "".join(traceback.format_exception(error)).rstrip()
    try:
        again = pickle.loads(pickle.dumps(error, pickle.HIGHEST_PROTOCOL))
        again.add_note(told)
    except Exception:
        again = InternalError(told)
    return again if type(again) is type(error) else InternalError(told)


def _limit_memory(more_bytes: int | None) -> None:
    if more_bytes is None:
        return
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except OSError:
        return  # no /proc: nobody says how much the parent has, and too low a limit would fail everything
    given, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = pages * resource.getpagesize() + more_bytes
    least = min(one for one in (most, given, hard) if one != resource.RLIM_INFINITY)  # the user's own limit stays
    resource.setrlimit(resource.RLIMIT_AS, (least, hard))

"""Work that is given only so much CPU time: done in a fork of this process, which ends at its limit."""

import multiprocessing
import time
import traceback
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from typing import Any, Final, TypeVar

from raddle.base.errors import InternalError, RaddleError, ToolError
from raddle.base.process import end_with_parent
from raddle.base.work import end_behind, ended_at_limit

OVER: Final = "the time was over"

Found = TypeVar("Found")


def within(limit_s: float | None, work: Callable[[], Found], until: float | None = None) -> Found:
    """What it comes to; its RaddleErrors are raised here too. ToolError: the time was over."""
    return all_within(limit_s, [work], until)[0]


def all_within(
    limit_s: float | None, works: Sequence[Callable[[], Found]], until: float | None = None
) -> list[Found]:
    """All of them side by side, each in a process of its own, with so much CPU time. `until`: when, by
    time.monotonic(), the whole is over."""
    begun: list[_Begun] = []
    try:
        begun += (_Begun(work, limit_s) for work in works)
        return [one.answer(until) for one in begun]
    finally:
        for one in begun:
            one.end()


class _Begun:
    def __init__(self, work: Callable[[], object], limit_s: float | None) -> None:
        context = multiprocessing.get_context("fork")
        self._ear, mouth = context.Pipe(duplex=False)
        self._limit_s = limit_s
        self._process = context.Process(target=_work, args=(work, mouth, limit_s), daemon=True)
        self._process.start()
        mouth.close()

    def answer(self, until: float | None) -> Any:
        try:
            if not self._ear.poll(None if until is None else max(0.0, until - time.monotonic())):
                raise ToolError(OVER)
            found, error = self._ear.recv()
        except (EOFError, OSError):
            self._process.join()
            if ended_at_limit(self._process.exitcode):
                raise ToolError(OVER, limit_s=self._limit_s) from None
            raise ToolError("it ended without an answer: perhaps out of memory") from None
        if error is not None:
            raise error
        return found

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._ear.close()


def _work(work: Callable[[], object], mouth: Connection, limit_s: float | None) -> None:
    end_with_parent()
    end_behind(limit_s)
    answer: tuple[object, RaddleError | None]
    try:
        answer = work(), None
    except RaddleError as error:
        answer = None, error
    except Exception:  # told to the parent, who raises it
        answer = None, InternalError(f"the work in a process of its own failed:\n{traceback.format_exc()}")
    end_behind(None)
    mouth.send(answer)
    mouth.close()

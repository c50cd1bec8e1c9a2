"""Work that is given only so much time: done in a fork of this process, which is killed at its limit."""

import multiprocessing
import time
import traceback
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from raddle.base.errors import InternalError, RaddleError, ToolError
from raddle.base.process import end_with_parent

Found = TypeVar("Found")


def within(limit_s: float, work: Callable[[], Found]) -> Found:
    """What it comes to; its RaddleErrors are raised here too. ToolError: the time was over."""
    return all_within(limit_s, [work])[0]


def all_within(limit_s: float, works: Sequence[Callable[[], Found]]) -> list[Found]:
    """All of them side by side, each in a process of its own."""
    ends_at = time.monotonic() + limit_s
    begun: list[_Begun] = []
    try:
        begun += (_Begun(work) for work in works)
        return [one.answer(max(0.0, ends_at - time.monotonic()), limit_s) for one in begun]
    finally:
        for one in begun:
            one.end()


class _Begun:
    def __init__(self, work: Callable[[], object]) -> None:
        context = multiprocessing.get_context("fork")
        self._ear, mouth = context.Pipe(duplex=False)
        self._process = context.Process(target=_work, args=(work, mouth), daemon=True)
        self._process.start()
        mouth.close()

    def answer(self, left_s: float, limit_s: float) -> Any:
        try:
            if not self._ear.poll(left_s):
                raise ToolError("the time was over", limit_s=limit_s)
            found, error = self._ear.recv()
        except EOFError:
            raise ToolError("it ended without an answer: perhaps out of memory") from None
        if error is not None:
            raise error
        return found

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._ear.close()


def _work(work: Callable[[], object], mouth: Connection) -> None:
    end_with_parent()
    try:
        mouth.send((work(), None))
    except RaddleError as error:
        mouth.send((None, error))
    except Exception:  # told to the parent, who raises it
        mouth.send((None, InternalError(f"the work in a process of its own failed:\n{traceback.format_exc()}")))
    mouth.close()

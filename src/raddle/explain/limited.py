"""Work that is given only so much time: done in a fork of this process, which is killed at its limit."""

import multiprocessing
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import TypeVar

from raddle.base.errors import InternalError, RaddleError, ToolError
from raddle.base.process import end_with_parent

Found = TypeVar("Found")


def within(limit_s: float, work: Callable[[], Found]) -> Found:
    """What it comes to; its RaddleErrors are raised here too. ToolError: the time was over."""
    context = multiprocessing.get_context("fork")
    ear, mouth = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(work, mouth), daemon=True)
    process.start()
    mouth.close()
    try:
        if not ear.poll(limit_s):
            raise ToolError("the time was over", limit_s=limit_s)
        found, error = ear.recv()
    except EOFError:
        raise ToolError("it ended without an answer: perhaps out of memory") from None
    finally:
        process.kill()
        process.join()
        ear.close()
    if error is not None:
        raise error
    return found  # type: ignore[no-any-return]


def _work(work: Callable[[], object], mouth: Connection) -> None:
    end_with_parent()
    try:
        mouth.send((work(), None))
    except RaddleError as error:
        mouth.send((None, error))
    except Exception:  # told to the parent, who raises it
        mouth.send((None, InternalError(f"explaining failed:\n{traceback.format_exc()}")))
    mouth.close()

"""Bitcode -> instrumented object file, in a process of its own: LLVM can abort the process it lives in."""

import os
import sys
import tempfile
from typing import Final

from raddle.base.errors import InternalError, RaddleError, UserError
from raddle.base.executor.limits import TaskEnded, TaskLimits
from raddle.base.executor.pool import within
from raddle.capture.command_line import Source
from raddle.capture.emit import emit_object
from raddle.capture.notes import BuildNote

_MOST_SAID: Final = 1500


def emit_apart(bitcode: bytes, note: BuildNote, source: Source, limit_s: float) -> bytes:
    """What cannot be instrumented is kept, with the command that shows it again."""
    with tempfile.TemporaryFile() as said:

        def emit() -> bytes:
            os.dup2(said.fileno(), 2)  # LLVM's last words
            return emit_object(bitcode, note)

        try:
            return within(TaskLimits(work_s=limit_s), emit)
        except UserError as error:
            raise UserError(str(error).strip(), where=source.path) from None
        except RaddleError as error:
            status = error.status if isinstance(error, TaskEnded) else int(error.exit)
            said.seek(0)
            words = said.read().decode("utf-8", "replace") + ("" if isinstance(error, TaskEnded) else str(error))
            what = f"cannot instrument {source.path} (status {status}): {words[-_MOST_SAID:]}"
            raise InternalError(what, reproduce=_kept(bitcode, source)) from error


def _kept(bitcode: bytes, source: Source) -> list[str]:
    handle, kept = tempfile.mkstemp(prefix=f"raddle-failed-{source.stem}-", suffix=".bc")
    with open(handle, "wb") as file:
        file.write(bitcode)
    return [sys.executable, "-m", "raddle.capture.emit", kept, f"{kept}.o"]

"""Work that may take its process with it, done in a fork of this one.

In: a function. Out: `Ending`, however it ended. Cheaper than a new process, which would have to load everything again.
"""

import os
import signal
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass

from raddle.base.errors import RaddleError
from raddle.base.exits import Exit
from raddle.base.work import end_behind


@dataclass(frozen=True, slots=True)
class Ending:
    """`status`: 0, or of the error that came; negative: the signal that ended it. `said`: what it wrote to stderr."""

    status: int
    said: str


def run_forked(work: Callable[[], None], *, limit_s: float) -> Ending:
    """`limit_s`: of CPU time."""
    with tempfile.TemporaryFile() as said:
        child = os.fork()
        if child == 0:
            _be_child(work, said.fileno(), limit_s)
        try:
            _, code = os.waitpid(child, 0)
        except BaseException:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            raise
        said.seek(0)
        return Ending(os.waitstatus_to_exitcode(code), said.read().decode("utf-8", "replace"))


def _be_child(work: Callable[[], None], stderr: int, limit_s: float) -> None:
    """Does not come back."""
    status = int(Exit.INTERNAL_ERROR)
    try:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM):
            signal.signal(number, signal.SIG_DFL)
        end_behind(limit_s)
        os.dup2(stderr, 2)
        sys.stderr = os.fdopen(2, "w", closefd=False)
        work()
        status = 0
    except RaddleError as error:
        status = int(error.exit)
        sys.stderr.write(str(error))
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stderr.flush()
        os._exit(status)

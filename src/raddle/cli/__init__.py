"""The command line: in: the words typed; out: what is printed, and the exit status."""

import errno
import os
import shlex
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from raddle import __version__, options, wrapper
from raddle.base.errors import RaddleError, UserError
from raddle.base.exits import Exit
from raddle.base.process import Interrupted, ending_on_signals
from raddle.base.time_limit import TimeIsOver
from raddle.cli.commands import read
from raddle.cli.printing import nobody_reads, say, show_line

INTERRUPTED: Final = 130
KILLED: Final = 128
"""And the number of the signal."""


def main(argv: Sequence[str] | None = None, *, begun: float | None = None) -> int:
    """Every ending has its status; trouble is one message and never a traceback. `begun`: when the process did, by
    time.monotonic(); None: now."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        return _dispatch(words, time.monotonic() if begun is None else begun)
    except RaddleError as error:
        say(str(error))
        return int(error.exit)
    except BrokenPipeError:
        nobody_reads()
        return int(Exit.NOTHING_FOUND)
    except TimeIsOver as over:  # of a command that has nothing to tell before its end
        say(f"{over.reason} before there was anything to tell")
        return int(Exit.INCONCLUSIVE)
    except (KeyboardInterrupt, Interrupted) as error:
        with suppress(OSError):  # the terminal may be what has gone
            say("interrupted")
        return KILLED + error.number if isinstance(error, Interrupted) else INTERRUPTED
    except Exception as error:  # what nobody foresaw is ours too
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            where = error.filename or tempfile.gettempdir()
            say(str(UserError("no space is left there", where=where, advice="TMPDIR names where temporary files go")))
            return int(Exit.USER_ERROR)
        if os.environ.get("RADDLE_DEBUG"):
            raise
        said = shlex.join(["raddle", *words])
        say(f"internal error: {type(error).__name__}: {error}\n  reproduce: RADDLE_DEBUG=1 {said}")
        return int(Exit.INTERNAL_ERROR)


def _dispatch(words: list[str], begun: float) -> int:
    match words[0] if words else "--help":
        case "--version":
            show_line(f"raddle {__version__}")
            return int(Exit.NOTHING_FOUND)
        case "--help" | "-h" | "help":
            show_line(options.overview())
            return int(Exit.NOTHING_FOUND) if words else int(Exit.USER_ERROR)
        case "cc" | "c++" as command:
            return wrapper.compiler(command, words[1:])
        case _:
            run = read(words)
            with ending_on_signals():
                return run(begun)

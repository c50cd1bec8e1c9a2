"""`raddle` and `python -m raddle`."""

import os
import signal
import sys
import time
from types import FrameType
from typing import Final

from raddle.base.exits import Exit
from raddle.wrapper import COMMANDS, compiler

EARLY: Final = b"raddle: interrupted before anything was looked for\n"


def main() -> int:
    """Compilers must start fast: all other commands, with the solvers behind them, are loaded only when asked for."""
    if len(sys.argv) > 1 and sys.argv[1] in COMMANDS:
        return compiler(sys.argv[1], sys.argv[2:])
    begun = time.monotonic()  # loading them counts as well
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _end_early)
    from raddle.cli import main as other_commands  # noqa: PLC0415

    signal.signal(signal.SIGINT, before)
    status = other_commands(begun=begun)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # all has been told
    return status


def _end_early(_number: int, _frame: FrameType | None) -> None:
    """At once: what is raised while modules are loaded may come out as something else."""
    os.write(2, EARLY)
    os._exit(Exit.INCONCLUSIVE)


if __name__ == "__main__":
    sys.exit(main())

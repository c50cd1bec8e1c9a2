"""`raddle` and `python -m raddle`."""

import os
import sys
import time

from raddle.base.exits import Exit
from raddle.wrapper import COMMANDS, compiler


def main() -> int:
    """Compilers must start fast: all other commands, with the solvers behind them, are loaded only when asked for."""
    if len(sys.argv) > 1 and sys.argv[1] in COMMANDS:
        return compiler(sys.argv[1], sys.argv[2:])
    begun = time.monotonic()  # loading them counts as well
    try:
        from raddle.cli import main as other_commands  # noqa: PLC0415
    except KeyboardInterrupt:
        os.write(2, b"raddle: interrupted before anything was looked for\n")
        os._exit(Exit.INCONCLUSIVE)  # where code that is made by `exec` was interrupted, Python would end by the signal
    return other_commands(begun=begun)


if __name__ == "__main__":
    sys.exit(main())

"""`raddle` and `python -m raddle`."""

import gc
import signal
import sys
import time

from raddle.base.loading import loading
from raddle.wrapper import COMMANDS, compiler


def main() -> int:
    """Compilers must start fast: what the other commands share is loaded only when one of them is asked for."""
    if len(sys.argv) > 1 and sys.argv[1] in COMMANDS:
        return compiler(sys.argv[1], sys.argv[2:])
    begun = time.monotonic()  # loading them counts as well
    with loading():
        from raddle.cli import main as other_commands  # noqa: PLC0415
    status = other_commands(begun=begun)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # all has been told
    gc.freeze()  # and nothing is worth looking through for garbage
    return status


if __name__ == "__main__":
    sys.exit(main())

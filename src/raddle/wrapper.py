"""`raddle cc`, `raddle c++`, `raddle-cc`, `raddle-c++`: the compiler commands.

Apart from the other commands, because a build starts them hundreds of times: this imports what compiling needs and
nothing else. Trouble is one message and never a traceback.
"""

import gc
import sys
from collections.abc import Sequence
from typing import Final

COMMANDS: Final = ("cc", "c++")


def compiler(command: str, words: Sequence[str]) -> int:
    """The status of the compiler; 2 for what raddle refuses, 4 for its own faults."""
    # Short-lived, and nearly all that it makes stays in use: collecting garbage would be a tenth of the time.
    gc.disable()
    from raddle.capture.driver import run_compiler  # noqa: PLC0415

    return run_compiler(command, words, _say)


def main_cc() -> int:
    return compiler("cc", sys.argv[1:])


def main_cxx() -> int:
    return compiler("c++", sys.argv[1:])


def _say(text: str) -> None:
    sys.stderr.write(f"raddle: {text}\n")
    sys.stderr.flush()

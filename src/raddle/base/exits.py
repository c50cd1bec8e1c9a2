"""The exit statuses of the command line, and what each promises. README and docs/soundness.md have the same table.

0   proved for all executions; or every question on the recorded paths is decided, and nothing wrong was seen on
    those beyond (the report says which first; JSON: coverage; `--complete` makes the second 3)
1   a finding
2   what the user gave cannot be used
3   some question on a recorded path is open, also since the budget ended or a signal stopped us; a tool failed
4   a fault of ours; a replay that went another way than its schedule
128 and the number of the signal that ended a command which had nothing to tell
"""

from collections.abc import Mapping
from enum import IntEnum
from typing import Final


class Exit(IntEnum):
    """What `raddle` returns to its caller."""

    NOTHING_FOUND = 0
    """For record and replay: done as asked."""
    FINDING = 1
    USER_ERROR = 2
    INCONCLUSIVE = 3
    INTERNAL_ERROR = 4


IN_WORDS: Final = (
    "exit status: 0 done as asked, proved for all executions, or all decided on the recorded paths and nothing found",
    "             beyond (the report says which; --complete makes that 3); 1 finding; 2 your error; 3 something is",
    "             open, also by the budget or Ctrl-C, or not reached; 4 diverged or our fault; 128+N ended by signal N",
)
"""For --help."""

STATUS: Final[Mapping[str, Exit]] = {
    "bug": Exit.FINDING,
    "refuted": Exit.FINDING,
    "broken": Exit.FINDING,
    "concurrency": Exit.FINDING,
    "sequential": Exit.FINDING,
    "unrepaired": Exit.FINDING,
    "none": Exit.NOTHING_FOUND,
    "proved": Exit.NOTHING_FOUND,
    "holds": Exit.NOTHING_FOUND,
    "passes": Exit.NOTHING_FOUND,
    "repaired": Exit.NOTHING_FOUND,
    "unknown": Exit.INCONCLUSIVE,
}
"""Of a verdict, of a diagnosis, and of what a certificate or a fix turned out to be."""

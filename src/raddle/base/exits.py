"""The exit statuses of the command line, and what each promises."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Final


class Exit(IntEnum):
    """What `raddle` returns to its caller."""

    NOTHING_FOUND = 0
    """Nothing found within the stated bounds, or proved; for record and replay: done as asked."""
    FINDING = 1
    USER_ERROR = 2
    INCONCLUSIVE = 3
    """A tool failed or a limit was reached: no answer either way."""
    INTERNAL_ERROR = 4


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

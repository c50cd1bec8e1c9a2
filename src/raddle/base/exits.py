"""The exit statuses of the command line, and what each promises."""

from enum import IntEnum


class Exit(IntEnum):
    """What `raddle` returns to its caller."""

    NOTHING_FOUND = 0
    """Nothing found within the stated bounds, or proved; for record and replay: done as asked."""
    FINDING = 1
    USER_ERROR = 2
    INCONCLUSIVE = 3
    """A tool failed or a limit was reached: no answer either way."""
    INTERNAL_ERROR = 4

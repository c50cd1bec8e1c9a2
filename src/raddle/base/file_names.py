"""Names of files that are made from the names of others, which may be as long as the system allows."""

import os
from typing import Final

_MOST_BYTES: Final = 200
"""Of 255, so that endings, lines and numbers have room behind it."""


def shortened(name: str) -> str:
    """As much of it as leaves room for what comes behind."""
    return os.fsencode(name)[:_MOST_BYTES].decode("utf-8", "ignore") if len(os.fsencode(name)) > _MOST_BYTES else name

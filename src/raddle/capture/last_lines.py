"""The last lines that a program wrote to stderr: few and short enough for the last page of a recording.

What the runtime says there is left out, and what the C library says of an assertion that failed: reports tell both
themselves. Letters that a terminal would obey are replaced.
"""

import json
import re
from typing import Final

MOST_LINES: Final = 8
MOST_LETTERS: Final = 160
"""Of a line; the rest is left out, and that said."""
MOST_BYTES: Final = 2000
"""Of all of them, as JSON."""
_OTHERS: Final = re.compile(r"raddle: .*|.*: Assertion `.*' failed\.")


def last_lines(written: bytes) -> tuple[str, ...]:
    lines = written[-(1 << 16) :].decode("utf-8", "replace").splitlines()
    kept = [_shortened(line) for line in lines if line.strip() and not _OTHERS.fullmatch(line)][-MOST_LINES:]
    while len(json.dumps(kept)) > MOST_BYTES:
        del kept[0]
    return tuple(kept)


def _shortened(line: str) -> str:
    plain = "".join(letter if letter.isprintable() else "?" for letter in line.expandtabs().rstrip())
    return plain if len(plain) <= MOST_LETTERS else f"{plain[:MOST_LETTERS]}..."

"""Commands with more words than the system passes on: in: a compiler's command; out: the same, through a file."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

_LONGEST_COMMAND: Final = 100_000


def shortened(words: Sequence[str], folder: Path) -> list[str]:
    """`folder`: where the file goes, if there is to be one."""
    if sum(map(len, words)) < _LONGEST_COMMAND:
        return list(words)
    head = next(at for at, word in enumerate(words) if at and word.startswith("-") and word != "-m")
    quoted = (word.replace("\\", "\\\\").replace('"', '\\"') for word in words[head:])
    place = folder / "words"
    place.write_text("\n".join(f'"{word}"' for word in quoted), encoding="utf-8", errors="surrogateescape")
    return [*words[:head], f"@{place}"]

"""Source lines, read from the files that a program was compiled of."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from raddle.base.place import SourcePlace
from raddle.trace.program import Program

_PARTS: Final = re.compile(r"""\"(?:\\.|[^"\\])*\"|'(?:\\.|[^'\\])*'|//.*|/\*.*?(?:\*/|$)""")
"""Of a line: strings, characters, comments."""


class Sources:
    """`folders`: where the compiler stood, by the name of the file as debug information has it."""

    def __init__(self, folders: Mapping[str, str] | None = None) -> None:
        self._folders: Final = dict(folders or {})
        self._lines: dict[str, list[str]] = {}

    @classmethod
    def of(cls, program: Program) -> "Sources":
        folders: dict[str, str] = {}
        for within in program.modules:
            for name, folder in within.debug.files():
                folders.setdefault(name, folder)
        return cls(folders)

    def line(self, place: SourcePlace | None) -> str:
        """Without comments, and without what terminals would obey; empty where it cannot be read."""
        if place is None or not place.line:
            return ""
        text = " ".join(without_comments(self.text(place)).split())
        return "".join(letter if letter.isprintable() else "?" for letter in text)

    def text(self, place: SourcePlace) -> str:
        """With its spaces, by which columns count."""
        if place.file not in self._lines:
            self._lines[place.file] = _read(Path(self._folders.get(place.file, "")) / place.file)
        lines = self._lines[place.file]
        return lines[place.line - 1] if 0 < place.line <= len(lines) else ""


def without_comments(line: str) -> str:
    """As far as one line tells: what stands in quotes is none."""
    return _PARTS.sub(lambda found: found[0] if found[0][0] in "\"'" else " ", line)


def _read(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []

"""Source lines, read from the files that a program was compiled of: not from those that have changed since then."""

import hashlib
import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final

from raddle.base.place import SourcePlace
from raddle.trace.program import Program

_PARTS: Final = re.compile(r"""\"(?:\\.|[^"\\])*\"|'(?:\\.|[^'\\])*'|//.*|/\*.*?(?:\*/|$)""")
"""Of a line: strings, characters, comments."""


_DIGESTS: Final = {"CSK_MD5": "md5", "CSK_SHA1": "sha1", "CSK_SHA256": "sha256"}

Digests = Collection[tuple[str, str]]  # kind and digits, as debug information has them


class Sources:
    """`folders`: where the compiler stood, by the name of the file as debug information has it; `digests`: of what it
    read there."""

    def __init__(self, folders: Mapping[str, str] | None = None, digests: Mapping[str, Digests] | None = None) -> None:
        self._folders: Final = dict(folders or {})
        self._digests: Final = dict(digests or {})
        self._lines: dict[str, list[str]] = {}
        self.changed: Final[list[str]] = []
        """Names of files that were asked for and are not what was compiled any more."""

    @classmethod
    def of(cls, program: Program) -> "Sources":
        folders: dict[str, str] = {}
        digests: dict[str, set[tuple[str, str]]] = {}
        for within in program.modules:
            for file in within.debug.files():
                if folders.setdefault(file.name, file.folder) == file.folder and file.digest is not None:
                    digests.setdefault(file.name, set()).add(file.digest)
        return cls(folders, digests)

    def line(self, place: SourcePlace | None) -> str:
        """Without comments, and without what terminals would obey; empty where it cannot be read."""
        if place is None or not place.line:
            return ""
        text = " ".join(without_comments(self.text(place)).split())
        return "".join(letter if letter.isprintable() else "?" for letter in text)

    def text(self, place: SourcePlace) -> str:
        """With its spaces, by which columns count."""
        if place.file not in self._lines:
            self._lines[place.file] = self._read(place.file)
        lines = self._lines[place.file]
        return lines[place.line - 1] if 0 < place.line <= len(lines) else ""

    def _read(self, file: str) -> list[str]:
        try:
            path = Path(self._folders.get(file, "")) / file
            if not path.is_file():  # a device or a pipe, by a name that somebody made up, may have no end
                return []
            data = path.read_bytes()
        except OSError:
            return []
        if not _is_the_same(data, self._digests.get(file, ())):
            self.changed.append(file)
            return []
        return data.decode(errors="replace").splitlines()


def without_comments(line: str) -> str:
    """As far as one line tells: what stands in quotes is none."""
    return _PARTS.sub(lambda found: found[0] if found[0][0] in "\"'" else " ", line)


def _is_the_same(data: bytes, digests: Digests) -> bool:
    """Nothing that says otherwise: each module that was compiled of it read this."""
    return all(
        hashlib.new(_DIGESTS[kind], data, usedforsecurity=False).hexdigest() == digits
        for kind, digits in digests
        if kind in _DIGESTS
    )

"""Which place of a fixed program was which one before: by its line where both texts are known, by its text where the
program was built somewhere else."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePath
from typing import Final

from raddle.base.place import SourcePlace
from raddle.capture.rebuild import read_text
from raddle.repair.lines import NEW, LinesBefore, lines_of
from raddle.repair.sites import Files

MOST_LINES: Final = 40
"""Of one statement."""


class ByLines:
    """`before`, `changed`: texts by absolute path; one that is not changed is as before."""

    names_lines: Final = True

    def __init__(self, before: Mapping[str, str], changed: Mapping[str, str]) -> None:
        self._before, self._changed = before, changed
        self._files = Files({*before, *changed})
        both = before.keys() & changed.keys()
        self._lines = {file: LinesBefore(before[file], changed[file]) for file in both}

    def is_same(self, old: SourcePlace, new: SourcePlace, condition: str) -> bool:
        file = self._files.of(new.file)
        if file != self._files.of(old.file):
            return False
        return old.line == (self._lines[file].of(new.line) if file in self._lines else new.line)

    def is_left(self, old: SourcePlace) -> bool:
        file = self._files.of(old.file)
        return file not in self._lines or old.line in self._lines[file].left

    def changes(self, old: Iterable[SourcePlace]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(said for place in old if (said := self._change(place))))

    def _change(self, old: SourcePlace) -> str:
        file = self._files.of(old.file)
        if file not in self._lines:
            return ""
        was, line = _line(self._before[file], old.line).strip(), self._lines[file].now(old.line)
        if line == NEW:
            return f"`{was}` is no longer there"
        now = _line(self._changed[file], line).strip()
        return "" if squeezed(was) == squeezed(now) else f"`{was}` is `{now}`"

    def doubt(self) -> str:
        return ""


class ByText:
    """`before`: as of ByLines, as far as it is known; `tree`: where the program was built."""

    names_lines: Final = False

    def __init__(self, before: Mapping[str, str], tree: Path) -> None:
        self._before, self._tree = before, tree
        self._files = Files(before)
        self._texts: dict[str, str] = {}
        """By the names of debug information."""
        self._missing: set[str] = set()

    def is_same(self, old: SourcePlace, new: SourcePlace, condition: str) -> bool:
        wanted = squeezed(condition or self._text(old))
        text = self._text_in_tree(new.file)
        if not wanted or not text:
            return False
        if not any(map(str.isalnum, wanted)):  # the brace at which main returns
            return old.function == new.function and squeezed(_line(text, new.line)) == wanted
        return wanted in squeezed(_statement(text, new.line))

    def is_left(self, old: SourcePlace) -> bool:
        wanted = squeezed(self._text(old))
        return bool(wanted) and wanted in squeezed(self._text_in_tree(old.file))

    def changes(self, old: Iterable[SourcePlace]) -> tuple[str, ...]:
        """What is known by its text has not changed."""
        return ()

    def doubt(self) -> str:
        return f"there is no {min(self._missing)} to tell whether what failed is still there" if self._missing else ""

    def _text(self, old: SourcePlace) -> str:
        """Of the line; empty where it is not known."""
        file = self._files.of(old.file)
        if file not in self._before:
            self._missing.add(old.file)
            return ""
        return _line(self._before[file], old.line)

    def _text_in_tree(self, name: str) -> str:
        """Empty where it is not known."""
        if name not in self._texts:
            place = next((place for place in _places_in(self._tree, name) if place.is_file()), None)
            self._texts[name] = "" if place is None else read_text(place)
        if not self._texts[name]:
            self._missing.add(name)
        return self._texts[name]


def _places_in(tree: Path, name: str) -> Iterator[Path]:
    """Where a file may stand that debug information has this name for."""
    yield Path(os.path.normpath(tree / name))
    parts = PurePath(name).parts
    yield from (tree.joinpath(*parts[begin:]) for begin in range(1, len(parts)))


def _statement(text: str, line: int) -> str:
    """From the line on, until all parentheses are closed."""
    lines = text.split("\n")[line - 1 : line - 1 + MOST_LINES]
    for end in range(1, len(lines) + 1):
        statement = "\n".join(lines[:end])
        if statement.count("(") <= statement.count(")"):
            return statement
    return "\n".join(lines)


def _line(text: str, number: int) -> str:
    lines = lines_of(text)
    return lines[number - 1] if 0 < number <= len(lines) else ""


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)

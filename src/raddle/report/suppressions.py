"""Findings that the user answers for: in: a `raddle.toml` and a Result; out: the Result without them.

    [[suppress]]
    kind = "data-race"                # or "exit", "atomicity", "deadlock", "memory", "misuse", "assertion", "any"
    place = "stats.c:count_hit"       # FILE:LINE, FILE:FUNCTION, FILE, or a function; with * ? [ ] as in a shell
    and = "stats.c:report"            # another place of a race, a block or a deadlock; may be left out
    reason = "an approximate counter is enough"

The same file may name, at its top, functions whose calls say that a check of the test has failed:
fails_at = ["my_check_failed"].

A FILE matches the end of a path, at a slash. What is suppressed is counted and listed, and does not set the exit
status.
"""

import os
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final, NoReturn

from raddle.base.errors import UserError
from raddle.base.place import SourcePlace
from raddle.report.properties import Property
from raddle.report.result import Finding, Kind, NotAtomic, Result, Suppressed

NAME: Final = "raddle.toml"
KINDS: Final[dict[str, tuple[Kind, ...]]] = {
    "exit": ("exit",),
    "data-race": ("data-race",),
    "atomicity": ("atomicity",),
    "deadlock": ("deadlock",),
    "memory": ("memory",),
    "misuse": ("misuse",),
    "assertion": ("assertion", "memory", "failure"),
    "any": ("assertion", "exit", "data-race", "atomicity", "deadlock", "memory", "misuse", "failure"),
}
_LOOKED_FOR: Final[dict[Property, tuple[Kind, ...]]] = {
    "assertions": KINDS["assertion"],
    "exit": KINDS["exit"],
    "races": KINDS["data-race"],
    "atomicity": KINDS["atomicity"],
    "deadlocks": KINDS["deadlock"],
    "memory": ("memory",),
    "misuse": ("misuse",),
}
ADVICE: Final = 'as in: [[suppress]] kind = "data-race", place = "stats.c:count_hit", reason = "an estimate is enough"'
_MOST_LETTERS: Final = 1 << 20
_MOST_DOTS: Final = 100
"""In a line that is no comment."""
_KEYS: Final = ("kind", "place", "and", "reason")
_IN_A_FILE: Final = re.compile(r"(?P<file>.*[^:]):(?P<rest>[^:].*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Place:
    """Which places are meant."""

    file: str = "*"
    line: int | None = None
    function: str = "*"
    either: str = ""
    """Neither is said: a file or a function of that name."""

    def covers(self, place: SourcePlace) -> bool:
        if self.either:
            return _is_file(place.file, self.either) or _is_function(place.function, self.either)
        fits = _is_file(place.file, self.file) and _is_function(place.function, self.function)
        return fits and self.line in (None, place.line)


@dataclass(frozen=True, slots=True)
class Suppression:
    kinds: tuple[Kind, ...]
    place: Place
    other: Place | None
    reason: str
    entry: str
    """`raddle.toml, entry 2`"""
    said: str
    """`data-race at stats.c:count_hit`"""

    def covers(self, finding: Finding) -> bool:
        if finding.kind not in self.kinds:
            return False
        places = _places(finding)
        for number, place in enumerate(places):
            if self.place.covers(place):
                rest = places[:number] + places[number + 1 :]
                if self.other is None or any(map(self.other.covers, rest)):
                    return True
        return False


def _places(finding: Finding) -> tuple[SourcePlace, ...]:
    """Of a block also where it begins."""
    if not isinstance(finding.about, NotAtomic):
        return finding.places
    begins = (block.place for block in (finding.about.block, finding.about.other) if block is not None)
    return (*finding.places, *(place for place in begins if place is not None))


def find_suppressions(sources: Sequence[Path]) -> Path | None:
    """The `raddle.toml` here, or the nearest one in a folder above the first of the sources."""
    if Path(NAME).is_file():
        return Path(NAME)
    for source in sources[:1]:
        for folder in source.absolute().parents:
            if (folder / NAME).is_file():
                return Path(os.path.relpath(folder / NAME))
    return None


def load_fails_at(path: Path) -> tuple[str, ...]:
    """Functions whose calls say that a check of the test has failed."""
    names = _read(path).get("fails_at", [])
    if not isinstance(names, list) or not all(isinstance(name, str) and name for name in names):
        advice = 'as in: fails_at = ["my_check_failed"]'
        raise UserError("`fails_at` must be a list of names of functions", where=path, advice=advice)
    return tuple(names)


def load_suppressions(path: Path) -> tuple[Suppression, ...]:
    entries = _read(path).get("suppress", [])
    if not isinstance(entries, list):
        raise UserError("`suppress` must be a list of tables", where=path, advice="write [[suppress]], in two brackets")
    return tuple(_Entry(path, number, entry).suppression() for number, entry in enumerate(entries, start=1))


def _read(path: Path) -> dict[str, object]:
    try:
        said = tomllib.loads(_bounded(path.read_text(encoding="utf-8"), path))
    except OSError as error:
        raise UserError(f"cannot be read: {error.strerror or error}", where=path) from error
    except ValueError as error:
        raise UserError(f"not TOML: {error}", where=path) from error
    except RecursionError as error:
        raise UserError("not TOML that can be read: brackets within brackets, too deep", where=path) from error
    for key in said:
        if key not in ("suppress", "fails_at"):
            raise UserError(f"nothing is called `{key}` there", where=path, advice=ADVICE)
    return said


def _bounded(text: str, path: Path) -> str:
    """A key of many parts takes memory by the square of their number."""
    dots = max((line.count(".") for line in text.splitlines() if not line.lstrip().startswith("#")), default=0)
    if len(text) > _MOST_LETTERS or dots > _MOST_DOTS:
        raise UserError("too much for a list of suppressions", where=path, advice=ADVICE)
    return text


def suppressed(result: Result, suppressions: Sequence[Suppression]) -> Result:
    """Without the findings that they cover; one that covers none is a note."""
    kept: list[Finding] = []
    left_out: list[Suppressed] = []
    used: set[Suppression] = set()
    for finding in result.findings:
        covering = [one for one in suppressions if one.covers(finding)]
        used.update(covering)
        if covering:
            left_out.append(Suppressed(finding, covering[0].reason, covering[0].entry))
        else:
            kept.append(finding)
    return replace(
        result,
        findings=tuple(kept),
        suppressed=tuple(left_out),
        notes=(*result.notes, *_unused(suppressions, used, result)),
    )


def _unused(suppressions: Sequence[Suppression], used: set[Suppression], result: Result) -> Iterator[str]:
    looked_for = {kind for name in result.properties for kind in _LOOKED_FOR[name]}
    for one in suppressions:
        if one not in used and looked_for.intersection(one.kinds):
            yield f"{one.entry} suppresses nothing: there is no {one.said}"


def _is_file(file: str, pattern: str) -> bool:
    return fnmatchcase(file, pattern) or fnmatchcase(file, f"*/{pattern}")


def _is_function(function: str, pattern: str) -> bool:
    """`count`, also where the name is `Stats::count(int)`."""
    bare = function.partition("(")[0]
    return any(fnmatchcase(name, pattern) for name in (function, bare, bare.rpartition("::")[2]))


class _Entry:
    """One table of the file; every complaint names it."""

    def __init__(self, path: Path, number: int, entry: object) -> None:
        self._path = path
        self._number = number
        if not isinstance(entry, dict):
            self._fail("must be a table")
        self._entry: dict[str, object] = entry

    def suppression(self) -> Suppression:
        for key in self._entry:
            if key not in _KEYS:
                self._fail(f"nothing is called `{key}`; there are {', '.join(_KEYS)}")
        kind = self._text("kind")
        if kind not in KINDS:
            self._fail(f'no kind is called "{kind}"; there are {", ".join(KINDS)}')
        place = self._text("place")
        other = self._text("and") if "and" in self._entry else None
        if other is not None and kind == "assertion":
            self._fail("an assertion has one place only: `and` is for races, atomicity and deadlocks")
        what = "finding" if kind == "any" else kind
        return Suppression(
            kinds=KINDS[kind],
            place=self._place(place),
            other=None if other is None else self._place(other),
            reason=self._text("reason"),
            entry=f"{self._path}, entry {self._number}",
            said=f"{what} at {place}{f' and {other}' if other else ''}",
        )

    def _place(self, text: str) -> Place:
        found = _IN_A_FILE.fullmatch(text)
        if found is None:
            return Place(either=text)
        if found["rest"].isdigit():
            return Place(file=found["file"], line=int(found["rest"]))
        return Place(file=found["file"], function=found["rest"])

    def _text(self, key: str) -> str:
        value = self._entry.get(key)
        if not isinstance(value, str) or not value.strip():
            self._fail(f"`{key}` must be said, as a text" if key not in self._entry else f"`{key}` must be a text")
        return value

    def _fail(self, what: str) -> NoReturn:
        raise UserError(f"entry {self._number}: {what}", where=self._path, advice=ADVICE)

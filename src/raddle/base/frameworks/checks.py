"""Which calls say that a check of a test has failed: those of known frameworks (known.table), and what a user names.

In: the name of a called function, the constants that it is given, and the function that calls it. Out: whether the
check in front of it has failed there. A known framework and a user's own table are looked up in the same way.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

from raddle.base.errors import InternalError

_ROW: Final = re.compile(
    r"(?P<name>\S+)(?: argument (?P<argument>\d+) is (?P<values>\d+(?: \d+)*))?(?: in (?P<within>\S+))?"
    r"(?: refused: (?P<refused>.+)|"
    r" holds: argument (?P<holds>\d+) offset (?P<behind>\d+)"
    r"(?: denied: argument (?P<denied>\d+) offset (?P<far>\d+) bit (?P<bit>\d+))?)?"
)
_VARIABLES: Final = "variables: "
_FRAMEWORK: Final = re.compile(r"framework (?P<name>[^:]+): (?P<files>.+)")


@dataclass(frozen=True, slots=True)
class FailedCheck:
    """A call of `name` says so; where `argument` (from 1) is given, only with one of these values, and only in
    functions whose names begin with `within`."""

    name: str
    framework: str = ""
    argument: int = 0
    values: frozenset[int] = frozenset()
    within: str = ""

    def is_said(self, given: Sequence[int | None], caller: str) -> bool:
        """`given`: the arguments that are constants, None for others; `caller`: the name of the calling function."""
        if self.argument and (len(given) < self.argument or given[self.argument - 1] not in self.values):
            return False
        return caller.startswith(self.within)


@dataclass(frozen=True, slots=True)
class Result:
    """Where the result of a check lies: `offset` bytes behind what that argument (from 1) points to. Where `bit` is set
    `far` bytes behind what `denied` points to, it is to be 0; denied == 0: never."""

    argument: int
    offset: int
    denied: int
    far: int
    bit: int


@dataclass(frozen=True, slots=True)
class Known:
    """The table as it stands in its file."""

    checks: tuple[FailedCheck, ...]
    files: tuple[str, ...]
    """Parts of paths."""
    variables: tuple[str, ...]
    """Of the environment, which decide what they run; as fnmatch spells it."""
    refused: Mapping[str, str]
    """Functions that are not followed, and why."""
    holding: Mapping[str, Result]
    """Functions that are given the result of a check."""


@cache
def known() -> Known:
    return parse_table(resources.files(__package__).joinpath("known.table").read_text(encoding="utf-8"))


def parse_table(text: str) -> Known:
    checks: list[FailedCheck] = []
    files: list[str] = []
    variables: list[str] = []
    refused: dict[str, str] = {}
    holding: dict[str, Result] = {}
    framework = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        if opening := _FRAMEWORK.fullmatch(line.strip()):
            framework = opening["name"]
            files += opening["files"].split()
        elif line.startswith(_VARIABLES):
            variables += line.removeprefix(_VARIABLES).split()
        elif (row := _ROW.fullmatch(line.strip())) and row["refused"]:
            refused[row["name"]] = row["refused"]
        elif row and row["holds"]:
            numbers = (int(row[key] or 0) for key in ("holds", "behind", "denied", "far", "bit"))
            holding[row["name"]] = Result(*numbers)
        elif row:
            values = frozenset(map(int, (row["values"] or "").split()))
            checks.append(FailedCheck(row["name"], framework, int(row["argument"] or 0), values, row["within"] or ""))
        else:
            raise InternalError(f"line {number} of the table of frameworks is none that is known: {line}")
    return Known(tuple(checks), tuple(files), tuple(variables), refused, holding)


class FailedChecks:
    """The rows of a test: those of the table, and functions that the user names."""

    def __init__(self, named: Iterable[str] = ()) -> None:
        self._rows: dict[str, list[FailedCheck]] = {}
        for row in (*known().checks, *(FailedCheck(name) for name in named)):
            self._rows.setdefault(row.name, []).append(row)
        last = sorted({name.rpartition("::")[2] for name in self._rows})
        self._may_be = re.compile("|".join(map(re.escape, last)))

    def may_be_named(self, linkage: str) -> bool:
        """Whether a name as the linker knows it may be one of them: most are not, and need not be demangled."""
        return self._may_be.search(linkage) is not None

    def of(self, name: str) -> Sequence[FailedCheck]:
        """By the name that people wrote, without parameters and template arguments."""
        return self._rows.get(name, ())


@cache
def failed_checks(named: tuple[str, ...]) -> FailedChecks:
    return FailedChecks(named)

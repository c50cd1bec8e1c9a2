"""The lines of an STD trace as columns. In: text. Out: StdTrace, or a UserError with file and line.

One event a line, in the order of the run: `THREAD|OPERATION|LOCATION`. Operations: r(V), w(V), acq(L), rel(L),
fork(T), join(T); begin and end of a block meant to be atomic, perhaps with something in brackets, which means nothing.
Names have no blanks and no `|`; a location is any text without them (RAPID's own are numbers). Empty lines are skipped.
"""

import re
from dataclasses import dataclass
from enum import IntEnum
from itertools import compress
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from raddle.base.errors import UserError

SUFFIX: Final = ".std"
_FORM: Final = "a line is THREAD|OPERATION|LOCATION, as in T0|r(V1)|345"
_KNOWN: Final = "there are r, w, acq, rel, fork, join, begin and end"
_OPERATION: Final = re.compile(r"(r|w|acq|rel|fork|join)\((\S+)\)")
_BLOCK: Final = re.compile(r"(begin|end)(\(\S*\))?")
_FIRST_LINES: Final = 20

Column = npt.NDArray[np.int64]


class Op(IntEnum):
    READ = 0
    WRITE = 1
    ACQUIRE = 2
    RELEASE = 3
    FORK = 4
    JOIN = 5
    BEGIN = 6
    END = 7


_OPS: Final = {"r": Op.READ, "w": Op.WRITE, "acq": Op.ACQUIRE, "rel": Op.RELEASE, "fork": Op.FORK, "join": Op.JOIN}
_BLOCKS: Final = {"begin": Op.BEGIN, "end": Op.END}


@dataclass(frozen=True)
class StdTrace:
    """Names by number, in the order of their first appearance; and an event a row, in the order of the run. Threads
    without an event stand behind those with one, in the order of their names."""

    where: str
    threads: tuple[str, ...]
    """Also those that are only forked or joined."""
    variables: tuple[str, ...]
    locks: tuple[str, ...]
    locations: tuple[str, ...]
    thread: Column
    op: Column
    operand: Column
    """Number of the variable, lock or thread; -1 of begin and end."""
    location: Column
    line: Column
    """Its number in the text, from 1."""

    @property
    def count(self) -> int:
        return len(self.op)

    def fail(self, row: int, what: str, advice: str | None = None) -> UserError:
        return UserError(what, where=f"{self.where}:{self.line[row]}", advice=advice)


def is_std(path: Path) -> bool:
    """By its suffix, or by its first lines."""
    if path.suffix == SUFFIX:
        return True
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            text = file.read(4096).decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    lines = [line.rstrip("\r") for line in text.split("\n")[:_FIRST_LINES] if line.strip()]
    whole = lines if text.count("\n") >= _FIRST_LINES or text.endswith("\n") else lines[:-1] or lines
    return bool(whole) and all(_looks_like_an_event(line) for line in whole)


def _looks_like_an_event(line: str) -> bool:
    fields = line.split("|")
    return len(fields) == 3 and bool(_OPERATION.fullmatch(fields[1]) or _BLOCK.fullmatch(fields[1]))


def load_std(path: Path) -> StdTrace:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"cannot read the trace: {error}", where=path, advice="give a text file") from None
    return parse_std(text, str(path))


def parse_std(text: str, where: str = "trace") -> StdTrace:
    lines = text.replace("\r\n", "\n").split("\n")
    numbers: list[int] | range = range(1, len(lines) + 1)
    if not lines[-1]:
        lines, numbers = lines[:-1], range(1, len(lines))
    if not all(lines):
        numbers = list(compress(numbers, lines))
        lines = [line for line in lines if line]
    if not lines:
        raise UserError("the trace has no events", where=where, advice=_FORM)
    rows = [line.split("|") for line in lines]
    if set(map(len, rows)) != {3}:
        number = next(number for number, row in zip(numbers, rows, strict=True) if len(row) != 3)
        raise UserError("that is no event", where=f"{where}:{number}", advice=_FORM)
    threads, operations, locations = zip(*rows, strict=True)
    reader = _Names(where, numbers)
    reader.names(threads, "a thread")
    reader.names(locations, "a location")
    return reader.trace(threads, operations, locations)


class _Names:
    def __init__(self, where: str, numbers: list[int] | range) -> None:
        self._where = where
        self._numbers = numbers

    def names(self, column: tuple[str, ...], what: str) -> None:
        wrong = [name for name in set(column) if not name or any(map(str.isspace, name))]
        if wrong:
            place = min(map(column.index, wrong))
            advice = f"{what} is a word without blanks; {_FORM}"
            raise self._error(place, f"{column[place]!r} is not {what}", advice)

    def _error(self, place: int, what: str, advice: str) -> UserError:
        return UserError(what, where=f"{self._where}:{self._numbers[place]}", advice=advice)

    def trace(self, threads: tuple[str, ...], operations: tuple[str, ...], locations: tuple[str, ...]) -> StdTrace:
        thread_numbers = _numbered(threads)
        spaces: dict[Op, dict[str, int]] = {}
        variables: dict[str, int] = {}
        locks: dict[str, int] = {}
        for op in (Op.READ, Op.WRITE):
            spaces[op] = variables
        for op in (Op.ACQUIRE, Op.RELEASE):
            spaces[op] = locks
        for op in (Op.FORK, Op.JOIN):
            spaces[op] = thread_numbers
        decoded: dict[str, tuple[int, int]] = {}
        matches = {text: _OPERATION.fullmatch(text) for text in dict.fromkeys(operations)}
        named = {found[2] for found in matches.values() if found is not None and found[1] in ("fork", "join")}
        for name in sorted(named - thread_numbers.keys()):
            thread_numbers[name] = len(thread_numbers)
        for text, found in matches.items():
            if found is not None:
                op = _OPS[found[1]]
                space = spaces[op]
                decoded[text] = int(op), space.setdefault(found[2], len(space))
                continue
            block = _BLOCK.fullmatch(text)
            if block is None:
                raise self._error(operations.index(text), f"{text!r} is not an operation", _KNOWN)
            decoded[text] = int(_BLOCKS[block[1]]), -1
        location_numbers = _numbered(locations)
        pairs = np.array([decoded[text] for text in operations], dtype=np.int64)
        return StdTrace(
            where=self._where,
            threads=tuple(thread_numbers),
            variables=tuple(variables),
            locks=tuple(locks),
            locations=tuple(location_numbers),
            thread=_column(thread_numbers, threads),
            op=pairs[:, 0].copy(),
            operand=pairs[:, 1].copy(),
            location=_column(location_numbers, locations),
            line=np.array(self._numbers, dtype=np.int64),
        )


def _numbered(names: tuple[str, ...]) -> dict[str, int]:
    return {name: number for number, name in enumerate(dict.fromkeys(names))}


def _column(numbers: dict[str, int], names: tuple[str, ...]) -> Column:
    found: Any = map(numbers.__getitem__, names)
    return np.fromiter(found, dtype=np.int64, count=len(names))

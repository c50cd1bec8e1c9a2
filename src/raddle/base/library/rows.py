"""Reads the rows of the table.

A line `home KIND...` says which kinds of files define what follows. A row is `NAME... : CLAUSE; CLAUSE`, where names
have alternatives in braces (`sin{,f,l}`), and a name that ends in * stands for all that begin so. Clauses:

    reads N HOW, N HOW     which arguments it reads, and how far (functions.How, then arguments that say the length);
    writes N HOW           `all` for the number: every argument, and all that one comes to from it
    keeps N                memory that later calls may look at; `keeps N to write`: or write
    world NAME asks changes    what it has to do with besides: environment, random, threads, system
    output console|stream N    what it is given goes out, to that stream
    locks stream N         it takes or gives back that stream's lock
    waits WHAT             for a lock, a thread, time, input, a child
    calls N N              arguments that it calls
    returns WORDS          what its result points to
    MARK                   functions.Mark
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Final

from raddle.base.errors import InternalError
from raddle.base.library.functions import ALL, Extent, How, Kept, LibraryFunction, Mark, Waits, World

_WORLDS: Final[dict[str, World]] = {
    "environment": "the environment",
    "random": "random numbers",
    "threads": "what is known of a thread or lock",
    "system": "the system or a library",
}
_BRACES: Final = re.compile(r"\{([^{}]*)\}")
_MARKS: Final = frozenset(Mark)


@dataclass
class _Clauses:
    """Of one row, as they are read."""

    reads: list[Extent] = field(default_factory=list)
    writes: list[Extent] = field(default_factory=list)
    keeps: list[Kept] = field(default_factory=list)
    world: World | None = None
    asks: bool = False
    changes: bool = False
    marks: set[Mark] = field(default_factory=set)
    output: int | None = None
    locks: int | None = None
    waits: Waits | None = None
    calls: tuple[int, ...] = ()
    returns: str = ""

    def function(self, name: str, homes: frozenset[str]) -> LibraryFunction:
        return LibraryFunction(
            name, homes, tuple(self.reads), tuple(self.writes), tuple(self.keeps), self.world, self.asks, self.changes,
            frozenset(self.marks), self.output, self.locks, self.waits, self.calls, self.returns,
        )  # fmt: skip


def rows_of(text: str, where: str) -> Iterator[LibraryFunction]:
    """All functions of a file of the table."""
    homes: frozenset[str] = frozenset()
    for number, line in enumerate(text.splitlines(), 1):
        row = line.partition("#")[0].strip()
        if not row:
            continue
        if row.startswith("home "):
            homes = frozenset(row.split()[1:])
            continue
        names, colon, said = row.partition(":")
        if not colon or not homes:
            raise InternalError(f"{where}:{number}: not a row of the table")
        try:
            clauses = _read(clause.strip() for clause in said.split(";"))
        except (ValueError, IndexError, KeyError) as error:
            raise InternalError(f"{where}:{number}: {error!r} in a row of the table") from error
        for name in dict.fromkeys(name for word in names.split() for name in alternatives(word)):
            yield clauses.function(name, homes)


def alternatives(word: str) -> Iterator[str]:
    """`a{b,c}` -> ab, ac."""
    parts = _BRACES.split(word)
    choices = [part.split(",") if number % 2 else [part] for number, part in enumerate(parts)]
    return ("".join(chosen) for chosen in product(*choices))


def _read(said: Iterable[str]) -> _Clauses:
    clauses = _Clauses()
    for clause in said:
        if clause:
            _add(clauses, clause)
    return clauses


def _add(clauses: _Clauses, clause: str) -> None:
    if clause in _MARKS:
        clauses.marks.add(Mark(clause))
        return
    verb, *words = clause.split()
    match verb:
        case "reads":
            clauses.reads += _extents(clause.removeprefix("reads"))
        case "writes":
            clauses.writes += _extents(clause.removeprefix("writes"))
        case "keeps":
            clauses.keeps += _kept(clause.removeprefix("keeps"))
        case "world":
            clauses.world, clauses.asks, clauses.changes = _WORLDS[words[0]], "asks" in words, "changes" in words
        case "output":
            clauses.output = ALL if words == ["console"] else int(words[1])
        case "locks":
            clauses.locks = int(words[1])
        case "waits":
            clauses.waits = Waits(words[0])
        case "calls":
            clauses.calls = tuple(map(int, words))
        case "returns":
            clauses.returns = " ".join(words)
        case _:
            raise ValueError(clause)


def _extents(said: str) -> Iterator[Extent]:
    """`1 text, 2 bytes 3`; lengths are for who reads the table."""
    for one in said.split(","):
        argument, *how = one.split()
        yield Extent(ALL, How.DEEP) if argument == "all" else Extent(int(argument), How(how[0]))


def _kept(said: str) -> Iterator[Kept]:
    for one in said.split(","):
        argument, *purpose = one.split()
        yield Kept(int(argument), written=purpose == ["to", "write"])

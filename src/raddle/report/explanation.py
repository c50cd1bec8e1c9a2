"""Why a run failed, as it is told: rows of source lines, arrows between them, what is known in between."""

from dataclasses import dataclass, field
from enum import Enum

from raddle.base.place import SourcePlace


class Bug(Enum):
    DATA_RACE = "data race"
    ATOMICITY = "atomicity violation"
    ORDER = "order violation"
    LINEARIZABILITY = "linearizability violation"
    DEADLOCK = "deadlock"
    SEQUENTIAL = "sequential bug"


@dataclass(frozen=True, slots=True)
class Row:
    """A source line that a thread executed, with what it did there that matters."""

    thread: str
    place: SourcePlace | None
    source: str
    """The line as it stands in the file, stripped; empty where the file cannot be read."""
    note: str = ""
    """Values that help: `balance = 55`"""
    is_condition: bool = False
    """It is there only since what follows depends on it."""
    steps: tuple[int, ...] = ()
    """Of the run that is explained."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """The order of two accesses that matters; `start`, `end`: positions in the rows."""

    start: int
    end: int
    kind: str
    """RAW, WAR or WAW."""
    about: str
    """What both touch: `balance`."""
    forced: bool = False
    """Every schedule has it so: by a creation or a join."""


@dataclass(frozen=True, slots=True)
class Known:
    """Error invariant behind a row: C expressions, all of which hold."""

    after: int
    """Position in the rows; -1: before the first."""
    holds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Flip:
    """Two accesses that stand the other way round in the passing run."""

    earlier: str
    """`main.1 bank.c:15`"""
    later: str
    about: str


@dataclass(frozen=True, slots=True)
class Turn:
    """A branch that goes the other way in the passing run, or a value that is another one there."""

    thread: str
    place: SourcePlace | None
    source: str
    failing: str
    passing: str


@dataclass(frozen=True, slots=True)
class Contrast:
    """The nearest run that passes: by how it differs. Rows are of lines that only one of the two executes."""

    schedule: str
    flips: tuple[Flip, ...]
    turns: tuple[Turn, ...] = ()
    only_passing: tuple[Row, ...] = ()
    only_failing: tuple[Row, ...] = ()
    tried: int = 0
    """Schedules that were run to find it."""


@dataclass(frozen=True, slots=True)
class Explanation:
    bug: Bug
    cause: str
    """One sentence: who interrupts whom where."""
    detail: str
    rows: tuple[Row, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    known: tuple[Known, ...] = ()
    statements: int = 0
    """Of the slice, of the whole run."""
    of_statements: int = 0
    variables: int = 0
    of_variables: int = 0
    contrast: Contrast | None = None
    notes: tuple[str, ...] = field(default=())
    """What is taken for granted, what was left out and why."""

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
    """The line of the file, without comments; what was done there where the file cannot be read."""
    note: str = ""
    """Values that help: `balance = 55`"""
    is_condition: bool = False
    """It is there only since what follows depends on it."""
    fails: bool = False
    """Where the run fails; the note says what."""
    steps: tuple[int, ...] = ()
    """Of the run that is explained."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """The order of two accesses that matters; `start`, `end`: positions in the rows."""

    start: int
    end: int
    kind: str
    """RAW, WAR, WAW, or SYNC: of no accesses, but of a wait and what ends it; several with commas between them. Empty:
    any order."""
    about: str
    """What both touch: `balance`; several likewise."""
    forced: bool = False
    """Every schedule has it so: by a creation or a join."""
    implied: bool = False
    """It follows from the other arrows and the order within each thread."""


@dataclass(frozen=True, slots=True)
class Known:
    """Error invariant behind a row: C expressions, all of which hold."""

    after: int
    """Position in the rows."""
    holds: tuple[str, ...]
    more: int = 0
    """Conditions that are left out."""


@dataclass(frozen=True, slots=True)
class Flip:
    """Two accesses that stand the other way round in the passing run."""

    earlier: str
    """`main.1 bank.c:15`"""
    later: str
    about: str
    earlier_at: tuple[str, int, int] | None = None
    """Its thread, its site in the program, and how often the thread had been there before."""
    later_at: tuple[str, int, int] | None = None
    """None: the failing run did not come to it."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A branch that goes the other way in the passing run, or a value that is another one there."""

    thread: str
    place: SourcePlace | None
    source: str
    failing: str
    passing: str
    is_branch: bool = False
    """False: a value that is read."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """The nearest run that passes: by how it differs. Rows are of lines that only one of the two executes."""

    schedule: str
    flips: tuple[Flip, ...]
    """Those that matter: others follow from them by the order within each thread."""
    more_flips: int = 0
    """Left out."""
    turns: tuple[Turn, ...] = ()
    only_passing: tuple[Row, ...] = ()
    only_failing: tuple[Row, ...] = ()
    tried: int = 0
    """Schedules that were run to find it."""
    not_compared: str = ""
    """What was left out and why."""


@dataclass(frozen=True, slots=True)
class Explanation:
    bug: Bug
    cause: str
    """One sentence: who interrupts whom where."""
    detail: str
    is_certain: bool = True
    """False: that it is such a bug is what this run looks like, and another run may tell otherwise."""
    failure: str = ""
    """What goes wrong in the end: `balance == 200 fails: balance is 150`"""
    place: SourcePlace | None = None
    """Where."""
    rows: tuple[Row, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    known: tuple[Known, ...] = ()
    marked: tuple[int, ...] = ()
    """Positions in the rows: of what the cause is about."""
    statements: int = 0
    """Of the slice, of the whole run."""
    of_statements: int = 0
    variables: int = 0
    of_variables: int = 0
    more: str = ""
    """How to see more of it: `--detail ds,cs,hs (23 of 61 statements)`; empty: there is no more."""
    contrast: Contrast | None = None
    notes: tuple[str, ...] = field(default=())
    """What is taken for granted, what was left out and why."""

"""What a patch is to do, before it is written as code: in terms of source lines."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, order=True)
class Line:
    file: str
    """As debug information has it, made absolute."""
    number: int
    function: str
    column: int = 0


@dataclass(frozen=True, slots=True, order=True)
class Region:
    """From the statement of the first line to that of the last, of one function."""

    first: Line
    last: Line
    end: int = 0
    """The number of the line where that statement ends; 0: the same one."""


@dataclass(frozen=True, slots=True)
class Locked:
    """No two of the regions at once. `lock`: a C expression for a mutex of the program that is in scope in all of them
    (`&lock`); None: a new one. Where a region overlaps a section of that lock, the section is widened."""

    regions: tuple[Region, ...]
    lock: str | None = None
    member_of: str | None = None
    """The class that a new one is a member of; None: it is of the file."""


@dataclass(frozen=True, slots=True)
class Ordered:
    """What stands at `first` (its last execution) comes before what stands at `then` (its first)."""

    first: Line
    then: Line
    by: Literal["condition", "semaphore", "join", "move", "earlier"]
    """`join`: the thread of `first` is joined before `then`, which its creator runs. `move`: the statement at `first`
    is moved before the creation of the thread of `then`, in the same function. `earlier`: before another statement of
    its own thread, in the same function."""
    created: Line | None = None
    """Where the thread in question is created (join: that of `first`; move: that of `then`)."""
    ahead_of: Line | None = None
    """`earlier`: which statement."""


@dataclass(frozen=True, slots=True)
class Atomic:
    """The variable that the updates at these lines are about becomes atomic."""

    updates: tuple[Line, ...]
    variable: str
    """As the program has it, or as reports do: `list->length`, `count of main`."""


@dataclass(frozen=True, slots=True)
class Rechecked:
    """What the waits at these lines wait for is looked at again when they are over."""

    waits: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class ForWriting:
    """The lock that is taken for reading at these lines is taken for writing."""

    taken: tuple[Line, ...]
    lock: str
    """As reports have it: `table.lock`, `lock of main`."""


Measure = Locked | Ordered | Atomic | Rechecked | ForWriting
Fix = tuple[Measure, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """It cannot be written as code."""

    reason: str

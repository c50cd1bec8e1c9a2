"""What an explanation consists of."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, runtime_checkable

from raddle.explain.detail import Detail
from raddle.logic.terms import Term


class Dependence(Enum):
    RAW = "RAW"
    WAR = "WAR"
    WAW = "WAW"


@dataclass(frozen=True, slots=True, order=True)
class Hazard:
    """Two accesses of different threads to the same memory, whose order matters. `read`: the READ that it is about."""

    earlier: int
    later: int
    read: int
    kind: Dependence = Dependence.RAW


@dataclass(frozen=True, slots=True)
class Switch:
    """An order that the schedule chose: of two steps of different threads, neighbours among those that are kept."""

    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Invariant:
    """What is known at a point of the run, and enough for the failure if the rest is done."""

    holds: tuple[Term, ...] = ()
    """Conditions over the variables of steps."""
    ordered: tuple[Hazard, ...] = ()
    """Orders that have come about and that something known here rests on."""
    pending: tuple[Hazard, ...] = ()
    """Orders that are still to come about, and that what is known here rests on: what a read saw was not overwritten
    before it."""


@runtime_checkable
class Numbered(Protocol):
    """Invariants that are made where they are asked for: at which steps they change is known before."""

    numbers: Sequence[int]


@dataclass(frozen=True, slots=True)
class Slice:
    detail: Detail
    kept: tuple[int, ...]
    """Steps that the proof needs, in order: statements, PHIs, STARTs."""
    conditions: tuple[int, ...]
    """CONDITION, LOCK, START and WAIT steps whose `needs` the proof shows to hold: why the kept ones were reached."""
    hazards: tuple[Hazard, ...]
    switches: tuple[Switch, ...]
    invariants: Sequence[tuple[int, Invariant]]
    """(n, what holds right behind step n), for each n at which it changes; before all of them nothing is known. The
    last one contradicts the property."""
    minimal: bool = True
    """Whether each kept step and switch was shown to be needed."""

    def behind(self, number: int) -> tuple[int, Invariant] | None:
        """The last change at or before a step; ask for ascending steps, if for many."""
        known = self.invariants
        numbers = known.numbers if isinstance(known, Numbered) else [at for at, _ in known]
        count = bisect_right(numbers, number)
        return known[count - 1] if count else None

"""What `diagnose` found out, before it is put into words."""

from dataclasses import dataclass, field
from typing import Literal

from raddle.base.place import SourcePlace
from raddle.report.result import Finding

Does = Literal["reads", "writes", "updates", "locks", "unlocks", "waits", "signals", "starts", "ends", "joins", "does"]
"""`updates`: reads and writes in one; `does`: anything else."""


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """A line, as one thread comes to it."""

    thread: str
    """By creation path: main.1."""
    place: SourcePlace
    does: Does = field(default="does", compare=False)
    about: str = field(default="", compare=False)
    """The variable or the lock: `balance`; empty where it has no name."""
    text: str = field(default="", compare=False)
    """The source line without comments; empty where it cannot be read."""
    position: int = field(default=0, compare=False)
    """How many operations its thread has done up to it, itself included, in the run that fails, or would have done had
    it gone on; 0: not known."""
    time: int = field(default=0, compare=False)
    """Which time its thread comes there then; 0: it comes there once only."""
    of_several: bool = field(default=False, compare=False)
    """Other threads come to that line too."""
    twice: bool = field(default=False, compare=False)
    """The line does the same at another column too."""


@dataclass(frozen=True, slots=True, order=True)
class Order:
    """`first` comes before `then`."""

    first: Spot
    then: Spot


@dataclass(frozen=True, slots=True)
class Cause:
    """One set of orders that forces the failure."""

    orders: tuple[Order, ...]
    parts: tuple[Spot, ...] = ()
    """What must take place besides, before the process ends."""
    fails: SourcePlace | None = None
    """Where it fails then,"""
    what: str = ""
    """and what: `assertion x == y`."""
    smallest: bool = False
    """No smaller set of such orders forces that failure."""
    classes: int = 1
    """Sets of orders of single executions that were merged: they differ in threads of the same code, or in rounds of
    loops."""

    @property
    def files(self) -> frozenset[str]:
        """Where it fails, and where what it is about stands; lines alone do if it is one."""
        spots = [spot.place for spot in spots_of(self) if spot.place.line]
        return frozenset(place.file for place in (*spots, self.fails) if place is not None)


def spots_of(cause: Cause) -> list[Spot]:
    """Of its orders, then what takes place besides."""
    return [spot for order in cause.orders for spot in (order.first, order.then)] + list(cause.parts)


@dataclass(frozen=True, slots=True)
class Sizes:
    """The columns of the diagnosis paper's table 5.2."""

    iterations: int = 0
    per_schedule: float = 0.0
    """Orders between threads in one run that fails, on average;"""
    per_core: float = 0.0
    """of these in a core, on average;"""
    unique: int = 0
    """different ones in all cores, by pairs of source lines, in whichever direction."""
    runs: int = 0
    """Of the real program."""
    seconds: float = 0.0

    @property
    def ratio(self) -> float:
        return self.unique / self.per_schedule if self.per_schedule else 0.0


@dataclass(frozen=True, slots=True)
class Diagnosed:
    program: str
    kind: Literal["concurrency", "sequential", "passes", "unknown"]
    causes: tuple[Cause, ...] = ()
    complete: bool = False
    otherwise: str = ""
    """Of a sequential one, what runs do that do not fail so: `fail elsewhere or deadlock`; empty: there are none."""
    reason: str = ""
    advice: str = ""
    without_preemption: bool = False
    bounded: str = ""
    findings: tuple[Finding, ...] = ()
    """The run that fails, with its witness."""
    sizes: Sizes = field(default_factory=Sizes)
    inputs: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    beforehand: tuple[str, ...] = ()

    @property
    def files(self) -> frozenset[str]:
        """Of all its causes."""
        return frozenset[str]().union(*(cause.files for cause in self.causes))

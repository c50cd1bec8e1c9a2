"""What `check` found out, before it is put into words."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from raddle.base.place import SourcePlace

Kind = Literal["assertion", "deadlock", "memory", "failure"]
Status = Literal["confirmed", "predicted"]


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that a thread does on the way to the failure."""

    thread: str
    place: SourcePlace | None
    deed: str
    """`read balance = 100`, `lock m`"""


@dataclass(frozen=True, slots=True)
class Finding:
    kind: Kind
    status: Status
    place: SourcePlace | None
    message: str
    """`balance == 200 fails: balance is 150`"""
    reason: str = ""
    """Why it is only predicted."""
    story: tuple[Line, ...] = ()
    """What matters of the failing run, in its order."""
    schedule: str = ""
    """For --schedule."""
    witness: Path | None = None
    threads: int = 0
    switches: int = 0
    fewest: bool = False
    """Whether no schedule with fewer switches fails there."""
    observed: bool = False
    """The given run itself failed so."""
    instances: int = 1
    """Executions of this assertion that can fail, as far as it was asked."""


@dataclass(frozen=True, slots=True)
class Open:
    """An assertion that could not be decided."""

    place: SourcePlace | None
    reason: str
    instances: int


@dataclass(frozen=True, slots=True)
class Stats:
    threads: int = 0
    events: int = 0
    """Visible ones of the given run."""
    shared_accesses: int = 0
    assertions: int = 0
    """Places in the source."""
    instances: int = 0
    """Executions of them whose condition depends on shared memory."""
    held: int = 0
    """Of the instances: in no interleaving violated."""
    seconds: dict[str, float] = field(default_factory=dict)
    """By stage: record, walk, model, predict, replay."""


@dataclass(frozen=True, slots=True)
class Result:
    program: str
    findings: tuple[Finding, ...]
    open: tuple[Open, ...]
    assumptions: tuple[str, ...]
    bound: str = ""
    """`at most 2 context switches`; empty: none, or lifted."""
    lifted: bool = False
    """A bound was given, and the proofs did not need it."""
    cut: str = ""
    """Why the run shows only a part of its paths; empty: it came to its end."""
    notes: tuple[str, ...] = ()
    beforehand: tuple[str, ...] = ()
    """Notes without which the rest would be misread."""
    stats: Stats = field(default_factory=Stats)

    @property
    def verdict(self) -> Literal["bug", "none", "unknown"]:
        if self.findings:
            return "bug"
        return "unknown" if self.open or self.cut else "none"

    @property
    def undecided(self) -> int:
        """Assertions, not reasons."""
        return len({one.place for one in self.open})

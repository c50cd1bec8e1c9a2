"""What `repair` and `check-fix` found out, before it is put into words."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from raddle.report.diagnosed import Diagnosed, Order
from raddle.report.verified import Verified

Kind = Literal["mutex", "order", "atomic", "loop"]
"""Of a measure: threads are kept apart, one comes later, an update is one step, a wait looks again."""


@dataclass(frozen=True, slots=True)
class Candidate:
    what: str
    """In a few words: `a new mutex around lines 5-6 and 10-11`."""
    diff: str
    """Unified, against the user's sources; empty where there is no code for it."""
    accepted: bool
    reason: str = ""
    """Why not; of an accepted one what else is to be known."""
    concurrency: float | None = None
    """Of the pairs of accesses of different threads that came in either order before, the share that still does,"""
    side_by_side: float | None = None
    """and of those that could be next at once."""
    verified: Verified | None = field(default=None, repr=False)
    warnings: tuple[str, ...] = ()
    """Of the compiler, that were not there before."""
    changed: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)
    """The texts that were built and verified, by absolute path: those that differ from the user's."""
    kinds: frozenset[Kind] = frozenset()
    """Of its measures."""

    @property
    def lines(self) -> int:
        """That are added or removed; `---i;` is a line `--i;` that is removed, and no heading."""
        return sum(line.startswith(("+", "-")) and line[:4] not in ("+++ ", "--- ") for line in self.diff.split("\n"))


@dataclass(frozen=True, slots=True)
class Repaired:
    program: str
    diagnosed: Diagnosed
    edges: tuple[tuple[Order, ...], ...] = ()
    """All optima of the covering: sets of orders, each of which blocks every cause."""
    candidates: tuple[Candidate, ...] = ()
    """The accepted ones first, the best of them at the front."""
    applied: tuple[str, ...] = ()
    """Files that were changed because that was asked for."""
    complete: bool = True
    """False: there are others that were not tried, or not to the end: for want of time, or because there are many."""
    seconds: float = 0.0
    """The diagnosis included."""

    @property
    def verdict(self) -> Literal["repaired", "none", "unrepaired", "unknown"]:
        """`none`: nothing fails, nothing is to be repaired. `unrepaired`: all that was thought of was tried."""
        if self.accepted:
            return "repaired"
        if self.diagnosed.kind == "passes":
            return "none"
        if self.diagnosed.kind == "sequential":
            return "unrepaired"
        return "unrepaired" if self.diagnosed.kind == "concurrency" and self.complete else "unknown"

    @property
    def accepted(self) -> tuple[Candidate, ...]:
        return tuple(candidate for candidate in self.candidates if candidate.accepted)


@dataclass(frozen=True, slots=True)
class CheckedFix:
    """Somebody's own fix for a stored failure."""

    program: str
    verdict: Literal["holds", "broken", "unknown"]
    verified: Verified
    changed: tuple[str, ...] = ()
    """Files that differ from those of the failure."""
    check_changed: tuple[str, ...] = ()
    """`x == 2` is `x > 0`: what is another text now where the original failed."""
    notes: tuple[str, ...] = ()

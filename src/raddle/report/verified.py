"""What `verify` found out, before it is put into words."""

from dataclasses import dataclass, field
from typing import Literal

from raddle.base.place import SourcePlace
from raddle.report.properties import Property
from raddle.report.result import Executions, Finding


@dataclass(frozen=True, slots=True)
class Iteration:
    """One question that was asked about all that had been seen until then, and what came of it."""

    runs: int
    """That had been made by then."""
    points: int
    """States of threads that were known,"""
    events: int
    """and ways to go on from them,"""
    frontiers: int
    """of which nobody knew what is behind them."""
    asked: str
    """`failures`, `frontiers`, `races`, `deadlocks`, `cuts`"""
    reached: bool | None
    """Whether some interleaving comes there; None: undecided."""
    seconds: float


@dataclass(frozen=True, slots=True)
class Counts:
    runs: int = 0
    """Of the real program, the first one included."""
    guided: int = 0
    """Of these: along a way that was computed."""
    threads: int = 0
    """In all runs together."""
    points: int = 0
    events: int = 0
    """Of all threads' paths; not of the runs."""
    seconds: dict[str, float] = field(default_factory=dict)
    """By stage: run, walk, paths, solve, explain."""


@dataclass(frozen=True, slots=True)
class Verified:
    program: str
    verdict: Literal["bug", "proved", "unknown"]
    properties: tuple[Property, ...] = ("assertions",)
    """What was asked for."""
    proved: tuple[Property, ...] = ()
    """What is proved, also where something else is not."""
    executions: Executions = "sequentially consistent"
    """Of a proof,"""
    executions_because: str = ""
    """and why not of all; empty: of all."""
    bound: str = ""
    """`at most 100 events of each thread`: what the proof is limited to; empty: nothing."""
    findings: tuple[Finding, ...] = ()
    reason: str = ""
    """Why it is unknown,"""
    advice: str = ""
    """and what may help."""
    inputs: tuple[str, ...] = ()
    """What was the same in every run, in words."""
    assumptions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    beforehand: tuple[str, ...] = ()
    """Notes without which the rest would be misread."""
    untaken: tuple[SourcePlace, ...] = ()
    """Where other threads decide which way a thread goes, and no run went one of the ways."""
    counts: Counts = field(default_factory=Counts)
    iterations: tuple[Iteration, ...] = ()

"""How a verification ends, before it is told."""

from dataclasses import dataclass, field

from raddle.model.goals import PathGoal
from raddle.model.program import TraceProgram
from raddle.report.properties import Property
from raddle.trace.happens_before import Race
from raddle.trace.lock_misuses import Misuse
from raddle.trace.memory_faults import MemoryFault
from raddle.trace.walk import Trace


@dataclass(frozen=True)
class Bug:
    """This run of the real program shows it."""

    trace: Trace = field(repr=False)
    observed: bool = False
    """It is the first one."""
    race: Race | None = None
    """What it shows, where it did not fail."""
    memory: MemoryFault | None = None
    """Likewise; of the run with all of its accesses."""
    misuse: Misuse | None = None
    """Likewise; of the run with the bytes of locks."""


@dataclass(frozen=True)
class Proved:
    """None of the goals can be reached."""

    paths: TraceProgram = field(repr=False)
    goals: tuple[PathGoal, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    reason: str
    advice: str = ""
    proved: tuple[Property, ...] = ()
    """What is known all the same."""
    weak: str = ""
    """Why that is so of sequentially consistent executions only, though freedom from races is among it."""
    cut_off: bool = False
    """It was ended wherever it was: what the last run showed may be entered in part."""


Ended = Bug | Proved | Unknown

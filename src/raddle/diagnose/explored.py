"""All that a program can do under its input, those runs that fail included."""

from dataclasses import dataclass, field

from raddle.model.program import TraceProgram
from raddle.model.recorded.several import RunModel
from raddle.trace.walk import Trace
from raddle.verify.grow.graph import Origin


@dataclass(frozen=True)
class Explored:
    paths: TraceProgram = field(repr=False)
    origins: tuple[tuple[Origin, ...], ...] = field(repr=False)
    """Event of the paths -> where it was seen, by run; of a failure and a frontier: the events beside or before it."""
    models: tuple[RunModel, ...] = field(repr=False)
    """By the number of the run."""
    failures: tuple[int, ...]
    """Events that are the failure in question: a witness asks for its own only."""
    ends: tuple[int, ...]
    """Events that end a run that passes: ends of the process (but not by a false assumption), frontiers."""
    runs: int
    failing: Trace | None = field(repr=False)
    """A run of the real program that fails; None: none was found."""
    unseen: str = ""
    """Why there may be runs that are not among the paths; empty: there are none (within the bounds asked for)."""
    advice: str = ""
    """What may help then."""
    bounded: str = ""
    """`loops are followed up to 3 rounds`: what the paths are limited to because the user said so; empty: nothing."""
    notes: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()

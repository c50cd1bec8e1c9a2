"""Several runs of one program as trace programs that speak of the same memory, locks and threads.

In: walked runs, one after the other. Out: for each a `RunModel`, all with one TermStore. What stands in a thread's part
depends on nothing but the way that the thread took: two runs in which a thread goes the same way have the same events
there, but for the names of variables.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field

from raddle.logic.terms import Term, TermStore
from raddle.model.ctp import Ctp
from raddle.trace.walk import Trace


@dataclass(frozen=True, slots=True)
class Place:
    """A place between the events of a thread at which its own state is known (trace/local_states.py)."""

    before: int
    """Position in the thread of the first event behind it."""
    visible: int
    where: Hashable
    held: tuple[tuple[Hashable, Term], ...]


@dataclass(frozen=True)
class RunModel:
    number: int
    """Of the run."""
    ctp: Ctp = field(repr=False)
    """Threads as this run numbers them; Check only for assertions."""
    trace: Trace = field(repr=False)
    cells: tuple[Hashable, ...]
    """What each cell is, the same in every run; so with locks and the others."""
    locks: tuple[Hashable, ...]
    conditions: tuple[Hashable, ...]
    semaphores: tuple[Hashable, ...]
    barriers: tuple[Hashable, ...]
    onces: tuple[Hashable, ...]
    places: tuple[tuple[Place, ...], ...]
    """Thread by thread, in order; () where nothing is known."""


class SeveralRuns:
    def __init__(self) -> None:
        self.store = TermStore()

    def add(self, trace: Trace) -> None:
        raise NotImplementedError

    def models(self) -> tuple[RunModel, ...]:
        """Of all runs so far. Those of earlier runs are made again where a later one shares more memory."""
        raise NotImplementedError

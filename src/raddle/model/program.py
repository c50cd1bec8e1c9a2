"""The trace program: what each thread does, with every shared read a fresh variable (CSSA).

For each thread a graph without cycles whose edges are events (model/actions.py, model/graph.py). A recorded run is such
a graph with one way through it, a chain: then nothing of the graph is kept. What many runs showed has branches. Thread
0 is main; all others begin with Start. What is well-formed says model/check.py.

Chain: an event whose guard is false (a branch that went the other way in that order) cannot take place, and its thread
has left the trace program there. Every thread but main has one Create, in its parent.

Branches: each outcome of an operation is an event of its own. There is no Check: an assertion is a Step that goes on
where it holds, and another one, a failure, where it does not. A thread's events stand in an order such that each one
stands behind all that lead to it. A read's variable belongs to one event; terms speak of variables of the event itself
and of events on *every* way to it. An acquire, a Wait, a RegionBegin, an Arrive, an OnceBegin may have several events
that end it, on different ways; what ends one has exactly one event that begins it, and that is on every way to it. A
thread may have several Creates (on different ways of its parent), Exits and Joins. Nothing comes behind a ProcessEnd.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from raddle.logic.terms import TermStore
from raddle.model.actions import Action, Against, Cell, Check
from raddle.model.graph import Graph, Leads


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that a thread does."""

    number: int
    """In the whole program; a thread's events have consecutive numbers."""
    thread: int
    position: int
    """Among its thread's events."""
    action: Action
    upto: int
    """How many visible events of the real thread are over when this one is: what a schedule counts."""
    origin: int
    """What it came from: the row in the thread's walk, or the line of the text."""
    label: str = ""
    """A name given in the text (t1)."""


@dataclass(frozen=True, slots=True)
class Thread:
    name: str
    first: int
    """Number of its first event."""
    count: int
    parent: int | None
    """None: main."""


@dataclass(frozen=True, slots=True)
class Semaphore:
    name: str
    initial: int


@dataclass(frozen=True, slots=True)
class Barrier:
    name: str
    parties: int


@dataclass(frozen=True, slots=True)
class Assumption:
    """Something taken as it was observed, without which other orders might do more or something else."""

    what: str
    event: int | None = None
    """The event at which it stands, where it stands at one."""
    by_guard: bool = False
    """The guard of that event says it: where that cannot be false, nothing is assumed."""


MAIN: Final = 0


@dataclass(frozen=True)
class TraceProgram:
    terms: TermStore = field(repr=False)
    threads: tuple[Thread, ...]
    events: tuple[Event, ...] = field(repr=False)
    cells: tuple[Cell, ...] = ()
    locks: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    semaphores: tuple[Semaphore, ...] = ()
    barriers: tuple[Barrier, ...] = ()
    onces: tuple[str, ...] = ()
    observed: tuple[int, ...] = ()
    """Event numbers in the order of the given run; () where there is none, or it branches."""
    assumptions: tuple[Assumption, ...] = ()
    transactions: tuple[tuple[int, int], ...] = ()
    """First and last event of blocks declared atomic: a property, not a fact."""
    branches: Graph | None = field(default=None, repr=False)
    """None: every thread is a chain."""

    def of_thread(self, thread: int) -> tuple[Event, ...]:
        found = self.threads[thread]
        return self.events[found.first : found.first + found.count]

    @cached_property
    def checks(self) -> tuple[Event, ...]:
        return tuple(event for event in self.events if isinstance(event.action, Check))

    @cached_property
    def assertions(self) -> tuple[Event, ...]:
        return self.checks_against("assertion")

    def checks_against(self, *against: Against) -> tuple[Event, ...]:
        found = ((event, event.action) for event in self.events)
        return tuple(event for event, action in found if isinstance(action, Check) and action.against in against)

    # ---- the graph: that of a chain is made when it is first asked for

    @cached_property
    def graph(self) -> Graph:
        return self._chains() if self.branches is None else self.branches

    def _chains(self) -> Graph:
        """Each thread has one point more than events."""
        source = tuple(event.number + event.thread for event in self.events)
        on: Leads = "on"
        visible: list[int] = []
        for thread in range(len(self.threads)):
            before = 0
            for event in self.of_thread(thread):
                visible.append(event.upto - before)
                before = event.upto
        return Graph(
            source=source,
            target=tuple(point + 1 for point in source),
            leads=(on,) * len(source),
            roots=tuple(thread.first + number for number, thread in enumerate(self.threads)),
            visible=tuple(visible),
            passed=tuple(visible),
        )

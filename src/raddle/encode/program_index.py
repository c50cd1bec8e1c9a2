"""What axioms ask again and again of the events they are about, computed once."""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

from raddle.encode.order import Order
from raddle.encode.rounds import Round, fixed_rounds
from raddle.encode.sections import Section, Sections
from raddle.encode.semaphore_locks import Posts, semaphore_locks
from raddle.logic.terms import Term
from raddle.model.actions import Check, Create, Exit, Join, Read, Start, Step, Write
from raddle.model.program import Event, TraceProgram
from raddle.model.rules.actions import traits_of

OUTSIDE = -1
"""Among the writes that reach an event: what others wrote, or what was there at first."""


class ProgramIndex(ABC):
    """Of some events of a graph: all others never take place."""

    must: Order

    def __init__(self, program: TraceProgram, events: Sequence[Event], unseen: Collection[int] = ()) -> None:
        """The events, each behind those that lead to it. `unseen`: those that nobody sees the writes of."""
        self.ctp = program
        self.events = program.events
        self.thread = [event.thread for event in self.events]
        self.spoken_of = events
        self.sections = Sections(program, events)
        self.creates, self.exits = ends_of(events)
        self.reads: dict[Term, tuple[int, Read]] = {}
        """By variable: the event that reads it."""
        self.writes: dict[int, list[tuple[int, Write]]] = defaultdict(list)
        """By cell: the events that may write it, thread by thread."""
        self.operations: dict[tuple[str, int], list[int]] = defaultdict(list)
        """By kind (model/rules/traits.py, Family) and number of what threads synchronise by: all events on it."""
        self._definite: dict[int, list[int]] = {}
        for event in events:
            self._enter(event, seen=event.number not in unseen)

    def _enter(self, event: Event, *, seen: bool) -> None:
        number = event.number
        match event.action:
            case Step(reads, _, writes):
                self._enter_reads(number, reads)
                for write in writes if seen else ():
                    for cell in write.cells:
                        self.writes[cell].append((number, write))
            case Check(reads, _):
                self._enter_reads(number, reads)
            case action:
                of = traits_of(action).of
                if of is not None:
                    self.operations[of.family.value, of.number].append(number)

    def _enter_reads(self, number: int, reads: tuple[Read, ...]) -> None:
        for read in reads:
            self.reads[read.variable] = (number, read)

    def definite_writes(self, cell: int) -> list[int]:
        """Events that write it, and whose address is constant: in the order of their numbers."""
        found = self._definite.get(cell)
        if found is None:
            entries = self.writes.get(cell, ())
            found = self._definite[cell] = [one for one, write in entries if write.address is None]
        return found

    def causes(self, event: int) -> list[int] | None:
        return causes_of(self.events[event], self.creates, self.exits)

    @cached_property
    def semaphore_locks(self) -> dict[int, Posts]:
        return semaphore_locks(self.ctp, self.spoken_of)

    @cached_property
    def rounds(self) -> dict[int, Round]:
        """Arrive -> its round, where rounds are fixed."""
        rounds = (one for found in fixed_rounds(self.ctp, self.spoken_of).values() for one in found)
        return {arrival: one for one in rounds for events in one.arrivals.values() for arrival in events}

    @property
    @abstractmethod
    def linked(self) -> Collection[int]:
        """Events that something in another thread must come before, or behind."""

    @abstractmethod
    def inside(self, section: Section) -> Iterable[int]:
        """The events behind its acquire, its releases among them."""

    @abstractmethod
    def reaching(self, event: int, cell: int) -> Collection[int]:
        """The thread's own writes of the cell that may be the last before the event; OUTSIDE where there may be none.
        A write whose address is constant hides those before it."""

    @abstractmethod
    def surely_before(self, event: int, others: Sequence[int]) -> list[int]:
        """Of the others, which stand in the order of their numbers: those that take place before the event whenever it
        does. Of one thread only the last, where that can be told."""


def ends_of(events: Iterable[Event]) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """Of each thread its creates and its exits."""
    creates: dict[int, list[int]] = {}
    exits: dict[int, list[int]] = {}
    for event in events:
        match event.action:
            case Create(child):
                creates.setdefault(child, []).append(event.number)
            case Exit():
                exits.setdefault(event.thread, []).append(event.number)
            case _:
                pass
    return creates, exits


def causes_of(event: Event, creates: Mapping[int, list[int]], exits: Mapping[int, list[int]]) -> list[int] | None:
    """One of these lets it take place: a thread starts once it has been created, and is joined once it has ended. None:
    it needs nothing like that."""
    match event.action:
        case Start():
            return creates.get(event.thread, [])
        case Join(child):
            return exits.get(child, [])
        case _:
            return None

"""What the encoding of one question about paths asks again and again, computed once for it."""

from collections import defaultdict
from functools import cached_property

from raddle.encode.paths.order import StaticOrder, ends_of, living
from raddle.encode.paths.sections import Opened
from raddle.logic.terms import Term
from raddle.model.ctp import (
    Acquire,
    Arrive,
    Broadcast,
    Check,
    Count,
    Leave,
    OnceBegin,
    OnceEnd,
    OncePass,
    Post,
    Read,
    Refused,
    Release,
    Signal,
    Step,
    Take,
    Wait,
    Wake,
    Write,
)
from raddle.model.paths.paths import Paths


class PathIndex:
    """`last`: events behind which nothing is asked."""

    def __init__(self, paths: Paths, last: frozenset[int]) -> None:
        self.paths = paths
        self.program = paths.program
        self.events = paths.program.events
        self.last = last
        self.alive = living(paths, last)
        self.in_order = sorted(self.alive)
        self.thread = [event.thread for event in self.events]
        self.creates, self.exits = ends_of(paths, self.alive)
        self.order = StaticOrder(paths, self.alive, self.creates, self.exits)
        self.opened = Opened(paths, self.alive)
        self.reads: dict[Term, tuple[int, Read]] = {}
        """By variable: the event that reads it."""
        self.writes: dict[int, list[tuple[int, Write]]] = defaultdict(list)
        """By cell: the events that may write it."""
        self.operations: dict[tuple[str, int], list[int]] = defaultdict(list)
        """By kind and number of a synchronisation object: all events on it."""
        for number in self.in_order:
            self._enter(number)

    def _enter(self, number: int) -> None:
        match self.events[number].action:
            case Step(reads, _, writes):
                self._enter_reads(number, reads)
                for write in writes:
                    for cell in write.cells:
                        self.writes[cell].append((number, write))
            case Check(reads, _):
                raise AssertionError("paths have no checks")
            case Acquire(lock) | Release(lock) | Refused(lock):
                self.operations["lock", lock].append(number)
            case Wait(condition) | Wake(condition) | Signal(condition) | Broadcast(condition):
                self.operations["condition", condition].append(number)
            case Take(semaphore) | Post(semaphore) | Count(semaphore):
                self.operations["semaphore", semaphore].append(number)
            case Arrive(barrier) | Leave(barrier):
                self.operations["barrier", barrier].append(number)
            case OnceBegin(once) | OnceEnd(once) | OncePass(once):
                self.operations["once", once].append(number)
            case _:
                pass

    def _enter_reads(self, number: int, reads: tuple[Read, ...]) -> None:
        for read in reads:
            self.reads[read.variable] = (number, read)

    def of(self, kind: str, number: int, of: type) -> list[int]:
        return [one for one in self.operations.get((kind, number), ()) if isinstance(self.events[one].action, of)]

    @cached_property
    def leaving(self) -> dict[int, list[int]]:
        """Point -> the events that leave it, of those that are spoken of."""
        found: dict[int, list[int]] = defaultdict(list)
        for event in self.in_order:
            found[self.paths.source[event]].append(event)
        return found

    @cached_property
    def entering(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = defaultdict(list)
        for event in self.in_order:
            if event not in self.last:
                found[self.paths.target[event]].append(event)
        return found

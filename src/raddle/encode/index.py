"""What every encoding of one trace program asks again and again, computed once."""

from collections import defaultdict
from collections.abc import Hashable
from functools import cached_property

from raddle.encode.forced_reads import forced_edges
from raddle.encode.must import MustPrecede
from raddle.encode.sections import Sections
from raddle.encode.semaphore_locks import Posts, semaphore_locks
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.ctp import (
    Acquire,
    Arrive,
    Broadcast,
    Check,
    Count,
    Create,
    Ctp,
    Exit,
    Fence,
    Join,
    Leave,
    OnceBegin,
    OnceEnd,
    OncePass,
    Post,
    ProcessEnd,
    Read,
    Refused,
    RegionBegin,
    RegionEnd,
    Release,
    Signal,
    Start,
    Step,
    Take,
    Wait,
    Wake,
    Write,
)
from raddle.model.dependence import Dependence
from raddle.model.uses import freed_again


class Index:
    def __init__(self, ctp: Ctp) -> None:
        self.ctp = ctp
        self.sections = Sections(ctp)
        self.must = MustPrecede(ctp, forced_edges(ctp, self.sections))
        self.reads: dict[Term, tuple[int, Read]] = {}
        """By variable: the event that reads it."""
        self.writes: dict[int, list[tuple[int, Write]]] = defaultdict(list)
        """By cell: the events that may write it, thread by thread."""
        self.readers: dict[int, list[int]] = defaultdict(list)
        """By cell: the events that may read it."""
        self.operations: dict[tuple[str, Hashable], list[int]] = defaultdict(list)
        """By kind and number of a synchronisation object: all events on it."""
        self.created: dict[int, int] = {}
        self.exits: dict[int, int] = {}
        self.region_end: dict[int, int | None] = {}
        """RegionBegin -> its RegionEnd."""
        for event in ctp.events:
            self._enter(event.number)

    def _enter(self, number: int) -> None:
        event = self.ctp.events[number]
        match event.action:
            case Step(reads, _, writes):
                self._enter_reads(number, reads)
                for write in writes:
                    for cell in write.cells:
                        self.writes[cell].append((number, write))
            case Check(reads, _):
                self._enter_reads(number, reads)
            case Create(child):
                self.created[child] = number
            case Exit():
                self.exits[event.thread] = number
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
            case RegionBegin():
                self.region_end[number] = self._next_end(number)
            case _:
                pass

    def _enter_reads(self, number: int, reads: tuple[Read, ...]) -> None:
        for read in reads:
            self.reads[read.variable] = (number, read)
            for cell in read.cells:
                self.readers[cell].append(number)

    def _next_end(self, begin: int) -> int | None:
        thread = self.ctp.threads[self.ctp.events[begin].thread]
        for number in range(begin + 1, thread.first + thread.count):
            if isinstance(self.ctp.events[number].action, RegionEnd):
                return number
        return None

    @cached_property
    def region_of(self) -> dict[int, int]:
        """Event -> the RegionBegin of the region it stands in."""
        found: dict[int, int] = {}
        for begin, end in self.region_end.items():
            thread = self.ctp.threads[self.ctp.events[begin].thread]
            last = thread.first + thread.count - 1 if end is None else end
            found.update(dict.fromkeys(range(begin, last + 1), begin))
        return found

    @cached_property
    def dependence(self) -> Dependence:
        return Dependence(self.ctp)

    @cached_property
    def semaphore_locks(self) -> dict[int, Posts]:
        return semaphore_locks(self.ctp)

    @cached_property
    def freed_again(self) -> frozenset[int]:
        """Events that may give back what has been given back already: the process then ends there."""
        return frozenset(event for events in freed_again(self.ctp).values() for event in events)

    @cached_property
    def linked(self) -> set[int]:
        """Events with a must edge to or from another thread."""
        return {event for after, sources in self.must.into.items() for event in (after, *sources)}

    def is_never_over(self, event: int) -> bool:
        """Whether nothing comes after it: it ends the process, or nobody lets it take place."""
        match self.ctp.events[event].action:
            case ProcessEnd():
                return True
            case Join(child):
                return child not in self.exits
            case Start():
                return self.must.thread[event] not in self.created
            case _:
                return False

    @cached_property
    def synchronising_reads(self) -> frozenset[Term]:
        """Atomic reads by which something may come to happen before something: they acquire, or a fence behind them
        does, or an update passes on what it sees."""
        found: set[Term] = set()
        for number in range(len(self.ctp.threads)):
            fenced = False
            for event in reversed(self.ctp.of_thread(number)):
                action = event.action
                fenced = fenced or (isinstance(action, Fence) and action.order.acquires)
                if isinstance(action, Step | Check):
                    passes_on = isinstance(action, Step) and any(write.order.is_atomic for write in action.writes)
                    for read in action.reads:
                        if read.order.acquires or (read.order.is_atomic and (fenced or passes_on)):
                            found.add(read.variable)
        return frozenset(found)

    def guards_on(self, variable: Term, seen: set[Term]) -> list[int]:
        """The branches (and checks) whose conditions speak of the variable; not of what was `seen`, which grows."""
        users, guards = self._conditions
        found: list[int] = []
        todo = [variable]
        while todo:
            term = todo.pop()
            if term not in seen:
                seen.add(term)
                found += guards.get(term, ())
                todo += users.get(term, ())
        return sorted(found)

    def guard_variables(self, event: int, seen: set[Term]) -> list[Term]:
        action = self.ctp.events[event].action
        assert isinstance(action, Step | Check)
        return variables_in(_condition_of(action), seen)

    @cached_property
    def _conditions(self) -> tuple[dict[Term, list[Term]], dict[Term, list[int]]]:
        """In conditions: term -> the terms made of it; whole condition -> the events."""
        users: dict[Term, list[Term]] = defaultdict(list)
        guards: dict[Term, list[int]] = defaultdict(list)
        for event in self.ctp.events:
            if isinstance(event.action, Step | Check) and _condition_of(event.action).op is not Op.CONSTANT:
                guards[_condition_of(event.action)].append(event.number)
        todo, seen = list(guards), set(guards)
        while todo:
            term = todo.pop()
            for part in term.args:
                users[part].append(term)
                if part not in seen:
                    seen.add(part)
                    todo.append(part)
        return users, guards


def variables_in(whole: Term, seen: set[Term]) -> list[Term]:
    """The variables in it but for those in what was `seen`, which grows."""
    found, todo = [], [whole]
    while todo:
        term = todo.pop()
        if term not in seen:
            seen.add(term)
            todo += term.args
            if term.op is Op.VARIABLE:
                found.append(term)
    return sorted(found, key=lambda variable: variable.number)


def _condition_of(action: Step | Check) -> Term:
    return action.guard if isinstance(action, Step) else action.condition

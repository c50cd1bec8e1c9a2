"""Which deadlocks a small trace program has, by going through all its states: plain, slow, and on its own.

docs/rules.md, Deadlock. Who holds what, what a semaphore counts, how many have come to a barrier: all that follows from
how far each thread has come, and is counted anew in every state. Only whom a signal chose, and who came when to a
barrier, is a matter of the run: that is asked for.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from raddle.model.actions import (
    Acquire,
    Action,
    Arrive,
    Create,
    Exit,
    Join,
    Leave,
    Mode,
    OnceBegin,
    OnceEnd,
    OncePass,
    Post,
    ProcessEnd,
    Refused,
    RegionBegin,
    RegionEnd,
    Release,
    Take,
    Wait,
    Wake,
)
from raddle.model.layout import State
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.program import Event, TraceProgram
from tests.support.race_oracle import MOST_STATES, TooMany


@dataclass
class Stuck:
    """Sets of events that are stood before."""

    states: int = 0
    circles: set[frozenset[int]] = field(default_factory=set)
    """All of each state."""
    standstills: set[frozenset[int]] = field(default_factory=set)

    def smallest_circles(self) -> set[frozenset[int]]:
        """Of all states."""
        return {one for one in self.circles if not any(other < one for other in self.circles)}

    def smallest_standstills(self) -> set[frozenset[int]]:
        return {one for one in self.standstills if not any(other < one for other in self.standstills)}


def stuck_of(ctp: TraceProgram, most_states: int = MOST_STATES) -> Stuck:
    machine = Machine(ctp)
    found = Stuck()
    known = {machine.initial}
    stack = [machine.initial]
    while stack:
        state = stack.pop()
        look(ctp, machine, state, found)
        for _, after in machine.successors(state):
            if after not in known:
                known.add(after)
                stack.append(after)
        if len(known) > most_states:
            raise TooMany
    found.states = len(known)
    return found


def stuck_after(ctp: TraceProgram, moves: Sequence[Move]) -> Stuck:
    machine = Machine(ctp)
    state = machine.initial
    for move in moves:
        state = machine.perform(state, move)
    found = Stuck()
    look(ctp, machine, state, found)
    return found


def look(ctp: TraceProgram, machine: Machine, state: State, found: Stuck) -> None:
    waits, tickets = machine.layout.waits, machine.layout.tickets
    here = Here(
        ctp, state, lambda thread: state[waits + thread] % 2 == 1, lambda thread: (state[tickets + thread] + 1) // 2
    )
    waiting = {event.thread: event for event in here.standing()}
    found.circles.update(here.circles(waiting))
    if here.is_standstill(waiting):
        found.standstills.add(frozenset(event.number for event in waiting.values()))


def may_stand(event: Event) -> bool:
    """Whether it waits at all: no try, and nothing that has a time limit."""
    match event.action:
        case Acquire(waits=waits) | Join(waits=waits) | Take(waits=waits):
            return waits
        case Wake(cause=cause, waits=waits):
            return waits and cause == "signal"
        case Leave() | OnceBegin() | OncePass():
            return True
        case _:
            return False


class Here:
    """One state."""

    def __init__(
        self,
        ctp: TraceProgram,
        positions: Sequence[int],
        is_waiting: Callable[[int], bool],
        rounds_until: Callable[[int], int],
    ) -> None:
        """`positions`: how many of each thread's events have taken place. Asked by thread: whether it waits for a
        condition and nobody has chosen it; how many rounds a barrier has had when it leaves."""
        self._ctp = ctp
        self._done: Final = [ctp.of_thread(thread)[: positions[thread]] for thread in range(len(ctp.threads))]
        self._is_waiting = is_waiting
        self._rounds_until = rounds_until

    def count(self, kind: type[Action], of: int) -> int:
        """How many of these have been done to the object of that number."""
        name = {Arrive: "barrier", Post: "semaphore", Take: "semaphore", OnceBegin: "once", OnceEnd: "once"}[kind]
        actions = [event.action for done in self._done for event in done]
        return sum(isinstance(action, kind) and getattr(action, name) == of for action in actions)

    def standing(self) -> Iterator[Event]:
        """The events that wait, are next, and cannot take place."""
        if self.has_ended or self.in_regions():
            return
        for thread, done in enumerate(self._done):
            events = self._ctp.of_thread(thread)
            if len(done) < len(events) and self._is_vain(events[len(done)]):
                yield events[len(done)]

    def _is_vain(self, event: Event) -> bool:
        if not may_stand(event):
            return False
        match event.action:
            case Acquire():
                return bool(self.holders(event))
            case Join(child):
                return not self.has_exited(child)
            case Take(semaphore):
                return self.tokens(semaphore) == 0
            case Wake():
                return self._is_waiting(event.thread)
            case Leave(barrier):
                return self._is_incomplete(barrier, event.thread)
            case OncePass(once) | OnceBegin(once):
                return self.count(OnceBegin, of=once) > self.count(OnceEnd, of=once)
            case _:
                return False

    @property
    def has_ended(self) -> bool:
        """The process."""
        return any(event.action == ProcessEnd() for done in self._done for event in done)

    def in_regions(self) -> list[int]:
        """The thread that is in one."""
        found = []
        for thread, done in enumerate(self._done):
            kinds = [type(event.action) for event in done]
            if kinds.count(RegionBegin) > kinds.count(RegionEnd):
                found.append(thread)
        return found

    def tokens(self, semaphore: int) -> int:
        posts, takes = self.count(Post, of=semaphore), self.count(Take, of=semaphore)
        return self._ctp.semaphores[semaphore].initial + posts - takes

    def _is_incomplete(self, barrier: int, thread: int) -> bool:
        """Its round of it."""
        return self.count(Arrive, of=barrier) < self._rounds_until(thread) * self._ctp.barriers[barrier].parties

    def holders(self, event: Event) -> list[int]:
        """The threads that hold the lock, or are the thread, that the event wants, so that it has to wait."""
        match event.action:
            case Acquire(lock, mode) | Refused(lock, mode):
                modes = list(Mode) if mode is Mode.EXCLUSIVE else [Mode.EXCLUSIVE]
                return [
                    thread
                    for thread in range(len(self._done))
                    if any(self.held(thread, lock, each) > 0 for each in modes)
                ]
            case Join(child):
                return [child]
            case _:
                return []

    def held(self, thread: int, lock: int, mode: Mode) -> int:
        count = 0
        for event in self._done[thread]:
            match event.action:
                case Acquire(of, how) if (of, how) == (lock, mode):
                    count += 1
                case Release(of, how) if (of, how) == (lock, mode):
                    count -= 1
                case Wait(_, of) if (of, Mode.EXCLUSIVE) == (lock, mode):
                    count -= 1
        return count

    def has_exited(self, thread: int) -> bool:
        return any(isinstance(event.action, Exit) for event in self._done[thread])

    def is_created(self, thread: int) -> bool:
        return thread == 0 or any(event.action == Create(thread) for done in self._done for event in done)

    def is_away(self, thread: int) -> bool:
        """It has ended, or does not exist yet."""
        return not self.is_created(thread) or self.has_exited(thread)

    def is_standstill(self, waiting: dict[int, Event]) -> bool:
        return bool(waiting) and all(thread in waiting or self.is_away(thread) for thread in range(len(self._done)))

    def circles(self, waiting: dict[int, Event]) -> Iterator[frozenset[int]]:
        """The sets of waiting threads each of which waits for one of the set."""
        for size in range(1, len(waiting) + 1):
            for threads in map(frozenset, combinations(waiting, size)):
                if all(threads.intersection(self.holders(waiting[thread])) for thread in threads):
                    yield frozenset(waiting[thread].number for thread in threads)

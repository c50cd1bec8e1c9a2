"""Which deadlocks a small trace program has, by going through all its states: plain, slow, and on its own.

docs/rules.md, Deadlock. Who holds what, what a semaphore counts, how many have come to a barrier: all that follows from
how far each thread has come, and is counted anew in every state. Only of a condition's waiters the machine is asked,
since whom a signal chose is a matter of the run.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from raddle.model.ctp import (
    Acquire,
    Action,
    Arrive,
    Create,
    Ctp,
    Event,
    Exit,
    Join,
    Leave,
    Mode,
    OnceBegin,
    OnceEnd,
    OncePass,
    Post,
    ProcessEnd,
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


def stuck_of(ctp: Ctp, most_states: int = MOST_STATES) -> Stuck:
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


def stuck_after(ctp: Ctp, moves: Sequence[Move]) -> Stuck:
    machine = Machine(ctp)
    state = machine.initial
    for move in moves:
        state = machine.perform(state, move)
    found = Stuck()
    look(ctp, machine, state, found)
    return found


def look(ctp: Ctp, machine: Machine, state: State, found: Stuck) -> None:
    here = _Here(ctp, machine, state)
    waiting = {event.thread: event for event in here.standing()}
    found.circles.update(here.circles(waiting))
    if waiting and all(thread in waiting or here.is_away(thread) for thread in range(len(ctp.threads))):
        found.standstills.add(frozenset(event.number for event in waiting.values()))


class _Here:
    """One state."""

    def __init__(self, ctp: Ctp, machine: Machine, state: State) -> None:
        self._ctp = ctp
        self._done: Final = [ctp.of_thread(thread)[: state[thread]] for thread in range(len(ctp.threads))]
        self._state = state
        self._layout = machine.layout

    def _count(self, kind: type[Action], of: int) -> int:
        """How many of these have been done to the object of that number."""
        name = {Arrive: "barrier", Post: "semaphore", Take: "semaphore", OnceBegin: "once", OnceEnd: "once"}[kind]
        actions = [event.action for done in self._done for event in done]
        return sum(isinstance(action, kind) and getattr(action, name) == of for action in actions)

    def standing(self) -> Iterator[Event]:
        """The events that wait, are next, and cannot take place."""
        everything = [event.action for done in self._done for event in done]
        if ProcessEnd() in everything or everything.count(RegionBegin()) > everything.count(RegionEnd()):
            return
        for thread, done in enumerate(self._done):
            events = self._ctp.of_thread(thread)
            if len(done) < len(events) and self._is_vain(events[len(done)]):
                yield events[len(done)]

    def _is_vain(self, event: Event) -> bool:
        match event.action:
            case Acquire(_, _, True):
                return bool(self.holders(event))
            case Join(child, True):
                return not self._has_exited(child)
            case Take(semaphore, True):
                count = self._ctp.semaphores[semaphore].initial
                return count + self._count(Post, of=semaphore) == self._count(Take, of=semaphore)
            case Wake(_, "signal", True):
                return self._state[self._layout.waits + event.thread] % 2 == 1
            case Leave(barrier):
                turn = (self._state[self._layout.tickets + event.thread] + 1) // 2
                return self._count(Arrive, of=barrier) < turn * self._ctp.barriers[barrier].parties
            case OncePass(once):
                return self._count(OnceBegin, of=once) > self._count(OnceEnd, of=once)
            case _:
                return False

    def holders(self, event: Event) -> list[int]:
        """The threads that hold the lock, or are the thread, that the event wants, so that it has to wait."""
        match event.action:
            case Acquire(lock, mode):
                modes = list(Mode) if mode is Mode.EXCLUSIVE else [Mode.EXCLUSIVE]
                return [
                    thread
                    for thread in range(len(self._done))
                    if any(self._held(thread, lock, each) > 0 for each in modes)
                ]
            case Join(child):
                return [child]
            case _:
                return []

    def _held(self, thread: int, lock: int, mode: Mode) -> int:
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

    def _has_exited(self, thread: int) -> bool:
        return any(isinstance(event.action, Exit) for event in self._done[thread])

    def is_away(self, thread: int) -> bool:
        """It has ended, or does not exist yet."""
        created = thread == 0 or any(event.action == Create(thread) for done in self._done for event in done)
        return not created or self._has_exited(thread)

    def circles(self, waiting: dict[int, Event]) -> Iterator[frozenset[int]]:
        """The sets of waiting threads each of which waits for one of the set."""
        for size in range(1, len(waiting) + 1):
            for threads in map(frozenset, combinations(waiting, size)):
                if all(threads.intersection(self.holders(waiting[thread])) for thread in threads):
                    yield frozenset(waiting[thread].number for thread in threads)

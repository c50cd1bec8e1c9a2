"""Synchronisation of a run as rows (native/passes/passes.h), each with the earlier event that it needs.

A part of the run in its order is a run again if it has for each of its events the one that it needs, and the ends of
sections that exclude a later one. Some needs are more than what the machine asks for: who came to a barrier, or changed
a semaphore at whose count somebody looks, needs all who did so before.
"""

from typing import assert_never

from raddle.decide.event_numbers import flags_of, kind_numbers
from raddle.encode.index import Index
from raddle.model.actions import (
    Acquire,
    Action,
    Arrive,
    Broadcast,
    Check,
    Count,
    Create,
    Exit,
    Fence,
    Free,
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
    Signal,
    Start,
    Step,
    Take,
    Wait,
    Wake,
)
from raddle.model.program import Event
from raddle.model.rules.actions import traits_of
from raddle.model.rules.lock import excludes

_NONE = -1


class SyncRows:
    """Appends rows of six numbers to `made`."""

    def __init__(self, index: Index, chosen: dict[int, int], made: list[int]) -> None:
        ctp = index.ctp
        self._index = index
        self._chosen = chosen
        self._made = made
        self._numbers: dict[Action, tuple[int, int, int]] = {}
        self._open: list[list[tuple[int, Mode]]] = [[] for _ in ctp.locks]
        """By lock: the acquires of the sections that are open."""
        self._posts: list[list[int]] = [[] for _ in ctp.semaphores]
        self._taken = [-semaphore.initial for semaphore in ctp.semaphores]
        self._changed = [_NONE] * len(ctp.semaphores)
        self._is_counted = [False] * len(ctp.semaphores)
        for event in ctp.events:
            if isinstance(event.action, Count):
                self._is_counted[event.action.semaphore] = True
        self._arrivals: list[list[int]] = [[] for _ in ctp.barriers]
        self._round = [0] * len(ctp.threads)
        self._wait = [_NONE] * len(ctp.threads)
        """By thread: its last Wait; and what has woken it from that."""
        self._cause = [_NONE] * len(ctp.threads)
        self._waiting: list[set[int]] = [set() for _ in ctp.conditions]
        self._ended = [_NONE] * len(ctp.onces)
        self.chosen_waits: dict[int, int] = {}

    def add(self, event: Event) -> None:
        action = event.action
        match action:
            case Acquire(lock, mode):
                self._open[lock].append((event.number, mode))
                self._row(event)
            case Release(lock, mode):
                self._close(event.thread, lock, mode)
                self._row(event)
            case Refused(lock, mode):
                self._row(event, self._holder(lock, mode))
            case Start():
                self._row(event, max(self._index.creates.get(event.thread, ()), default=_NONE))
            case Join(child):
                self._row(event, max(self._index.exits.get(child, ()), default=_NONE))
            case Wait() | Wake() | Signal() | Broadcast():
                self._condition(event, action)
            case Take() | Post() | Count():
                self._semaphore(event, action)
            case Arrive() | Leave():
                self._barrier(event, action)
            case OnceEnd(once):
                self._ended[once] = event.number
                self._row(event)
            case OncePass(once):
                self._row(event, self._ended[once])
            case Step() | Check() | Free():
                raise AssertionError("accesses are no synchronisation")
            case Exit() | Create() | Fence() | OnceBegin() | RegionBegin() | RegionEnd() | ProcessEnd():
                self._row(event)
            case _:
                assert_never(action)

    def _row(self, event: Event, seen: int = _NONE, *, of: Action | None = None) -> None:
        """`of`: what it is as well, beside its own action."""
        action = event.action if of is None else of
        numbers = self._numbers.get(action)
        if numbers is None:
            numbers = self._numbers[action] = _numbers_of(action)
        kind, number, flags = numbers
        self._made += (kind, event.thread, number, flags, event.number, seen)

    def _close(self, thread: int, lock: int, mode: Mode) -> None:
        open_ = self._open[lock]
        for at in reversed(range(len(open_))):
            if open_[at][1] is mode and self._index.must.thread[open_[at][0]] == thread:
                del open_[at]
                return

    def _holder(self, lock: int, mode: Mode) -> int:
        for acquire, held in reversed(self._open[lock]):
            if excludes(held, mode):
                return acquire
        return _NONE

    def _condition(self, event: Event, action: Wait | Wake | Signal | Broadcast) -> None:
        thread, waiting = event.thread, self._waiting[action.condition]
        match action:
            case Wait(_, lock):
                if lock is not None:
                    self._close(thread, lock, Mode.EXCLUSIVE)
                    self._row(event, of=Release(lock))
                self._wait[thread], self._cause[thread] = event.number, _NONE
                waiting.add(thread)
                self._row(event)
            case Wake():
                waiting.discard(thread)
                self._row(event, self._cause[thread])
            case Signal():
                chosen = self._chosen.get(event.number)
                wait = _NONE
                if chosen is not None:
                    waiting.discard(chosen)
                    wait = self._wait[chosen]
                    self._cause[chosen] = event.number
                    self.chosen_waits[event.number] = wait
                self._row(event, wait)
            case Broadcast():
                for one in waiting:
                    self._cause[one] = event.number
                waiting.clear()
                self._row(event)

    def _semaphore(self, event: Event, action: Take | Post | Count) -> None:
        number = action.semaphore
        before = self._changed[number] if self._is_counted[number] else _NONE
        match action:
            case Take():
                if before == _NONE and self._taken[number] >= 0:
                    before = self._posts[number][self._taken[number]]
                self._taken[number] += 1
                self._row(event, before)
            case Post():
                self._posts[number].append(event.number)
                self._row(event, before)
            case Count():
                self._row(event, before)
                return
        self._changed[number] = event.number

    def _barrier(self, event: Event, action: Arrive | Leave) -> None:
        number, arrivals = action.barrier, self._arrivals[action.barrier]
        parties = self._index.ctp.barriers[number].parties
        match action:
            case Arrive():
                before = arrivals[-1] if arrivals else _NONE
                self._round[event.thread] = len(arrivals) // parties
                arrivals.append(event.number)
                self._row(event, before)
            case Leave():
                full = (self._round[event.thread] + 1) * parties
                seen = arrivals[full - 1] if full <= len(arrivals) else _NONE
                self._row(event, seen)


def _numbers_of(action: Action) -> tuple[int, int, int]:
    """Kind, object and flags of a row."""
    of = traits_of(action).of
    flags = action.value if isinstance(action, Count) else flags_of(action)
    return kind_numbers()[type(action)], 0 if of is None else of.number, flags

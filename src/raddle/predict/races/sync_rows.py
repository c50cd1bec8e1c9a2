"""Synchronisation of a run as rows (native/passes/passes.h), each with the earlier event that it needs.

A part of the run in its order is a run again if it has for each of its events the one that it needs, and the ends of
sections that exclude a later one. Some needs are more than what the machine asks for: who came to a barrier, or changed
a semaphore at whose count somebody looks, needs all who did so before.
"""

from raddle.encode.index import Index
from raddle.model.ctp import (
    Acquire,
    Arrive,
    Broadcast,
    Count,
    Create,
    Event,
    Exit,
    Fence,
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
    Take,
    Wait,
    Wake,
)
from raddle.predict.races.passes_library import passes_layout

_NONE = -1


class SyncRows:
    """Appends rows of six numbers to `made`."""

    def __init__(self, index: Index, chosen: dict[int, int], made: list[int]) -> None:
        ctp = index.ctp
        self._index = index
        self._chosen = chosen
        self._made = made
        self._number = dict(passes_layout().constants)
        self._kind = {name.upper(): number for number, name in passes_layout().family("RD_ROW_").items()}
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
        thread, action = event.thread, event.action
        match action:
            case Acquire(lock, mode):
                self._open[lock].append((event.number, mode))
                self._row("ACQUIRE", event, lock, self._mode(mode))
            case Release(lock, mode):
                self._close(thread, lock, mode)
                self._row("RELEASE", event, lock, self._mode(mode))
            case Refused(lock, mode):
                self._row("REFUSED", event, lock, self._mode(mode), self._holder(lock, mode))
            case Start():
                self._row("START", event, 0, 0, self._index.created.get(thread, _NONE))
            case Exit():
                self._row("EXIT", event)
            case Create(child):
                self._row("CREATE", event, child)
            case Join(child):
                self._row("JOIN", event, child, 0, self._index.exits.get(child, _NONE))
            case Fence(order):
                flags = self._number["RD_ACCESS_ACQUIRES"] if order.acquires else 0
                flags |= self._number["RD_ACCESS_RELEASES"] if order.releases else 0
                self._row("FENCE", event, 0, flags)
            case Wait() | Wake() | Signal() | Broadcast():
                self._condition(event, action)
            case Take() | Post() | Count():
                self._semaphore(event, action)
            case Arrive() | Leave():
                self._barrier(event, action)
            case OnceBegin(once):
                self._row("ONCE_BEGIN", event, once)
            case OnceEnd(once):
                self._ended[once] = event.number
                self._row("ONCE_END", event, once)
            case OncePass(once):
                self._row("ONCE_PASS", event, once, 0, self._ended[once])
            case RegionBegin(made_up):
                self._row("REGION_BEGIN", event, 0, self._number["RD_MADE_UP"] if made_up else 0)
            case RegionEnd(made_up):
                self._row("REGION_END", event, 0, self._number["RD_MADE_UP"] if made_up else 0)
            case ProcessEnd():
                self._row("PROCESS_END", event)
            case _:
                raise AssertionError("accesses are no synchronisation")

    def _row(self, kind: str, event: Event, of: int = 0, flags: int = 0, seen: int = _NONE) -> None:
        self._made += (self._kind[kind], event.thread, of, flags, event.number, seen)

    def _mode(self, mode: Mode) -> int:
        return self._number["RD_SHARED"] if mode is Mode.SHARED else 0

    def _close(self, thread: int, lock: int, mode: Mode) -> None:
        open_ = self._open[lock]
        for at in reversed(range(len(open_))):
            if open_[at][1] is mode and self._index.must.thread[open_[at][0]] == thread:
                del open_[at]
                return

    def _holder(self, lock: int, mode: Mode) -> int:
        for acquire, held in reversed(self._open[lock]):
            if Mode.EXCLUSIVE in (held, mode):
                return acquire
        return _NONE

    def _condition(self, event: Event, action: Wait | Wake | Signal | Broadcast) -> None:
        thread, waiting = event.thread, self._waiting[action.condition]
        match action:
            case Wait(condition, lock):
                if lock is not None:
                    self._close(thread, lock, Mode.EXCLUSIVE)
                    self._row("RELEASE", event, lock)
                self._wait[thread], self._cause[thread] = event.number, _NONE
                waiting.add(thread)
                self._row("WAIT", event, condition)
            case Wake(condition, cause):
                waiting.discard(thread)
                flags = {"signal": self._number["RD_WAKE_SIGNAL"], "any": self._number["RD_WAKE_ANY"]}.get(cause, 0)
                self._row("WAKE", event, condition, flags, self._cause[thread])
            case Signal(condition):
                chosen = self._chosen.get(event.number)
                wait = _NONE
                if chosen is not None:
                    waiting.discard(chosen)
                    wait = self._wait[chosen]
                    self._cause[chosen] = event.number
                    self.chosen_waits[event.number] = wait
                self._row("SIGNAL", event, condition, 0, wait)
            case Broadcast(condition):
                for one in waiting:
                    self._cause[one] = event.number
                waiting.clear()
                self._row("BROADCAST", event, condition)

    def _semaphore(self, event: Event, action: Take | Post | Count) -> None:
        number = action.semaphore
        before = self._changed[number] if self._is_counted[number] else _NONE
        match action:
            case Take():
                if before == _NONE and self._taken[number] >= 0:
                    before = self._posts[number][self._taken[number]]
                self._taken[number] += 1
                self._row("TAKE", event, number, 0, before)
            case Post():
                self._posts[number].append(event.number)
                self._row("POST", event, number, 0, before)
            case Count(_, value):
                self._row("COUNT", event, number, value, before)
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
                self._row("ARRIVE", event, number, 0, before)
            case Leave(_, last):
                full = (self._round[event.thread] + 1) * parties
                seen = arrivals[full - 1] if full <= len(arrivals) else _NONE
                self._row("LEAVE", event, number, self._number["RD_LAST"] if last else 0, seen)

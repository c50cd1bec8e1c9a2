"""What happens before what in one run of a trace program: the reference meaning of "ordered", as far as races go.

In: the events of a run, one by one, with where their accesses went. Out: whether an event that has taken place happens
before the one that is next. docs/rules.md, Race; decision 17. It is the transitive closure of program order and

    create -> start; exit -> join
    the end of a section -> every later section of that lock, unless both are shared (a Wait ends one)
    every post of a semaphore -> every later take
    all arrivals of a barrier's round -> every departure of that round
    the end of a once -> every later pass; the end of a region -> every later region
    an atomic write that releases -> an atomic read that acquires and sees it, or a write of its release sequence;
        with a fence before the write, or behind the read, in place of their own orders

Signals, tries that failed and looks at a count order nothing. A release sequence goes on with every update (a Step that
also reads the cell atomically), and with the same thread's own later atomic writes whatever others wrote in between.
"""

from collections.abc import Hashable, Iterable, Sequence

from raddle.model.accesses import Touch, meet
from raddle.model.ctp import (
    Acquire,
    Arrive,
    Check,
    Create,
    Ctp,
    Event,
    Exit,
    Fence,
    Join,
    Leave,
    Mode,
    OnceEnd,
    OncePass,
    Post,
    RegionBegin,
    RegionEnd,
    Release,
    Start,
    Step,
    Take,
    Wait,
)
from raddle.model.machine import Impossible, Machine
from raddle.model.moves import Move
from raddle.model.run import GrowingWorth

Clock = tuple[int, ...]
"""For each thread how many of its events are known."""


class Clocks:
    """Of one run, as far as it has come."""

    def __init__(self, ctp: Ctp) -> None:
        self._ctp = ctp
        self._nothing: Clock = (0,) * len(ctp.threads)
        self._of: list[Clock] = [self._nothing] * len(ctp.threads)
        self._left: dict[Hashable, Clock] = {}
        """What releases have left: by what it was left at."""
        self._arrived: dict[int, int] = {}
        """By barrier: how many have come so far."""
        self._round: dict[tuple[int, int], int] = {}
        """By barrier and thread: the round of its last arrival."""

    def copy(self) -> "Clocks":
        copied = Clocks(self._ctp)
        copied._of = list(self._of)
        copied._left, copied._arrived, copied._round = dict(self._left), dict(self._arrived), dict(self._round)
        return copied

    def key(self) -> Hashable:
        """Equal for runs that nothing later tells apart, if the machine's states are equal too."""
        left = frozenset((where, clock) for where, clock in self._left.items() if clock != self._nothing)
        return tuple(self._of), left, frozenset(self._arrived.items()), frozenset(self._round.items())

    def precedes(self, first: int, second: Event, touched: Iterable[Touch]) -> bool:
        """Whether `first`, which has taken place, happens before the event that is its thread's next: with what that
        one's own reads acquire."""
        event = self._ctp.events[first]
        return event.thread == second.thread or self._acquired(second, touched)[event.thread] > event.position

    def perform(self, event: Event, touched: Sequence[Touch] = ()) -> None:
        """The event takes place; its accesses went there (Machine.touched)."""
        thread = event.thread
        known = _with(self._of[thread], thread, event.position + 1)
        match event.action:
            case Create(child):
                self._leave(("created", child), known)
            case Start():
                known = self._joined(known, ("created", thread))
            case Exit():
                self._leave(("ended", thread), known)
            case Join(child):
                known = self._joined(known, ("ended", child))
            case Acquire(lock, mode):
                known = self._joined(known, ("lock", lock, Mode.EXCLUSIVE))
                if mode is Mode.EXCLUSIVE:
                    known = self._joined(known, ("lock", lock, Mode.SHARED))
            case Release(lock, mode):
                self._leave(("lock", lock, mode), known)
            case Wait(_, int(lock)):
                self._leave(("lock", lock, Mode.EXCLUSIVE), known)
            case Take(semaphore):
                known = self._joined(known, ("semaphore", semaphore))
            case Post(semaphore):
                self._leave(("semaphore", semaphore), known)
            case Arrive(barrier):
                turn = self._arrived.get(barrier, 0) // self._ctp.barriers[barrier].parties
                self._arrived[barrier] = self._arrived.get(barrier, 0) + 1
                self._round[barrier, thread] = turn
                self._leave(("barrier", barrier, turn), known)
            case Leave(barrier):
                known = self._joined(known, ("barrier", barrier, self._round[barrier, thread]))
            case OncePass(once):
                known = self._joined(known, ("once", once))
            case OnceEnd(once):
                self._leave(("once", once), known)
            case RegionBegin(made_up=False):
                known = self._joined(known, ("region",))
            case RegionEnd(made_up=False):
                self._leave(("region",), known)
            case Fence(order):
                if order.acquires:
                    known = self._joined(known, ("pending", thread))
                if order.releases:
                    self._left["fence", thread] = known
            case Step() | Check():
                known = self._accessed(event, known, touched)
            case _:
                pass
        self._of[thread] = known

    # ---- atomics

    def _acquired(self, event: Event, touched: Iterable[Touch]) -> Clock:
        known = self._of[event.thread]
        for touch in touched:
            if not touch.writes and touch.order.acquires:
                known = self._joined(known, ("cell", touch.cell))
        return known

    def _accessed(self, event: Event, known: Clock, touched: Sequence[Touch]) -> Clock:
        """Reads come before writes."""
        thread = event.thread
        known = _joined(known, self._acquired(event, touched))
        updated = set()
        for touch in touched:
            if not touch.writes and touch.order.is_atomic:
                updated.add(touch.cell)
                if not touch.order.acquires:
                    self._leave(("pending", thread), self._at(("cell", touch.cell)))
        for touch in touched:
            if touch.writes:
                self._written(thread, known, touch, update=touch.cell in updated)
        return known

    def _written(self, thread: int, known: Clock, touch: Touch, *, update: bool) -> None:
        left = self._nothing
        if touch.order.is_atomic:
            left = known if touch.order.releases else self._at(("fence", thread))
            left = self._joined(left, ("own", touch.cell, thread))
            if update:
                left = self._joined(left, ("cell", touch.cell))
        self._left["cell", touch.cell] = self._left["own", touch.cell, thread] = left

    # ---- what is left where

    def _at(self, where: Hashable) -> Clock:
        return self._left.get(where, self._nothing)

    def _joined(self, known: Clock, where: Hashable) -> Clock:
        return _joined(known, self._at(where))

    def _leave(self, where: Hashable, known: Clock) -> None:
        self._left[where] = self._joined(known, where)


def unordered(machine: Machine, moves: Iterable[Move], first: int, second: int) -> bool:
    """Whether after these moves `second` is next, `first` is among them, accesses of the two go to one cell and
    conflict, and `first` does not happen before `second`. False also where the moves cannot be made."""
    ctp = machine.ctp
    clocks, slots, worth = Clocks(ctp), list(machine.initial), GrowingWorth()
    found: tuple[Touch, ...] | None = None
    for move in moves:
        event = ctp.events[move.event]
        if machine.next_event(slots, event.thread) is not event:
            return False
        touched = next_touched(machine, slots, event, worth)
        try:
            machine.advance(slots, move, worth)
        except Impossible:
            return False
        clocks.perform(event, touched)
        if move.event == first:
            found = touched
    event = ctp.events[second]
    if found is None or slots[event.thread] != event.position or slots[machine.layout.ended]:
        return False  # where another thread is in a region it is next all the same
    touched = next_touched(machine, slots, event, worth)
    return meet(found, touched) and not clocks.precedes(first, event, touched)


def next_touched(machine: Machine, slots: list[int], event: Event, worth: GrowingWorth) -> tuple[Touch, ...]:
    """Machine.touched, and nothing has been learned by it."""
    size = worth.size
    touched = machine.touched(slots, event, worth)
    worth.forget(size)
    return touched


def _joined(a: Clock, b: Clock) -> Clock:
    return a if a is b else tuple(map(max, a, b))


def _with(clock: Clock, thread: int, count: int) -> Clock:
    return (*clock[:thread], count, *clock[thread + 1 :])

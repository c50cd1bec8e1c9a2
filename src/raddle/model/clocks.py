"""What happens before what in one run of a trace program: the reference meaning of "ordered", as far as races go.

In: the events of a run, one by one, with the states before them and where their accesses went. Out: whether an event
that has taken place happens before the one that is next. docs/rules.md, Race; decision 17. It is the transitive closure
of program order and

    what leaves something at a place -> what learns it there later: each primitive's own (model/rules)
    an atomic write that releases -> an atomic read that acquires and sees it, or a write of its release sequence;
        with a fence before the write, or behind the read, in place of their own orders

A release sequence goes on with every update (a Step that also reads the cell atomically), and with the same thread's
own later atomic writes whatever others wrote in between.
"""

from collections.abc import Hashable, Iterable, Sequence

from raddle.model.accesses import Touch, meet
from raddle.model.actions import Check, Step
from raddle.model.machine import Impossible, Machine
from raddle.model.moves import Move
from raddle.model.program import Event
from raddle.model.rules.fence import left_for_writes, seen_by_reads
from raddle.model.rules.rule import Place
from raddle.model.worth import GrowingWorth

Clock = tuple[int, ...]
"""For each thread how many of its events are known."""


class Clocks:
    """Of one run, as far as it has come."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        threads = len(machine.program.threads)
        self._nothing: Clock = (0,) * threads
        self._of: list[Clock] = [self._nothing] * threads
        self._left: dict[Place, Clock] = {}
        """What releases have left: by where it was left."""

    def copy(self) -> "Clocks":
        copied = Clocks(self._machine)
        copied._of, copied._left = list(self._of), dict(self._left)
        return copied

    def key(self) -> Hashable:
        """Equal for runs that nothing later tells apart, if the machine's states are equal too."""
        left = frozenset((where, clock) for where, clock in self._left.items() if clock != self._nothing)
        return tuple(self._of), left

    def precedes(self, first: int, second: Event, touched: Iterable[Touch]) -> bool:
        """Whether `first`, which has taken place, happens before the event that is its thread's next: with what that
        one's own reads acquire."""
        event = self._machine.program.events[first]
        return event.thread == second.thread or self._acquired(second, touched)[event.thread] > event.position

    def perform(self, event: Event, slots: Sequence[int], touched: Sequence[Touch] = ()) -> None:
        """The event takes place in that state; its accesses go there (Machine.touched)."""
        thread, rule = event.thread, self._machine.rules[event.number]
        known = _with(self._of[thread], thread, event.position + 1)
        if isinstance(event.action, Step | Check):
            known = self._accessed(event, known, touched)
        elif rule is not None:
            for place in rule.acquires(slots):
                known = self._joined(known, place)
            for place in rule.releases(slots):
                self._leave(place, known)
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
                    self._leave(seen_by_reads(thread), self._at(("cell", touch.cell)))
        for touch in touched:
            if touch.writes:
                self._written(thread, known, touch, update=touch.cell in updated)
        return known

    def _written(self, thread: int, known: Clock, touch: Touch, *, update: bool) -> None:
        left = self._nothing
        if touch.order.is_atomic:
            left = known if touch.order.releases else self._at(left_for_writes(thread))
            left = self._joined(left, ("own", touch.cell, thread))
            if update:
                left = self._joined(left, ("cell", touch.cell))
        self._left["cell", touch.cell] = self._left["own", touch.cell, thread] = left

    # ---- what is left where

    def _at(self, where: Place) -> Clock:
        return self._left.get(where, self._nothing)

    def _joined(self, known: Clock, where: Place) -> Clock:
        return _joined(known, self._at(where))

    def _leave(self, where: Place, known: Clock) -> None:
        self._left[where] = self._joined(known, where)


def unordered(machine: Machine, moves: Iterable[Move], first: int, second: int) -> bool:
    """Whether after these moves `second` is next, `first` is among them, accesses of the two go to one cell and
    conflict, and `first` does not happen before `second`. False also where the moves cannot be made."""
    ctp = machine.program
    clocks, slots, worth = Clocks(machine), list(machine.initial), GrowingWorth()
    found: tuple[Touch, ...] | None = None
    for move in moves:
        event = ctp.events[move.event]
        if not machine.is_next(slots, event):
            return False
        touched = next_touched(machine, slots, event, worth)
        before = tuple(slots)
        try:
            machine.advance(slots, move, worth)
        except Impossible:
            return False
        if machine.ends_the_run(move.event):
            return False
        clocks.perform(event, before, touched)
        if move.event == first:
            found = touched
    event = ctp.events[second]
    if found is None or not _may_come(machine, slots, event):
        return False
    touched = next_touched(machine, slots, event, worth)
    return meet(found, touched) and not clocks.precedes(first, event, touched)


def _may_come(machine: Machine, slots: list[int], event: Event) -> bool:
    """It is next; of a chain also where another thread is in a region. Of outcomes that exclude each other it is the
    possible one."""
    if machine.program.branches is None:
        return machine.stands_before(slots, event) and not slots[machine.layout.ended]
    return machine.is_next(slots, event) and machine.can_happen(slots, event)


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

"""What a signal outside of its waiters' lock may hide from "both next" (predict/races/leaks.py).

In: the events of each thread, as a graph, and which locks a thread holds before an event. Out: the accesses that may be
the first of two that nothing orders and that are never next at the same time, because whoever stands before the second
was woken; or that it may be any access.

Let s be a signal for waiters under the lock m, by a thread that does not hold m there, and let it be left out, since a
happens before it. Whoever it woke re-acquires m behind it, and so behind the last release r of m that the thread of s
made before s. If that thread comes to know nothing between r and s, then a happens before r, so before all that the
woken thread does behind its re-acquire, which is left out too; or a is an access between r and s: these are the ones
told. A wait that is left without its signal ends its thread's part of the run there, and nobody misses it.

A signal that is kept, while the wait that it chose is left out, may have to choose another one. That one is woken
sooner than it was. Nothing but a wait that ends by itself (a time limit, spuriously) can tell, so where there are such
waits every signal has to be under the lock. The waits are under it all, so that of these, too, the first are kept. A
condition for which nobody waits has no part in this.
"""

from collections.abc import Callable, Iterable

from raddle.decide.shape import Shape
from raddle.model.accesses import accesses_of
from raddle.model.actions import Broadcast, Check, Free, Mode, Order, Release, Signal, Step, Wait, Wake
from raddle.model.program import MAIN, Event
from raddle.model.rules.actions import traits_of

HeldAlone = Callable[[Event], set[int]]
"""The locks that the thread holds before the event, nobody else with it."""
Hidden = frozenset[int] | None
"""Events; None: any."""

NOTHING: Hidden = frozenset()


def hidden_by_signals(shape: Shape, held_alone: HeldAlone) -> Hidden:
    """`held_alone`: asked of waits and signals."""
    events = shape.program.events
    locks = _locks_of_waits(events, held_alone)
    timed = {
        event.action.condition
        for event in events
        if isinstance(event.action, Wake) and event.action.cause in ("timeout", "spurious")
    }
    outside: dict[tuple[int, int], list[Event]] = {}
    for event in events:
        if isinstance(event.action, Signal | Broadcast) and event.action.condition in locks:
            common = locks[event.action.condition]
            if common and common <= held_alone(event):
                continue
            if not common or event.action.condition in timed:
                return None
            (lock,) = common
            outside.setdefault((event.thread, lock), []).append(event)
    hidden: set[int] = set()
    for (thread, lock), signals in outside.items():
        before = _since_the_release(shape, thread, lock, signals)
        if before is None:
            return None
        hidden |= before
    return frozenset(hidden)


def _locks_of_waits(events: Iterable[Event], held_alone: HeldAlone) -> dict[int, set[int]]:
    """Condition -> the one lock of all that wait for it; none if there are several, or a wait without one."""
    locks: dict[int, set[int]] = {}
    for event in events:
        if isinstance(event.action, Wait):
            own = set() if event.action.lock is None else {event.action.lock} & held_alone(event)
            locks[event.action.condition] = locks.get(event.action.condition, own) & own
    return locks


def _since_the_release(shape: Shape, thread: int, lock: int, signals: Iterable[Event]) -> set[int] | None:
    """Accesses of the thread on the ways from its last release of the lock to one of these; None: it may have come to
    know something there."""
    arriving: list[list[Event]] = [[] for _ in range(shape.points[thread])]
    for event in shape.ordered[thread]:
        arriving[shape.target[event.number]].append(event)
    found: set[int] = set()
    seen = {shape.source[event.number] for event in signals}
    open_ = list(seen)
    while open_:
        point = open_.pop()
        if point == 0 and thread != MAIN:
            return None  # it knows what its creator did
        for event in arriving[point]:
            if event.action == Release(lock, Mode.EXCLUSIVE):
                continue
            if _learns(event):
                return None
            if isinstance(event.action, Free) or any(True for _ in accesses_of(event)):
                found.add(event.number)
            before = shape.source[event.number]
            if before not in seen:
                seen.add(before)
                open_.append(before)
    return found


def _learns(event: Event) -> bool:
    if isinstance(event.action, Step | Check):
        return any(not access.writes and access.order is not Order.PLAIN for access in accesses_of(event))
    return not traits_of(event.action).learns_nothing


def may_be(hidden: Hidden, event: int) -> bool:
    return hidden is None or event in hidden

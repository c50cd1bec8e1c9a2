"""Who waits in vain in a state of the machine, and for whom: the meaning of a deadlock.

docs/rules.md, Deadlock; decision 18. A thread *stands* before its next event if that waits and cannot take place now: a
lock is held, a thread has not ended, a count is zero, nobody has signalled, a round is not complete, a once has begun
and is not done. A try, or whatever has a time limit, never waits. While somebody is in a region nobody stands: regions
are entered only where they can be left.

    circle:      each of these threads stands before a lock or a join that one of them holds, or is
    standstill:  every thread that has been created stands, or has ended; somebody stands; the process has not ended
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from raddle.model.ctp import (
    Acquire,
    Ctp,
    Event,
    Exit,
    Join,
    Leave,
    Mode,
    OncePass,
    Release,
    Take,
    Wait,
    Wake,
)
from raddle.model.layout import BEGUN, FREE, NOBODY
from raddle.model.machine import Machine

Hold = tuple[int, Mode]
"""A lock, and how it is held."""


def waits(event: Event) -> bool:
    """Whether its thread may stand before it."""
    match event.action:
        case Acquire() | Join() | Take():
            return event.action.waits
        case Wake(cause="signal"):
            return event.action.waits
        case Leave() | OncePass():
            return True
        case _:
            return False


def excludes(held: Mode, wanted: Mode) -> bool:
    return Mode.EXCLUSIVE in (held, wanted)


def held_before(ctp: Ctp, event: int) -> tuple[Hold, ...]:
    """Which locks a thread holds when it has come to an event: that does not depend on the order."""
    held: tuple[Hold, ...] = ()
    for number in range(ctp.threads[ctp.events[event].thread].first, event):
        held = held_after(ctp.events[number], held)
    return held


def held_after(event: Event, held: tuple[Hold, ...]) -> tuple[Hold, ...]:
    match event.action:
        case Acquire(lock, mode):
            return (*held, (lock, mode))
        case Release(lock, mode):
            return _without(held, (lock, mode))
        case Wait(_, int(lock)):
            return _without(held, (lock, Mode.EXCLUSIVE))
        case _:
            return held


def _without(held: tuple[Hold, ...], one: Hold) -> tuple[Hold, ...]:
    if one not in held:
        return held
    at = len(held) - 1 - held[::-1].index(one)
    return held[:at] + held[at + 1 :]


# ---- states


def standing(machine: Machine, state: Sequence[int]) -> dict[int, Event]:
    """By thread: the event before which it stands."""
    if state[machine.layout.region] != NOBODY:
        return {}
    return {event.thread: event for event in machine.next_events(state) if _in_vain(machine, state, event)}


def _in_vain(machine: Machine, state: Sequence[int], event: Event) -> bool:
    if not waits(event):
        return False
    layout, ctp = machine.layout, machine.ctp
    match event.action:
        case Acquire(lock, mode):
            slot = state[layout.locks + lock]
            return slot != FREE if mode is Mode.EXCLUSIVE else slot < FREE
        case Join(child):
            return not _has_ended(ctp, state, child)
        case Take(semaphore):
            return state[layout.semaphores + semaphore] == 0
        case Wake(condition):
            return state[layout.waits + event.thread] == 1 + 2 * condition
        case Leave(barrier):
            turn = (state[layout.tickets + event.thread] - 1) // 2
            return state[layout.barriers + barrier] < (turn + 1) * ctp.barriers[barrier].parties
        case OncePass(once):
            return state[layout.onces + once] == BEGUN
        case _:
            raise AssertionError("nobody waits there")


def _has_ended(ctp: Ctp, state: Sequence[int], thread: int) -> bool:
    whole = ctp.threads[thread]
    if state[thread] < whole.count or not whole.count:
        return False
    return isinstance(ctp.events[whole.first + whole.count - 1].action, Exit)


def circle(machine: Machine, state: Sequence[int], events: Iterable[int]) -> bool:
    """Whether the threads of these events stand before them, and each waits for one of them."""
    there = standing(machine, state)
    members = {machine.ctp.events[number].thread: machine.ctp.events[number] for number in events}
    if not members or any(there.get(thread) is not event for thread, event in members.items()):
        return False
    return all(_waited_for(machine.ctp, members).values())


def circle_among(machine: Machine, state: Sequence[int], groups: Iterable[Iterable[int]]) -> bool:
    """Whether some of these events, of each group at least one, are a circle in which each is waited for."""
    groups = [frozenset(group) for group in groups]
    wanted = frozenset[int]().union(*groups)
    members = {thread: event for thread, event in standing(machine, state).items() if event.number in wanted}
    while True:
        waited_for = _waited_for(machine.ctp, members)
        behind = {holder for holders in waited_for.values() for holder in holders}
        kept = {thread: event for thread, event in members.items() if waited_for[thread] and thread in behind}
        if len(kept) == len(members):
            break
        members = kept
    there = {event.number for event in members.values()}
    return bool(there) and not any(there.isdisjoint(group) for group in groups)


def _waited_for(ctp: Ctp, members: dict[int, Event]) -> dict[int, list[int]]:
    """By thread: which of the threads hold, or are, what it waits for."""
    held = {thread: held_before(ctp, event.number) for thread, event in members.items()}
    found: dict[int, list[int]] = {}
    for thread, event in members.items():
        match event.action:
            case Acquire(lock, mode):
                holders = [
                    other for other, own in held.items() if any(it == lock and excludes(how, mode) for it, how in own)
                ]
                found[thread] = holders
            case Join(child):
                found[thread] = [child] if child in members else []
            case _:
                found[thread] = []
    return found


def standstill(
    machine: Machine,
    state: Sequence[int],
    known: Iterable[frozenset[int]] = (),
    places: Iterable[tuple[frozenset[int], ...]] = (),
    *,
    circles: bool = True,
) -> bool:
    """Whether nobody can move. `known`: not where all events of one of these are stood before; `places`: nor where of
    each group of one of these some event is. `circles`: whether it counts where there is a circle."""
    there = standing(machine, state)
    if not there or state[machine.layout.ended]:
        return False
    if not all(thread in there or _is_away(machine, state, thread) for thread in machine.layout.threads):
        return False
    events = {event.number for event in there.values()}
    if any(one <= events for one in known) or any(not any(map(events.isdisjoint, groups)) for groups in places):
        return False
    return circles or not any(_smallest_circles(machine.ctp, there))


def _is_away(machine: Machine, state: Sequence[int], thread: int) -> bool:
    """It has ended, or nobody has created it yet."""
    if _has_ended(machine.ctp, state, thread):
        return True
    if machine.ctp.threads[thread].parent is None:
        return False
    create = machine.layout.creates.get(thread)
    return create is None or state[create.thread] <= create.position


@dataclass(frozen=True, slots=True)
class Deadlocks:
    """Of one state."""

    circles: tuple[frozenset[int], ...]
    """The smallest ones: no circle is a part of another."""
    standstill: frozenset[int] | None
    """All events that are stood before, where nobody can move."""


def deadlocks(machine: Machine, state: Sequence[int]) -> Deadlocks:
    there = standing(machine, state)
    still = frozenset(event.number for event in there.values()) if standstill(machine, state) else None
    return Deadlocks(tuple(_smallest_circles(machine.ctp, there)), still)


def _smallest_circles(ctp: Ctp, there: dict[int, Event]) -> Iterator[frozenset[int]]:
    waited_for = _waited_for(ctp, there)
    found: set[frozenset[int]] = set()
    for first in waited_for:
        paths: list[tuple[int, ...]] = [(first,)]
        while paths:
            path = paths.pop()
            for thread in waited_for[path[-1]]:
                if thread == first:
                    found.add(frozenset(path))
                elif thread > first and thread not in path:
                    paths.append((*path, thread))
    for threads in sorted(found, key=sorted):
        if not any(other < threads for other in found):
            yield frozenset(there[thread].number for thread in threads)

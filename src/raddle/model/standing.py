"""Who waits in vain in a state of the machine, and for whom: the meaning of a deadlock.

docs/rules.md, Deadlock; decision 18. A thread *stands* before what it does next if every outcome of that waits and none
can take place now: the rules of the outcomes say so (model/rules). A try, or whatever has a time limit, never waits;
nor does a branch, a waiting loop included. While somebody is in a region nobody stands: regions are entered only where
they can be left.

    circle:      each of these threads stands before a lock or a join that one of them holds, or is
    standstill:  every thread that has been created stands, or has ended; somebody stands; the process has not ended

Circles are asked of chains.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from raddle.model.held_locks import held_before, is_kept_by
from raddle.model.layout import NOBODY
from raddle.model.machine import Machine
from raddle.model.program import Event, TraceProgram
from raddle.model.rules.actions import traits_of


def waits(event: Event) -> bool:
    """Whether its thread may stand before it."""
    return traits_of(event.action).waits


# ---- states


def standing(machine: Machine, state: Sequence[int]) -> dict[int, tuple[Event, ...]]:
    """By thread: the outcomes of what it stands before; of a chain one."""
    if state[machine.layout.region] != NOBODY:
        return {}
    found = {}
    for thread in machine.layout.threads:
        outcomes = machine.outcomes(state, thread)
        if outcomes and all(_in_vain(machine, state, event) for event in outcomes):
            found[thread] = outcomes
    return found


def _in_vain(machine: Machine, state: Sequence[int], event: Event) -> bool:
    rule = machine.rules[event.number]
    return rule is not None and rule.in_vain is not None and rule.in_vain(state)


def _standing_in_chains(machine: Machine, state: Sequence[int]) -> dict[int, Event]:
    if machine.program.branches is not None:
        raise AssertionError("circles are asked of chains")
    return {thread: event for thread, (event,) in standing(machine, state).items()}


def circle(machine: Machine, state: Sequence[int], events: Iterable[int]) -> bool:
    """Whether the threads of these events stand before them, and each waits for one of them."""
    there = _standing_in_chains(machine, state)
    members = {machine.program.events[number].thread: machine.program.events[number] for number in events}
    if not members or any(there.get(thread) is not event for thread, event in members.items()):
        return False
    return all(keepers(machine.program, members).values())


def circle_among(machine: Machine, state: Sequence[int], groups: Iterable[Iterable[int]]) -> bool:
    """Whether some of these events, of each group at least one, are a circle in which each is waited for."""
    groups = [frozenset(group) for group in groups]
    wanted = frozenset[int]().union(*groups)
    members = {thread: event for thread, event in _standing_in_chains(machine, state).items() if event.number in wanted}
    while True:
        waited_for = keepers(machine.program, members)
        behind = {holder for holders in waited_for.values() for holder in holders}
        kept = {thread: event for thread, event in members.items() if waited_for[thread] and thread in behind}
        if len(kept) == len(members):
            break
        members = kept
    there = {event.number for event in members.values()}
    return bool(there) and not any(there.isdisjoint(group) for group in groups)


def keepers(program: TraceProgram, members: dict[int, Event]) -> dict[int, list[int]]:
    """By thread: which of the threads hold, or are, what it waits for."""
    held = {thread: held_before(program, event.number) for thread, event in members.items()}
    found: dict[int, list[int]] = {}
    for thread, event in members.items():
        wanted = traits_of(event.action).wants
        found[thread] = [other for other, own in held.items() if wanted is not None and is_kept_by(wanted, other, own)]
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
    if not all(thread in there or machine.is_away(state, thread) for thread in machine.layout.threads):
        return False
    events = {event.number for outcomes in there.values() for event in outcomes}
    if any(one <= events for one in known) or any(not any(map(events.isdisjoint, groups)) for groups in places):
        return False
    return circles or not any(_smallest_circles(machine.program, _standing_in_chains(machine, state)))


@dataclass(frozen=True, slots=True)
class Deadlocks:
    """Of one state."""

    circles: tuple[frozenset[int], ...]
    """The smallest ones: no circle is a part of another."""
    standstill: frozenset[int] | None
    """All events that are stood before, where nobody can move."""


def deadlocks(machine: Machine, state: Sequence[int]) -> Deadlocks:
    there = _standing_in_chains(machine, state)
    still = frozenset(event.number for event in there.values()) if standstill(machine, state) else None
    return Deadlocks(tuple(_smallest_circles(machine.program, there)), still)


def _smallest_circles(program: TraceProgram, there: dict[int, Event]) -> Iterator[frozenset[int]]:
    waited_for = keepers(program, there)
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

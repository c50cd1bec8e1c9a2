"""Who waits in vain in a state of paths: the meaning of Stuck.

A thread stands in vain where every outcome of what it does next waits, and none can take place: a lock is held, a
thread has not ended, a count is zero, nobody has signalled, a round is not complete, a once has begun and is not done.
A try, or whatever has a time limit, never waits; nor does a branch, a waiting loop included. While somebody is in a
region nobody stands.
"""

from collections.abc import Sequence

from raddle.model.ctp import Acquire, Event, Join, Leave, Mode, OnceBegin, OncePass, Take, Wake
from raddle.model.layout import BEGUN, FREE, NOBODY
from raddle.model.paths.machine import PathMachine
from raddle.model.standing import waits


def waits_there(event: Event) -> bool:
    """Whether its thread may stand before it. A thread that comes to a once waits for who has begun it."""
    return isinstance(event.action, OnceBegin) or waits(event)


def standing(machine: PathMachine, state: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """By thread: the outcomes of what it waits for in vain."""
    if state[machine.layout.region] != NOBODY or state[machine.layout.ended]:
        return {}
    found = {}
    for thread in machine.layout.threads:
        outcomes = machine.paths.leaving.get(state[thread], ())
        if outcomes and all(in_vain(machine, state, machine.program.events[event]) for event in outcomes):
            found[thread] = outcomes
    return found


def in_vain(machine: PathMachine, state: Sequence[int], event: Event) -> bool:
    if not waits_there(event):
        return False
    layout = machine.layout
    match event.action:
        case Acquire(lock, mode):
            slot = state[layout.locks + lock]
            return slot != FREE if mode is Mode.EXCLUSIVE else slot < FREE
        case Join(child):
            return not state[machine.ended + child]
        case Take(semaphore):
            return state[layout.semaphores + semaphore] == 0
        case Wake(condition):
            return state[layout.waits + event.thread] == 1 + 2 * condition
        case Leave(barrier):
            turn = (state[layout.tickets + event.thread] - 1) // 2
            return state[layout.barriers + barrier] < (turn + 1) * machine.program.barriers[barrier].parties
        case OncePass(once) | OnceBegin(once):
            return state[layout.onces + once] == BEGUN
        case _:
            raise AssertionError("nobody waits there")


def stuck(machine: PathMachine, state: Sequence[int]) -> bool:
    there = standing(machine, state)
    return bool(there) and all(
        thread in there or state[machine.ended + thread] or not state[machine.created + thread]
        for thread in machine.layout.threads
    )

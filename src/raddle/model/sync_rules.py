"""Synchronisation as guarded assignments to the slots of a state (the predictive analysis paper, section 3.1): when
each action may happen, and what it changes. In: an event that is no Step and no Check. Out: its Rule. The meaning of
each action is stated in model/ctp.py."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import assert_never

from raddle.model.ctp import (
    Acquire,
    Arrive,
    Broadcast,
    Check,
    Count,
    Create,
    Ctp,
    Event,
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
from raddle.model.layout import BEGUN, DONE, FREE, NOBODY, NOT_BEGUN, Layout

Guard = Callable[[Sequence[int]], bool]
Change = Callable[[list[int]], None]


@dataclass(frozen=True, slots=True)
class Rule:
    allowed: Guard
    change: Change
    why_not: str
    """Said where it is not allowed."""


def rule_of(event: Event, ctp: Ctp, layout: Layout) -> Rule:
    thread = event.thread
    match event.action:
        case Start():
            create = layout.creates.get(thread)
            if create is None:
                return Rule(_never, _nothing, "nobody creates its thread")
            parent, position = layout.positions + create.thread, create.position
            return Rule(lambda slots: slots[parent] > position, _nothing, "its thread is not created yet")
        case Exit() | Create() | Free() | Fence():
            return Rule(_always, _nothing, "")
        case Join(child):
            return _join(child, ctp, layout)
        case Acquire() | Release() | Refused():
            return _of_lock(event.action, thread, ctp, layout)
        case Wait() | Wake() | Signal() | Broadcast():
            return _of_condition(event.action, thread, ctp, layout)
        case Take() | Post() | Count():
            return _of_semaphore(event.action, ctp, layout)
        case Arrive() | Leave():
            return _of_barrier(event.action, thread, ctp, layout)
        case OnceBegin() | OnceEnd() | OncePass():
            return _of_once(event.action, ctp, layout)
        case RegionBegin():
            region = layout.region
            return Rule(lambda slots: slots[region] == NOBODY, _put(region, 1 + thread), "its thread is in a region")
        case RegionEnd():
            region = layout.region
            return Rule(lambda slots: slots[region] == 1 + thread, _put(region, NOBODY), "its thread is in no region")
        case ProcessEnd():
            return Rule(_always, _put(layout.ended, 1), "")
        case Step() | Check():
            raise AssertionError("accesses are no synchronisation")
        case _:
            assert_never(event.action)


def _join(child: int, ctp: Ctp, layout: Layout) -> Rule:
    slot, count = layout.positions + child, ctp.threads[child].count
    name = ctp.threads[child].name
    if not count or not isinstance(ctp.of_thread(child)[-1].action, Exit):
        return Rule(_never, _nothing, f"{name} never ends")
    return Rule(lambda slots: slots[slot] == count, _nothing, f"{name} has not ended yet")


def _of_lock(action: Acquire | Release | Refused, thread: int, ctp: Ctp, layout: Layout) -> Rule:
    slot, name, mine = layout.locks + action.lock, ctp.locks[action.lock], -1 - thread
    exclusive = action.mode is Mode.EXCLUSIVE
    match action:
        case Acquire() if exclusive:
            return Rule(lambda slots: slots[slot] == FREE, _put(slot, mine), f"{name} is held")
        case Acquire():
            return Rule(lambda slots: slots[slot] >= FREE, _add(slot, 1), f"{name} is held exclusively")
        case Release() if exclusive:
            return Rule(lambda slots: slots[slot] == mine, _put(slot, FREE), f"its thread does not hold {name}")
        case Release():
            return Rule(lambda slots: slots[slot] > FREE, _add(slot, -1), f"nobody shares {name}")
        case Refused() if exclusive:
            return Rule(lambda slots: slots[slot] != FREE, _nothing, f"{name} is not held")
        case Refused():
            return Rule(lambda slots: slots[slot] < FREE, _nothing, f"{name} is not held exclusively")
        case _:
            assert_never(action)


def _of_condition(action: Wait | Wake | Signal | Broadcast, thread: int, ctp: Ctp, layout: Layout) -> Rule:
    name = ctp.conditions[action.condition]
    own = layout.waits + thread
    waiting = 1 + 2 * action.condition
    chosen = waiting + 1
    match action:
        case Wait(lock=lock):
            if lock is None:
                return Rule(_always, _put(own, waiting), "")
            slot, mine = layout.locks + lock, -1 - thread

            def begin(slots: list[int]) -> None:
                slots[slot] = FREE
                slots[own] = waiting

            return Rule(lambda slots: slots[slot] == mine, begin, f"its thread does not hold {ctp.locks[lock]}")
        case Wake(cause="signal"):
            return Rule(lambda slots: slots[own] == chosen, _put(own, 0), f"nobody has woken it from {name}")
        case Wake(cause="any"):
            return Rule(lambda slots: slots[own] in (waiting, chosen), _put(own, 0), f"it does not wait for {name}")
        case Wake():
            return Rule(lambda slots: slots[own] == waiting, _put(own, 0), f"it does not wait for {name} any more")
        case Signal():
            return Rule(_always, _nothing, "")  # whom it chooses is part of the move
        case Broadcast():
            first, last = layout.waits, layout.waits + len(layout.threads)

            def wake_all(slots: list[int]) -> None:
                for slot in range(first, last):
                    if slots[slot] == waiting:
                        slots[slot] = chosen

            return Rule(_always, wake_all, "")
        case _:
            assert_never(action)


def _of_semaphore(action: Take | Post | Count, ctp: Ctp, layout: Layout) -> Rule:
    slot, name = layout.semaphores + action.semaphore, ctp.semaphores[action.semaphore].name
    match action:
        case Take():
            return Rule(lambda slots: slots[slot] > 0, _add(slot, -1), f"{name} is zero")
        case Post():
            return Rule(_always, _add(slot, 1), "")
        case Count(value=value):
            return Rule(lambda slots: slots[slot] == value, _nothing, f"{name} is not {value}")
        case _:
            assert_never(action)


def _of_barrier(action: Arrive | Leave, thread: int, ctp: Ctp, layout: Layout) -> Rule:
    """The n-th to arrive (from 0) belongs to round n // parties, and completes it if it is the last of them."""
    arrived, own = layout.barriers + action.barrier, layout.tickets + thread
    barrier = ctp.barriers[action.barrier]
    parties = barrier.parties
    match action:
        case Arrive():

            def arrive(slots: list[int]) -> None:
                turn, place = divmod(slots[arrived], parties)
                slots[arrived] += 1
                slots[own] = 1 + 2 * turn + (place == parties - 1)

            return Rule(_always, arrive, "")
        case Leave(last=last):

            def complete(slots: Sequence[int]) -> bool:
                turn, was_last = divmod(slots[own] - 1, 2)
                return slots[arrived] >= (turn + 1) * parties and (last is None or was_last == last)

            why_not = f"its round of {barrier.name} is not complete"
            if last is not None:
                why_not += f", or it was {'not ' if last else ''}the last of it"
            return Rule(complete, _put(own, 0), why_not)
        case _:
            assert_never(action)


def _of_once(action: OnceBegin | OnceEnd | OncePass, ctp: Ctp, layout: Layout) -> Rule:
    slot, name = layout.onces + action.once, ctp.onces[action.once]
    match action:
        case OnceBegin():
            return Rule(lambda slots: slots[slot] == NOT_BEGUN, _put(slot, BEGUN), f"{name} has begun already")
        case OnceEnd():
            return Rule(lambda slots: slots[slot] == BEGUN, _put(slot, DONE), f"{name} has not begun, or is done")
        case OncePass():
            return Rule(lambda slots: slots[slot] == DONE, _nothing, f"{name} is not done")
        case _:
            assert_never(action)


def _always(slots: Sequence[int]) -> bool:
    return True


def _never(slots: Sequence[int]) -> bool:
    return False


def _nothing(slots: list[int]) -> None:
    pass


def _put(slot: int, value: int) -> Change:
    def change(slots: list[int]) -> None:
        slots[slot] = value

    return change


def _add(slot: int, amount: int) -> Change:
    def change(slots: list[int]) -> None:
        slots[slot] += amount

    return change

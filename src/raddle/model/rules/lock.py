"""Mutexes, spin and reader-writer locks (docs/rules.md, Locks). Only outermost acquires and releases are events, so
that the kinds of mutexes do not differ here."""

from typing import assert_never

from raddle.model.actions import Acquire, Mode, Refused, Release
from raddle.model.layout import FREE, Layout
from raddle.model.program import TraceProgram
from raddle.model.rules.rule import Change, Guard, Place, Places, Rule, add, at, negated, put
from raddle.model.rules.traits import Family, Stretch, SyncObject, Traits

LockAction = Acquire | Release | Refused


def excludes(held: Mode, wanted: Mode) -> bool:
    return Mode.EXCLUSIVE in (held, wanted)


def traits(action: LockAction) -> Traits:
    lock = SyncObject(Family.LOCK, action.lock)
    match action:
        case Acquire(number, mode, waits):
            return Traits(lock, waits, "lock {}", (number, mode) if waits else None, begins=Stretch(lock, mode))
        case Release(_, mode):
            return Traits(lock, ends=Stretch(lock, mode), never_kept=True, learns_nothing=True)
        case Refused():
            return Traits(lock, learns_nothing=True)
        case _:
            assert_never(action)


def rule(action: LockAction, thread: int, ctp: TraceProgram, layout: Layout) -> Rule:
    number, name = action.lock, ctp.locks[action.lock]
    match action:
        case Acquire(_, mode, waits):
            free = _is_free(number, mode, layout)
            kept = negated(free) if waits else None
            why_not = f"{name} is held" if mode is Mode.EXCLUSIVE else f"{name} is held exclusively"
            return Rule(free, _get(number, mode, thread, layout), why_not, kept, acquires=_left_to(number, mode))
        case Release(_, mode):
            held = is_held(number, mode, thread, layout)
            why_not = f"its thread does not hold {name}" if mode is Mode.EXCLUSIVE else f"nobody shares {name}"
            return Rule(held, give_back(number, mode, layout), why_not, releases=at(left_by(number, mode)))
        case Refused(_, mode):
            why_not = f"{name} is not held" if mode is Mode.EXCLUSIVE else f"{name} is not held exclusively"
            return Rule(negated(_is_free(number, mode, layout)), why_not=why_not)
        case _:
            assert_never(action)


def _is_free(lock: int, mode: Mode, layout: Layout) -> Guard:
    """EXCLUSIVE: nobody holds it; SHARED: nobody holds it exclusively."""
    slot = layout.locks + lock
    if mode is Mode.EXCLUSIVE:
        return lambda slots: slots[slot] == FREE
    return lambda slots: slots[slot] >= FREE


def _get(lock: int, mode: Mode, thread: int, layout: Layout) -> Change:
    slot = layout.locks + lock
    return put(slot, -1 - thread) if mode is Mode.EXCLUSIVE else add(slot, 1)


def is_held(lock: int, mode: Mode, thread: int, layout: Layout) -> Guard:
    """EXCLUSIVE: by that thread; SHARED: by somebody."""
    slot, mine = layout.locks + lock, -1 - thread
    if mode is Mode.EXCLUSIVE:
        return lambda slots: slots[slot] == mine
    return lambda slots: slots[slot] > FREE


def give_back(lock: int, mode: Mode, layout: Layout) -> Change:
    slot = layout.locks + lock
    return put(slot, FREE) if mode is Mode.EXCLUSIVE else add(slot, -1)


def left_by(lock: int, mode: Mode) -> Place:
    return "lock", lock, mode


def _left_to(lock: int, mode: Mode) -> Places:
    """The ends of all earlier sections that exclude it."""
    return at(*(left_by(lock, held) for held in Mode if excludes(held, mode)))

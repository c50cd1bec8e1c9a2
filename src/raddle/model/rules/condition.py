"""Conditions, and futexes, which are conditions without a lock (docs/rules.md, Conditions). They order nothing: only
the lock that a wait gives back does.

A thread's slot is 0, or says for which condition it waits, or that it has been chosen there."""

from collections.abc import Sequence
from typing import assert_never

from raddle.model.actions import Broadcast, Mode, Signal, Wait, Wake
from raddle.model.layout import Layout
from raddle.model.program import TraceProgram
from raddle.model.rules.lock import give_back, is_held, left_by
from raddle.model.rules.rule import Rule, at, put
from raddle.model.rules.traits import Family, Stretch, SyncObject, Traits

ConditionAction = Wait | Wake | Signal | Broadcast
_NOT_WAITING = 0


def traits(action: ConditionAction) -> Traits:
    condition = SyncObject(Family.CONDITION, action.condition)
    match action:
        case Wait(_, lock):
            given_back = None if lock is None else Stretch(SyncObject(Family.LOCK, lock), Mode.EXCLUSIVE)
            return Traits(condition, begins=Stretch(condition), ends=given_back, never_kept=True, learns_nothing=True)
        case Wake(_, cause, waits):
            may_stand = waits and cause == "signal"
            return Traits(condition, may_stand, "a signal to {}", ends=Stretch(condition), learns_nothing=True)
        case Signal() | Broadcast():
            return Traits(condition, never_kept=True, learns_nothing=True)
        case _:
            assert_never(action)


def rule(action: ConditionAction, thread: int, ctp: TraceProgram, layout: Layout) -> Rule:
    match action:
        case Wait():
            return _wait(action, thread, ctp, layout)
        case Wake():
            return _wake(action, thread, ctp, layout)
        case Signal():
            return Rule()  # whom it chooses is part of the move
        case Broadcast(condition):
            first, last = layout.waits, layout.waits + len(layout.threads)
            waiting, chosen = _waiting(condition), _chosen(condition)

            def choose_all(slots: list[int]) -> None:
                for slot in range(first, last):
                    if slots[slot] == waiting:
                        slots[slot] = chosen

            return Rule(change=choose_all)
        case _:
            assert_never(action)


def _wait(action: Wait, thread: int, ctp: TraceProgram, layout: Layout) -> Rule:
    begin = put(layout.waits + thread, _waiting(action.condition))
    if action.lock is None:
        return Rule(change=begin)
    lock = action.lock
    release = give_back(lock, Mode.EXCLUSIVE, layout)

    def release_and_begin(slots: list[int]) -> None:
        release(slots)
        begin(slots)

    return Rule(
        is_held(lock, Mode.EXCLUSIVE, thread, layout),
        release_and_begin,
        f"its thread does not hold {ctp.locks[lock]}",
        releases=at(left_by(lock, Mode.EXCLUSIVE)),
    )


def _wake(action: Wake, thread: int, ctp: TraceProgram, layout: Layout) -> Rule:
    own, name = layout.waits + thread, ctp.conditions[action.condition]
    waiting, chosen = _waiting(action.condition), _chosen(action.condition)
    end = put(own, _NOT_WAITING)
    match action.cause:
        case "signal":
            why_not = f"nobody has woken it from {name}"
            in_vain = (lambda slots: slots[own] == waiting) if action.waits else None
            return Rule(lambda slots: slots[own] == chosen, end, why_not, in_vain)
        case "any":
            return Rule(lambda slots: slots[own] in (waiting, chosen), end, f"it does not wait for {name}")
        case "timeout" | "spurious":
            return Rule(lambda slots: slots[own] == waiting, end, f"it does not wait for {name} any more")
        case _:
            assert_never(action.cause)


# ---- whom a signal chooses


def who_waits(condition: int, slots: Sequence[int], layout: Layout) -> list[int]:
    """The threads that a Signal may choose."""
    waiting = _waiting(condition)
    return [thread for thread in layout.threads if slots[layout.waits + thread] == waiting]


def why_not_chosen(signal: Signal, chosen: int | None, slots: Sequence[int], layout: Layout) -> str | None:
    """It chooses exactly one of those that wait, and nobody only if none does. None: it may choose so."""
    waiting = who_waits(signal.condition, slots, layout)
    if chosen is None and waiting:
        return "it chooses nobody, and somebody waits"
    if chosen is not None and chosen not in waiting:
        return f"it chooses thread {chosen}, which does not wait"
    return None


def choose(chosen: int, slots: list[int], layout: Layout) -> None:
    """One of those that wait is chosen, for the condition that it waits for."""
    slots[layout.waits + chosen] += 1


def _waiting(condition: int) -> int:
    return 1 + 2 * condition


def _chosen(condition: int) -> int:
    return _waiting(condition) + 1

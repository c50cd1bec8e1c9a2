"""Semaphores (docs/rules.md, Semaphores). Every post happens before every later take; a look at the count orders
nothing."""

from collections.abc import Sequence
from typing import assert_never

from raddle.model.actions import Count, Post, Take
from raddle.model.layout import Layout
from raddle.model.program import TraceProgram
from raddle.model.rules.rule import Rule, add, at, negated
from raddle.model.rules.traits import Family, SyncObject, Traits

SemaphoreAction = Take | Post | Count


def traits(action: SemaphoreAction) -> Traits:
    semaphore = SyncObject(Family.SEMAPHORE, action.semaphore)
    match action:
        case Take(_, waits):
            return Traits(semaphore, waits, "semaphore {}")
        case Post():
            return Traits(semaphore, never_kept=True, learns_nothing=True)
        case Count():
            return Traits(semaphore, learns_nothing=True)
        case _:
            assert_never(action)


def rule(action: SemaphoreAction, ctp: TraceProgram, layout: Layout) -> Rule:
    slot, name = layout.semaphores + action.semaphore, ctp.semaphores[action.semaphore].name
    posted = at(("semaphore", action.semaphore))
    match action:
        case Take(_, waits):

            def above_zero(slots: Sequence[int]) -> bool:
                return slots[slot] > 0

            kept = negated(above_zero) if waits else None
            return Rule(above_zero, add(slot, -1), f"{name} is zero", kept, acquires=posted)
        case Post():
            return Rule(change=add(slot, 1), releases=posted)
        case Count(_, value):
            return Rule(lambda slots: slots[slot] == value, why_not=f"{name} is not {value}")
        case _:
            assert_never(action)

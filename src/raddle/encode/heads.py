"""Where threads stand when a goal is reached, and what has taken place by then.

A head is its thread's next event: all before it has taken place, it has not. All heads stand at one moment, the end.
"""

from typing import assert_never

from raddle.model.goals import (
    Beside,
    Circle,
    CircleAmong,
    Fails,
    Goal,
    Meet,
    Reach,
    Standstill,
    Torn,
    TornAmong,
    Unordered,
    UseAfterFree,
)
from raddle.model.program import TraceProgram


def heads_of(goal: Goal) -> tuple[int, ...]:
    """The last one stands for the moment."""
    match goal:
        case Fails(check):
            return (check,)
        case Meet(first, second) | Beside(first, second):
            return first, second
        case Unordered(_, second):
            return (second,)
        case UseAfterFree(_, use):
            return (use,)
        case Torn(last=last):
            return (last,)
        case Circle(waits):
            return waits
        case CircleAmong() | Standstill() | TornAmong() | Reach():
            return ()
        case _:
            assert_never(goal)


def stood_before(ctp: TraceProgram, goal: Goal) -> tuple[int, ...]:
    """Where threads may stand besides, or behind what they may: how far the question itself goes."""
    match goal:
        case CircleAmong(groups):
            return tuple(event for group in groups for event in group)
        case TornAmong(goals):
            return tuple(event for goal in goals for event in (goal.first, goal.there, goal.back, goal.last))
        case Standstill():
            return tuple(thread.first + thread.count - 1 for thread in ctp.threads if thread.count)
        case _:
            return ()


def done_by(goal: Goal) -> tuple[int, ...]:
    """Events that have taken place at the end."""
    match goal:
        case Unordered(first, _):
            return (first,)
        case UseAfterFree(free, _):
            return (free,)
        case Torn(first, there, back, _):
            return tuple(dict.fromkeys((first, there, back)))
        case _:
            return ()

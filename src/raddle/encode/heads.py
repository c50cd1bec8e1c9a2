"""Where threads stand when a goal is reached, and what has taken place by then.

A head is its thread's next event: all before it has taken place, it has not. All heads stand at one moment, the end.
"""

from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Together:
    """Goals that one formula is made for: encode/together.py."""

    goals: tuple[Goal, ...]


Asked = Goal | Together


def heads_of(goal: Asked) -> tuple[int, ...]:
    """The last one stands for the moment. Of goals together none is certain."""
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
        case CircleAmong() | Standstill() | TornAmong() | Reach() | Together():
            return ()
        case _:
            assert_never(goal)


def stood_before(ctp: TraceProgram, goal: Asked) -> tuple[int, ...]:
    """Where threads may stand besides, or behind what they may: how far the question itself goes."""
    match goal:
        case CircleAmong(groups):
            return tuple(event for group in groups for event in group)
        case TornAmong(goals):
            return tuple(event for goal in goals for event in (goal.first, goal.there, goal.back, goal.last))
        case Together(goals):
            return tuple(event for goal in goals for event in (*heads_of(goal), *done_by(goal)))
        case Standstill():
            return tuple(thread.first + thread.count - 1 for thread in ctp.threads if thread.count)
        case _:
            return ()


def done_by(goal: Asked) -> tuple[int, ...]:
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

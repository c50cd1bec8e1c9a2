"""Where threads stand when a goal is reached, and what has taken place by then.

A head is its thread's next event: all before it has taken place, it has not. All heads stand at one moment, the end.
"""

from typing import assert_never

from raddle.model.ctp import Ctp
from raddle.model.goals import Beside, Circle, CircleAmong, Fails, Goal, Meet, Standstill, Unordered


def heads_of(goal: Goal) -> tuple[int, ...]:
    """The last one stands for the moment."""
    match goal:
        case Fails(check):
            return (check,)
        case Meet(first, second) | Beside(first, second):
            return first, second
        case Unordered(_, second):
            return (second,)
        case Circle(waits):
            return waits
        case CircleAmong() | Standstill():
            return ()
        case _:
            assert_never(goal)


def stood_before(ctp: Ctp, goal: Goal) -> tuple[int, ...]:
    """Where threads may stand besides, or behind what they may: how far the question itself goes."""
    match goal:
        case CircleAmong(groups):
            return tuple(event for group in groups for event in group)
        case Standstill():
            return tuple(thread.first + thread.count - 1 for thread in ctp.threads if thread.count)
        case _:
            return ()


def done_by(goal: Goal) -> tuple[int, ...]:
    """Events that have taken place at the end."""
    return (goal.first,) if isinstance(goal, Unordered) else ()

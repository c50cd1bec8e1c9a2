"""Whether a run of the trace program reaches a goal: what every answer is measured by.

In: a machine, a goal and the moves of a run. Out: yes or no; no also where the moves cannot be made. Nothing here knows
of formulas. model/goals.py says what each goal is.
"""

from collections.abc import Sequence
from typing import assert_never

from raddle.model.accesses import meet
from raddle.model.clocks import unordered
from raddle.model.ctp import Event
from raddle.model.freed import uses_freed
from raddle.model.goals import (
    Beside,
    Circle,
    CircleAmong,
    Fails,
    Goal,
    Meet,
    Standstill,
    Torn,
    TornAmong,
    Unordered,
    UseAfterFree,
)
from raddle.model.layout import NOBODY, State
from raddle.model.machine import Machine, RememberedWorth
from raddle.model.moves import Move
from raddle.model.run import Reached, run
from raddle.model.standing import circle, circle_among, standstill
from raddle.model.torn import tears, torn_one


def reached(machine: Machine, goal: Goal, moves: Sequence[Move]) -> bool:
    if isinstance(goal, Unordered):
        return unordered(machine, moves, goal.first, goal.second)
    if isinstance(goal, UseAfterFree):
        return uses_freed(machine, moves, goal.free, goal.use)
    if isinstance(goal, Torn):
        return tears(machine, moves, goal)
    if isinstance(goal, TornAmong):
        return torn_one(machine, moves, goal.goals) is not None
    after = run(machine.ctp, moves, machine)
    if not isinstance(after, Reached):
        return False
    match goal:
        case Fails(check):
            return check in machine.violated(after.state)
        case Meet(first, second):
            return meeting(machine, after.state, first, second)
        case Beside(first, second):
            return beside(machine, after.state, first, second)
        case Circle(waits):
            return circle(machine, after.state, waits)
        case CircleAmong(groups):
            return circle_among(machine, after.state, groups)
        case Standstill(known, places, circles):
            return standstill(machine, after.state, known, places, circles=circles)
        case _:
            assert_never(goal)


def meeting(machine: Machine, state: State, first: int, second: int) -> bool:
    """Both are next and accesses of the two conflict. No third thread is in a region: nobody sees what is half done
    there."""
    if not beside(machine, state, first, second):
        return False
    worth = RememberedWorth(machine.layout)
    return meet(*(machine.touched(list(state), machine.ctp.events[event], worth) for event in (first, second)))


def beside(machine: Machine, state: State, first: int, second: int) -> bool:
    """Both are next, and no third thread is in a region."""
    one, other = machine.ctp.events[first], machine.ctp.events[second]
    if one.thread == other.thread or not (_is_next(machine, state, one) and _is_next(machine, state, other)):
        return False
    return state[machine.layout.region] in (NOBODY, 1 + one.thread, 1 + other.thread)


def _is_next(machine: Machine, state: State, event: Event) -> bool:
    return not state[machine.layout.ended] and state[event.thread] == event.position

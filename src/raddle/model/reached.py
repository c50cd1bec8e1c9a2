"""Whether a run of the trace program reaches a goal: what every answer is measured by.

In: a machine, a goal and the moves of a run. Out: why it does not; None: it does. Nothing here knows of formulas.
model/goals.py says what each goal is.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import assert_never

from raddle.model.accesses import meet
from raddle.model.clocks import unordered
from raddle.model.facts import Fact, holds
from raddle.model.freed import uses_freed
from raddle.model.goals import (
    Beside,
    Circle,
    CircleAmong,
    Complete,
    Fails,
    Goal,
    Meet,
    Reach,
    RunGoal,
    Standstill,
    Torn,
    TornAmong,
    Unordered,
    UseAfterFree,
)
from raddle.model.layout import NOBODY, State
from raddle.model.machine import Machine
from raddle.model.moves import Move, Way
from raddle.model.run import Refusal, run
from raddle.model.standing import circle, circle_among, standstill
from raddle.model.torn import tears, torn_one

ELSEWHERE = "it leads elsewhere"


def reached(machine: Machine, goal: Goal | RunGoal, moves: Sequence[Move]) -> bool:
    return why_not_reached(machine, goal, moves) is None


def why_not_reached(machine: Machine, goal: Goal | RunGoal, moves: Sequence[Move]) -> str | None:
    match goal:
        case Unordered(first, second):
            is_so = unordered(machine, moves, first, second)
        case UseAfterFree(free, use):
            is_so = uses_freed(machine, moves, free, use)
        case Torn():
            is_so = tears(machine, moves, goal)
        case TornAmong(goals):
            is_so = torn_one(machine, moves, goals) is not None
        case _:
            after = run(machine.program, moves, machine)
            if isinstance(after, Refusal):
                return f"event {moves[after.position].event} cannot happen: {after.reason}"
            is_so = _is_so(machine, goal, after.state, moves[-1].event if moves else None)
    return None if is_so else ELSEWHERE


def _is_so(
    machine: Machine,
    goal: Fails | Meet | Beside | Circle | CircleAmong | Standstill | RunGoal,
    state: State,
    last: int | None,
) -> bool:
    """In that state, to which that event led."""
    match goal:
        case Fails(check):
            return check in machine.violated(state)
        case Meet(first, second):
            return meeting(machine, state, first, second)
        case Beside(first, second):
            return beside(machine, state, first, second)
        case Circle(waits):
            return circle(machine, state, waits)
        case CircleAmong(groups):
            return circle_among(machine, state, groups)
        case Standstill(known, places, circles):
            return standstill(machine, state, known, places, circles=circles)
        case Reach(events):
            return last in events
        case Complete(ends):
            return last in ends or all_ended(machine, state)
        case _:
            assert_never(goal)


def why_not_so(
    machine: Machine, goal: RunGoal, way: Way, facts: Iterable[Fact], blocked: Iterable[Collection[Fact]] = ()
) -> str | None:
    """Whether a way is a run that reaches the goal, in which the facts hold, and of each of the blocked collections not
    all. None: it is."""
    reason = why_not_reached(machine, goal, way.moves)
    if reason is not None:
        return reason
    wrong = next((fact for fact in facts if not holds(machine.program, way, fact)), None)
    if wrong is not None:
        return f"{wrong} does not hold"
    whole = next((some for some in blocked if all(holds(machine.program, way, fact) for fact in some)), None)
    return None if whole is None else f"all of {list(whole)} hold"


def all_ended(machine: Machine, state: State) -> bool:
    """Every thread that was created. A thread that failed, or of which nobody knows more, has not."""
    return all(machine.is_away(state, thread) for thread in machine.layout.threads)


def meeting(machine: Machine, state: State, first: int, second: int) -> bool:
    """Both are next, and accesses of the two conflict; of outcomes that exclude each other it is the possible one. No
    third thread is in a region: nobody sees what is half done there."""
    if not beside(machine, state, first, second):
        return False
    events = [machine.program.events[event] for event in (first, second)]
    if machine.program.branches is not None and not all(machine.can_happen(state, event) for event in events):
        return False
    return meet(*(machine.touched(list(state), event, machine.worth) for event in events))


def beside(machine: Machine, state: State, first: int, second: int) -> bool:
    """Both are next, and no third thread is in a region."""
    one, other = machine.program.events[first], machine.program.events[second]
    if one.thread == other.thread or state[machine.layout.ended]:
        return False
    if not (machine.stands_before(state, one) and machine.stands_before(state, other)):
        return False
    return state[machine.layout.region] in (NOBODY, 1 + one.thread, 1 + other.thread)

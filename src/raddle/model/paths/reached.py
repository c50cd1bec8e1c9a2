"""Whether a way reaches its goal: what every answer is measured by. Nothing here knows of formulas."""

from typing import assert_never

from raddle.model.accesses import meet
from raddle.model.layout import NOBODY, State
from raddle.model.paths.goals import Meet, PathGoal, Reach, Stuck, Way
from raddle.model.paths.machine import PathMachine, Refusal, run
from raddle.model.paths.standing import stuck


def why_not_reached(machine: PathMachine, goal: PathGoal, way: Way) -> str | None:
    """None: it is."""
    after = run(machine.paths, way, machine)
    if isinstance(after, Refusal):
        return f"event {way.events[after.position]} cannot happen: {after.reason}"
    match goal:
        case Reach(events):
            reached = bool(way.events) and way.events[-1] in events
        case Meet(first, second):
            reached = meeting(machine, after.state, first, second)
        case Stuck():
            reached = stuck(machine, after.state)
        case _:
            assert_never(goal)
    return None if reached else "it leads elsewhere"


def meeting(machine: PathMachine, state: State, first: int, second: int) -> bool:
    """Both are next and possible now, and accesses of the two conflict. No third thread is in a region: nobody sees
    what is half done there."""
    threads = [machine.program.events[event].thread for event in (first, second)]
    inside = state[machine.layout.region]
    if threads[0] == threads[1] or state[machine.layout.ended] or inside not in (NOBODY, *(1 + one for one in threads)):
        return False
    if not all(machine.is_next(state, event) and machine.can_happen(state, event) for event in (first, second)):
        return False
    accesses, events = machine.accesses, machine.program.events
    return meet(*(accesses.touched(list(state), events[event], machine.worth) for event in (first, second)))

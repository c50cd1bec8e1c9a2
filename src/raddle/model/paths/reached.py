"""Whether a way reaches its goal: what every answer is measured by. Nothing here knows of formulas."""

from collections.abc import Collection, Iterable
from typing import assert_never

from raddle.model.accesses import meet
from raddle.model.layout import NOBODY, State
from raddle.model.paths.facts import Fact, holds
from raddle.model.paths.goals import Complete, Meet, PathGoal, Reach, RunGoal, Stuck, Way
from raddle.model.paths.machine import PathMachine, Refusal, run
from raddle.model.paths.standing import stuck


def why_not_reached(machine: PathMachine, goal: PathGoal | Complete, way: Way) -> str | None:
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
        case Complete(ends):
            reached = (bool(way.events) and way.events[-1] in ends) or all_ended(machine, after.state)
        case _:
            assert_never(goal)
    return None if reached else "it leads elsewhere"


def why_not_so(
    machine: PathMachine, goal: RunGoal, way: Way, facts: Iterable[Fact], blocked: Iterable[Collection[Fact]] = ()
) -> str | None:
    """Whether a way is a run that reaches the goal, in which the facts hold, and of each of the blocked collections not
    all. None: it is."""
    reason = why_not_reached(machine, goal, way)
    if reason is not None:
        return reason
    wrong = next((fact for fact in facts if not holds(machine.paths, way, fact)), None)
    if wrong is not None:
        return f"{wrong} does not hold"
    whole = next((some for some in blocked if all(holds(machine.paths, way, fact) for fact in some)), None)
    return None if whole is None else f"all of {list(whole)} hold"


def all_ended(machine: PathMachine, state: State) -> bool:
    """Every thread that was created. A thread that failed, or of which nobody knows more, has not."""
    return all(
        state[machine.ended + thread] or not state[machine.created + thread] for thread in machine.layout.threads
    )


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

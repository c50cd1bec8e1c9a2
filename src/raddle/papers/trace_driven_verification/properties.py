"""not rho (equation 5): what is asked for. A run may end after any step: a state that is asked for is the last one."""

from collections.abc import Iterator
from typing import assert_never

from raddle.logic.terms import Term
from raddle.model.goals import Meet, PathGoal, Reach, Standstill
from raddle.papers.trace_driven_verification.last_state import LastState
from raddle.papers.trace_driven_verification.unrolled import BEFORE_ALL, Unrolled


def of_goal(unrolled: Unrolled, goal: PathGoal) -> Iterator[Term]:
    match goal:
        case Reach(events):
            yield from _reach(unrolled, events)
        case Meet():
            last = LastState(unrolled)
            yield from last.goes_on()
            yield last.meets(goal)
        case Standstill():
            last = LastState(unrolled)
            yield from last.goes_on()
            yield last.stuck()
        case _:
            assert_never(goal)


def _reach(unrolled: Unrolled, events: tuple[int, ...]) -> Iterator[Term]:
    """It is the last event of all."""
    terms = unrolled.terms
    asked = [event for event in dict.fromkeys(events) if event in unrolled.rules]
    steps = range(BEFORE_ALL, unrolled.steps)
    yield terms.any_of(unrolled.taken(event, step) for event in asked for step in steps)
    for step in steps[:-1]:
        here = terms.any_of(unrolled.taken(event, step) for event in asked)
        yield terms.implies(here, unrolled.is_idle(step + 1))

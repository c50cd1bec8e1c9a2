"""A state that follows from what comes next: two points are one, too, if the same operations follow, none of which has
several outcomes, and then the thread is in the same state.

So a loop whose variable dies in its body is seen to come back, though no state is known there:

    seen = 0; while (!seen) seen = flag;      before each read: "flag is read, then seen is what was read, at the head"

What the operations read is called the same in both.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Final

from raddle.logic.substitute import with_values
from raddle.logic.terms import Term, TermStore
from raddle.model.actions import (
    Acquire,
    Action,
    Broadcast,
    Post,
    RegionBegin,
    RegionEnd,
    Release,
    Signal,
    Step,
    Take,
)
from raddle.model.program import Event
from raddle.model.recorded.several import Place
from raddle.model.uses import with_variables

FARTHEST: Final = 24
"""Operations that are looked at."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """The next one of the places with known states, and the events before it."""

    events: tuple[Event, ...]
    place: Place


def ahead(events: Sequence[Event], gaps: Sequence[Sequence[Place]], at: int) -> Ahead | None:
    """From the gap before events[at] on, which has no place of its own."""
    for end in range(at, min(at + FARTHEST, len(events))):
        if not _has_one_outcome(events[end].action):
            return None
        if gaps[end + 1]:
            return Ahead(tuple(events[at : end + 1]), gaps[end + 1][0])
    return None


def _has_one_outcome(action: Action) -> bool:
    match action:
        case Step(guard=guard):
            return guard.constant == 1
        case Acquire() | Take():
            return action.waits
        case Release() | Post() | Signal() | Broadcast() | RegionBegin() | RegionEnd():
            return True
        case _:
            return False


def derived(
    terms: TermStore, found: Ahead, common: Callable[[Event], tuple[Action, Hashable]], term: Callable[[Term], Term]
) -> Place:
    """As a place before the first of the events. `common`, `term`: in what all runs have in common; of an event with
    its instruction."""
    fresh: dict[Term, Term] = {}
    steps = []
    place = found.place
    for event in found.events:
        action, site = common(event)
        if isinstance(action, Step):
            for read in action.reads:
                name = f"the {len(fresh)}th of {read.variable.width} bits"
                fresh[read.variable] = terms.variable(name, read.variable.width)
            action = with_variables(terms, action, fresh)
        steps.append((action, site, place.visible - event.upto))
    held = tuple(
        (what, one if one.constant is not None else with_values(terms, term(one), fresh)) for what, one in place.held
    )
    first = found.events[0]
    return Place(first.position, first.upto - 1, ("then", tuple(steps), place.where), held)

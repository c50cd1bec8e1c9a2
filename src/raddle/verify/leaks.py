"""Whether "both next" says all about races of paths: predict/races/leaks.py for paths, where the argument stands.

In: paths, and the pairs that may race. Out: in words why two accesses may race that are never next at the same time; or
nothing. What cannot be told is taken for a leak: then the search of states is asked who knows of what (decision 46).
"""

from collections.abc import Iterable, Iterator

from raddle.decide.point_facts import PointFacts, facts_of
from raddle.decide.registers import NotSearched
from raddle.decide.shape import Shape, shape_of
from raddle.encode.asked import depends_on_itself
from raddle.model.accesses import accesses_of
from raddle.model.actions import Count, Mode, Refused, RegionBegin, RegionEnd
from raddle.model.goals import Meet
from raddle.model.program import Event, TraceProgram
from raddle.model.uses import reads_of
from raddle.predict.races.leaks import may_acquire, rounds_are_fixed
from raddle.predict.races.signals import Hidden, hidden_by_signals
from raddle.verify.races import weak_access


def leak_of(paths: TraceProgram, goals: Iterable[Meet]) -> str | None:
    weak = weak_access(paths)
    if weak is not None:
        return weak
    asked = {event for goal in goals for event in (goal.first, goal.second)}
    events, shape = paths.events, shape_of(paths)
    if any(isinstance(event.action, Refused | Count) for event in events):
        return "a try that fails, or a look at a count, orders nothing"
    if any(depends_on_itself(paths.terms, events[number]) for number in asked):
        return "what an access touches depends on what it reads itself"
    if _reads_early(paths):
        return "memory is looked at that the source does not read in every case"
    hidden = _hidden_by_signals(shape)
    if hidden is None or not hidden.isdisjoint(asked):
        return "a condition is signalled outside of the lock of those who wait"
    if not rounds_are_fixed(paths):
        return "more threads use a barrier than it waits for"
    inside = list(_in_regions(shape))
    if any(event.number in asked or may_acquire(event) for event in inside):
        return "there are accesses in atomic regions"
    return None


def _reads_early(paths: TraceProgram) -> bool:
    """What another thread writes."""
    writers: dict[int, set[int]] = {}
    for event in paths.events:
        for access in accesses_of(event):
            for cell in access.cells if access.writes else ():
                writers.setdefault(cell, set()).add(event.thread)
    return any(
        read.early and any(writers.get(cell, set()) - {event.thread} for cell in read.cells)
        for event in paths.events
        for read in reads_of(event)
    )


def _hidden_by_signals(shape: Shape) -> Hidden:
    facts: dict[int, list[PointFacts]] = {}

    def held_alone(event: Event) -> set[int]:
        if event.thread not in facts:
            facts[event.thread] = facts_of(shape, event.thread, 0)
        holds = facts[event.thread][shape.source[event.number]].holds
        return {lock for lock, mode in holds if mode is Mode.EXCLUSIVE}

    try:
        return hidden_by_signals(shape, held_alone)
    except NotSearched:
        return None


def _in_regions(shape: Shape) -> Iterator[Event]:
    """On some way."""
    for events in shape.ordered:
        inside: set[int] = set()
        for event in events:
            begins = isinstance(event.action, RegionBegin)
            if begins or shape.source[event.number] in inside:
                yield event
                if not isinstance(event.action, RegionEnd):
                    inside.add(shape.target[event.number])

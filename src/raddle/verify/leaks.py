"""Whether "both next" says all about races of paths: predict/races/leaks.py for paths, where the argument stands.

In: paths, and the events that may race. Out: in words why two accesses may race that are never next at the same time;
or nothing. What cannot be told is taken for a leak: then the search of states is asked who knows of what (decision 46).
"""

from collections.abc import Container, Iterator, Set
from dataclasses import replace

from raddle.decide.point_facts import PointFacts, facts_of
from raddle.decide.registers import NotSearched
from raddle.decide.shape import Shape, shape_of
from raddle.encode.asked import depends_on_itself
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.accesses import accesses_of
from raddle.model.actions import Count, Mode, Read, Refused, RegionBegin, RegionEnd, Step
from raddle.model.program import Event, TraceProgram
from raddle.model.uses import reads_of
from raddle.predict.races.leaks import may_acquire, rounds_are_fixed
from raddle.predict.races.signals import Hidden, hidden_by_signals
from raddle.verify.races import weak_access


def leak_of(paths: TraceProgram, asked: Set[int]) -> str | None:
    """`asked`: events of the pairs."""
    weak = weak_access(paths)
    if weak is not None:
        return weak
    events, shape = paths.events, shape_of(paths)
    if any(isinstance(event.action, Refused | Count) for event in events):
        return "a try that fails, or a look at a count, orders nothing"
    flags = _flags_of(paths)
    if any(event.number in asked and depends_on_itself(paths.terms, _without(flags, event)) for event in events):
        return "what an access touches depends on what it reads itself"
    if _reads_early(paths, flags):
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


def _flags_of(paths: TraceProgram) -> frozenset[Term]:
    """Variables of reads that go on only where they find what the cell began with, and nobody ever writes that again.
    What is before such a read wrote none of it; nor does a part of that, so the read is no leak."""
    spoilt = set[int]()
    for event in paths.events:
        for write in event.action.writes if isinstance(event.action, Step) else ():
            spoilt.update(cell for cell in write.cells if write.value.constant in (None, paths.cells[cell].initial))
    return frozenset(
        read.variable
        for event, leads in zip(paths.events, paths.graph.leads, strict=True)
        if isinstance(event.action, Step) and leads == "on"
        for read in event.action.reads
        if read.early and spoilt.isdisjoint(read.cells) and _demands_the_first(paths, event.action.guard, read)
    )


def _demands_the_first(paths: TraceProgram, guard: Term, read: Read) -> bool:
    firsts = {paths.cells[cell].initial for cell in read.cells}
    wanted = paths.terms.equal(read.variable, paths.terms.bits(min(firsts), read.variable.width))
    return len(firsts) == 1 and wanted in (guard.args if guard.op is Op.ALL else (guard,))


def _without(flags: Container[Term], event: Event) -> Event:
    """What is left when these are as they have to be."""
    if not isinstance(event.action, Step):
        return event
    reads = tuple(read for read in event.action.reads if read.variable not in flags)
    return replace(event, action=replace(event.action, reads=reads))


def _reads_early(paths: TraceProgram, flags: Container[Term]) -> bool:
    """What another thread writes. (A failure or a frontier does not take place: that is known by now.)"""
    writers: dict[int, set[int]] = {}
    for event in paths.events:
        for access in accesses_of(event):
            for cell in access.cells if access.writes else ():
                writers.setdefault(cell, set()).add(event.thread)
    return any(
        read.early
        and read.variable not in flags
        and any(writers.get(cell, set()) - {event.thread} for cell in read.cells)
        for event, leads in zip(paths.events, paths.graph.leads, strict=True)
        if leads == "on"
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

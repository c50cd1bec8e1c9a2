"""A run that shows a memory error, and goes on -> the finding, as `check` would tell it."""

from dataclasses import replace

from raddle.check.confirming import Witnesses
from raddle.check.memory import Shown, memory_finding
from raddle.replay.memory import memory_outcome, visible
from raddle.replay.races import segments_up_to
from raddle.replay.source import witness_of
from raddle.report.result import Finding
from raddle.trace.memory_faults import MemoryFault
from raddle.trace.walk import Trace


def misuse(trace: Trace, fault: MemoryFault, witnesses: Witnesses) -> Finding:
    """`trace`: with all accesses. The schedule ends behind the one that is wrong."""
    shown, own = Shown(trace), witness_of(trace.recording)
    described = shown.described(fault)
    events = [visible(trace, at) for at in (fault.freed, fault.at) if at is not None]
    schedule = replace(own.schedule, segments=segments_up_to(own.schedule.segments, events))
    freed = None if described.freed is None else described.freed.place
    expected = memory_outcome(trace, fault, described.access.place, freed)
    places = [described.access.place, *([freed] if freed is not None else [])]
    path = witnesses.save(replace(own, expected=expected, schedule=schedule), places, described.fault)
    relevant = frozenset((event.thread, event.number) for event in events)
    return memory_finding(described, schedule, path, story=shown.story(fault, relevant))

"""Misuses of locks over paths: which pairs of a change and a use may meet, and how a run that shows one is told.

A change and a use that are both possible at once are a misuse; that a use finds its object ready is a guard, whose
other side is a frontier. Where all atomics release or acquire, two that nothing orders can also be next at once
(decision 17); where one is relaxed that is not enough, so there nothing is proved.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from raddle.check.confirming import Witnesses
from raddle.check.misuse import ShownMisuses, misuse_finding
from raddle.logic.operators import Op
from raddle.model.accesses import accesses_of
from raddle.model.actions import Step
from raddle.model.goals import Meet
from raddle.model.program import Event, TraceProgram
from raddle.replay.races import segments_up_to
from raddle.replay.source import witness_of
from raddle.report.result import Finding
from raddle.trace.lock_misuses import Misuse
from raddle.trace.walk import Trace


def possible_misuses(paths: TraceProgram) -> Iterator[Meet]:
    """Each pair once."""
    by_cell: dict[int, list[Event]] = defaultdict(list)
    for event in paths.events:
        for cell in {cell for access in accesses_of(event) for cell in access.cells}:
            if paths.cells[cell].of_lock:
                by_cell[cell].append(event)
    for events in by_cell.values():
        for at, second in enumerate(events):
            for first in events[:at]:
                changes = _writes(first) or _writes(second)
                if first.thread != second.thread and changes and not (_copies(first) and _copies(second)):
                    yield Meet(first.number, second.number)


def told_misuse(trace: Trace, misuse: Misuse, witnesses: Witnesses) -> Finding:
    """`trace`: with the bytes of locks. The schedule ends behind both."""
    shown, own = ShownMisuses(trace), witness_of(trace.recording)
    described = shown.described(misuse)
    schedule = replace(own.schedule, segments=segments_up_to(own.schedule.segments, shown.events(misuse)))
    places = [access.place for access in (described.access, described.other) if access is not None]
    witness = replace(own, expected=shown.outcome(misuse, described), schedule=schedule)
    path = witnesses.save(witness, places, "misuse")
    relevant = frozenset((event.thread, event.number) for event in shown.events(misuse))
    return misuse_finding(described, schedule, path, story=shown.story(misuse, relevant))


def _writes(event: Event) -> bool:
    return isinstance(event.action, Step) and bool(event.action.writes)


def _copies(event: Event) -> bool:
    """It leaves what it found."""
    action = event.action
    return isinstance(action, Step) and bool(action.writes) and action.writes[0].value.op is Op.VARIABLE

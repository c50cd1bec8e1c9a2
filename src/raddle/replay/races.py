"""Whether a run shows a data race: in: a walked run and two of its visible events; out: the rows that race.

Decided by happens-before on the walk (trace/happens_before.py), which knows nothing of trace programs. A witness names
the two events by thread and number, and for people by place: `data race main.1@4 (hits.c:12), main.2@7 (hits.c:20)`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from raddle.base.errors import UserError
from raddle.base.place import SourcePlace
from raddle.base.segments import Segment
from raddle.replay.outcome import DATA_RACE, Outcome
from raddle.trace.events import EventKind
from raddle.trace.happens_before import HappensBefore, Race, rows_of
from raddle.trace.recorded import Recording
from raddle.trace.sharing import granules_of
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import rewalk, walk_fast

ACCESS: Final = r"(\S+)@(\d{1,15}) \([^()]*\)"
"""As `spelled`."""
_ACCESSES: Final = re.compile(rf"{ACCESS}, {ACCESS}")


@dataclass(frozen=True, slots=True)
class VisibleEvent:
    """Number `number` of its thread, counted from 0."""

    thread: str
    number: int


Pair = tuple[VisibleEvent, VisibleEvent]


def spelled(event: VisibleEvent, place: SourcePlace | None) -> str:
    """`main.1@4 (hits.c:12)`"""
    return f"{event.thread}@{event.number} ({_short(place)})"


def race_outcome(pair: Pair, places: tuple[SourcePlace | None, SourcePlace | None]) -> Outcome:
    return Outcome(DATA_RACE, ", ".join(map(spelled, pair, places)))


def racing_events(expected: Outcome) -> Pair:
    """Those that the outcome names."""
    found = _ACCESSES.fullmatch(expected.detail)
    if found is None:
        advice = "as in: data race main.1@4 (hits.c:12), main.2@7 (hits.c:20)"
        raise UserError(f'no race is spelled "{expected}"', advice=advice)
    return VisibleEvent(found[1], int(found[2])), VisibleEvent(found[3], int(found[4]))


def race_between(trace: Trace, order: HappensBefore, pair: Pair) -> Race | None:
    """None: something orders the two in this run, they do not conflict there, or it did not come to them."""
    by_path = {thread.path: number for number, thread in enumerate(trace.threads)}
    if any(one.thread not in by_path for one in pair):
        return None
    one, other = ((by_path[event.thread], event.number) for event in pair)
    return order.race(one, other)


def shows_race(recording: Recording, expected: Outcome) -> bool:
    """Whether the run shows the race that is expected."""
    pair = racing_events(expected)
    trace = _walked(recording, pair)
    return race_between(trace, HappensBefore(trace), pair) is not None


def _walked(recording: Recording, pair: Pair) -> Trace:
    """What the two touch counts as shared, also where one of them frees it."""
    trace = walk_fast(recording, keep_private=True)
    granules = []
    for number, thread in enumerate(trace.threads):
        for event in pair:
            if event.thread == thread.path:
                rows = thread.events[rows_of(trace, number, event.number)]
                granules.append(granules_of(rows[rows["kind"] <= EventKind.UPDATE]))
    return rewalk(trace, np.concatenate(granules)) if granules else trace


def segments_up_to(segments: Sequence[Segment], events: Sequence[VisibleEvent]) -> tuple[Segment, ...]:
    """The schedule of a run, up to behind the last one of them."""
    missing: dict[str, int] = {}
    for event in events:
        missing[event.thread] = max(event.number + 1, missing.get(event.thread, 0))
    kept: list[Segment] = []
    for segment in segments:
        wanted = missing.get(segment.thread)
        if wanted is not None and segment.upto >= wanted:
            del missing[segment.thread]
            if not missing:
                return (*kept, Segment(segment.thread, wanted))
        kept.append(segment)
    return tuple(kept)


def _short(place: SourcePlace | None) -> str:
    """Without what would end the brackets."""
    if place is None:
        return "an unknown place"
    return re.sub(r"[()\n]", "_", f"{place.file.rsplit('/', 1)[-1]}:{place.line}")

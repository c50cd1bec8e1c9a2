"""Whether a run tears a block that is to be atomic: in: a recording and what is expected of it; out: yes or no.

Decided on the walk (trace/torn.py), which knows nothing of trace programs. A witness names the four events by thread
and number, and for people by place, in the order first, there, back, last (model/goals.py, Torn):
`atomicity main.1@4 (bank.c:12), main.2@7 (bank.c:30), main.2@7 (bank.c:30), main.1@6 (bank.c:13)`.
"""

import re
from collections.abc import Sequence
from typing import Final

from raddle.base.errors import UserError
from raddle.base.place import SourcePlace
from raddle.replay.outcome import ATOMICITY, Outcome
from raddle.replay.races import ACCESS, VisibleEvent, spelled
from raddle.trace.recorded import Recording
from raddle.trace.torn import Tearing, TornRows
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import walk_fast

_ACCESSES: Final = re.compile(", ".join([ACCESS] * 4))

Four = tuple[VisibleEvent, VisibleEvent, VisibleEvent, VisibleEvent]


def torn_outcome(events: Four, places: Sequence[SourcePlace | None]) -> Outcome:
    return Outcome(ATOMICITY, ", ".join(spelled(*one) for one in zip(events, places, strict=True)))


def torn_events(expected: Outcome) -> Four:
    """Those that the outcome names."""
    found = _ACCESSES.fullmatch(expected.detail)
    if found is None:
        advice = "as in: atomicity main.1@4 (a.c:12), main.2@7 (a.c:30), main.2@7 (a.c:30), main.1@6 (a.c:13)"
        raise UserError(f'no violation of atomicity is spelled "{expected}"', advice=advice)
    first, there, back, last = (VisibleEvent(found[at], int(found[at + 1])) for at in (1, 3, 5, 7))
    return first, there, back, last


def torn_by(trace: Trace, tearing: Tearing, events: Four) -> TornRows | None:
    """None: the run does not show it."""
    by_path = {thread.path: number for number, thread in enumerate(trace.threads)}
    if any(event.thread not in by_path for event in events):
        return None
    first, there, back, last = ((by_path[event.thread], event.number) for event in events)
    return tearing.torn(first, there, back, last)


def shows_torn(recording: Recording, expected: Outcome) -> bool:
    """Whether the run shows what is expected."""
    events = torn_events(expected)
    trace = walk_fast(recording, keep_private=True)
    return torn_by(trace, Tearing(trace), events) is not None

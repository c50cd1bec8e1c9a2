"""Whether a run shows a misuse of a lock or the like: in: a recording and what is expected of it; out: yes or no.

Decided on the walk (trace/lock_misuses.py), which knows nothing of trace programs. A witness names what is wrong by
thread and number, and for people by place; and behind it what makes it so, if that is known:
`misuse main@4 (pool.c:30), main.1@7 (pool.c:12)`.
"""

import re
from typing import Final

from raddle.base.errors import UserError
from raddle.base.place import SourcePlace
from raddle.replay.outcome import MISUSE, Outcome
from raddle.replay.races import ACCESS, VisibleEvent, spelled
from raddle.trace.lock_misuses import LockMisuses, Misuse
from raddle.trace.lock_objects import Use, with_lock_bytes
from raddle.trace.recorded import Recording
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import walk_fast

_EVENTS: Final = re.compile(rf"{ACCESS}(?:, {ACCESS})?")


def misuse_outcome(
    trace: Trace, misuse: Misuse, place: SourcePlace | None, other: SourcePlace | None = None
) -> Outcome:
    """What a replay of this run is to show."""
    said = spelled(visible(trace, misuse.use), place)
    if misuse.other is not None:
        said = f"{said}, {spelled(visible(trace, misuse.other), other)}"
    return Outcome(MISUSE, said)


def visible(trace: Trace, use: Use) -> VisibleEvent:
    """As a schedule counts."""
    return VisibleEvent(trace.threads[use.at.thread].path, use.visible)


def expected_events(expected: Outcome) -> tuple[VisibleEvent, ...]:
    """What is wrong, and what makes it so."""
    found = _EVENTS.fullmatch(expected.detail)
    if found is None:
        advice = "as in: misuse main@4 (pool.c:30), main.1@7 (pool.c:12)"
        raise UserError(f'no misuse is spelled "{expected}"', advice=advice)
    first = VisibleEvent(found[1], int(found[2]))
    return (first,) if found[3] is None else (first, VisibleEvent(found[3], int(found[4])))


def shows_misuse(recording: Recording, expected: Outcome) -> bool:
    """Whether the run shows what is expected."""
    trace = with_lock_bytes(walk_fast(recording))
    return misuse_at(trace, LockMisuses(trace), expected_events(expected)) is not None


def misuse_at(trace: Trace, misuses: LockMisuses, events: tuple[VisibleEvent, ...]) -> Misuse | None:
    """The one that these events are, in either order."""
    threads = {thread.path: number for number, thread in enumerate(trace.threads)}
    if events[0].thread not in threads:
        return None
    wanted = set(events)
    for found in misuses.at_event(threads[events[0].thread], events[0].number):
        both = {visible(trace, use) for use in (found.use, found.other) if use is not None}
        if wanted <= both:
            return found
    return None

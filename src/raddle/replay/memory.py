"""Whether a run shows a memory error: in: a recording and what is expected of it; out: yes or no.

Decided on the walk (trace/memory_faults.py), which knows nothing of trace programs. A witness names the access by
thread and number, and for people by place; before it who gave the memory back, if somebody did:
`use after free main.1@4 (list.c:12), main.2@7 (list.c:30)`. An error that ends the run is expected as its end.
"""

import re
from typing import Final

from raddle.base.errors import UserError
from raddle.base.place import SourcePlace
from raddle.replay.outcome import DANGLING, OUT_OF_BOUNDS, USE_AFTER_FREE, Outcome, outcome_of
from raddle.replay.races import ACCESS, VisibleEvent, spelled
from raddle.trace.happens_before import At
from raddle.trace.memory_faults import FaultKind, MemoryFault, MemoryFaults
from raddle.trace.recorded import Recording
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import walk_fast

_EVENTS: Final = re.compile(rf"(?:{ACCESS}, )?{ACCESS}")
_KINDS: Final[dict[FaultKind, str]] = {
    "use-after-free": USE_AFTER_FREE,
    "out-of-bounds": OUT_OF_BOUNDS,
    "dangling": DANGLING,
}
ENDINGS: Final = ("signal", "abort")
_ENDS: Final[dict[FaultKind, Outcome]] = {
    "double-free": Outcome("abort"),
    "null": Outcome("signal", "SIGSEGV"),
    "division": Outcome("signal", "SIGFPE"),
}
"""How a run ends that is not stopped right before."""


def memory_outcome(
    trace: Trace, fault: MemoryFault, place: SourcePlace | None, freed: SourcePlace | None = None
) -> Outcome:
    """What a replay of this run is to show."""
    ended = outcome_of(trace.recording)
    if ended.kind in ENDINGS and (fault.kind not in _KINDS or is_last(trace, fault.at)):
        return ended
    if fault.kind in _ENDS:
        return _ENDS[fault.kind]
    said = spelled(visible(trace, fault.at), place)
    if fault.freed is not None:
        said = f"{spelled(visible(trace, fault.freed), freed)}, {said}"
    return Outcome(_KINDS[fault.kind], said)


def visible(trace: Trace, at: At) -> VisibleEvent:
    """As a schedule counts."""
    thread = trace.threads[at.thread]
    if at.row >= len(thread.events):
        return VisibleEvent(thread.path, trace.recording.threads[thread.index].count)
    return VisibleEvent(thread.path, int(thread.events["index"][at.row]))


def is_last(trace: Trace, at: At) -> bool:
    """Whether the thread does nothing behind it."""
    return visible(trace, at).number >= trace.recording.threads[trace.threads[at.thread].index].count - 2


def expected_events(expected: Outcome) -> tuple[VisibleEvent | None, VisibleEvent]:
    """Who gave it back, and the access."""
    found = _EVENTS.fullmatch(expected.detail)
    if found is None:
        advice = "as in: use after free main.1@4 (list.c:12), main.2@7 (list.c:30)"
        raise UserError(f'no memory error is spelled "{expected}"', advice=advice)
    freed = None if found[1] is None else VisibleEvent(found[1], int(found[2]))
    return freed, VisibleEvent(found[3], int(found[4]))


def shows_fault(recording: Recording, expected: Outcome) -> bool:
    """Whether the run shows what is expected."""
    freed, access = expected_events(expected)
    trace = walk_fast(recording, keep_private=True)
    fault = fault_at(trace, MemoryFaults(trace), access)
    if fault is None or _KINDS.get(fault.kind) != expected.kind:
        return False
    return freed is None or (fault.freed is not None and visible(trace, fault.freed) == freed)


def fault_at(trace: Trace, faults: MemoryFaults, event: VisibleEvent) -> MemoryFault | None:
    for number, thread in enumerate(trace.threads):
        if thread.path == event.thread:
            return faults.at_event(number, event.number)
    return None

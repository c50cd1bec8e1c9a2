"""Where a run crashed: what its thread was about to do, and the one address with which it cannot.

In: a walked run that the system ended. Out: `Crash`, for which nothing but its own thread's state is to blame: there is
no memory at that address in any run, or what it divides has no result; None: that is not known.
"""

import re
import signal
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from raddle.model.recorded.validity import LOWEST
from raddle.trace.events import EventKind, PinCause, ThreadTrace
from raddle.trace.memory_faults import crashed_thread
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import with_private

_OURS: Final = 0x0A0000000000
"""From here on the runtime and the system put memory."""
_END: Final = 1 << 47
_AROUND_PROGRAM: Final = 1 << 32
_DIVIDES: Final = re.compile(r" = [su](?:div|rem) ")


@dataclass(frozen=True, slots=True)
class Crash:
    row: int
    """In the walk of its thread; one past the last: what would come next."""
    index: int
    """Visible events before it."""
    site: int
    address: int = 0
    term: int = 0
    """Of the address; 0: it is what it is in any case."""


def crash_of(trace: Trace, number: int) -> Crash | None:
    """In that thread."""
    final = trace.recording.final
    if final is None or crashed_thread(trace) != number:
        return None
    thread, count = trace.threads[number], trace.recording.threads[number].count
    if final.signal == signal.SIGFPE:
        return _division(trace, thread, count)
    return _write(trace, thread, count) or _read(trace, thread, count) or _call(thread, count)


def granules_of_crash(trace: Trace) -> npt.NDArray[np.uint64]:
    """What the last write was to touch: the walk is to keep it."""
    number = crashed_thread(trace)
    if number is None:
        return np.zeros(0, np.uint64)
    events = with_private(trace).threads[number].events
    row = _last_write(events, trace.recording.threads[number].count)
    return np.zeros(0, np.uint64) if row is None else events["address"][[row]] >> np.uint64(3)


def _last_write(events: npt.NDArray[np.void], count: int) -> int | None:
    """It is entered right before it is done."""
    rows = np.flatnonzero((events["index"] == count - 1) & (events["kind"] == EventKind.WRITE))
    return int(rows[0]) if count and len(rows) else None


def _write(trace: Trace, thread: ThreadTrace, count: int) -> Crash | None:
    row = _last_write(thread.events, count)
    if row is None:
        return None
    event = thread.events[row]
    address = int(event["address"])
    if not _is_nowhere(trace, address) and not _is_constant(trace, address):
        return None
    return Crash(row, count - 1, int(event["site"]), address, int(event["address_term"]))


def _read(trace: Trace, thread: ThreadTrace, count: int) -> Crash | None:
    stopped = thread.stopped
    if not stopped.touches or not _is_nowhere(trace, stopped.address):
        return None
    return Crash(len(thread.events), count, stopped.site, stopped.address, stopped.term)


def _call(thread: ThreadTrace, count: int) -> Crash | None:
    """Of a function that is not there. What it was to be called by was pinned before."""
    events, stopped = thread.events, thread.stopped
    if not stopped.site or not len(events):
        return None
    last = events[-1]
    is_target = (int(last["kind"]), int(last["size"])) == (EventKind.PIN, PinCause.CALL_TARGET)
    here = (int(last["site"]), int(last["stack"]), int(last["index"])) == (stopped.site, stopped.stack, count)
    return Crash(len(events), count, stopped.site) if is_target and here and last["value"] < LOWEST else None


def _division(trace: Trace, thread: ThreadTrace, count: int) -> Crash | None:
    """Of what does not depend on others: else there is a row of it."""
    if not thread.stopped.site:
        return None
    within = trace.program.module_of(thread.stopped.site)
    line = within.module.lines[thread.stopped.site - within.site_base]
    return Crash(len(thread.events), count, thread.stopped.site) if _DIVIDES.search(line) else None


def _is_nowhere(trace: Trace, address: int) -> bool:
    """Whether nobody gives memory there, whatever the order."""
    if address < LOWEST or address >= _END:
        return True
    if address >= _OURS:
        return False
    places = [(start, start + size) for start, size, _, _ in trace.program.variables]
    return all(not start - _AROUND_PROGRAM <= address < end + _AROUND_PROGRAM for start, end in places)


def _is_constant(trace: Trace, address: int) -> bool:
    variables = trace.program.variables
    return any(variable.constant and start <= address < start + size for start, size, variable, _ in variables)

"""Moves of the trace program -> a schedule of the real program: who runs up to which of its visible events.

In: a trace program made from a trace, and moves of it. Out: segments, whom each signal wakes, what times out.
"""

from dataclasses import dataclass

from raddle.base.segments import Segment, TimeOut, Wake
from raddle.base.trace_format import trace_format
from raddle.model.ctp import Ctp, Event
from raddle.model.moves import Move
from raddle.trace.events import EventKind
from raddle.trace.walk import Trace


@dataclass(frozen=True, slots=True)
class RealSchedule:
    segments: tuple[Segment, ...]
    wakes: tuple[Wake, ...]
    time_outs: tuple[TimeOut, ...]


def schedule_of(ctp: Ctp, trace: Trace, moves: tuple[Move, ...], check: int) -> RealSchedule:
    """Up to the failure: the failing call is the visible event behind the check."""
    done: dict[int, int] = {}
    segments: list[Segment] = []
    wakes: list[Wake] = []
    time_outs: list[TimeOut] = []
    failing = ctp.events[check]
    for event, upto in [*((ctp.events[move.event], 0) for move in moves), (failing, failing.upto + 1)]:
        upto = max(upto, event.upto)
        if upto <= done.get(event.thread, 0):
            continue
        done[event.thread] = upto
        name = ctp.threads[event.thread].name
        if segments and segments[-1].thread == name:
            segments.pop()
        segments.append(Segment(name, upto))
    for move in moves:
        event = ctp.events[move.event]
        name = ctp.threads[event.thread].name
        if move.chosen is not None:
            wakes.append(Wake(name, event.upto - 1, ctp.threads[move.chosen].name))
        if _timed_out(trace, event):
            time_outs.append(TimeOut(name, event.upto - 1))
    return RealSchedule(tuple(segments), tuple(wakes), tuple(time_outs))


def _timed_out(trace: Trace, event: Event) -> bool:
    row = trace.threads[event.thread].events[event.origin]
    if row["kind"] != EventKind.SYNC:
        return False
    fmt = trace_format()
    record = trace.recording.sync[int(row["value"])]
    if record["kind"] == fmt["RD_WAKE"]:
        return bool(record["extra"] == fmt["RD_WAKE_TIMEOUT"])
    timed = ("RD_TIMEDLOCK", "RD_TIMEDRDLOCK", "RD_TIMEDWRLOCK", "RD_SEM_TIMEDWAIT")
    return bool(record["kind"] in [fmt[name] for name in timed] and record["flags"] & fmt["RD_FLAG_FAILED"])

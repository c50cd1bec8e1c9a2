"""Moves of the trace program -> a schedule of the real program: who runs up to which of its visible events.

In: a trace program made from a trace, and moves of it. Out: segments, whom each signal wakes, what times out.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from raddle.base.segments import Segment, TimeOut, Wake
from raddle.base.trace_format import trace_format
from raddle.model.actions import Action, Check, Step
from raddle.model.goals import (
    Beside,
    Circle,
    CircleAmong,
    Fails,
    Goal,
    Meet,
    Reach,
    Standstill,
    Torn,
    TornAmong,
    Unordered,
    UseAfterFree,
)
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.program import Event, TraceProgram
from raddle.model.run import Ran, run
from raddle.model.standing import standing
from raddle.predict.numbering import Numbering
from raddle.trace.events import EventKind
from raddle.trace.walk import Trace


@dataclass(frozen=True, slots=True)
class RealSchedule:
    segments: tuple[Segment, ...]
    wakes: tuple[Wake, ...]
    time_outs: tuple[TimeOut, ...]


def schedule_of(ctp: TraceProgram, trace: Trace, moves: tuple[Move, ...], goal: Goal) -> RealSchedule:
    """Up to what shows that the goal is reached: a failing call, both accesses of a race, all threads of a deadlock
    before the calls in which they will wait."""
    done: dict[int, int] = {}
    segments: list[Segment] = []
    wakes: list[Wake] = []
    time_outs: list[TimeOut] = []
    numbering = Numbering(ctp, trace, moves, goal)
    performed = [(ctp.events[move.event], 0) for move in moves if move.event not in numbering.unreal]
    for event, more in [*performed, *_last(ctp, moves, goal)]:
        upto = numbering.upto(event) + more
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
            wakes.append(Wake(name, numbering.upto(event) - 1, ctp.threads[move.chosen].name))
        if _timed_out(trace, event):
            time_outs.append(TimeOut(name, numbering.upto(event) - 1))
    return RealSchedule(tuple(segments), tuple(wakes), tuple(time_outs))


def _up_to(event: Event) -> tuple[Event, int]:
    """Its thread comes to it, and waits there."""
    return event, -1


def _stood_before(ctp: TraceProgram, moves: tuple[Move, ...]) -> Iterable[Event]:
    machine = Machine(ctp)
    after = run(ctp, moves, machine)
    assert isinstance(after, Ran)
    return [event for (event,) in standing(machine, after.state).values()]


def _last(ctp: TraceProgram, moves: tuple[Move, ...], goal: Goal) -> list[tuple[Event, int]]:
    """What comes behind the moves: the event, and how many visible events of its thread are over besides."""
    match goal:
        case Fails(check):
            return [(ctp.events[check], 1)]  # the failing call is the event behind the check
        case Meet(first, second):
            return [(ctp.events[number], 0) for number in (first, second)]
        case Beside(first, second):  # the call that uses a lock is the event behind the check
            both = ctp.events[first], ctp.events[second]
            return [(event, int(isinstance(event.action, Check))) for event in both]
        case UseAfterFree(_, use):
            return [(ctp.events[use], int(is_of_lock(ctp.events[use].action)))]  # the call is the event behind it
        case Unordered(_, second) | Torn(last=second):
            return [(ctp.events[second], 0)]
        case Circle(waits):
            return [_up_to(ctp.events[number]) for number in waits]
        case CircleAmong() | Standstill():
            return list(map(_up_to, _stood_before(ctp, moves)))
        case TornAmong() | Reach():
            return []
        case _:
            assert_never(goal)


def is_of_lock(action: Action) -> bool:
    """A lock or the like is about to be used; an access that says for which variable it is meant is none of that."""
    if not isinstance(action, Step) or action.writes:
        return False
    return bool(action.reads) and all(read.of_lock for read in action.reads)


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

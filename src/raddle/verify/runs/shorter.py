"""A failing run with fewer switches: the real program, under schedules near its own, must fail in the same way.

In: a run that failed. Out: the run with the fewest switches that was found; the same one where there is none.
"""

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from raddle.base.segments import Segment
from raddle.base.work import EVENTS, EVENTS_TO_START, Meter
from raddle.replay.schedule import Schedule
from raddle.replay.source import schedule_of
from raddle.verify.runs.guided import Left, Ran

MOST_RUNS: Final = 60
MOST_S: Final = 2.0
"""Of work, by the events of these runs."""
MOST_SEGMENTS: Final = 60
"""A longer schedule is left as it is."""

Turn = tuple[str, int]
"""A thread, and how many visible events it performs."""


class Guide(Protocol):
    def guided(self, schedule: Schedule) -> Ran | Left: ...


def shortened(ran: Ran, runs: Guide, until: float | None) -> Ran:
    """`until`: when the whole has to be over, by time.monotonic()."""
    meter = Meter(MOST_S, until)
    best, schedule = ran, schedule_of(ran.trace.recording)
    tries = MOST_RUNS
    improved = len(schedule.segments) <= MOST_SEGMENTS
    while improved:
        improved = False
        for segments in with_fewer_switches(schedule.segments):
            if not tries or meter.is_over:
                return best
            tries -= 1
            meter.spend(EVENTS_TO_START + ran.trace.recording.events, EVENTS)
            again = runs.guided(Schedule(segments, schedule.wakes, schedule.time_outs, schedule.signals))
            if isinstance(again, Ran) and again.outcome == ran.outcome:
                found = schedule_of(again.trace.recording)
                if found.switches < schedule.switches:
                    best, schedule, improved = again, found, True
                    break
    return best


def with_fewer_switches(segments: Sequence[Segment]) -> Iterator[tuple[Segment, ...]]:
    """Each: a thread's last turn left out, or two of its turns made one, at the place of the later or the earlier one.
    What comes last of all, comes last."""
    turns = turns_of(segments)
    for at, (thread, _) in enumerate(turns[:-1]):
        if all(other != thread for other, _ in turns[at + 1 :]):
            yield segments_of([*turns[:at], *turns[at + 1 :]])
    for later in range(len(turns) - 1, 0, -1):
        thread = turns[later][0]
        earlier = next((at for at in range(later - 1, -1, -1) if turns[at][0] == thread), None)
        if earlier is None:
            continue
        both = (thread, turns[earlier][1] + turns[later][1])
        between = turns[earlier + 1 : later]
        yield segments_of([*turns[:earlier], *between, both, *turns[later + 1 :]])
        yield segments_of([*turns[:earlier], both, *between, *turns[later + 1 :]])


def turns_of(segments: Sequence[Segment]) -> list[Turn]:
    done: dict[str, int] = {}
    turns = []
    for thread, upto in segments:
        turns.append((thread, upto - done.get(thread, 0)))
        done[thread] = upto
    return turns


def segments_of(turns: Sequence[Turn]) -> tuple[Segment, ...]:
    done: dict[str, int] = {}
    segments: list[Segment] = []
    for thread, more in turns:
        done[thread] = done.get(thread, 0) + more
        if segments and segments[-1].thread == thread:
            segments.pop()
        segments.append(Segment(thread, done[thread]))
    return tuple(segments)

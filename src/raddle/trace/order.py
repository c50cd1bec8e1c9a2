"""The global order of a trace's events: threads took turns, and the recording says when."""

from collections.abc import Iterator

import numpy as np

from raddle.trace.events import EventFlag
from raddle.trace.walk import Trace


def turns(trace: Trace) -> Iterator[tuple[int, int, int]]:
    """(thread, first event, past the last event), in the order in which they ran.

    What is not visible (branches) was done before the thread stopped at its next visible event, so in the same turn.
    """
    by_path = {thread.path: number for number, thread in enumerate(trace.threads)}
    visible = [np.flatnonzero(thread.events["flags"] & EventFlag.VISIBLE) for thread in trace.threads]
    indices = [thread.events["index"][rows] for thread, rows in zip(trace.threads, visible, strict=True)]
    done = [0] * len(trace.threads)
    for segment in trace.recording.segments():
        number = by_path[segment.thread]
        events = trace.threads[number].events
        performed = int(indices[number].searchsorted(segment.upto))
        end = int(visible[number][performed]) if performed < len(visible[number]) else len(events)
        if end > done[number]:
            yield number, done[number], end
            done[number] = end

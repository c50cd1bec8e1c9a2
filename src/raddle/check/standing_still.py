"""A run that was ended because it did not end: who waits, loops or stands where, in words."""

from typing import Any, Final

import numpy as np

from raddle.base.trace_format import trace_format
from raddle.report.failure import what_it_waits_for
from raddle.trace.events import ThreadTrace
from raddle.trace.recorded import RecordedThread, Recording
from raddle.trace.walk import Trace
from raddle.trace.words import Words

LONGEST_ROUND: Final = 16
ROUNDS: Final = 3
"""That take the same way, before a thread is said to loop."""
MOST_THREADS: Final = 8
"""That are told of."""


def who_stands_where(trace: Trace) -> str:
    """Of each thread that has not ended; empty: there is none."""
    words, recording = Words(trace), trace.recording
    waiting = {int(one["thread"]): one for one in recording.of_kind("RD_PENDING")}
    ended = {int(one["thread"]) for one in recording.of_kind("RD_EXIT")}
    told = [
        f"{thread.path} {_standing(trace, words, thread, waiting.get(thread.index))}"
        for thread in trace.threads
        if thread.index not in ended
    ]
    more = [f"{len(told) - MOST_THREADS} others"] if len(told) > MOST_THREADS else []
    return ", ".join([*told[:MOST_THREADS], *more])


def gets_nowhere(recording: Recording) -> bool:
    """Of a run that was ended at a limit: whether all that could run were going round in loops, some at least."""
    waiting = {int(one["thread"]) for one in recording.of_kind("RD_PENDING")}
    ended = {int(one["thread"]) for one in recording.of_kind("RD_EXIT")}
    left = [one for index, one in enumerate(recording.threads) if index not in ended | waiting]
    return bool(left) and all(map(loops, left))


def loops(thread: RecordedThread) -> bool:
    """Whether it went the same few blocks over and over, last."""
    sites = thread.blocks["site"][-ROUNDS * LONGEST_ROUND :]
    return any(
        len(sites) >= ROUNDS * length
        and np.array_equal(sites[-ROUNDS * length + length :], sites[-ROUNDS * length : -length])
        for length in range(1, LONGEST_ROUND + 1)
    )


def _standing(trace: Trace, words: Words, thread: ThreadTrace, pending: Any) -> str:
    recorded = trace.recording.threads[thread.index]
    if pending is None and recorded.count == 0:
        return "has not begun"
    place = words.place_of(thread, {"site": thread.stopped.site, "stack": thread.stopped.stack})
    where = "" if place is None else f" at {place}"
    if pending is not None and int(pending["value"]) != trace_format()["RD_OUTSIDE"]:
        return f"waits{where} for {what_it_waits_for(trace, words, pending)}"
    return f"{'loops' if loops(recorded) else 'stands'}{where}" if where else "stands where no source is known"

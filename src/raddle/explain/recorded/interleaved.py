"""The raw steps of all threads in the order in which they ran: threads took turns, and the recording says when."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from raddle.explain.walked.raw import RawThread
from raddle.trace.recorded import Recording


class RawAt(NamedTuple):
    """A raw step: of which thread, and where in its steps."""

    thread: int
    position: int


@dataclass(frozen=True, slots=True)
class Cut:
    """Where the failure is: what comes behind it does not matter."""

    at: RawAt
    included: bool
    """Whether that step is still part of the run."""


def interleaved(recording: Recording, threads: Sequence[RawThread], cut: Cut | None) -> Iterator[RawAt]:
    for number, begin, end in _turns(recording, threads):
        for position in range(begin, end):
            if cut is not None and cut.at == (number, position):
                if cut.included:
                    yield RawAt(number, position)
                return
            yield RawAt(number, position)


def _turns(recording: Recording, threads: Sequence[RawThread]) -> Iterator[tuple[int, int, int]]:
    """(thread, first step, past the last step). What is not visible belongs to the visible event before it."""
    by_path = {thread.path: number for number, thread in enumerate(threads)}
    visible = [[at for at, step in enumerate(thread.steps) if step.visible] for thread in threads]
    indices = [[thread.steps[at].index for at in rows] for thread, rows in zip(threads, visible, strict=True)]
    done = [0] * len(threads)
    for segment in recording.segments():
        number = by_path[segment.thread]
        performed = bisect_left(indices[number], segment.upto)
        end = visible[number][performed] if performed < len(visible[number]) else len(threads[number].steps)
        if end > done[number]:
            yield number, done[number], end
            done[number] = end
    for number, thread in enumerate(threads):  # of a thread that did nothing visible
        if len(thread.steps) > done[number]:
            yield number, done[number], len(thread.steps)

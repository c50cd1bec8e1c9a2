"""Which way a run went: for each thread the blocks that it entered, and its branches.

In: a trace. Out: one `Way` for each thread. The walk in C keeps no such list, so each thread is walked once more, by
the reference walk.
"""

from collections import Counter
from collections.abc import Container
from dataclasses import dataclass
from typing import NamedTuple

from raddle.ir.module import Block
from raddle.trace.emitter import Emitter, Scalar
from raddle.trace.events import ThreadTrace
from raddle.trace.frames import Frame, Held
from raddle.trace.program import LoadedFunction, Program
from raddle.trace.streams import Streams
from raddle.trace.walk import Trace
from raddle.trace.walk_reference import Walk


@dataclass(frozen=True, slots=True)
class Branched:
    site: int
    stack: int
    nth: int
    """How often the thread had been there before."""
    value: int
    term: int
    """Of the condition, or the selector; 0: it depends on nothing that is shared."""
    choice: bool
    """A switch or an indirect jump."""
    events: int
    """Visible ones of the thread before it."""


@dataclass(frozen=True, slots=True)
class Entered:
    """Part of a block: instructions that were done, by their sites."""

    stack: int
    sites: range
    nth: int


@dataclass(frozen=True)
class Way:
    thread: ThreadTrace
    branches: tuple[Branched, ...]
    """Without assertions."""
    blocks: tuple[Entered, ...]


def ways_of(trace: Trace) -> tuple[Way, ...]:
    shared = frozenset(trace.shared.tolist())
    return tuple(_way(trace, number, shared) for number in range(len(trace.threads)))


def _way(trace: Trace, number: int, shared: Container[int]) -> Way:
    streams = Streams(trace.recording, trace.recording.threads[number])
    branches = _Branches(streams, shared, keep_private=False)
    walk = _WayWalk(trace.program, streams, branches)
    thread = walk.run(number)
    return Way(thread, tuple(branches.found), tuple(walk.entered()))


class _Branches(Emitter):
    def __init__(self, streams: Streams, shared: Container[int], *, keep_private: bool) -> None:
        super().__init__(streams, shared, keep_private=keep_private)
        self.found: list[Branched] = []
        self._events_of = streams
        self._times: Counter[int] = Counter()

    def branch(self, condition: Scalar, failing: int | None) -> None:
        if failing is None:
            self._add(condition, choice=False)
        super().branch(condition, failing)

    def choice(self, selector: Scalar) -> None:
        self._add(selector, choice=True)
        super().choice(selector)

    def _add(self, scalar: Scalar, *, choice: bool) -> None:
        nth = self._times[self.site]
        self._times[self.site] += 1
        self.found.append(Branched(self.site, self.stack, nth, *scalar, choice, self._events_of.count))


class _Visit(NamedTuple):
    frame: Frame
    block: Block
    nth: int


class _WayWalk(Walk):
    def __init__(self, program: Program, streams: Streams, emitter: Emitter) -> None:
        super().__init__(program, streams, emitter)
        self._visits: list[_Visit] = []
        self._times: Counter[int] = Counter()

    def enter(self, loaded: LoadedFunction, stack: int, arguments: list[Held | None], uncaught: bool) -> None:
        super().enter(loaded, stack, arguments, uncaught)
        self._visit(self.frames[-1])

    def go(self, frame: Frame, label: str) -> None:
        super().go(frame, label)
        self._visit(frame)

    def _visit(self, frame: Frame) -> None:
        site = _site(frame, frame.block.line)
        self._visits.append(_Visit(frame, frame.block, self._times[site]))
        self._times[site] += 1

    def entered(self) -> list[Entered]:
        """Once it is over: the frames that are left stand where the thread was cut off."""
        at = {id(frame): frame for frame in self.frames}
        found = []
        last = {id(visit.frame): number for number, visit in enumerate(self._visits)}
        for number, visit in enumerate(self._visits):
            lines = [instruction.line for instruction in visit.block.instructions]
            if last[id(visit.frame)] == number and id(visit.frame) in at:
                lines = lines[: at[id(visit.frame)].position]
            if lines:
                sites = range(_site(visit.frame, lines[0]), _site(visit.frame, lines[-1]) + 1)
                found.append(Entered(visit.frame.stack, sites, visit.nth))
        return found


def _site(frame: Frame, line: int) -> int:
    return frame.loaded.within.site_base + line

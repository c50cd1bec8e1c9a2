"""An STD trace as a trace program: the maximal causal model. In: StdTrace. Out: a trace program; its observed order is
the trace.

docs/rules.md, Imported traces: STD has no values, so every read that is in keeps its observed writer. Each write of a
variable writes a number of its own, 1, 2, ... in the order of the trace, 0 is there at first, and a read is an event
that takes place only where it sees the number that it saw. The racing access itself is next, and not in: it may see
anything.

The thread of the first event is main. It creates the threads that nobody forks, at its beginning. A thread that is
joined ends; of the others the trace does not say whether they did. Inner acquires of reentrant locks are no events.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from raddle.logic.operators import Op as TermOp
from raddle.logic.terms import Term, TermStore
from raddle.model.actions import Acquire, Action, Cell, Create, Exit, Join, Read, Release, Start, Step, Write
from raddle.model.program import MAIN, Assumption, Event, Thread, TraceProgram
from raddle.model.std.lines import Op, StdTrace
from raddle.model.std.well_formed import Shape, shape_of_std

WIDTH: Final = 32
_READ, _WRITE, _ACQUIRE, _RELEASE, _FORK = map(int, (Op.READ, Op.WRITE, Op.ACQUIRE, Op.RELEASE, Op.FORK))
KEPT: Final = "every read sees the write that it saw in the trace, since the trace has no values"
WAITS: Final = "every acquire and join of the trace waits until it can be done: the trace does not say which only try"


def ctp_of_std(trace: StdTrace, *, shared_only: bool = False) -> TraceProgram:
    """`shared_only`: without accesses to what one thread alone accesses, or nobody writes: they are no part of a race,
    and see what they saw in every order."""
    return _Maker(trace, shape_of_std(trace), shared_only=shared_only).ctp()


class _Maker:
    def __init__(self, trace: StdTrace, shape: Shape, *, shared_only: bool) -> None:
        self._trace = trace
        self._shape = shape
        self._is_event = _events_of(trace, shape, shared_only=shared_only)
        self._terms = TermStore()
        self._numbers: list[Term] = [self._terms.bits(0, WIDTH)]
        """What is written: each number once."""
        count = len(trace.threads)
        self._roots = [thread for thread in range(1, count) if thread not in shape.forked]
        self._own = np.bincount(trace.thread[self._is_event], minlength=count).tolist()
        """How many events of the trace are events of each thread."""
        self._parents: list[int | None] = [None] + [MAIN] * (count - 1)

    def ctp(self) -> TraceProgram:
        threads = self._threads()
        events, observed = self._events(threads)
        trace = self._trace
        is_sync = bool(np.isin(trace.op, [int(Op.ACQUIRE), int(Op.JOIN)]).any())
        reads = bool((trace.op == int(Op.READ)).any())
        said = ([KEPT] if reads else []) + ([WAITS] if is_sync else [])
        return TraceProgram(
            terms=self._terms,
            threads=threads,
            events=tuple(events),
            cells=tuple(Cell(name, WIDTH, 0) for name in trace.variables),
            locks=trace.locks,
            observed=tuple(observed),
            assumptions=tuple(Assumption(what) for what in said),
            transactions=self._transactions(events, observed),
        )

    def _threads(self) -> tuple[Thread, ...]:
        trace, shape = self._trace, self._shape
        forks = trace.op == int(Op.FORK)
        for parent, child in zip(trace.thread[forks].tolist(), trace.operand[forks].tolist(), strict=True):
            self._parents[child] = parent
        threads: list[Thread] = []
        first = 0
        for number, name in enumerate(trace.threads):
            count = self._own[number]
            if number == MAIN:
                count += len(self._roots)
            elif count or number in shape.joined:
                count += 1
            count += number in shape.joined
            threads.append(Thread(name, first, count, self._parents[number]))
            first += count
        return tuple(threads)

    def _events(self, threads: tuple[Thread, ...]) -> tuple[list[Event], list[int]]:
        """By number; and the numbers in the order of the trace."""
        trace, terms = self._trace, self._terms
        events = _Events(threads)
        for root in self._roots:
            events.add(MAIN, Create(root), int(trace.line[0]))
        written = [0] * len(trace.variables)
        acquires = [Acquire(lock) for lock in range(len(trace.locks))]
        releases = [Release(lock) for lock in range(len(trace.locks))]
        columns = (trace.line, trace.thread, trace.op, trace.operand)
        for line, thread, op, operand in zip(*(column[self._is_event].tolist() for column in columns), strict=True):
            action: Action
            if op == _READ:
                seen = terms.variable(f"r{line}", WIDTH)
                guard = terms.apply(TermOp.EQ, 1, seen, self._number(written[operand]))
                action = Step((Read(seen, (operand,)),), guard, ())
            elif op == _WRITE:
                written[operand] += 1
                action = Step((), terms.true, (Write(self._number(written[operand]), (operand,)),))
            elif op == _ACQUIRE:
                action = acquires[operand]
            elif op == _RELEASE:
                action = releases[operand]
            elif op == _FORK:
                action = Create(operand)
            else:
                events.end(operand, line)
                action = Join(operand)
            events.add(thread, action, line)
        return events.made, events.observed

    def _number(self, value: int) -> Term:
        numbers = self._numbers
        while value >= len(numbers):
            numbers.append(self._terms.bits(len(numbers), WIDTH))
        return numbers[value]

    def _transactions(self, events: list[Event], observed: list[int]) -> tuple[tuple[int, int], ...]:
        """Of the blocks that are not empty."""
        if not self._shape.blocks:
            return ()
        ours = (events[number] for number in observed[len(self._roots) :])
        numbers = [event.number for event in ours if not isinstance(event.action, Start | Exit)]
        rows = np.flatnonzero(self._is_event)
        found: list[tuple[int, int]] = []
        for begin, end in self._shape.blocks:
            low, high = np.searchsorted(rows, (begin, end + 1))
            is_own = self._trace.thread[rows[low:high]] == self._trace.thread[begin]
            inside = np.flatnonzero(is_own) + low
            if len(inside):
                found.append((numbers[inside[0]], numbers[inside[-1]]))
        return tuple(found)


class _Events:
    """Those so far, by number."""

    def __init__(self, threads: tuple[Thread, ...]) -> None:
        count = sum(thread.count for thread in threads)
        self.made: Final[list[Event]] = [None] * count  # type: ignore[list-item]
        self.observed: Final[list[int]] = []
        self._firsts = [thread.first for thread in threads]
        self._counts = [0] * len(threads)
        self._has_ended = [False] * len(threads)

    def add(self, thread: int, action: Action, line: int) -> None:
        """At the end of its thread, which starts if it has not."""
        position = self._counts[thread]
        if not position and thread != MAIN and not isinstance(action, Start):
            self.add(thread, Start(), line)
            position = 1
        number = self._firsts[thread] + position
        self._counts[thread] = position + 1
        self.made[number] = Event(number, thread, position, action, position + 1, line)
        self.observed.append(number)

    def end(self, thread: int, line: int) -> None:
        if not self._has_ended[thread]:
            self._has_ended[thread] = True
            self.add(thread, Exit(), line)


def _events_of(trace: StdTrace, shape: Shape, *, shared_only: bool) -> npt.NDArray[np.bool_]:
    is_event = trace.op < int(Op.BEGIN)
    is_event[list(shape.inner)] = False
    if shared_only:
        accesses = np.flatnonzero(trace.op <= int(Op.WRITE))
        variables, threads = trace.operand[accesses], trace.thread[accesses]
        lowest = np.full(len(trace.variables), len(trace.threads), dtype=np.int64)
        highest = np.full(len(trace.variables), -1, dtype=np.int64)
        np.minimum.at(lowest, variables, threads)
        np.maximum.at(highest, variables, threads)
        is_written = np.zeros(len(trace.variables), dtype=np.bool_)
        is_written[trace.operand[trace.op == int(Op.WRITE)]] = True
        is_event[accesses] &= (is_written & (lowest < highest))[variables]
    return is_event

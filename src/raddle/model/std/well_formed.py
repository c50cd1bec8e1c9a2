"""Whether the events of an STD trace can be those of a run. In: StdTrace. Out: what there is to know about its threads,
or a UserError with file and line.

A lock is held by one thread at a time, and released by it; locks may be reentrant, and may be held at the end. A thread
is forked at most once, before its first event, and not by itself; what nobody forks begins with the trace. Nothing of a
thread follows a join of it.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from raddle.model.std.lines import Op, StdTrace


@dataclass(frozen=True)
class Shape:
    inner: frozenset[int]
    """Rows of acquires and releases inside a section of the same lock: no events."""
    forked: frozenset[int]
    """Threads."""
    joined: frozenset[int]
    blocks: tuple[tuple[int, int], ...]
    """Rows of the outermost begin and end of each block; of one without an end, the row of its thread's last event."""


def shape_of_std(trace: StdTrace) -> Shape:
    first, last = _ends(trace)
    return Shape(
        inner=frozenset(_inner(trace)),
        forked=frozenset(_forked(trace, first)),
        joined=frozenset(_joined(trace, last)),
        blocks=tuple(_blocks(trace, last)),
    )


def _ends(trace: StdTrace) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Rows of each thread's first and last event; past the end, and -1, of those without any."""
    first = np.full(len(trace.threads), trace.count, dtype=np.int64)
    last = np.full(len(trace.threads), -1, dtype=np.int64)
    rows = np.arange(trace.count)
    first[trace.thread[::-1]] = rows[::-1]
    last[trace.thread] = rows
    return first, last


def _rows(trace: StdTrace, *ops: Op) -> list[tuple[int, int, int, int]]:
    """Row, thread, operation, operand."""
    rows = np.flatnonzero(np.isin(trace.op, [int(op) for op in ops]))
    columns = (rows, trace.thread[rows], trace.op[rows], trace.operand[rows])
    return list(zip(*(column.tolist() for column in columns), strict=True))


def _inner(trace: StdTrace) -> list[int]:
    holder = [-1] * len(trace.locks)
    depth = [0] * len(trace.locks)
    since = [0] * len(trace.locks)
    inner: list[int] = []
    for row, thread, op, lock in _rows(trace, Op.ACQUIRE, Op.RELEASE):
        if op == Op.ACQUIRE:
            if depth[lock] == 0:
                holder[lock], since[lock] = thread, row
            elif holder[lock] == thread:
                inner.append(row)
            else:
                held = f"{trace.threads[holder[lock]]} holds since line {trace.line[since[lock]]}"
                said = f"{trace.threads[thread]} acquires {trace.locks[lock]}, which {held}"
                raise trace.fail(row, said, "one thread at a time holds a lock")
            depth[lock] += 1
            continue
        if depth[lock] == 0 or holder[lock] != thread:
            said = f"{trace.threads[thread]} releases {trace.locks[lock]}, which it does not hold"
            raise trace.fail(row, said, "who acquires a lock releases it; all locks are free when the trace begins")
        depth[lock] -= 1
        if depth[lock] > 0:
            inner.append(row)
    return inner


def _forked(trace: StdTrace, first: npt.NDArray[np.int64]) -> set[int]:
    forked: set[int] = set()
    for row, thread, _, child in _rows(trace, Op.FORK):
        name = trace.threads[child]
        if child == thread:
            raise trace.fail(row, f"{name} forks itself", "a thread is forked by another one")
        if child in forked:
            raise trace.fail(row, f"{name} is forked twice", "give each thread a name of its own")
        if first[child] < row:
            said = f"{name} is forked after its first event, in line {trace.line[first[child]]}"
            raise trace.fail(row, said, "a thread's events follow its fork")
        forked.add(child)
    return forked


def _joined(trace: StdTrace, last: npt.NDArray[np.int64]) -> set[int]:
    joined: set[int] = set()
    forks = {child: row for row, _, _, child in _rows(trace, Op.FORK)}
    for row, thread, _, child in _rows(trace, Op.JOIN):
        name = trace.threads[child]
        if child == thread:
            raise trace.fail(row, f"{name} joins itself", "a thread is joined by another one")
        if last[child] > row:
            said = f"{name} is joined before its last event, in line {trace.line[last[child]]}"
            raise trace.fail(row, said, "a join comes when the thread has ended")
        if forks.get(child, -1) > row:
            said = f"{name} is joined before it is forked, in line {trace.line[forks[child]]}"
            raise trace.fail(row, said, "a join comes when the thread has ended")
        joined.add(child)
    return joined


def _blocks(trace: StdTrace, last: npt.NDArray[np.int64]) -> list[tuple[int, int]]:
    begun: dict[int, list[int]] = {}
    blocks: list[tuple[int, int]] = []
    for row, thread, op, _ in _rows(trace, Op.BEGIN, Op.END):
        begins = begun.setdefault(thread, [])
        if op == Op.BEGIN:
            begins.append(row)
        elif not begins:
            raise trace.fail(row, f"{trace.threads[thread]} ends a block that has not begun", "write its begin")
        else:
            begin = begins.pop()
            if not begins:
                blocks.append((begin, row))
    blocks += [(begins[0], int(last[thread])) for thread, begins in begun.items() if begins]
    return sorted(blocks)

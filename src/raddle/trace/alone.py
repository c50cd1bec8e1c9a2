"""When a thread is alone: which of its visible events come about while no other thread of the run exists.

In: a recording. Out: `alone_phases`: for each thread the phases in which, in every order of the recorded paths, each
other thread has been joined, or is created later by this one or by one that it creates. A thread that nobody joins
(detached, a library's) exists from its creation on; one whose creation nobody recorded exists in any case.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from raddle.base.trace_format import trace_format
from raddle.trace.forced_order import ForcedOrder
from raddle.trace.recorded import Recording

MAIN: Final = 0
FOR_EVER: Final = (1 << 64) - 1


class Phase(NamedTuple):
    """Visible events of a thread, from `begin` to before `end`."""

    begin: int
    end: int
    first: bool = False
    """No other thread has existed before: whatever is read is the same in every order."""


Phases = Sequence[tuple[Phase, ...]]
"""By thread."""


def alone_phases(recording: Recording) -> tuple[tuple[Phase, ...], ...]:
    fmt = trace_format()
    done = (recording.sync["flags"] & fmt["RD_FLAG_FAILED"]) == 0
    born: dict[int, tuple[int, int]] = {}
    joins: list[tuple[int, int, int]] = []
    for name in ("RD_CREATE", "RD_JOIN"):
        some = recording.sync[done & (recording.sync["kind"] == fmt[name])]
        columns = (some[column].tolist() for column in ("thread", "count", "value"))
        for thread, count, other in zip(*columns, strict=True):
            if name == "RD_CREATE":
                born[other] = thread, count
            else:
                joins.append((thread, count, other))
    order, threads = ForcedOrder(recording), len(recording.threads)
    main_may_end = any(other == MAIN for _, _, other in joins)
    return tuple(
        tuple(_phases(thread, threads, born, [count for one, count, _ in joins if one == thread], order))
        if thread == MAIN or main_may_end
        else ()
        for thread in range(threads)
    )


def first_phases(recording: Recording) -> Phases:
    """Those in which no other thread has existed before: what happens there is the same in every run under the same
    inputs, and not only in every order of the recorded paths."""
    return tuple(tuple(phase for phase in phases if phase.first) for phases in alone_phases(recording))


def _phases(
    thread: int, threads: int, born: dict[int, tuple[int, int]], joined: Sequence[int], order: ForcedOrder
) -> Iterator[Phase]:
    """`joined`: when it joined some thread."""
    ends = _ends(thread, threads, joined, order)
    others = sorted(
        (_created_by(thread, other, born), ends.get(other, FOR_EVER)) for other in range(threads) if other != thread
    )
    begin = 0
    for exists_from, ended in others:
        if exists_from > begin:
            yield Phase(begin, exists_from, first=begin == 0 and thread == MAIN)
        begin = max(begin, ended)
    if begin < FOR_EVER:
        yield Phase(begin, FOR_EVER, first=begin == 0 and thread == MAIN)


def _created_by(thread: int, other: int, born: dict[int, tuple[int, int]]) -> int:
    """The visible event of the thread from which on the other one may exist; 0: it may have before all of them."""
    creator, count = born.get(other, (other, 0))
    while creator not in (thread, other):
        other, (creator, count) = creator, born.get(creator, (creator, 0))
    return count if creator == thread else 0


def _ends(thread: int, threads: int, joined: Sequence[int], order: ForcedOrder) -> dict[int, int]:
    """From which visible event of the thread on others are known to have ended."""
    found: dict[int, int] = {}
    for count in sorted(joined):
        for other, ended in enumerate(order.ended(thread, count + 1)):
            if ended and other != thread:
                found.setdefault(other, count + 1)
    return {other: count for other, count in found.items() if other < threads}

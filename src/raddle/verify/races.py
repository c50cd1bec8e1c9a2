"""Data races over paths: which pairs of events may race at all, and what a run shows of one.

With locks and sequentially consistent atomics alone, two accesses race exactly if both can be next at once. What else
there may be verify/leaks.py says; then it is also asked whether one may come behind the other, and nothing orders them.
"""

from collections import defaultdict
from collections.abc import Container, Iterator
from functools import cache
from typing import Final

from raddle.model.accesses import Manner, accesses_of, conflicts
from raddle.model.actions import Order
from raddle.model.goals import Meet
from raddle.model.program import Event, TraceProgram

WEAK: Final = frozenset(Order) - {Order.PLAIN, Order.SEQ_CST}


def weak_access(paths: TraceProgram, weak: Container[Order] = WEAK) -> str | None:
    """What is accessed atomically in one of these orders, that is, not sequentially consistently; None: nothing is."""
    for event in paths.events:
        for access in accesses_of(event):
            if access.order in weak:
                names = sorted({paths.cells[cell].name for cell in access.cells})
                return f"{names[0]} is accessed with memory order {access.order.value}"
    return None


def possible_races(paths: TraceProgram) -> Iterator[Meet]:
    """Pairs of accesses of different threads to the same memory, one writing, not both atomic; each pair once."""
    by_cell: dict[int, list[tuple[Event, frozenset[Manner]]]] = defaultdict(list)
    for event in paths.events:
        manners: dict[int, set[Manner]] = defaultdict(set)
        for access in accesses_of(event):
            for cell in access.cells:
                manners[cell].add(Manner(access.writes, access.order))
        for cell in sorted(manners):
            if not paths.cells[cell].hidden:
                by_cell[cell].append((event, frozenset(manners[cell])))
    told: set[tuple[int, int]] = set()
    for events in by_cell.values():
        for at, (second, how) in enumerate(events):
            for first, other in events[:at]:
                pair = (first.number, second.number)
                if first.thread != second.thread and pair not in told and _may_conflict(other, how):
                    told.add(pair)
                    yield Meet(*pair)


@cache
def _may_conflict(first: frozenset[Manner], second: frozenset[Manner]) -> bool:
    return any(conflicts(a, b) for a in first for b in second)

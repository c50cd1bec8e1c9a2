"""Data races over paths: which pairs of events may race at all, and what a run shows of one.

With locks and sequentially consistent atomics alone, two accesses race exactly if both can be next at once. What else
there may be verify/leaks.py says; then it is also asked whether one may come behind the other, and nothing orders them.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from raddle.model.accesses import accesses_of
from raddle.model.actions import Order
from raddle.model.goals import Meet
from raddle.model.program import Event, TraceProgram

STRONG = (Order.PLAIN, Order.SEQ_CST)
Manner = tuple[bool, bool]
"""Whether an access writes, and whether it is atomic."""


def weak_access(paths: TraceProgram) -> str | None:
    """What is accessed atomically, but not sequentially consistently; None: nothing is."""
    for event in paths.events:
        for access in accesses_of(event):
            if access.order not in STRONG:
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
                manners[cell].add((access.writes, access.order.is_atomic))
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
    return any((a[0] or b[0]) and not (a[1] and b[1]) for a in first for b in second)

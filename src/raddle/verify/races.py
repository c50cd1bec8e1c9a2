"""Data races over paths: which pairs of events may race at all, and what a run shows of one.

With locks and sequentially consistent atomics alone, two accesses race exactly if both can be next at once. Where an
access is atomic in a weaker way that is not enough, so there nothing is proved.
"""

from collections import defaultdict
from collections.abc import Iterator

from raddle.model.accesses import accesses_of, conflicts
from raddle.model.ctp import Event, Order
from raddle.model.paths.goals import Meet
from raddle.model.paths.paths import Paths

STRONG = (Order.PLAIN, Order.SEQ_CST)


def weak_access(paths: Paths) -> str | None:
    """What is accessed atomically, but not sequentially consistently; None: nothing is."""
    for event in paths.program.events:
        for access in accesses_of(event):
            if access.order not in STRONG:
                names = sorted({paths.program.cells[cell].name for cell in access.cells})
                return f"{names[0]} is accessed with memory order {access.order.value}"
    return None


def possible_races(paths: Paths) -> Iterator[Meet]:
    """Pairs of accesses of different threads to the same memory, one writing, not both atomic; each pair once."""
    by_cell: dict[int, list[Event]] = defaultdict(list)
    for event in paths.program.events:
        cells = {cell for access in accesses_of(event) for cell in access.cells}
        for cell in sorted(cells):
            if not paths.program.cells[cell].hidden:
                by_cell[cell].append(event)
    told: set[tuple[int, int]] = set()
    for events in by_cell.values():
        for at, second in enumerate(events):
            for first in events[:at]:
                pair = (first.number, second.number)
                if first.thread != second.thread and pair not in told and _may_conflict(first, second):
                    told.add(pair)
                    yield Meet(*pair)


def _may_conflict(first: Event, second: Event) -> bool:
    others = list(accesses_of(second))
    return any(
        conflicts(one, other) and not set(one.cells).isdisjoint(other.cells)
        for one in accesses_of(first)
        for other in others
    )

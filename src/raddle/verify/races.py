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
        for cell, manners in _manners(paths, event).items():
            by_cell[cell].append((event, manners))
    told: set[tuple[int, int]] = set()
    for events in by_cell.values():
        for at, (second, how) in enumerate(events):
            for first, other in events[:at]:
                pair = (first.number, second.number)
                if first.thread != second.thread and pair not in told and _may_conflict(other, how):
                    told.add(pair)
                    yield Meet(*pair)


def may_race(paths: TraceProgram, pair: Meet) -> bool:
    """Whether it is one of these."""
    first, second = paths.events[pair.first], paths.events[pair.second]
    how, other = _manners(paths, first), _manners(paths, second)
    return first.thread != second.thread and any(_may_conflict(how[cell], other[cell]) for cell in how.keys() & other)


def racing_events(paths: TraceProgram) -> frozenset[int]:
    """Events of such pairs, of which there may be very many more."""
    alike: dict[int, dict[tuple[int, frozenset[Manner]], list[int]]] = defaultdict(lambda: defaultdict(list))
    for event in paths.events:
        for cell, manners in _manners(paths, event).items():
            alike[cell][event.thread, manners].append(event.number)
    return frozenset(
        number
        for groups in alike.values()
        for (thread, how), events in groups.items()
        if any(thread != other and _may_conflict(how, manners) for other, manners in groups)
        for number in events
    )


def _manners(paths: TraceProgram, event: Event) -> dict[int, frozenset[Manner]]:
    """How it touches memory: by cell, in order."""
    found: dict[int, set[Manner]] = defaultdict(set)
    for access in accesses_of(event):
        for cell in access.cells:
            found[cell].add(Manner(access.writes, access.order))
    return {cell: frozenset(found[cell]) for cell in sorted(found) if not paths.cells[cell].hidden}


@cache
def _may_conflict(first: frozenset[Manner], second: frozenset[Manner]) -> bool:
    return any(conflicts(a, b) for a in first for b in second)

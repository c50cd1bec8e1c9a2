"""What is known of a thread at each of its points, whichever way it came there: for the search of states."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from raddle.decide.registers import NOTHING, NotSearched
from raddle.decide.shape import Shape
from raddle.model.actions import Join
from raddle.model.opens import Opens
from raddle.model.program import Event
from raddle.model.rules.actions import traits_of
from raddle.model.rules.traits import Hold

NO_REACH: Final = 0xFFFFFFFFFFFFFFFF
MOST_POINTS: Final = 12_000
"""Of a thread that has several ways."""


@dataclass(frozen=True)
class PointFacts:
    holds: tuple[Hold, ...]
    held: tuple[int, ...]
    """The same locks, as objects of the search."""
    joined: frozenset[int]
    """Threads that it has joined on every way."""


def facts_of(shape: Shape, thread: int, locks: int) -> list[PointFacts]:
    """`locks`: the number of the first among all objects."""
    opens: list[Opens[int] | None] = [None] * shape.points[thread]
    joined: list[frozenset[int] | None] = [None] * shape.points[thread]
    opens[0], joined[0] = Opens(), frozenset()
    for event in shape.ordered[thread]:
        source, target = shape.source[event.number], shape.target[event.number]
        here, already = opens[source], joined[source]
        assert here is not None and already is not None, "nothing leads there"
        after = here.after(traits_of(event.action), event.number)
        if isinstance(event.action, Join):
            already |= {event.action.child}
        before, others = opens[target], joined[target]
        if before is not None and Counter(before.locks) != Counter(after.locks):
            raise NotSearched("a lock that is held on some ways to a place, and not on others")
        opens[target] = after
        joined[target] = already if others is None else others & already
    holds = [() if here is None else here.locks for here in opens]
    return [
        PointFacts(held, tuple(locks + lock for lock, _ in held), already or frozenset())
        for held, already in zip(holds, joined, strict=True)
    ]


def untouched_behind(shape: Shape, thread: int, touched: Callable[[Event], set[int]]) -> list[list[int]]:
    """Rank -> the cells that the thread may have touched there last: behind it, it does so on no way."""
    events = shape.ordered[thread]
    if shape.is_chain(thread):
        last = {cell: rank for rank, event in enumerate(events) for cell in touched(event)}
        found: list[list[int]] = [[] for _ in events]
        for cell, rank in last.items():
            found[rank].append(cell)
        first = first_again(shape, thread)
        for rank, event in enumerate(events):
            if event.number in shape.turns:  # what lies behind it may be the end of what comes again
                found[rank] += (cell for cell, at in last.items() if first[rank] <= at and at != rank)
        return found
    own = [sum(1 << cell for cell in touched(event)) for event in events]
    later = [0] * shape.points[thread]
    for event, bits in zip(reversed(events), reversed(own), strict=True):
        later[shape.source[event.number]] |= bits | later[shape.target[event.number]]
    ends = ((shape.source[event.number], shape.target[event.number]) for event in events)
    return [_listed(later[source] & ~later[target]) for source, target in ends]


def _listed(bits: int) -> list[int]:
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found


def first_again(shape: Shape, thread: int) -> list[int]:
    """Point -> the first one of its thread that may come behind it, or itself."""
    first = list(range(shape.points[thread]))
    if not any(event.number in shape.turns for event in shape.ordered[thread]):
        return first
    has_changed = True
    while has_changed:
        has_changed = False
        for event in reversed(shape.ordered[thread]):
            source = shape.source[event.number]
            least = min(first[source], *(first[point] for point in shape.leads_to(event)))
            has_changed |= least < first[source]
            first[source] = least
    return first


def recurring(shape: Shape) -> frozenset[int]:
    """Events that may take place more than once."""
    found = set[int]()
    for thread in range(len(shape.points) if shape.turns else 0):
        first = first_again(shape, thread)
        for event in shape.ordered[thread]:
            if min(first[point] for point in shape.leads_to(event)) <= shape.source[event.number]:
                found.add(event.number)
    return frozenset(found)


def next_turn(shape: Shape, thread: int) -> list[int]:
    """Point -> the next one that a turn leaves, or NOTHING."""
    found = [NOTHING] * shape.points[thread]
    for event in reversed(shape.ordered[thread] if shape.is_chain(thread) else ()):
        source = shape.source[event.number]
        found[source] = source if event.number in shape.turns else found[source + 1]
    return found


def reach_of(shape: Shape) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
    """For each thread where its rows begin, if it is no chain; all rows."""
    first = np.full(len(shape.points), NO_REACH, np.uint64)
    rows: list[npt.NDArray[np.uint64]] = []
    begun = 0
    for thread, points in enumerate(shape.points):
        if shape.is_chain(thread):
            continue
        if points > MOST_POINTS:
            raise NotSearched(f"more than {MOST_POINTS} points of a thread")
        leads = [1 << point for point in range(points)]
        for event in reversed(shape.ordered[thread]):
            leads[shape.source[event.number]] |= leads[shape.target[event.number]]
        words = (points + 63) // 64
        first[thread] = begun
        rows.append(np.frombuffer(b"".join(bits.to_bytes(8 * words, "little") for bits in leads), np.uint64))
        begun += words * points
    return first, np.concatenate([*rows, np.zeros(1, np.uint64)])

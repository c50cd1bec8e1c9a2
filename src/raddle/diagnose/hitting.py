"""Smallest hitting sets: as few numbers as possible, some of each set. Branch and bound over sets that are numbers, bit
by bit."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

MOST_NODES: Final = 3_000


class TooMany(Exception):
    """The search was given up."""


def hitting_set(sets: Sequence[int], fewer_than: int, most_nodes: int = MOST_NODES) -> int | None:
    """A smallest one with fewer elements; None: there is none. TooMany: nobody knows."""
    kept = _without_supersets(sets)
    left = _Left(most_nodes)
    for size in range(fewer_than):
        found = _search(kept, size, left)
        if found is not None:
            return found
    return None


@dataclass(slots=True)
class _Left:
    nodes: int


def _search(sets: list[int], size: int, left: _Left) -> int | None:
    """With so many elements at most. The sets ascend by their sizes."""
    left.nodes -= 1
    if left.nodes < 0:
        raise TooMany
    if not sets:
        return 0
    if not sets[0] or _disjoint(sets) > size:
        return None
    forbidden = 0
    for element in _by_frequency(sets):
        rest = [one & ~forbidden for one in sets if not one & element]
        found = _search(sorted(rest, key=int.bit_count), size - 1, left)
        if found is not None:
            return found | element
        forbidden |= element
    return None


def _by_frequency(sets: list[int]) -> list[int]:
    """Those of the smallest set; who is in most of the others comes first."""
    elements = []
    rest = sets[0]
    while rest:
        lowest = rest & -rest
        elements.append(lowest)
        rest ^= lowest
    return sorted(elements, key=lambda element: -sum(1 for one in sets if one & element))


def _disjoint(sets: list[int]) -> int:
    """How many there are, at least, of which no two have an element in common."""
    seen = count = 0
    for one in sets:
        if not one & seen:
            seen |= one
            count += 1
    return count


def _without_supersets(sets: Sequence[int]) -> list[int]:
    kept: list[int] = []
    for one in sorted(set(sets), key=int.bit_count):
        if not any(one & other == other for other in kept):
            kept.append(one)
    return kept

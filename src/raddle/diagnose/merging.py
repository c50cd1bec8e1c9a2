"""Cores -> causes: cores that say the same of source lines are one. They differ in threads of the same code, or in
rounds of loops."""

from collections.abc import Sequence
from dataclasses import replace

from raddle.base.place import SourcePlace
from raddle.report.diagnosed import Cause, Order

Lines = tuple[SourcePlace, SourcePlace]


def merged(causes: Sequence[Cause]) -> tuple[Cause, ...]:
    """In the order in which they come; the first of those that are one is told, and how many they are."""
    found: dict[object, Cause] = {}
    for cause in causes:
        key = tuple(sorted(map(lines_of, cause.orders))), tuple(sorted(spot.place for spot in cause.parts))
        known = found.get(key)
        if known is None:
            found[key] = cause
        else:
            smallest = known.smallest and cause.smallest
            found[key] = replace(known, classes=known.classes + cause.classes, smallest=smallest)
    return tuple(found.values())


def lines_of(order: Order) -> Lines:
    return order.first.place, order.then.place


def unique_pairs(causes: Sequence[Cause]) -> int:
    """Pairs of lines that are ordered in some cause, in whichever direction: the papers count constraints so."""
    return len({tuple(sorted(lines_of(order))) for cause in causes for order in cause.orders})

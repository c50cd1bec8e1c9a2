"""Cores -> causes: cores of one shape are one. They differ in threads of the same code, or in rounds of loops.

The shape is what fails, and the orders between accesses as the code has them (line, column, kind, variable), whoever
the threads are: those of a thread are numbered in its order.
"""

import re
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, islice, permutations, product
from typing import Final

from raddle.base.place import SourcePlace
from raddle.report.diagnosed import Cause, Order, Spot, spots_of

MOST_NAMINGS: Final = 1000
"""Of threads that do the same in a cause; of more some are tried, and what is of one shape may stay two causes."""
_OF_ONE: Final = re.compile(r"(?<=\[)\d+(?=\])| of main[.\d]*$")
"""What tells elements of an array from each other, and variables of one function in several threads."""

Lines = tuple[SourcePlace, SourcePlace]
_Code = tuple[str, int, int, str, str]


def merged(causes: Sequence[Cause]) -> tuple[Cause, ...]:
    """In the order in which they come; the first of those that are one is told, and how many they are."""
    found: dict[Hashable, Cause] = {}
    for cause in causes:
        key = cause.fails, cause.what, _shape(cause)
        known = found.get(key)
        if known is None:
            found[key] = cause
        else:
            smallest = known.smallest and cause.smallest
            found[key] = replace(known, classes=known.classes + cause.classes, smallest=smallest)
    return tuple(found.values())


def lines_of(order: Order) -> Lines:
    return replace(order.first.place, column=0), replace(order.then.place, column=0)


def unique_pairs(causes: Sequence[Cause]) -> int:
    """Pairs of lines that are ordered in some cause, in whichever direction: so the diagnosis paper counts."""
    return len({tuple(sorted(lines_of(order))) for cause in causes for order in cause.orders})


def _shape(cause: Cause) -> Hashable:
    """The same for causes that differ in the names of threads and in rounds only."""
    chains: dict[str, list[tuple[int, _Code]]] = {}
    for spot in spots_of(cause):
        chain = chains.setdefault(spot.thread, [])
        if _at(spot) not in chain:
            chain.append(_at(spot))
    for chain in chains.values():
        chain.sort()
    done = {thread: tuple(code for _, code in chain) for thread, chain in chains.items()}

    def named(threads: Sequence[str]) -> tuple[object, ...]:
        def place(spot: Spot) -> tuple[int, int]:
            return threads.index(spot.thread), chains[spot.thread].index(_at(spot))

        orders = sorted((place(order.first), place(order.then)) for order in cause.orders)
        return tuple(orders), tuple(sorted(map(place, cause.parts)))

    return tuple(sorted(done.values())), min(map(named, _namings(done)))


def _namings(done: dict[str, tuple[_Code, ...]]) -> Iterator[tuple[str, ...]]:
    """The threads, sorted by what they do; those that do the same in every order."""
    threads = sorted(done, key=lambda thread: (done[thread], thread))
    alike = [tuple(group) for _, group in groupby(threads, key=lambda thread: done[thread])]
    orders = [islice(permutations(group), MOST_NAMINGS) for group in alike]
    for groups in islice(product(*orders), MOST_NAMINGS):
        yield tuple(thread for group in groups for thread in group)


def _at(spot: Spot) -> tuple[int, _Code]:
    place = spot.place
    return spot.position, (place.file, place.line, place.column, spot.does, _OF_ONE.sub("", spot.about))

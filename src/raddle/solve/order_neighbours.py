"""What follows at once for claims between two chains of points, as clauses: it need not be found cycle by cycle.

Chains are points in a known order (solve/order_claims.py). Of a claim that c[i] is before d[j] it follows that any
earlier point of c is before any later point of d, and that no later point of d (or d[j] itself) is before c[i] or an
earlier point of c. Said only of the nearest such claims: those between them and the farther ones say the rest. Claims
that hold in every model settle others once and for all.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from raddle.solve.order_graph import Edge

Place = tuple[int, int]
"""Number of the chain, index in it."""


@dataclass(frozen=True, slots=True)
class Claim:
    """c[source] is before d[target]; not strict: or at the same time."""

    source: int
    target: int
    strict: bool
    literal: int


class _Claims:
    """From one chain to another, by source and by target."""

    def __init__(self, claims: list[Claim]) -> None:
        self.all: Final = claims
        self._by_source: Final[dict[int, list[Claim]]] = defaultdict(list)
        self._by_target: Final[dict[int, list[Claim]]] = defaultdict(list)
        for claim in sorted(claims, key=lambda one: (one.source, one.target)):
            self._by_source[claim.source].append(claim)
            self._by_target[claim.target].append(claim)
        self._sources: Final = sorted(self._by_source)
        self._targets: Final = sorted(self._by_target)

    def weaker(self, claim: Claim) -> Iterator[Claim]:
        """The nearest that follow from it: from the same point to a later one, from an earlier one to the same."""
        row = self._by_source[claim.source]
        yield from _from(row, bisect_right(row, claim.target, key=_target), 1, _target)
        column = self._by_target[claim.target]
        yield from _from(column, bisect_left(column, claim.source, key=_source) - 1, -1, _source)

    def against(self, claim: Claim) -> Iterator[Claim]:
        """Of the opposite direction, the nearest that make a cycle with a claim of the other one."""
        place = bisect_left(self._sources, claim.target)
        if place < len(self._sources):
            row = self._by_source[self._sources[place]]
            yield from _from(row, bisect_right(row, claim.source, key=_target) - 1, -1, _target)
        place = bisect_right(self._targets, claim.source) - 1
        if place >= 0:
            column = self._by_target[self._targets[place]]
            yield from _from(column, bisect_left(column, claim.target, key=_source), 1, _source)


def _source(claim: Claim) -> int:
    return claim.source


def _target(claim: Claim) -> int:
    return claim.target


def _from(claims: list[Claim], start: int, step: int, key: Callable[[Claim], int]) -> Iterator[Claim]:
    """That one, and those next to it at the same place."""
    place = start
    while 0 <= place < len(claims) and key(claims[place]) == key(claims[start]):
        yield claims[place]
        place += step


def neighbour_clauses(places: dict[int, Place], open_edges: Iterable[Edge], settled: Iterable[Edge]) -> list[list[int]]:
    """`places`: of the points. `open_edges`: those that literals claim. `settled`: those that hold in any case."""
    claims = {pair: _Claims(found) for pair, found in _by_chains(places, open_edges).items()}
    known = {pair: _Staircase(found) for pair, found in _by_chains(places, settled).items()}
    clauses: set[tuple[int, ...]] = set()
    for (chain, other), found in claims.items():
        here, back, opposite = known.get((chain, other)), known.get((other, chain)), claims.get((other, chain))
        for claim in found.all:
            if here is not None and here.implies(claim):
                clauses.add((claim.literal,))
            if back is not None and back.refutes(claim):
                clauses.add((-claim.literal,))
            for weaker in found.weaker(claim):
                clauses.add((-claim.literal, weaker.literal))
            for against in opposite.against(claim) if opposite is not None else ():
                if _is_cycle(claim, against):
                    clauses.add((-claim.literal, -against.literal))
    return [list(clause) for clause in sorted(clauses) if len(clause) == 1 or clause[0] != -clause[1]]


def _is_cycle(claim: Claim, back: Claim) -> bool:
    same_moment = back.source == claim.target and back.target == claim.source
    return claim.strict or back.strict or not same_moment


def _by_chains(places: dict[int, Place], edges: Iterable[Edge]) -> dict[tuple[int, int], list[Claim]]:
    found: dict[tuple[int, int], list[Claim]] = defaultdict(list)
    for edge in edges:
        (chain, source), (other, target) = places[edge.source], places[edge.target]
        if chain != other:
            found[chain, other].append(Claim(source, target, edge.strict, edge.literal))
    return found


class _Staircase:
    """Settled claims from one chain to another: what follows from any of them."""

    def __init__(self, claims: list[Claim]) -> None:
        self._sources: list[int] = []
        """Later ones first, as negative numbers."""
        self._earliest: list[int] = []
        """The earliest target from there or later."""
        for claim in sorted((one for one in claims if one.strict), key=lambda one: -one.source):
            if not self._earliest or claim.target < self._earliest[-1]:
                self._sources.append(-claim.source)
                self._earliest.append(claim.target)

    def _target_from(self, source: int) -> int | None:
        """The earliest point of the other chain that comes after this one."""
        place = bisect_right(self._sources, -source) - 1
        return self._earliest[place] if place >= 0 else None

    def implies(self, claim: Claim) -> bool:
        target = self._target_from(claim.source)
        return target is not None and target <= claim.target

    def refutes(self, claim: Claim) -> bool:
        """A claim of the opposite direction."""
        target = self._target_from(claim.target)
        return target is not None and target <= claim.source

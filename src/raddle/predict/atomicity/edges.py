"""Pairs of accesses of two shapes of which the order may matter, by their two places: `Edges`.

Four of them (first, there, back, last) may tear a block. Where there are very many pairs at two places, a few stand for
them: those from either end. `bunches` has all of them, by the locks that the accesses hold.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Final, NamedTuple

from raddle.model.rules.lock import excludes
from raddle.predict.atomicity.instances import Held, Shape, Spot, conflict

MOST_ENDS: Final = 4
"""Accesses of one place to one cell that are looked at from either end of a block."""
MOST_EDGES: Final = 100
"""Pairs of accesses at the same two places that are looked at between two shapes."""

Places = tuple[int, int]
Edge = tuple[int, int]
"""A spot of a, and one of b."""


class Four(NamedTuple):
    """Spots of two shapes."""

    first: int
    there: int
    back: int
    last: int


@dataclass(frozen=True)
class Bunch:
    """Edges at two places: those of a are in the same critical sections, those of b under the same locks."""

    pairs: list[tuple[Sequence[int], Sequence[int]]]
    """Each spot of the one with each of the other."""

    @cached_property
    def of_a(self) -> tuple[int, int]:
        """The first spot, and the last one."""
        return min(ours[0] for ours, _ in self.pairs), max(ours[-1] for ours, _ in self.pairs)

    @cached_property
    def of_b(self) -> tuple[int, int]:
        return min(theirs[0] for _, theirs in self.pairs), max(theirs[-1] for _, theirs in self.pairs)

    def edges(self) -> Iterator[Edge]:
        for ours, theirs in self.pairs:
            yield from product(ours, theirs)

    def late_edges(self) -> Iterator[Edge]:
        """The same, those late in a first, as far as that is easy."""
        for ours, theirs in reversed(self.pairs):
            yield from product(reversed(ours), theirs)


class Edges:
    """Those early in a first."""

    def __init__(self, a: Shape, b: Shape) -> None:
        self._a = a
        self._b = b
        self._pairs: dict[Places, list[tuple[list[int], list[int]]]] = defaultdict(list)
        self._known: dict[Places, list[Bunch]] = {}
        self.by_places: dict[Places, list[Edge]] = {}
        self.cut: set[Places] = set()
        """Of which some are left out."""
        for cell, of_a in a.by_cell.items():
            for (place, kind), spots in of_a.items():
                for (other, its_kind), its_spots in b.by_cell.get(cell, {}).items():
                    if conflict(kind, its_kind):
                        self._pairs[place, other].append((spots, its_spots))
        for places, pairs in self._pairs.items():
            self.by_places[places] = self._few(places, pairs)

    def _few(self, places: Places, pairs: Iterable[tuple[list[int], list[int]]]) -> list[Edge]:
        found: set[Edge] = set()
        for spots, its_spots in pairs:
            few, its_few = _ends(spots), _ends(its_spots)
            if len(few) < len(spots) or len(its_few) < len(its_spots):
                self.cut.add(places)
            found.update(product(few, its_few))
        edges = sorted(found)
        if len(edges) <= MOST_EDGES:
            return edges
        self.cut.add(places)
        late = MOST_EDGES // 2
        return [*edges[: MOST_EDGES - late], *edges[len(edges) - late :]]

    def bunches(self, places: Places) -> list[Bunch]:
        """All edges."""
        if places not in self._known:
            found: dict[tuple[object, object], Bunch] = {}
            for spots, its_spots in sorted(self._pairs[places]):
                ours = _by(spots, lambda spot: (self._a.spots[spot].held, self._a.spots[spot].region))
                theirs = _by(its_spots, lambda spot: _locks(self._b.spots[spot]))
                for (one, of_a), (other, of_b) in product(ours.items(), theirs.items()):
                    found.setdefault((one, other), Bunch([])).pairs.append((of_a, of_b))
            self._known[places] = list(found.values())
        return self._known[places]


def _ends(spots: Sequence[int]) -> Sequence[int]:
    """The first and the last ones, if there are many."""
    return spots if len(spots) <= 2 * MOST_ENDS else [*spots[:MOST_ENDS], *spots[-MOST_ENDS:]]


def _by(spots: Iterable[int], what: Callable[[int], Hashable]) -> dict[Hashable, list[int]]:
    found: dict[Hashable, list[int]] = defaultdict(list)
    for spot in spots:
        found[what(spot)].append(spot)
    return found


def _locks(spot: Spot) -> Hashable:
    return frozenset((held.lock, held.mode) for held in spot.held)


def is_excluded(a: tuple[Spot, ...], b: tuple[Spot, ...], four: Four) -> bool:
    """Whether locks or a region keep it from coming about, whatever else happens."""
    there, back = b[four.there].held, b[four.back].held
    return _is_kept_out(a[four.first], a[four.last], there if four.back < four.there else (*there, *back))


def are_excluded(a: tuple[Spot, ...], b: tuple[Spot, ...], out: Bunch, back: Bunch) -> bool:
    """Whether these keep all of them from coming about."""
    (first, _), (_, last) = out.of_a, back.of_a
    if first >= last:
        return True
    (_, there), (home, _) = out.of_b, back.of_b
    held = b[there].held
    return _is_kept_out(a[first], a[last], held if home < there else (*held, *b[home].held))


def _is_kept_out(first: Spot, last: Spot, between: tuple[Held, ...]) -> bool:
    """Of what is between these two, where the others hold those locks."""
    if first.region != -1 and first.region == last.region:
        return True
    around = {held.section for held in first.held} & {held.section for held in last.held}
    return any(
        held.section in around and held.lock == other.lock and excludes(held.mode, other.mode)
        for held in first.held
        for other in between
    )

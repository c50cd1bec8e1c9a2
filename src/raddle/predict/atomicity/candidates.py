"""Which blocks may be torn at all, and by whom: what neither locks nor forced order excludes.

In: shapes of instances. Out: `Candidates`: for each block of the source and each four places (first, there, back, last)
the ways in which that may come about, and the goals that ask for it.

Two blocks, or a block and an event, tear each other over any two pairs of accesses of which one writes: on one variable
the five patterns R-W-R, R-W-W, W-R-W, W-W-R, W-W-W of three accesses (seed 2, section 3), and whatever two pairs over
two variables. Not over accesses that never depend on each other, whatever the values (instances.py).

What is left out cannot be:

- `there` must come before `first`, or `last` before `there` or `back`: by create, join, and what else is forced;
- first and last are in one critical section, and `there`, or `back` if it does not come before `there`, in one that
  excludes it: between first and last nobody gets there;
- first and last are in one region (SV-COMP).
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from raddle.encode.index import Index
from raddle.model.ctp import Mode
from raddle.model.goals import Torn
from raddle.predict.atomicity.instances import Events, Instances, Shape, Spot, conflict

MOST_KEYS: Final = 20_000
"""Blocks with four places. What is beyond is counted."""
MOST_WAYS: Final = 300
"""That are looked at for each of these."""
MOST_PAIRS: Final = 100_000
"""Of shapes."""
MOST_ENDS: Final = 4
"""Accesses of one place to one cell that are looked at from either end of a block."""
MOST_EDGES: Final = 100
"""Pairs of accesses at the same two places that are looked at between two shapes."""


class Key(NamedTuple):
    """A block of the source, and four places."""

    block: int
    first: int
    there: int
    back: int
    last: int


class Four(NamedTuple):
    """Spots of two shapes."""

    first: int
    there: int
    back: int
    last: int


@dataclass(frozen=True)
class Way:
    """Instances of `a` in one thread are torn by those of `b` in another: row i by rows low[i] to below high[i]."""

    a: Shape = field(repr=False)
    b: Shape = field(repr=False)
    thread: int
    other: int
    four: Four
    low: Events = field(repr=False)
    high: Events = field(repr=False)

    @property
    def count(self) -> int:
        return int(np.maximum(self.high - self.low, 0).sum())

    def goals(self) -> Iterator[Torn]:
        """Those that come late in their threads first."""
        for row in reversed(range(len(self.low))):
            for other in reversed(range(int(self.low[row]), int(self.high[row]))):
                yield self._goal(row, other)

    @property
    def early_goal(self) -> Torn:
        row = int((self.high > self.low).argmax())
        return self._goal(row, int(self.low[row]))

    def _goal(self, row: int, other: int) -> Torn:
        of_a, of_b, four = self.a.events(self.thread), self.b.events(self.other), self.four
        events = of_a[row, four.first], of_b[other, four.there], of_b[other, four.back], of_a[row, four.last]
        return Torn(*map(int, events))


@dataclass
class Question:
    """About one block and four places."""

    ways: list[Way] = field(default_factory=list)
    left_out: bool = False
    """Whether there are further ways that nobody looks at."""

    @property
    def count(self) -> int:
        return sum(way.count for way in self.ways)

    def early_goals(self) -> Iterator[Torn]:
        """Of each way the one that comes first in its threads: runs up to there are short."""
        for way in self.ways:
            yield way.early_goal

    def goals(self) -> Iterator[Torn]:
        """Of each way in turn."""
        waiting = [way.goals() for way in self.ways]
        while waiting:
            left = []
            for goals in waiting:
                goal = next(goals, None)
                if goal is not None:
                    yield goal
                    left.append(goals)
            waiting = left


@dataclass
class Candidates:
    questions: dict[Key, Question]
    excluded: int
    """Blocks with four places that share memory, and that locks or forced order exclude."""
    beyond: int
    """Four places, or pairs of shapes, that nobody looks at: there are too many."""


def candidates_of(index: Index, instances: Instances, *, triples: bool = False) -> Candidates:
    """`triples`: only where `there` and `back` are one event, and all three touch one cell (seed 2)."""
    finding = _Finding(index, triples=triples)
    finding.search(instances)
    excluded = len(finding.sharing - finding.questions.keys())
    return Candidates(finding.questions, excluded, finding.beyond)


class _Finding:
    def __init__(self, index: Index, *, triples: bool) -> None:
        self._triples = triples
        self._must = index.must
        self._positions = np.array(index.must.position, np.int64)
        self.questions: dict[Key, Question] = {}
        self.sharing: set[Key] = set()
        self.beyond = 0

    def search(self, instances: Instances) -> None:
        by_cell: dict[int, list[Shape]] = defaultdict(list)
        for shape in instances.shapes:
            for cell in shape.by_cell:
                by_cell[cell].append(shape)
        looked = 0
        for shape in instances.shapes:
            if shape.block < 0 or len(shape.spots) < 2:
                continue
            for other in {id(one): one for cell in shape.by_cell for one in by_cell[cell]}.values():
                if _in_different_threads(shape, other):
                    looked += 1
                    if looked > MOST_PAIRS:
                        self.beyond += 1
                    else:
                        self._between(shape, other)

    def _between(self, a: Shape, b: Shape) -> None:
        edges = _Edges(a, b)
        for (outward, out), (inward, back) in product(edges.by_places.items(), repeat=2):
            key = Key(a.block, outward[0], outward[1], inward[1], inward[0])
            fours = [Four(i, j, k, last) for i, j in out for last, k in reversed(back) if i < last]
            if self._triples:
                fours = [four for four in fours if _is_triple(a, b, four)]
            if not fours:
                continue
            if key not in self.questions and len(self.sharing) >= MOST_KEYS and key not in self.sharing:
                self.beyond += 1
                continue
            self.sharing.add(key)
            for four in fours:
                self._enter(key, a, b, four)
            if key in self.questions and (outward in edges.cut or inward in edges.cut):
                self.questions[key].left_out = True

    def _enter(self, key: Key, a: Shape, b: Shape, four: Four) -> None:
        if is_excluded(a.spots, b.spots, four):
            return
        for thread, other in product(a.threads, b.threads):
            if thread == other:
                continue
            low, high = self._ranges(a, b, thread, other, four)
            if (high > low).any():
                question = self.questions.setdefault(key, Question())
                if len(question.ways) < MOST_WAYS:
                    question.ways.append(Way(a, b, thread, other, four, low, high))
                else:
                    question.left_out = True

    def _ranges(self, a: Shape, b: Shape, thread: int, other: int, four: Four) -> tuple[Events, Events]:
        """For each instance of a: from where to where those of b need not come before or after."""
        of_a, of_b = a.events(thread), b.events(other)
        there, latest = of_b[:, four.there], of_b[:, max(four.there, four.back)]
        low = self._positions[there].searchsorted(self._must.clocks(of_a[:, four.first])[:, other], side="right")
        high = self._must.clocks(latest)[:, thread].searchsorted(self._positions[of_a[:, four.last]], side="left")
        return low, high


class _Edges:
    """Accesses of a and b that conflict, by their two places; those early in a first."""

    def __init__(self, a: Shape, b: Shape) -> None:
        self.by_places: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self.cut: set[tuple[int, int]] = set()
        """Places of which some are left out."""
        found: dict[tuple[int, int], set[tuple[int, int]]] = defaultdict(set)
        for cell, of_a in a.by_cell.items():
            for (place, kind), spots in of_a.items():
                for (other, its_kind), its_spots in b.by_cell.get(cell, {}).items():
                    if conflict(kind, its_kind):
                        few, its_few = _ends(spots), _ends(its_spots)
                        if len(few) < len(spots) or len(its_few) < len(its_spots):
                            self.cut.add((place, other))
                        found[place, other].update(product(few, its_few))
        for places, edges in found.items():
            self.by_places[places] = sorted(edges)[:MOST_EDGES]
            if len(edges) > MOST_EDGES:
                self.cut.add(places)


def _ends(spots: Sequence[int]) -> Sequence[int]:
    """The first and the last ones, if there are many."""
    return spots if len(spots) <= 2 * MOST_ENDS else [*spots[:MOST_ENDS], *spots[-MOST_ENDS:]]


def is_excluded(a: tuple[Spot, ...], b: tuple[Spot, ...], four: Four) -> bool:
    """Whether locks or a region keep it from coming about, whatever else happens."""
    first, last, there, back = a[four.first], a[four.last], b[four.there], b[four.back]
    if first.region != -1 and first.region == last.region:
        return True
    around = {held.section for held in first.held} & {held.section for held in last.held}
    between = there.held if four.back < four.there else (*there.held, *back.held)
    return any(
        held.section in around and held.lock == other.lock and Mode.EXCLUSIVE in (held.mode, other.mode)
        for held in first.held
        for other in between
    )


def _is_triple(a: Shape, b: Shape, four: Four) -> bool:
    spots = a.spots[four.first], b.spots[four.there], a.spots[four.last]
    cells = [{cell for cell, _ in spot.touches} for spot in spots]
    return four.there == four.back and bool(set.intersection(*cells))


def _in_different_threads(a: Shape, b: Shape) -> bool:
    return len({*a.threads, *b.threads}) > 1

"""Which blocks may be torn at all, and by whom: what neither locks nor forced order excludes.

In: shapes of instances. Out: `Candidates`: for each block of the source and each four places (first, there, back, last)
the ways in which that may come about, and the goals that ask for it.

Two blocks, or a block and an event, tear each other over any two pairs of accesses of which one writes: on one variable
the five patterns R-W-R, R-W-W, W-R-W, W-W-R, W-W-W of three accesses (the atomicity violations paper, section 3), and
whatever two pairs over two variables. Not over accesses that never depend on each other, whatever the values
(instances.py).

What is left out cannot be:

- `there` must come before `first`, or `last` before `there` or `back`: by create, join, and what else is forced;
- first and last are in one critical section, and `there`, or `back` if it does not come before `there`, in one that
  excludes it: between first and last nobody gets there;
- first and last are in one region (SV-COMP).
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from raddle.encode.index import Index
from raddle.model.goals import Torn
from raddle.predict.atomicity.edges import Bunch, Edges, Four, are_excluded, is_excluded
from raddle.predict.atomicity.instances import Events, Instances, Shape

MOST_KEYS: Final = 20_000
"""Blocks with four places. What is beyond is counted."""
MOST_WAYS: Final = 300
"""That are looked at for each of these."""
MOST_PAIRS: Final = 100_000
"""Of shapes."""
MOST_STEPS: Final = 5_000
"""Where the pairs of accesses that stand for the others (edges.py) tell nothing: for one block and four places, and"""
MOST_STEPS_IN_ALL: Final = 200_000
WAYS_OF_THE_OTHERS: Final = 16
"""That are enough then."""


class Key(NamedTuple):
    """A block of the source, and four places."""

    block: int
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
    """Four places, or pairs of shapes, that nobody looks at, or not at all of their executions: there are too many."""


def candidates_of(index: Index, instances: Instances, *, triples: bool = False) -> Candidates:
    """`triples`: only where `there` and `back` are one event, and all three touch one cell (the atomicity violations
    paper)."""
    finding = _Finding(index, triples=triples)
    finding.search(instances)
    for key in finding.unsure & finding.questions.keys():
        finding.questions[key].left_out = True
    unsure = finding.unsure - finding.questions.keys()
    excluded = len(finding.sharing - finding.questions.keys() - unsure)
    return Candidates(finding.questions, excluded, finding.beyond + len(unsure))


class _Finding:
    def __init__(self, index: Index, *, triples: bool) -> None:
        self._triples = triples
        self._must = index.must
        self._positions = np.array(index.must.position, np.int64)
        self.questions: dict[Key, Question] = {}
        self.sharing: set[Key] = set()
        self.unsure: set[Key] = set()
        """Of which some executions were not looked at."""
        self.beyond = 0
        self._steps = MOST_STEPS_IN_ALL

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
        edges = Edges(a, b)
        for (outward, out), (inward, back) in product(edges.by_places.items(), repeat=2):
            key = Key(a.block, outward[0], outward[1], inward[1], inward[0])
            is_cut = outward in edges.cut or inward in edges.cut
            fours = [Four(i, j, k, last) for i, j in out for last, k in reversed(back) if i < last]
            if self._triples:
                fours = [four for four in fours if _is_triple(a, b, four)]
            if not fours and not is_cut:
                continue
            if key not in self.questions and len(self.sharing) >= MOST_KEYS and key not in self.sharing:
                self.beyond += 1
                continue
            if fours:
                self.sharing.add(key)
            found = [self._enter(key, a, b, four) for four in fours]
            if is_cut and (
                any(found) or not self._look_at_all(key, a, b, edges.bunches(outward), edges.bunches(inward))
            ):
                self.unsure.add(key)

    def _look_at_all(self, key: Key, a: Shape, b: Shape, out: list[Bunch], back: list[Bunch]) -> bool:
        """Whether that was possible. Also if not, what was found is entered."""
        found, enough = 0, self._steps - MOST_STEPS
        for forth, home in product(out, reversed(back)):
            if self._steps <= max(enough, 0):
                return False
            self._steps -= 1
            if are_excluded(a.spots, b.spots, forth, home) or not self._may_be_between(a, b, forth, home):
                continue
            for (i, j), (last, k) in product(forth.edges(), home.late_edges()):
                self._steps -= 1
                four = Four(i, j, k, last)
                if i < last and (not self._triples or _is_triple(a, b, four)):
                    found += self._enter(key, a, b, four)
                if found >= WAYS_OF_THE_OTHERS or self._steps <= max(enough, 0):
                    return False
        return True

    def _may_be_between(self, a: Shape, b: Shape, forth: Bunch, home: Bunch) -> bool:
        """Whether forced order leaves something of these, were the best of each together: the earliest first, and the
        latest last, and so on."""
        four = Four(forth.of_a[0], forth.of_b[1], home.of_b[0], home.of_a[1])
        latest = max(forth.of_b[0], home.of_b[0])
        return any(self._ways(a, b, four, latest))

    def _enter(self, key: Key, a: Shape, b: Shape, four: Four) -> bool:
        """Whether it may be."""
        if is_excluded(a.spots, b.spots, four):
            return False
        ways = list(self._ways(a, b, four, max(four.there, four.back)))
        for way in ways:
            question = self.questions.setdefault(key, Question())
            if len(question.ways) < MOST_WAYS:
                question.ways.append(way)
            else:
                question.left_out = True
        return bool(ways)

    def _ways(self, a: Shape, b: Shape, four: Four, latest: int) -> Iterator[Way]:
        """Those that forced order leaves. `latest`: there or back."""
        for thread, other in product(a.threads, b.threads):
            if thread != other:
                low, high = self._ranges(a, b, thread, other, four, latest)
                if (high > low).any():
                    yield Way(a, b, thread, other, four, low, high)

    def _ranges(self, a: Shape, b: Shape, thread: int, other: int, four: Four, latest: int) -> tuple[Events, Events]:
        """For each instance of a: from where to where those of b need not come before or after."""
        of_a, of_b = a.events(thread), b.events(other)
        low = self._positions[of_b[:, four.there]].searchsorted(
            self._must.clocks(of_a[:, four.first])[:, other], side="right"
        )
        high = self._must.clocks(of_b[:, latest])[:, thread].searchsorted(
            self._positions[of_a[:, four.last]], side="left"
        )
        return low, high


def _is_triple(a: Shape, b: Shape, four: Four) -> bool:
    spots = a.spots[four.first], b.spots[four.there], a.spots[four.last]
    cells = [{cell for cell, _ in spot.touches} for spot in spots]
    return four.there == four.back and bool(set.intersection(*cells))


def _in_different_threads(a: Shape, b: Shape) -> bool:
    return len({*a.threads, *b.threads}) > 1

"""`repair` as a whole: a diagnosis in, checked patches out.

Candidates are tried in the order of their promise, until a few are accepted. An edge set whose patches are all rejected
is forbidden, and the covering solved again, up to a bound.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from raddle.base.place import SourcePlace
from raddle.diagnose.diagnosis import Diagnosis
from raddle.repair.checking import Checked, Checking
from raddle.repair.choosing import Choice, Choosing
from raddle.repair.covering import Covered, EdgeSet, covered
from raddle.repair.fixes import Fix
from raddle.repair.graph import Node, RepairGraph
from raddle.repair.ranking import ranked
from raddle.repair.sites import Files, Sites
from raddle.repair.source.parsed import parse_all
from raddle.report.diagnosed import Diagnosed, Order, Spot
from raddle.report.progress import Stages
from raddle.report.repaired import Repaired
from raddle.report.so_far import SoFar
from raddle.testing.workshop import Workshop

MOST_ACCEPTED: Final = 3
MOST_IN_VAIN: Final = 4
"""Tried since the last one that was accepted."""
MOST_TRIED: Final = 24
MOST_TRIED_OF_ALL: Final = 64
MOST_ROUNDS: Final = 4
"""In which the covering is solved again without what was rejected."""


@dataclass(frozen=True, slots=True)
class RepairOptions:
    until: float | None = None
    """When all of it has to be over, by time.monotonic()."""
    all: bool = False
    """Every candidate is tried, not only until a few are accepted."""

    @property
    def is_over(self) -> bool:
        return self.until is not None and time.monotonic() >= self.until


def repaired(
    diagnosis: Diagnosis,
    told: Diagnosed,
    workshop: Workshop,
    options: RepairOptions,
    progress: Stages,
    so_far: SoFar[Repaired],
) -> Repaired:
    """Only for a concurrency bug with cores; `told` is what is said of it. `so_far`: what is known meanwhile."""
    begun = time.monotonic()
    so_far(Repaired(told.program, told, complete=False, seconds=told.sizes.seconds))
    explored = diagnosis.explored
    texts = workshop.texts
    sites = Sites(explored.paths, explored.origins, explored.models, Files(texts.keys()))
    graph = RepairGraph(diagnosis.cores, sites)
    first = covered(graph, until=options.until)
    choosing = Choosing(graph, sites, parse_all(texts))
    trying = _Trying(Checking(explored, sites, workshop, options.until, progress), options, progress)
    edges = _orders(first.optima, graph, sites, told)

    def known(*, complete: bool) -> Repaired:
        seconds = told.sizes.seconds + time.monotonic() - begun
        return Repaired(told.program, told, edges, ranked(trying.checked), complete=complete, seconds=seconds)

    for choice in _choices(graph, choosing, first, trying):
        if not trying.goes_on():
            break
        trying.take(choice)
        so_far(known(complete=False))
    trying.give_more_time()
    return known(complete=not trying.is_cut and first.all)


def _choices(graph: RepairGraph, choosing: Choosing, first: Covered, trying: "_Trying") -> Iterator[Choice]:
    yield from choosing.by_waits()
    yield from choosing.by_writing()
    yield from choosing.by_moving_up(first.optima)
    yield from choosing.by_regions()
    yield from choosing.by_orders(first.optima)
    yield from choosing.further(first.optima)
    rejected: set[EdgeSet] = set(first.optima)
    for _ in range(MOST_ROUNDS):
        if trying.accepted:
            return
        again = covered(graph, rejected=rejected, until=trying.options.until)
        if not again.optima:
            return
        yield from choosing.by_orders(again.optima)
        rejected |= set(again.optima)


@dataclass
class _Trying:
    checking: Checking
    options: RepairOptions
    progress: Stages
    checked: list[Checked] = field(default_factory=list)
    tried: set[Fix] = field(default_factory=set)
    diffs: set[str] = field(default_factory=set)
    slow: list[tuple[Choice, Checked]] = field(default_factory=list)
    is_cut: bool = False

    @property
    def accepted(self) -> int:
        return sum(one.candidate.accepted for one in self.checked)

    def goes_on(self) -> bool:
        if self.options.is_over:
            self.is_cut = True
            return False
        if len(self.tried) >= (MOST_TRIED_OF_ALL if self.options.all else MOST_TRIED):
            self.is_cut = not self.accepted
            return False
        if self.options.all or not self.accepted:
            return True
        in_vain = next(count for count, one in enumerate(reversed(self.checked)) if one.candidate.accepted)
        return self.accepted < MOST_ACCEPTED and in_vain < MOST_IN_VAIN

    def take(self, choice: Choice) -> None:
        if choice.fix in self.tried:
            return
        self.tried.add(choice.fix)
        self.progress.stage(f"trying {choice.what}")
        checked = self.checking.check(choice, self.diffs)
        if checked is not None:
            self.checked.append(checked)
            if not checked.in_time:
                self.slow.append((choice, checked))

    def give_more_time(self) -> None:
        """Where nothing was accepted: to those that may be proved in more time."""
        self.checking.most_s = None
        for choice, before in self.slow:
            if self.accepted:
                return
            if self.options.is_over:
                self.is_cut = True
                return
            self.progress.stage(f"trying once more {choice.what}")
            again = self.checking.check(choice, set())
            assert again is not None
            self.checked[self.checked.index(before)] = again
            self.is_cut |= not again.in_time


def _orders(
    optima: tuple[EdgeSet, ...], graph: RepairGraph, sites: Sites, told: Diagnosed
) -> tuple[tuple[Order, ...], ...]:
    """As the causes spell their places."""
    spelt = {
        (spot.thread, spot.place.line): spot
        for cause in told.causes
        for order in cause.orders
        for spot in (order.first, order.then)
    }

    def spot_of(node: Node) -> Spot:
        place = graph.place_of(node)
        known = spelt.get((node.thread, node.line))
        if known is not None and sites.files.of(known.place.file) == place.file:
            return known
        file = sites.files.spelt.get(place.file, place.file)
        return Spot(node.thread, SourcePlace(file, place.line, function=place.function))

    return tuple(
        tuple(Order(spot_of(edge.first), spot_of(edge.then)) for edge in sorted(optimum)) for optimum in optima
    )

"""Algorithm 1 (the diagnosis paper): the core of each class of runs that fail, until none is left.

    while some run fails in which none of the cores holds:
        its core: facts of it which, all together, no complete run that passes has; as few as possible

As printed it stands in papers/diagnosis.py; decision 25 says what is done otherwise here.
"""

import time
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

from raddle.base.errors import InternalError
from raddle.diagnose.asking import MOST_CORES, TIME_OVER, NoneDoes, OutOfTime, Runs
from raddle.diagnose.candidates import Candidates, Extent, Soft
from raddle.diagnose.diagnosis import Core
from raddle.diagnose.minimal import Minimal, minimal
from raddle.diagnose.passed import Passed
from raddle.diagnose.question import Asked
from raddle.diagnose.unpreempted import failing_unpreempted
from raddle.model.facts import Before, Fact, holds
from raddle.model.machine import Machine
from raddle.model.moves import Way
from raddle.report.progress import Stages

BY_CHANCE: Final = (
    "some runs fail that have the same orders as runs that pass: who is woken by a signal decides, or what a try finds"
)
BEHIND: Final = "some runs fail that have the same orders as runs which go on behind what was followed"


@dataclass(frozen=True)
class Cores:
    kind: Literal["concurrency", "sequential", "passes", "unknown"]
    """`sequential`: no complete run of the paths passes."""
    cores: tuple[Core, ...] = ()
    complete: bool = False
    reason: str = ""
    without_preemption: bool = False
    iterations: int = 0
    way: Way | None = field(default=None, repr=False)
    """A run that fails."""


def find_cores(asked: Asked, until: float | None, progress: Stages) -> Cores:
    """`until` as time.monotonic() counts."""
    finding = Finding(asked, until, progress)
    try:
        return finding.found()
    finally:
        finding.close()


class Finding:
    def __init__(self, asked: Asked, until: float | None, progress: Stages) -> None:
        self._asked: Final = asked
        self._until: Final = until
        self._progress: Final = progress
        self._machine: Final = Machine(asked.paths)
        self._candidates: Final = Candidates(asked, self._machine)
        self._passed: Final = Passed(asked)
        self._iterations = 0
        self._cores: list[Core] = []
        self._numbers: list[int] = []
        """Of the cores, as they are blocked."""
        self._undetermined: Final[list[tuple[Fact, ...]]] = []
        """Facts of runs that fail which also runs that pass have."""
        self._known: dict[Fact, None] = {}
        self._runs: Runs | None = None
        self._first: Way | None = None

    def found(self) -> Cores:
        if not self._asked.failures:
            return Cores("passes", complete=True)
        try:
            return self._all()
        except OutOfTime as error:
            return self.so_far(str(error))

    def _all(self) -> Cores:
        self._know(self._candidates.everything(Extent.TOUCHED))
        first = self._failing()
        if not isinstance(first, Way):
            return Cores("passes", complete=True)
        self._first = first
        passing = self._asking.passing()
        if isinstance(passing, NoneDoes):
            return Cores("sequential", complete=True, way=self._first)
        self._passed.add(passing)
        way: Way | frozenset[int] = first
        while isinstance(way, Way):
            if self._iterations >= MOST_CORES:
                return self.so_far(f"there are {MOST_CORES} classes of runs that fail, or more")
            self._iterations += 1
            self._progress.stage(f"diagnosing: root cause {self._iterations}")
            self._diagnose(way)
            way = self._failing()
        self._keep_what_is_needed(way)
        if self._undetermined:
            return self.so_far(BEHIND if self._asked.goes_further else BY_CHANCE)
        return self.so_far("")

    def _keep_what_is_needed(self, enough: frozenset[int]) -> None:
        """A core is left out if in every run that fails, and that it holds in, another one does. `enough`: blocked
        ones, by their numbers, that no run which fails does without."""
        needed = sorted(enough)
        for number in needed[:]:
            others = [one for one in needed if one != number]
            if number in self._numbers and not isinstance(found := self._failing(others), Way):
                needed = sorted(found)
        self._cores = [core for core, number in zip(self._cores, self._numbers, strict=True) if number in needed]
        self._numbers = [number for number in self._numbers if number in needed]

    def so_far(self, reason: str) -> Cores:
        kind: Literal["concurrency", "unknown"] = "concurrency" if self._cores else "unknown"
        unpreempted = failing_unpreempted(self._machine, self._asked.failures) if self._first is not None else None
        return Cores(
            kind,
            tuple(self._cores),
            complete=not reason,
            reason=reason,
            without_preemption=unpreempted is not None,
            iterations=self._iterations,
            way=self._first,
        )

    def close(self) -> None:
        if self._runs is not None:
            self._runs.close()

    # ---- one class

    def _diagnose(self, way: Way) -> None:
        found = minimal(lambda: self._asking, self._passed, lambda: self._soft(way))
        if isinstance(found, Minimal):
            self._keep(found, way)
            return
        self._passed.add(found)
        soft = self._candidates.of(way, Extent.ANYTHING)
        facts: tuple[Fact, ...] = (*soft.orders, *soft.parts)
        self._undetermined.append(facts)
        self._asking.block(facts)

    def _soft(self, way: Way) -> Iterator[Soft]:
        for extent in Extent:
            soft = self._candidates.of(way, extent)
            if extent is Extent.ANYTHING:
                self._know((*self._candidates.everything(extent), *soft.parts))
            self._know(soft.orders)
            yield from soft.by_preference()

    def _keep(self, found: Minimal, way: Way) -> None:
        wrong = next((fact for fact in found.facts if not holds(self._asked.paths, way, fact)), None)
        if wrong is not None:
            raise InternalError(f"{wrong} does not hold in the run whose core it is in")
        for fact in found.facts:
            others = [one for one in found.facts if one != fact]
            if not self._passed.shows_need(fact, others):
                raise InternalError(f"nobody has seen a run pass without {fact}")
        soft = self._candidates.of(way, Extent.TOUCHED)
        chosen_from = soft.pairs.union(fact for fact in found.facts if isinstance(fact, Before))
        self._cores.append(Core(found.facts, way, len(chosen_from) + soft.initial, found.smallest))
        self._numbers.append(self._asking.block(found.facts))

    # ---- questions

    @property
    def _asking(self) -> Runs:
        assert self._runs is not None
        return self._runs

    def _failing(self, among: Collection[int] | None = None) -> Way | frozenset[int]:
        if self._until is not None and time.monotonic() >= self._until:
            raise OutOfTime(TIME_OVER)
        return self._asking.failing(among)

    def _know(self, facts: Iterable[Fact]) -> None:
        """The solvers are made anew where there is a fact that they do not know."""
        new = [fact for fact in facts if fact not in self._known]
        if self._runs is not None and not new:
            return
        self._known.update(dict.fromkeys(new))
        self.close()
        self._runs = Runs(self._asked, self._machine, self._known, self._until)
        self._numbers = [self._runs.block(core.facts) for core in self._cores]
        for facts_of_one in self._undetermined:
            self._runs.block(facts_of_one)

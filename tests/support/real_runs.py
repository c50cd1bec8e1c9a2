"""Every schedule of a real program, one run of each equivalence class, with what each thread did by place of the code.

An operation is named as the code has it, not as paths have it: thread, call stack, instruction, the how-manieth time.
So what is said about paths can be judged by runs that nobody has put into paths.
"""

import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np

from raddle.capture.image import load_image
from raddle.replay import explore
from raddle.replay.search import Forced, Observed, search
from raddle.replay.steps import Step
from raddle.trace.events import ThreadTrace
from raddle.trace.recording import load_recording
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import walk_fast, with_private

Name = tuple[str, tuple[int, ...], int, int, int]
"""Thread, call stack (innermost first), site, kind of event, the how-manieth."""

FAILURES: Final = ("signal", "error")


@dataclass(frozen=True)
class RealRun:
    ending: str
    steps: tuple[Step, ...] = field(repr=False)
    at: Mapping[Name, int] = field(repr=False)
    """What took place -> its position in the run's order of all rows of all threads."""
    step_of: Mapping[Name, int] = field(repr=False)
    """What took place and is visible -> its step."""

    @property
    def fails(self) -> bool:
        return self.ending.startswith(FAILURES)

    @property
    def passes(self) -> bool:
        """It is complete, and nothing has failed."""
        return not self.fails and self.ending not in ("deadlock", "assume", "diverged")

    def may_have(self, orders: Iterable[tuple[frozenset[Name], frozenset[Name]]]) -> bool:
        """Whether some run of its class has each first before its second, where both take place."""
        behind: dict[int, set[int]] = defaultdict(set)
        for first, then in orders:
            one, other = self._in(first), self._in(then)
            if one is None or other is None:
                continue
            if self.step_of[one] != self.step_of[other]:
                behind[self.step_of[one]].add(self.step_of[other])
            elif self.at[one] > self.at[other]:
                return False
        return self._has_order(behind)

    def has(self, order: tuple[frozenset[Name], frozenset[Name]]) -> bool:
        one, other = self._in(order[0]), self._in(order[1])
        return one is None or other is None or self.at[one] < self.at[other]

    def takes_place(self, names: frozenset[Name]) -> bool:
        return any(name in self.at for name in names)

    def _in(self, names: frozenset[Name]) -> Name | None:
        return next((name for name in names if name in self.step_of), None)

    def _has_order(self, behind: Mapping[int, set[int]]) -> bool:
        """Whether the steps can be done so that dependent ones keep their order and those of `behind` get theirs."""
        count = len(self.steps)
        after: list[set[int]] = [set(behind.get(number, ())) for number in range(count)]
        for late in range(count):
            for early in range(late):
                if self.steps[late].operation.depends_on(self.steps[early].operation):
                    after[early].add(late)
        waits = [0] * count
        for targets in after:
            for target in targets:
                waits[target] += 1
        ready = [number for number in range(count) if not waits[number]]
        done = 0
        while ready:
            done += 1
            for target in after[ready.pop()]:
                waits[target] -= 1
                if not waits[target]:
                    ready.append(target)
        return done == count


@dataclass(frozen=True)
class AllRuns:
    runs: tuple[RealRun, ...]
    exhausted: bool
    """There are no others."""

    @property
    def failing(self) -> list[RealRun]:
        return [run for run in self.runs if run.fails]

    @property
    def passing(self) -> list[RealRun]:
        return [run for run in self.runs if run.passes]

    @property
    def deadlocks(self) -> bool:
        return any(run.ending == "deadlock" for run in self.runs)


def all_runs(
    program: Path, *, arguments: tuple[str, ...] = (), most_runs: int, limit_s: float = 20.0, named: bool = True
) -> AllRuns:
    """Not `named`: only how they end."""
    order = explore.ExploreOrder(
        load_image(program), arguments, most_runs=most_runs, limit_s=limit_s, with_ir=named, most_events=5_000
    )
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as folder:
        collector = _Collector(order, Path(folder) / "run.rdl")
        found = search(collector.run, order.reduction, order.most_runs)
    return AllRuns(tuple(collector.runs), found.exhausted and not found.limited)


class _Collector:
    def __init__(self, order: explore.ExploreOrder, scratch: Path) -> None:
        self._order = order
        self._scratch = scratch
        self.runs: list[RealRun] = []

    def run(self, forced: Forced) -> Observed:
        observed = explore._run(self._order, forced, self._scratch)
        if not observed.limited:
            named = _named(self._scratch, observed.execution.steps) if self._order.with_ir else ({}, {})
            self.runs.append(RealRun(observed.ending, observed.execution.steps, *named))
        return observed


def _named(recording: Path, steps: tuple[Step, ...]) -> tuple[dict[Name, int], dict[Name, int]]:
    trace = walk_fast(load_recording(recording), keep_private=True)
    numbers = {thread.path: names_of(thread) for thread in trace.threads}
    at: dict[Name, int] = {}
    step_of: dict[Name, int] = {}
    for number, step in enumerate(steps):
        for index, name in numbers[step.transition.thread]:
            if step.first <= index < step.upto:
                at[name] = len(at)
                step_of[name] = number
    return at, step_of


def names_of(thread: ThreadTrace) -> list[tuple[int, Name]]:
    """Of each row of a walk with private accesses: the number of the visible event, and its name."""
    stacks: dict[int, tuple[int, ...]] = {0: ()}
    times: dict[tuple[tuple[int, ...], int, int], int] = defaultdict(int)
    found: list[tuple[int, Name]] = []
    for row in thread.events:
        stack = _stack(thread, int(row["stack"]), stacks)
        what = (stack, int(row["site"]), int(row["kind"]))
        found.append((int(row["index"]), (thread.path, *what, times[what])))
        times[what] += 1
    return found


def _stack(thread: ThreadTrace, node: int, known: dict[int, tuple[int, ...]]) -> tuple[int, ...]:
    if node not in known:
        here = thread.stacks[node]
        known[node] = (int(here["site"]), *_stack(thread, int(here["parent"]), known))
    return known[node]


class Namer:
    """Rows of walks without private accesses -> names."""

    def __init__(self) -> None:
        self._names: dict[int, tuple[Trace, dict[tuple[int, int, int, int], list[Name]]]] = {}

    def name(self, trace: Trace, thread: int, row: int) -> Name | None:
        """None: there is no such row with the accesses that are private."""
        if not 0 <= row < len(trace.threads[thread].events):
            return None
        event = trace.threads[thread].events[row]
        rows = self._of(trace).get(_key(thread, event), [])
        same = trace.threads[thread].events[:row]
        before = int(np.count_nonzero((same["index"] == event["index"]) & (same["site"] == event["site"])
                                      & (same["kind"] == event["kind"])))  # fmt: skip
        return rows[before] if before < len(rows) else None

    def _of(self, trace: Trace) -> dict[tuple[int, int, int, int], list[Name]]:
        if id(trace) not in self._names:
            found: dict[tuple[int, int, int, int], list[Name]] = defaultdict(list)
            for number, thread in enumerate(with_private(trace).threads):
                for event, (_, name) in zip(thread.events, names_of(thread), strict=True):
                    found[_key(number, event)].append(name)
            self._names[id(trace)] = (trace, found)
        return self._names[id(trace)][1]


def _key(thread: int, event: np.void) -> tuple[int, int, int, int]:
    return thread, int(event["index"]), int(event["site"]), int(event["kind"])

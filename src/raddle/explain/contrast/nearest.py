"""The nearest schedule under which the real program passes: in: a failing run; out: `Passing`, or `NothingPassed`.

Each schedule that is near that of the failing run (contrast/nearby.py) is really run, the nearest first; of those that
pass, the one that flips the fewest orderings of conflicting operations is kept. A schedule is followed as far as it can
be; where it cannot, and behind its end, threads run on without being interrupted.
"""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from raddle.base.errors import InternalError
from raddle.base.segments import Segment
from raddle.base.work import EVENTS, EVENTS_TO_START, Meter
from raddle.capture.control import Control, DefaultPolicy, Policy, RandomPolicy
from raddle.capture.run import ProgramRun, RunRequest, run_program
from raddle.explain.contrast.budget import Budget
from raddle.explain.contrast.flips import count_flips, hurries_the_check, places_in_failing
from raddle.explain.contrast.nearby import Nearby, Vicinity
from raddle.explain.contrast.operations import Operations
from raddle.explain.contrast.passing import passes
from raddle.replay.explore import AS_FAR_AS_IT_GOES, ending_of
from raddle.replay.outcome import DATA_RACE, MISUSE, Outcome
from raddle.replay.replay import ReplayRequest, run_request
from raddle.replay.schedule import Schedule
from raddle.replay.search import Forced, Observed, search
from raddle.replay.source import schedule_of
from raddle.replay.steps import read_execution
from raddle.trace.recording import load_recording
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import with_private

EVENTS_AT_LEAST: Final = 100_000
TIMES_AS_MANY_EVENTS: Final = 20
"""As the failing run had; one with more is ended and does not pass."""
LIMIT_S: Final = 10.0
"""Of CPU time, for one run; one that takes more is ended, and the search with it."""
UNINTERRUPTED: Final = DefaultPolicy()
MOST_RANDOM: Final = 20
SOON: Final = 30
"""Near ones that are tried before it is asked whether any passes."""
MOST_PLAIN: Final = 6
NOT_EXPLORED: Final = (
    *("RD_TIMEDLOCK", "RD_TIMEDRDLOCK", "RD_TIMEDWRLOCK", "RD_SEM_TIMEDWAIT", "RD_WAKE", "RD_SLEEP", "RD_FUTEX_WAIT"),
    *("RD_SIGNAL_SEND", "RD_SIGNAL_DELIVER", "RD_SIGNAL_WAIT", "RD_CANCEL", "RD_OUTSIDE"),
)
"""What a run may do at other times too, which no schedule says."""
FOR_GUESSES: Final = 0.15
"""Of the work: for making each list of schedules."""
MOST_GATHERED: Final = 20_000
"""Operations of a run whose switches are made fewer."""
ENOUGH: Final = 2
"""Flips of a schedule with one change; beyond it two changes are tried."""
MOST_FOR_NEARER: Final = 12
"""Runs that are spent on finding a nearer one, each time that one passes."""


@dataclass(frozen=True)
class Passing:
    operations: Operations
    schedule: Schedule
    flips: int
    tried: int
    hurried: bool = False
    """It passes by looking sooner at what the failing run failed by: of as many flips, others tell more."""

    @property
    def distance(self) -> tuple[int, bool]:
        return self.flips, self.hurried


@dataclass(frozen=True, slots=True)
class NothingPassed:
    """Of those that were tried. That none passes hints at a bug that has nothing to do with threads."""

    tried: int
    all_kinds: bool = False
    """One of each equivalence class was tried: there are no others, for these inputs."""
    why: str = ""
    """There is nothing to look for."""
    is_cut: bool = False
    """The budget ended before all had been tried that was to be."""

    def __str__(self) -> str:
        if self.why:
            return self.why
        if self.all_kinds:
            return "it fails under every schedule: one of each kind was run, none passes"
        if self.is_cut:
            return f"open: the budget ended after {self.tried} other schedules, none of which passes; others may"
        return f"no schedule that passes was found among {self.tried} tried: perhaps threads have nothing to do with it"


def nearest_passing(request: ReplayRequest, failing: Operations, budget: Budget) -> Passing | NothingPassed:
    """`request`: how to run the program as in the failing run, with what is expected of it."""
    if request.expected is not None and request.expected.kind == DATA_RACE:
        return NothingPassed(0, why="two accesses race in whichever order they come: no passing run was looked for")
    if request.expected is not None and request.expected.kind == MISUSE:
        return NothingPassed(0, why="a misuse of a lock is one whatever comes of it: no passing run was looked for")
    if len(failing.trace.threads) == 1:
        return NothingPassed(0, why="one thread alone ran: no other schedule was looked for")
    with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
        return _Search(request, failing, budget, Path(scratch)).run()


def operations_of(trace: Trace) -> Operations:
    return Operations.of(with_private(trace))


class _Over(Exception):
    """Nothing more is to be run."""


class _Search:
    def __init__(self, request: ReplayRequest, failing: Operations, budget: Budget, folder: Path) -> None:
        self._failing = failing
        self._expected = request.expected or Outcome("exit")
        self._budget = budget
        self._meter = Meter(budget.seconds, budget.until)
        self._is_cut = False
        self._folder = folder
        self._request = run_request(request)
        self._schedule = schedule_of(failing.trace.recording)
        self._tried = 0
        self._found_at = 0
        self._best: Passing | None = None

    def run(self) -> Passing | NothingPassed:
        vicinity = Vicinity(self._failing, self._budget.seconds * FOR_GUESSES)
        singles = vicinity.singles()
        self._try_each(vicinity, singles[:SOON])
        plain = self._plain(vicinity) if self._best is None else None
        self._try_each(vicinity, singles[SOON:], self._budget.runs // 2 if plain is not None else None)
        if self._best is None and plain is not None:
            self._best, self._found_at = plain, self._tried
        if self._best is None or self._best.flips > ENOUGH:
            self._try_each(vicinity, vicinity.doubles(singles))
        if self._best is None:
            self._try_each(vicinity, vicinity.one_after_the_other())
        if self._best is None:
            self._by_chance()
        all_kinds = self._best is None and self._each_kind()
        self._go_back()
        self._gather()
        if self._best is None:
            return NothingPassed(self._tried, all_kinds, is_cut=self._is_cut or vicinity.is_cut)
        return replace(self._best, tried=self._tried)

    def _try_each(self, vicinity: Vicinity, near: Sequence[Nearby], most: int | None = None) -> None:
        """The nearest first, so that those behind one that passes are no nearer. `most`: runs, of all together."""
        for one in near:
            if self._is_over() or (self._best is not None and self._best.distance <= (max(one.flips, 1), False)):
                return
            if most is not None and self._best is None and self._tried >= most:
                return
            self._try(replace(self._schedule, segments=vicinity.segments(one)))

    def _plain(self, vicinity: Vicinity) -> Passing | None:
        """One that passes without being near: no thread is interrupted. To go back from, where nothing near passes."""
        near = vicinity.one_after_the_other()[:MOST_PLAIN]
        for schedule in (Schedule(), *(replace(self._schedule, segments=vicinity.segments(one)) for one in near)):
            if self._is_over():
                return None
            _, found = self._run(schedule)
            if found is not None:
                return found
        return None

    def _go_back(self) -> None:
        """From the one that passes towards the failing one, as long as what is on the way passes."""
        before = None
        while self._best is not None and self._best is not before and self._best.flips > 1:
            before = self._best
            self._found_at = self._tried
            towards = places_in_failing(self._failing, before.operations)
            vicinity = Vicinity(before.operations, self._budget.seconds * FOR_GUESSES, towards)
            for one in vicinity.singles():
                if self._best is not before or self._is_over() or one.flips >= before.flips:
                    break
                self._try(replace(before.schedule, segments=vicinity.segments(one)))

    def _gather(self) -> None:
        """As it is, with fewer switches, if it passes then."""
        best = self._best
        if best is None or len(best.operations.each) > MOST_GATHERED:
            return
        _, found = self._run(replace(best.schedule, segments=Vicinity(best.operations, 0).gathered()))
        if found is not None and found.distance <= best.distance and found.schedule.switches < best.schedule.switches:
            self._best = found

    def _by_chance(self) -> None:
        for seed in range(MOST_RANDOM):
            if self._best is not None or self._is_over():
                return
            self._try(Schedule(), RandomPolicy(seed) if seed else UNINTERRUPTED)

    def _each_kind(self) -> bool:
        """Whether every one was tried, before one passed or the budget was spent."""
        beyond = self._failing.trace.recording.of_kind(*NOT_EXPLORED)
        try:
            found = search(self._explored, most_runs=self._budget.runs)
        except (_Over, InternalError):  # what it does may depend on more than the schedule
            return False
        return found.exhausted and not found.limited and self._best is None and not beyond.size

    def _explored(self, forced: Forced) -> Observed:
        if self._best is not None or self._is_over():
            raise _Over
        awake = [Segment(thread, AS_FAR_AS_IT_GOES) for thread in forced.awake]
        schedule = replace(forced.schedule, segments=(*forced.schedule.segments, *awake))
        run = self._try(schedule, explore=True)
        crashed = run.signal is not None and not run.timed_out and run.outcome in ("running", "exit", "unknown")
        execution = read_execution(load_recording(run.recording), crashed=crashed)
        return Observed(execution, ending_of(run), limited=run.timed_out or run.outcome == "limit")

    def _is_over(self) -> bool:
        is_near = self._best is not None and self._tried >= self._found_at + MOST_FOR_NEARER
        self._is_cut |= self._tried >= self._budget.runs or self._meter.is_over
        return is_near or self._is_cut

    def _try(self, schedule: Schedule, policy: Policy = UNINTERRUPTED, *, explore: bool = False) -> ProgramRun:
        run, found = self._run(schedule, policy, explore=explore)
        if found is not None and (self._best is None or found.distance < self._best.distance):
            self._best, self._found_at = found, self._tried
        return run

    def _run(
        self, schedule: Schedule, policy: Policy = UNINTERRUPTED, *, explore: bool = False
    ) -> tuple[ProgramRun, Passing | None]:
        self._tried += 1
        run = run_program(self._run_request(schedule, policy, explore=explore))
        recording = load_recording(run.recording)
        self._meter.spend(EVENTS_TO_START + recording.events, EVENTS)
        self._is_cut |= run.timed_out
        trace = passes(recording, self._expected, self._failing)
        if trace is None:
            return run, None
        operations = Operations.of(trace)
        # Its own schedule, not the one that was asked for: it may have gone other ways.
        flips, hurried = count_flips(self._failing, operations), hurries_the_check(self._failing, operations)
        return run, Passing(operations, schedule_of(recording), flips, self._tried, hurried)

    def _run_request(self, schedule: Schedule, policy: Policy, *, explore: bool) -> RunRequest:
        given = self._request.control
        control = Control(
            policy=policy,
            segments=schedule.segments,
            wakes=schedule.wakes,
            time_outs=schedule.time_outs,
            signals=schedule.signals,
            circles=not explore,
            explore=explore,
            watchdog=not explore,
            inputs=given.inputs,
            spurious=given.spurious,
            failing=given.failing,
            events=max(EVENTS_AT_LEAST, TIMES_AS_MANY_EVENTS * self._failing.trace.recording.events),
            most_bytes=given.most_bytes,
        )
        path = self._folder / f"{self._tried}.rdl"
        limit_s = min(LIMIT_S, self._request.limit_s or LIMIT_S)
        return replace(self._request, control=control, recording=path, limit_s=limit_s)

"""One random C program: does `check` report exactly the races and deadlocks that schedules of the recorded paths have?

docs/rules.md, Oracle for whole programs: the explorer runs every schedule of the real program, one of each equivalence
class. In such a run a step counts if its thread is on its recorded path up to it, and so are the threads of all steps
that it depends on: then some prefix on the recorded paths has it. Two accesses that count, conflict, and are not
ordered by happens-before in that run (tests/support/walk_oracle.py) race. Threads that wait in vain at the end of a run
are a deadlock if they wait for each other, or if nobody else is left.
"""

import tempfile
from collections import Counter
from dataclasses import dataclass, field, fields
from itertools import combinations
from pathlib import Path
from typing import Final

import numpy as np

from raddle.base.errors import RaddleError
from raddle.base.trace_format import trace_format
from raddle.capture.build import build_program
from raddle.capture.control import Control, DefaultPolicy, Policy, RandomPolicy
from raddle.capture.image import ProgramImage, load_image
from raddle.capture.run import Output
from raddle.check.options import CheckOptions
from raddle.pipeline.checking import CheckOrder, check
from raddle.replay import explore
from raddle.replay.search import Forced, Observed, Reduction, search
from raddle.replay.steps import Execution, State
from raddle.report.progress import Silent
from raddle.report.result import Result
from raddle.testing.runs import RecordOrder
from raddle.trace.events import EventKind, ThreadTrace
from raddle.trace.happens_before import At, HappensBefore
from raddle.trace.recorded import Recording
from raddle.trace.recording import load_recording
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import FastWalker, rewalk, walk_fast, with_private
from tests.support.random_racy import KINDS, kind_of, racy_text
from tests.support.walk_oracle import WalkOracle

MOST_RUNS: Final = 60
LIMIT_S: Final = 20.0
Lines = frozenset[int]
_TURNING: Final = (EventKind.BRANCH, EventKind.CHOICE, EventKind.ASSERTION)
_NO_DEEDS: Final = (
    EventKind.SLOT, EventKind.SLOT_END, EventKind.PIN, EventKind.DIVISION, EventKind.BLOCK_BEGIN, EventKind.BLOCK_END,
)  # fmt: skip
"""Rows that say something about the run, and are nothing that the thread did."""
_WAITS: Final = frozenset({"lock", "rdlock", "wrlock", "reacquire", "join", "sem_wait", "wake", "barrier_leave"})


@dataclass
class Prediction:
    """Counts, and every disagreement in words."""

    programs: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    too_large: int = 0
    """Programs with more schedules than are explored."""
    schedules: int = 0
    races: int = 0
    """Pairs of lines that were reported."""
    deadlocks: int = 0
    observed: int = 0
    """Of both: in the recorded run itself."""
    confirmed: int = 0
    excluded: int = 0
    """Pairs of lines that were said not to race."""
    disagreements: list[str] = field(default_factory=list)

    def add(self, other: "Prediction") -> None:
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))

    def __str__(self) -> str:
        return (
            f"{self.programs} programs ({self.too_large} with too many schedules), {self.schedules} schedules "
            f"explored, {self.races} races and {self.deadlocks} deadlocks reported, {self.confirmed} confirmed "
            f"({self.observed} in the recorded run), {self.excluded} pairs of lines excluded, "
            f"{len(self.disagreements)} disagreements"
        )


def compared(seed: int) -> Prediction:
    found = Prediction(programs=1)
    kind = kind_of(seed)
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as scratch:
        try:
            _compare(racy_text(seed), _policy(seed), Path(scratch), found)
        except (RaddleError, AssertionError, LookupError, TypeError, ValueError) as error:
            found.disagreements.append(f"{type(error).__name__}: {error}")
    found.kinds[kind] += 1
    found.disagreements = [f"program {seed} ({kind}): {what}" for what in found.disagreements]
    return found


def _policy(seed: int) -> Policy:
    """How the given run is scheduled."""
    return RandomPolicy(seed) if seed // len(KINDS) % 2 else DefaultPolicy()


def _compare(text: str, policy: Policy, folder: Path, found: Prediction) -> None:
    source = folder / "racy.c"
    source.write_text(text)
    image = load_image(build_program([source], ["-w"], folder / "racy").program)
    given = folder / "given.rdl"
    order = RecordOrder(image.path, given, control=Control(policy=policy), output=Output.CAPTURED, limit_s=LIMIT_S)
    options = CheckOptions(witnesses=folder, properties=("races", "deadlocks"))
    result = check(CheckOrder(order, options), _quiet, Silent())
    races, deadlocks = _reported(result, found)
    oracle = Oracle(image, load_recording(given), folder / "explored.rdl")
    oracle.explore()
    found.too_large += not oracle.exhausted
    found.schedules += oracle.runs
    say = found.disagreements.append
    for what in sorted(set(oracle.trouble)):
        say(what)
    for lines in sorted(map(sorted, oracle.races - races)):
        say(f"lines {lines}: race on the recorded paths, and are not reported")
    for lines in sorted(map(sorted, oracle.smallest_deadlocks() - deadlocks)):
        say(f"lines {lines}: a deadlock on the recorded paths, and are not reported: {sorted(map(sorted, deadlocks))}")
    if oracle.exhausted:
        for lines in sorted(map(sorted, races - oracle.races)):
            say(f"lines {lines}: reported as a race, and no schedule of the recorded paths has it")
        for lines in sorted(map(sorted, deadlocks - oracle.circles - oracle.standstills)):
            say(f"lines {lines}: reported as a deadlock, and no schedule of the recorded paths has it")


def _reported(result: Result, found: Prediction) -> tuple[set[Lines], set[Lines]]:
    """Pairs of lines, and sets of lines."""
    races = [finding for finding in result.findings if finding.kind == "data-race"]
    deadlocks = [finding for finding in result.findings if finding.kind == "deadlock"]
    found.races += len(races)
    found.deadlocks += len(deadlocks)
    found.excluded += result.stats.races_excluded
    for finding in (*races, *deadlocks):
        found.observed += finding.observed
        found.confirmed += finding.status == "confirmed"
        if finding.status != "confirmed":
            found.disagreements.append(f"not confirmed: {finding}")
    found.disagreements += [f"open: {one.kind} {one.place}: {one.reason}" for one in result.open]
    harmless = ("is given what can be freed", "may be read before it is written: it then holds 0")
    found.disagreements += [f"assumed: {what}" for what in result.assumptions if not what.endswith(harmless)]
    return tuple({frozenset(place.line for place in one.places) for one in of} for of in (races, deadlocks))  # type: ignore[return-value]


def _quiet(note: str) -> None:
    pass


class Oracle:
    """Pairs of lines that race, and sets of lines that are waited at for ever, in schedules of the recorded paths."""

    def __init__(self, image: ProgramImage, given: Recording, scratch: Path) -> None:
        self._order = explore.ExploreOrder(image, most_runs=MOST_RUNS, limit_s=LIMIT_S, reduction=Reduction.RACES)
        self._trace = walk_fast(given)
        self._walked = with_private(self._trace).threads
        self._scratch = scratch
        self.runs = 0
        self.exhausted = False
        self.races: set[Lines] = set()
        self.circles: set[Lines] = set()
        self.standstills: set[Lines] = set()
        self.trouble: list[str] = []
        self._unfinished: set[int] = set()
        """Lines at which the recorded run itself waited for ever."""

    def explore(self) -> None:
        found = search(self._run, self._order.reduction, self._order.most_runs)
        self.exhausted = found.exhausted and not found.limited

    def smallest_deadlocks(self) -> set[Lines]:
        """Those of which no part is one."""
        every = self.circles | self.standstills
        return {one for one in every if not any(other < one for other in every) and not one & self._unfinished}

    def _run(self, forced: Forced) -> Observed:
        self.runs += 1
        observed = explore._run(self._order, forced, self._scratch)
        recording = load_recording(self._scratch)
        walker = FastWalker(self._trace.program, recording)  # an explored run does not hold the IR
        granules = np.union1d(walker.shared_granules(), self._trace.shared)
        if not np.array_equal(granules, self._trace.shared):
            self._trace = rewalk(self._trace, granules)
            self._walked = with_private(self._trace).threads
        threads = tuple(walker.walk(granules, keep_private=True))
        run = Trace(recording, self._trace.program, threads, granules)
        self._judge(run, observed.execution)
        return observed

    def _judge(self, run: Trace, execution: Execution) -> None:
        counts = self._counting(run, execution)
        self._look_for_races(run, counts)
        self._look_for_deadlocks(run, execution.states[-1], counts)

    def _counting(self, run: Trace, execution: Execution) -> "Counting":
        given = {thread.path: thread for thread in self._walked}
        on_path = {
            thread.path: events_on_path(given[thread.path], self._trace.recording, thread, run.recording)
            if thread.path in given
            else 0
            for thread in run.threads
        }
        return Counting(execution, on_path)

    def _look_for_races(self, run: Trace, counts: "Counting") -> None:
        oracle = WalkOracle(run)
        other = HappensBefore(run)
        numbers = sorted(oracle.touches)
        paths = [thread.path for thread in run.threads]
        for place, second in enumerate(numbers):
            b = oracle.touches[second]
            for first in numbers[:place]:
                a = oracle.touches[first]
                if not a.clashes(b):
                    continue
                races = not oracle.before[second] >> first & 1
                if races != other.unordered(At(a.thread, a.row), At(b.thread, b.row)):
                    self.trouble.append(f"lines {a.line} and {b.line}: trace/happens_before.py says race: {not races}")
                if races and counts.is_good(paths[a.thread], a.index) and counts.is_good(paths[b.thread], b.index):
                    self.races.add(frozenset((a.line, b.line)))

    # ---- deadlocks

    def _look_for_deadlocks(self, run: Trace, state: State, counts: "Counting") -> None:
        recorded = {thread.path: thread for thread in self._walked}
        waiting: dict[str, int] = {}
        """By thread: the line at which it waits."""
        for path, announced in state.announced.items():
            (kind, *_) = announced.operation.kinds
            if announced.enabled or kind not in _WAITS or not counts.is_good_upto(path, announced.count):
                continue
            site = self._site_of_wait(recorded[path], announced.count, kind)
            if site is not None:
                waiting[path] = self._line(site)
        if not waiting:
            return
        self._circles(run, state, waiting)
        stuck = run.recording.outcome == "deadlock" and waiting.keys() == state.announced.keys()
        if stuck and not any(counts.is_tainted):
            self.standstills.add(frozenset(waiting.values()))

    def _site_of_wait(self, thread: ThreadTrace, index: int, kind: str) -> int | None:
        """If the recorded thread's event of that number is such a wait; it may have waited there for ever itself: then
        there is no event, and such deadlocks need not be reported (`unfinished`)."""
        kinds = trace_format().kinds
        for event in thread.events[thread.events["index"] == index]:
            if event["kind"] == EventKind.SYNC:
                record = self._trace.recording.sync[int(event["value"])]
                name = kinds[int(record["kind"])]
                if name == "deadlock" and kinds[int(record["value"])] == kind:
                    self._unfinished.add(self._line(int(event["site"])))
                    return int(event["site"])
                if name == kind:
                    return int(event["site"])
        return None

    def _line(self, site: int) -> int:
        place = self._trace.program.place_of(site)
        return place.line if place else 0

    def _circles(self, run: Trace, state: State, waiting: dict[str, int]) -> None:
        held = WalkOracle(run).held()
        paths = [thread.path for thread in run.threads]
        wanted: dict[str, set[str]] = {}
        for path in waiting:
            operation = state.announced[path].operation
            (kind, *_) = operation.kinds
            if kind == "join":
                wanted[path] = {str(name) for _, name in operation.objects if _ == "thread"}  # type: ignore[misc]
            else:
                (lock,) = [one for one in operation.objects if isinstance(one, int)] or [0]
                modes = ("exclusive",) if kind == "rdlock" else ("exclusive", "shared")
                wanted[path] = {paths[thread] for thread, what, mode in held if what == lock and mode in modes}
        for size in range(1, len(wanted) + 1):
            for threads in map(set, combinations(wanted, size)):
                if all(wanted[path] & threads for path in threads):
                    self.circles.add(frozenset(waiting[path] for path in threads))


class Counting:
    """Which steps of a run some prefix on the recorded paths has."""

    def __init__(self, execution: Execution, on_path: dict[str, int]) -> None:
        self._steps = execution.steps
        self._on_path = on_path
        before: list[int] = []
        self._before = before
        self.is_tainted: list[bool] = []
        for index, step in enumerate(self._steps):
            bits = 0
            for earlier in range(index - 1, -1, -1):
                if not bits >> earlier & 1 and step.operation.depends_on(self._steps[earlier].operation):
                    bits |= before[earlier] | 1 << earlier
            before.append(bits)
            off = step.upto > on_path[step.transition.thread]
            self.is_tainted.append(off or any(bits >> one & 1 and self.is_tainted[one] for one in range(index)))

    def is_good_upto(self, path: str, count: int) -> bool:
        """So that the thread's next event is number `count`, and the recorded one as far as its way there tells."""
        tainted = [
            bad for step, bad in zip(self._steps, self.is_tainted, strict=True) if step.transition.thread == path
        ]
        return not any(tainted) and count < self._on_path[path]

    def is_good(self, path: str, index: int) -> bool:
        step = self._step(path, index)
        return step is not None and not self.is_tainted[step]

    def is_before(self, earlier: tuple[str, int], later: tuple[str, int]) -> bool:
        """In every equivalent run too. Of events by the path of their thread and their number there."""
        one, other = self._step(*earlier), self._step(*later)
        return one is not None and other is not None and bool(self._before[other] >> one & 1)

    def _step(self, path: str, index: int) -> int | None:
        for number, step in enumerate(self._steps):
            if step.transition.thread == path and step.first <= index < step.upto:
                return number
        return None


Way = list[tuple[tuple[int, int, int], int]]
"""What was done, and how many visible events were over before."""


def events_on_path(given: ThreadTrace, recorded: Recording, thread: ThreadTrace, recording: Recording) -> int:
    """How many visible events of the thread are those of the given one: up to the first difference."""
    ours, theirs = _way(thread, recording), _way(given, recorded)
    for (done, index), (expected, _) in zip(ours, theirs, strict=False):
        if done != expected:
            return index
    return ours[len(theirs)][1] if len(ours) > len(theirs) else 1 << 40


def _way(thread: ThreadTrace, recording: Recording) -> Way:
    events = thread.events
    way: Way = []
    failed, stuck = trace_format()["RD_FLAG_FAILED"], trace_format()["RD_DEADLOCK"]
    for event in events:
        kind, value = int(event["kind"]), int(event["value"])
        if kind in _NO_DEEDS:
            continue
        turn = value if kind in _TURNING else 0
        if kind == EventKind.SYNC:
            record = recording.sync[value]
            if record["kind"] == stuck:
                break
            turn = int(record["kind"]) << 8 | bool(record["flags"] & failed)
        way.append(((kind, int(event["site"]), turn), int(event["index"])))
    return way

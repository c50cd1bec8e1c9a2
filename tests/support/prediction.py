"""One random C program: does `check` say FAILS exactly where some schedule of the recorded paths fails?

docs/rules.md, Oracle for whole programs: the explorer runs every schedule of the real program. One that fails at a line
counts if each thread is on its recorded path: up to its last visible event it accessed memory at the same sites and
went the same ways (the failing side itself excepted), and did no more than was recorded. Where a thread went after its
last visible event touches nobody. Walks tell it, not records of blocks, of which most are left out.
"""

import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np

from raddle.base.errors import RaddleError
from raddle.capture.build import build_program
from raddle.capture.image import ProgramImage, load_image
from raddle.capture.run import Output, RunRequest, run_program
from raddle.check import CheckOptions
from raddle.pipeline.checking import CheckOrder, check
from raddle.replay import explore
from raddle.replay.search import Forced, Observed, Reduction, search
from raddle.report.progress import Silent
from raddle.report.result import Result
from raddle.testing.runs import RecordOrder
from raddle.trace.events import EventFlag, EventKind, ThreadTrace
from raddle.trace.recorded import Recording
from raddle.trace.recording import load_recording
from raddle.trace.walk_fast import FastWalker, rewalk, walk_fast, with_private
from tests.support.random_checked import checked_text, first_text, kind_of

MOST_RUNS: Final = 400
LIMIT_S: Final = 20.0
_TURNING: Final = (EventKind.BRANCH, EventKind.CHOICE, EventKind.ASSERTION)
_NO_DEEDS: Final = (
    EventKind.SLOT, EventKind.SLOT_END, EventKind.DIVISION, EventKind.BLOCK_BEGIN, EventKind.BLOCK_END,
)  # fmt: skip
"""Rows that say something about the run, and are nothing that the thread did."""


@dataclass
class Prediction:
    """Counts, and every disagreement in words."""

    programs: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    too_large: int = 0
    """Programs with more schedules than are explored."""
    schedules: int = 0
    assertions: int = 0
    """Executions of assertions that were decided."""
    satisfiable: int = 0
    """Assertions that can fail, by prediction; each was decoded and run on the machine."""
    observed: int = 0
    """Of these: the recorded run itself failed there."""
    confirmed: int = 0
    disagreements: list[str] = field(default_factory=list)

    def add(self, other: "Prediction") -> None:
        self.programs += other.programs
        self.kinds.update(other.kinds)
        self.too_large += other.too_large
        self.schedules += other.schedules
        self.assertions += other.assertions
        self.satisfiable += other.satisfiable
        self.observed += other.observed
        self.confirmed += other.confirmed
        self.disagreements += other.disagreements

    def __str__(self) -> str:
        return (
            f"{self.programs} programs ({self.too_large} with too many schedules), {self.schedules} schedules explored "
            f"and {self.assertions} executions of assertions decided, {self.satisfiable} satisfiable answers, "
            f"{self.satisfiable - self.observed} witnesses evaluated ({self.observed} failed when recorded), "
            f"{self.confirmed} confirmed, {len(self.disagreements)} disagreements"
        )


def compared(seed: int) -> Prediction:
    found = Prediction(programs=1)
    kind = kind_of(seed)
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as scratch:
        folder = Path(scratch)
        try:
            _compare(_built(seed, folder), folder, found)
        except (RaddleError, AssertionError) as error:
            found.disagreements.append(f"{type(error).__name__}: {error}")
    found.kinds[kind] += 1
    found.disagreements = [f"program {seed} ({kind}): {what}" for what in found.disagreements]
    return found


def _built(seed: int, folder: Path) -> ProgramImage:
    """The program whose assertions hold in its first run, where that comes to its end."""
    first = _image(first_text(seed), folder / "first")
    run = run_program(RunRequest(first, folder / "first.rdl", limit_s=LIMIT_S, output=Output.CAPTURED))
    return _image(checked_text(seed, [int(word) for word in run.stdout.split()]), folder / "checked")


def _image(text: str, place: Path) -> ProgramImage:
    source = place.with_suffix(".c")
    source.write_text(text)
    return load_image(build_program([source], ["-w"], place).program)


def _compare(image: ProgramImage, folder: Path, found: Prediction) -> None:
    given = folder / "given.rdl"
    order = RecordOrder(image.path, given, output=Output.CAPTURED, limit_s=LIMIT_S)
    options = CheckOptions(witnesses=folder, properties=("assertions",))
    result = check(CheckOrder(order, options), _quiet, Silent())
    predicted = _predicted(result, found)
    oracle = _Oracle(image, load_recording(given), folder / "explored.rdl")
    if not oracle.explore():
        found.too_large += 1
    found.schedules += oracle.runs
    for line in sorted(oracle.failing - predicted):
        found.disagreements.append(f"line {line}: fails on the recorded paths, and is not predicted")
    if oracle.exhausted:
        for line in sorted(predicted - oracle.failing):
            found.disagreements.append(f"line {line}: predicted, and no schedule of the recorded paths fails there")


def _predicted(result: Result, found: Prediction) -> set[int]:
    failures = [finding for finding in result.findings if finding.kind == "assertion"]
    found.assertions += result.stats.instances
    found.satisfiable += len(failures)
    found.observed += sum(finding.observed for finding in failures)
    found.confirmed += sum(finding.status == "confirmed" for finding in failures)
    found.disagreements += [f"not confirmed: {finding}" for finding in failures if finding.status != "confirmed"]
    found.disagreements += [f"open: {one.place}: {one.reason}" for one in result.open]
    found.disagreements += [f"assumed: {what}" for what in result.assumptions]
    return {finding.place.line for finding in failures if finding.place}


def _quiet(note: str) -> None:
    pass


class _Oracle:
    """Lines that fail in some schedule of the recorded paths."""

    def __init__(self, image: ProgramImage, given: Recording, scratch: Path) -> None:
        self._order = explore.ExploreOrder(image, most_runs=MOST_RUNS, limit_s=LIMIT_S, reduction=Reduction.RACES)
        self._trace = walk_fast(given)
        self._walked = {thread.path: thread for thread in with_private(self._trace).threads}
        self._scratch = scratch
        self.failing: set[int] = set()
        self.runs = 0
        self.exhausted = False

    def explore(self) -> bool:
        """Whether all schedules were run."""
        found = search(self._run, self._order.reduction, self._order.most_runs)
        self.exhausted = found.exhausted and not found.limited
        return self.exhausted

    def _run(self, forced: Forced) -> Observed:
        self.runs += 1
        observed = explore._run(self._order, forced, self._scratch)
        recording = load_recording(self._scratch)
        if recording.outcome == "assert":
            (failed,) = recording.of_kind("RD_ASSERT_FAIL")
            if self._is_on_paths(recording, int(failed["thread"])):
                self.failing.add(int(failed["extra"]))
        return observed

    def _is_on_paths(self, recording: Recording, failed: int) -> bool:
        """Both walked with the same memory as shared: its reads are what ways depend on."""
        walker = FastWalker(self._trace.program, recording)  # an explored run does not hold the IR
        granules = np.union1d(walker.shared_granules(), self._trace.shared)
        if not np.array_equal(granules, self._trace.shared):
            self._trace = rewalk(self._trace, granules)
            self._walked = {thread.path: thread for thread in with_private(self._trace).threads}
        for thread in walker.walk(granules, keep_private=True):
            given = self._walked.get(thread.path)
            way = _way(thread, failed=thread.index == failed)
            if given is None or _way(given, failed=False)[: len(way)] != way:
                return False
        return True


def _way(thread: ThreadTrace, *, failed: bool) -> list[tuple[int, int, int]]:
    """Kind and site of all that it did up to its last visible event, and which way its branches went."""
    events = thread.events
    visible = np.flatnonzero(events["flags"] & EventFlag.VISIBLE)
    done = events[: int(visible[-1]) + (not failed)] if visible.size else events[:0]
    way = [
        (kind, site, value if kind in _TURNING else 0)
        for kind, site, value in zip(*(done[name].tolist() for name in ("kind", "site", "value")), strict=True)
        if kind not in _NO_DEEDS
    ]
    while failed and way and way[-1][0] == EventKind.ASSERTION:
        way.pop()
    return way

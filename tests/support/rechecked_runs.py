"""Failing runs, explained at every detail and rechecked: of texts (tests/support/random_runs.py) and of real programs
(tests/support/random_failing.py) under random schedules."""

import signal
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Final

from raddle.base.errors import RaddleError, UserError
from raddle.capture.build import build_program
from raddle.capture.control import Control, RandomPolicy
from raddle.capture.image import ProgramImage, load_image
from raddle.capture.run import Output, RunRequest, run_program
from raddle.explain.detail import Detail
from raddle.explain.recorded.from_recording import run_of_recording
from raddle.explain.run import Run
from raddle.explain.slicing.slicer import slice_of
from raddle.papers.error_invariants.rechecked import recheck
from raddle.trace.recording import load_recording
from tests.oracles.rechecked_run import recheck_run
from tests.support.random_failing import failing_text
from tests.support.random_runs import random_failing_run

DETAILS: Final = [Detail(control, war, waw) for control, war, waw in product((False, True), repeat=3)]
FAILING: Final = ("assert", "deadlock", "error")
CRASHES: Final = (signal.SIGSEGV, signal.SIGFPE)
LIMIT_S: Final = 20.0


@dataclass
class Rechecked:
    """Counts, and every objection in words."""

    runs: int = 0
    slices: int = 0
    statements: Counter[str] = field(default_factory=Counter)
    """Kept, by detail."""
    steps: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    """Runs that are not explained, by reason."""
    endings: Counter[str] = field(default_factory=Counter)
    """Of real programs."""
    slicing_s: float = 0.0
    objections: list[str] = field(default_factory=list)

    def add(self, other: "Rechecked") -> None:
        self.runs += other.runs
        self.slices += other.slices
        self.statements.update(other.statements)
        self.steps += other.steps
        self.refused.update(other.refused)
        self.endings.update(other.endings)
        self.slicing_s += other.slicing_s
        self.objections += other.objections

    def __str__(self) -> str:
        kept = ", ".join(
            f"{detail} {count / max(1, self.steps):.0%}" for detail, count in sorted(self.statements.items())
        )
        endings = ", ".join(f"{count} {ending}" for ending, count in sorted(self.endings.items()))
        refused = "".join(f"; {count} refused: {reason}" for reason, count in sorted(self.refused.items()))
        return (
            f"{self.runs} failing runs of {self.steps} steps, {self.slices} slices in {self.slicing_s:.1f} s ({kept}), "
            f"{len(self.objections)} objections{refused}{endings and f'; endings: {endings}'}"
        )


def of_text(number: int) -> Rechecked:
    found = Rechecked()
    text, run = random_failing_run(number)
    _explain(run, f"run {number}", found)
    if found.objections:
        found.objections.append(text)
    return found


def of_program(seed: int, most_runs: int, schedules: int) -> Rechecked:
    """Of one program, up to so many failing runs among so many schedules."""
    found = Rechecked()
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as scratch:
        folder = Path(scratch)
        source = folder / "program.c"
        source.write_text(failing_text(seed))
        image = load_image(build_program([source], ["-w"], folder / "program").program)
        for ending, schedule, recording in _failing(image, folder, schedules):
            if found.runs == most_runs:
                break
            what = f"program {seed} schedule {schedule}"
            try:
                run = run_of_recording(load_recording(recording))
            except UserError as refusal:
                found.refused[str(refusal).splitlines()[0]] += 1
                continue
            except (RaddleError, AssertionError, LookupError, ValueError) as error:
                found.objections.append(f"{what}: {type(error).__name__}: {error}")
                found.runs += 1
                continue
            found.endings[ending] += 1
            _explain(run, what, found)
    return found


def _failing(image: ProgramImage, folder: Path, schedules: int) -> Iterator[tuple[str, int, Path]]:
    for schedule in range(1, schedules + 1):
        recording = folder / f"{schedule}.rdl"
        control = Control(policy=RandomPolicy(schedule))
        run = run_program(RunRequest(image, recording, control=control, output=Output.CAPTURED, limit_s=LIMIT_S))
        if run.outcome in FAILING or (run.signal in CRASHES and not run.timed_out):
            yield run.outcome if run.outcome in FAILING else "crash", schedule, recording


def _explain(run: Run, what: str, found: Rechecked) -> None:
    found.runs += 1
    found.steps += len(run.steps)
    found.objections += [f"{what}: {one}" for one in recheck_run(run, LIMIT_S)]
    for detail in DETAILS:
        began = time.monotonic()
        try:
            sliced = slice_of(run, detail)
        except (RaddleError, AssertionError, LookupError, ValueError) as error:
            found.objections.append(f"{what} at {detail}: {type(error).__name__}: {error}")
            continue
        found.slicing_s += time.monotonic() - began
        found.slices += 1
        found.statements[str(detail)] += len(sliced.kept)
        found.objections += [f"{what} at {detail}: {one}" for one in recheck(run, sliced)]

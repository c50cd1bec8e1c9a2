"""One random C program: are the causes that `diagnose` finds right on all its real runs (judged_causes.py)?

Every third program is one that check is compared with, one that verify is, one that fails under many schedules.
"""

import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from raddle.base.errors import RaddleError
from raddle.capture.build import build_program
from raddle.diagnose.diagnosing import diagnose
from raddle.diagnose.diagnosis import Diagnosis
from raddle.report.progress import Silent
from tests.support import random_failing, verified
from tests.support.diagnosed import promised
from tests.support.explored import explored_of
from tests.support.judged_causes import NoName, judged
from tests.support.limits import soon_enough
from tests.support.real_runs import AllRuns, all_runs

MOST_RUNS: Final = 300


@dataclass
class Judged:
    """Counts, and everything that is wrong, in words."""

    programs: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    cores: int = 0
    orders: int = 0
    incomplete: int = 0
    """Diagnoses of which it was said that there may be other causes."""
    too_large: int = 0
    """Programs with more schedules than are explored: not judged."""
    unnamed: int = 0
    """Programs with a core that speaks of what no run shows: not judged."""
    schedules: int = 0
    seconds: float = 0.0
    wrong: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    def add(self, other: "Judged") -> None:
        self.programs += other.programs
        self.kinds.update(other.kinds)
        self.cores += other.cores
        self.orders += other.orders
        self.incomplete += other.incomplete
        self.too_large += other.too_large
        self.unnamed += other.unnamed
        self.schedules += other.schedules
        self.seconds += other.seconds
        self.wrong += other.wrong
        self.unknown += other.unknown

    def __str__(self) -> str:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self.kinds.items()))
        return (
            f"{self.programs} programs: {kinds}; {self.cores} cores with {self.orders} orders, {self.incomplete} "
            f"diagnoses not complete; {self.schedules} schedules explored; not judged: {self.too_large} with too many "
            f"schedules, {self.unnamed} with a core that no run shows; {self.seconds:.0f} s in diagnose; "
            f"{len(self.wrong)} wrong"
        )


def text_of(seed: int, folder: Path) -> str:
    kind, number = seed % 3, seed // 3
    return random_failing.failing_text(number) if kind == 2 else verified.text_of(2 * number + kind, folder)


def judged_program(which: int | Path) -> Judged:
    """A random one by its number, or one that says what it promises."""
    found = Judged(programs=1)
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as scratch:
        try:
            if isinstance(which, Path):
                promise = promised(which)
                judge_source(which, found, *promise.arguments, unwind=promise.unwind)
            else:
                source = Path(scratch) / "judged.c"
                source.write_text(text_of(which, Path(scratch)))
                judge_source(source, found)
        except (RaddleError, AssertionError, KeyError, IndexError, ValueError) as error:
            found.kinds["error"] += 1
            found.wrong.append(f"{type(error).__name__}: {error}")
    found.wrong = [f"program {which}: {what}" for what in found.wrong]
    found.unknown = [f"program {which}: {what}" for what in found.unknown]
    return found


def judge_source(source: Path, found: Judged, *arguments: str, unwind: int | None = None) -> None:
    diagnosis = _diagnosed(source, arguments, unwind, found)
    runs = runs_of(source, arguments)
    found.schedules += len(runs.runs)
    if not runs.exhausted:
        found.too_large += 1
        return
    try:
        found.wrong += judged(diagnosis, runs)
    except NoName:
        found.unnamed += 1


def runs_of(
    source: Path, arguments: tuple[str, ...] = (), *, named: bool = True, most_runs: int = MOST_RUNS
) -> AllRuns:
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as scratch:
        program = build_program([source], ["-w"], Path(scratch) / "program").program
        return all_runs(program, arguments=arguments, most_runs=most_runs, named=named)


def _diagnosed(source: Path, arguments: tuple[str, ...], unwind: int | None, found: Judged) -> Diagnosis:
    begun = time.monotonic()
    explored = explored_of(source, *arguments, unwind=unwind)
    diagnosis = diagnose(explored, soon_enough(), Silent())
    found.seconds += time.monotonic() - begun
    found.kinds[diagnosis.kind] += 1
    found.cores += len(diagnosis.cores)
    found.orders += sum(len(core.orders) for core in diagnosis.cores)
    found.incomplete += diagnosis.kind == "concurrency" and not diagnosis.complete
    if diagnosis.kind == "unknown" or not diagnosis.complete:
        found.unknown.append(diagnosis.reason)
    return diagnosis

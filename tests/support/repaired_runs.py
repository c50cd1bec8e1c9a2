"""One C program: are the repairs that `repair` accepts right? The explorer runs every schedule of the patched program.

None of them may fail; none may end in a deadlock, unless one of the original does.
"""

import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from raddle.base.errors import RaddleError
from raddle.pipeline.repairing import DiagnoseOrder, RepairOrder, repair
from raddle.repair.source.diffs import NotApplied, applied
from raddle.report.progress import Silent
from raddle.report.repaired import Candidate, Repaired
from raddle.testing.runs import RecordOrder, Sources
from raddle.verify.options import VerifyOptions
from tests.support.diagnosed import Promised, promised
from tests.support.diagnosed_runs import runs_of, text_of
from tests.support.limits import soon_enough, work

MOST_RUNS: Final = 300


@dataclass
class Mended:
    """Counts, and everything that is wrong, in words."""

    programs: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    accepted: int = 0
    rejected: int = 0
    too_large: int = 0
    """Accepted repairs with more schedules than are explored: none of those fails."""
    schedules: int = 0
    seconds: float = 0.0
    wrong: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    """Or not repaired."""

    def add(self, other: "Mended") -> None:
        self.programs += other.programs
        self.verdicts.update(other.verdicts)
        self.accepted += other.accepted
        self.rejected += other.rejected
        self.too_large += other.too_large
        self.schedules += other.schedules
        self.seconds += other.seconds
        self.wrong += other.wrong
        self.unknown += other.unknown

    def __str__(self) -> str:
        verdicts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(self.verdicts.items()))
        return (
            f"{self.programs} programs: {verdicts}; {self.accepted} repairs accepted, {self.rejected} rejected, "
            f"{self.too_large} accepted ones with too many schedules; {self.schedules} schedules explored; "
            f"{self.seconds:.0f} s in repair; {len(self.wrong)} wrong"
        )


def mended_program(which: int | Path) -> Mended:
    """A random one by its number, or one that says what it promises."""
    found = Mended(programs=1)
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as scratch:
        try:
            if isinstance(which, Path):
                promise = promised(which)
                repaired = mend_source(which, found, *promise.arguments, unwind=promise.unwind)
                found.wrong += broken_promises(promise, repaired)
            else:
                source = Path(scratch) / "mended.c"
                source.write_text(text_of(which, Path(scratch)))
                mend_source(source, found)
        except (RaddleError, AssertionError, KeyError, IndexError, ValueError) as error:
            found.verdicts["error"] += 1
            found.wrong.append(f"{type(error).__name__}: {error}")
    found.wrong = [f"program {which}: {what}" for what in found.wrong]
    found.unknown = [f"program {which}: {what}" for what in found.unknown]
    return found


def broken_promises(promise: Promised, repaired: Repaired) -> list[str]:
    """About repairs."""
    if not promise.repairs:
        return []
    kinds = {kind for candidate in repaired.accepted for kind in candidate.kinds}
    if promise.repairs == {"none"}:
        return [f"a repair, and there should be none: {one.what}" for one in repaired.candidates]
    if kinds & promise.repairs or (kinds and "any" in promise.repairs):
        return []
    tried = [f"{one.what}: {one.reason}" for one in repaired.candidates if not one.accepted]
    return [f"no repair by {', '.join(sorted(promise.repairs))}, but {sorted(kinds)}; rejected: {tried}"]


def repaired_of(source: Path, *arguments: str, unwind: int | None = None) -> Repaired:
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as folder:
        options = VerifyOptions(until=soon_enough(), work=work(), witnesses=Path(folder), explain=False)
        order = RecordOrder(Sources((source,)), arguments=arguments)
        return repair(RepairOrder(DiagnoseOrder(order, options, unwind)), lambda note: None, Silent())


def mend_source(source: Path, found: Mended, *arguments: str, unwind: int | None = None) -> Repaired:
    begun = time.monotonic()
    repaired = repaired_of(source, *arguments, unwind=unwind)
    found.seconds += time.monotonic() - begun
    found.verdicts[repaired.verdict] += 1
    found.accepted += len(repaired.accepted)
    found.rejected += len(repaired.candidates) - len(repaired.accepted)
    if repaired.verdict in ("unrepaired", "unknown") and repaired.diagnosed.kind != "sequential":
        reasons = {candidate.reason for candidate in repaired.candidates}
        found.unknown.append(f"{repaired.verdict} {repaired.diagnosed.reason} {sorted(reasons)}")
    deadlocks: bool | None = None
    for candidate in repaired.accepted:
        deadlocks, wrong = _judged(candidate, source, arguments, deadlocks, found)
        found.wrong += [f"{candidate.what}: {what}" for what in wrong]
    return repaired


def _judged(
    candidate: Candidate, source: Path, arguments: tuple[str, ...], deadlocks: bool | None, found: Mended
) -> tuple[bool | None, list[str]]:
    """`deadlocks`: whether the original does; None: not known yet."""
    after = applied(candidate.diff, {str(source): source.read_text()})
    if isinstance(after, NotApplied):
        return deadlocks, [f"its diff does not apply: {after.reason}"]
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as folder:
        patched = Path(folder) / source.name
        patched.write_text(after[str(source)])
        runs = runs_of(patched, arguments, named=False, most_runs=MOST_RUNS)
    found.schedules += len(runs.runs)
    found.too_large += not runs.exhausted
    wrong = [f"a run of it ends with {run.ending}" for run in runs.failing[:1]]
    if runs.deadlocks:
        if deadlocks is None:
            deadlocks = runs_of(source, arguments, named=False, most_runs=MOST_RUNS).deadlocks
        wrong += [] if deadlocks else ["a run of it ends in a deadlock, and none of the original does"]
    return deadlocks, wrong

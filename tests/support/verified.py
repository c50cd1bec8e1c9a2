"""One random C program: does `verify` prove exactly those of which no schedule fails?

The explorer runs every schedule of the real program; a failure is one whichever path it is on.
"""

import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from raddle.base.errors import RaddleError
from raddle.capture.build import build_program
from raddle.capture.image import load_image
from raddle.capture.run import Output, RunRequest, run_program
from raddle.pipeline.verifying import VerifyOrder, verify
from raddle.report.progress import Silent
from raddle.report.properties import Property
from raddle.testing.runs import RecordOrder, Sources
from raddle.verify.options import VerifyOptions
from tests.support import random_checked, random_verified
from tests.support.limits import soon_enough, work
from tests.support.verify_programs import explored

MOST_RUNS: Final = 400
LIMIT_S: Final = 60.0


@dataclass
class Agreement:
    """Counts, and every disagreement in words."""

    programs: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    too_large: int = 0
    """Programs with more schedules than are explored, and none of these fails."""
    runs: int = 0
    schedules: int = 0
    wrong: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    def add(self, other: "Agreement") -> None:
        self.programs += other.programs
        self.verdicts.update(other.verdicts)
        self.too_large += other.too_large
        self.runs += other.runs
        self.schedules += other.schedules
        self.wrong += other.wrong
        self.unknown += other.unknown

    def __str__(self) -> str:
        verdicts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(self.verdicts.items()))
        return (
            f"{self.programs} programs ({self.too_large} with too many schedules): {verdicts}; {self.runs} runs of "
            f"verify, {self.schedules} schedules explored; {len(self.wrong)} wrong"
        )


def text_of(seed: int, folder: Path) -> str:
    """Every second program is of those that check is compared with."""
    kind = random_verified if seed % 2 else random_checked
    source = folder / "first.c"
    source.write_text(kind.first_text(seed // 2))
    image = load_image(build_program([source], ["-w"], folder / "first").program)
    run = run_program(RunRequest(image, folder / "first.rdl", limit_s=LIMIT_S, output=Output.CAPTURED))
    return kind.checked_text(seed // 2, [int(word) for word in run.stdout.split()])


def compared(
    seed: int, text: Callable[[int, Path], str] = text_of, properties: tuple[Property, ...] = ("assertions", "exit")
) -> Agreement:
    found = Agreement(programs=1)
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as scratch:
        try:
            _compare(text(seed, Path(scratch)), Path(scratch), properties, found)
        except (RaddleError, AssertionError) as error:
            found.verdicts["error"] += 1
            found.wrong.append(f"{type(error).__name__}: {error}")
    found.wrong = [f"program {seed}: {what}" for what in found.wrong]
    found.unknown = [f"program {seed}: {what}" for what in found.unknown]
    return found


def _compare(text: str, folder: Path, properties: tuple[Property, ...], found: Agreement) -> None:
    source = folder / "checked.c"
    source.write_text(text)
    oracle = explored(text, most_runs=MOST_RUNS, limit_s=LIMIT_S)
    found.schedules += oracle.schedules
    found.too_large += not oracle.exhausted and not oracle.crashes
    options = VerifyOptions(properties, until=soon_enough(), work=work(), witnesses=folder, explain=False, again=True)
    order = RecordOrder(Sources((source,), ("-w",)), output=Output.CAPTURED)
    verified = verify(VerifyOrder(order, options), lambda note: None, Silent())
    found.verdicts[verified.verdict] += 1
    found.runs += verified.counts.runs
    if verified.verdict == "unknown":
        found.unknown.append(verified.reason)
    if verified.verdict == "proved" and oracle.crashes:
        found.wrong.append(f"proved, and some schedule fails at {sorted(oracle.failing)}")
    if verified.verdict == "proved" and oracle.deadlocks and "deadlocks" in properties:
        found.wrong.append("proved, and some schedule deadlocks")
    stands = [finding for finding in verified.findings if finding.kind == "deadlock"]
    if stands and oracle.exhausted and not oracle.deadlocks:
        found.wrong.append("a deadlock, and no schedule does")
    if verified.verdict == "bug" and oracle.exhausted:
        lines = {finding.place.line for finding in verified.findings if finding.place and finding not in stands}
        if not lines <= oracle.failing:
            found.wrong.append(f"bug at {sorted(lines)}, and schedules fail at {sorted(oracle.failing)}")
    found.wrong += [f"not confirmed: {one}" for one in verified.findings if one.status != "confirmed"]

"""Data races and deadlocks of tests/races and tests/deadlocks: ThreadSanitizer and raddle, one run each.

The size is the limit in seconds for one run of one program. Both begin with the source, and seconds are those from
there to the answer: build and run, with raddle also prediction and the replay of every finding. A program counts as
found where something is reported that its lines expect. `expected`: what the program's own lines say. Where
ThreadSanitizer reports something in a program that is correct, it is false there (it does not know fences). For
deadlocks it looks for locks that were taken in different orders, whatever else keeps these apart.

The last rows sum up. `only ThreadSanitizer` has to be 0: what it finds and we do not is a bug of ours.
"""

import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.sanitised import Sanitised, compilers, sanitised
from bench.table import Cell, Column, Growth, Row
from raddle.report.properties import Property
from tests.support.expectations import DEADLOCKS, RACES, Compared, Expected, compared, places_of, programs_of
from tests.support.programs import TestProgram

title = "Races and deadlocks beside ThreadSanitizer"
default_size = 20
columns = (
    Column("program", "program"),
    Column("property", "property"),
    Column("expected", "expected"),
    Column("sanitizer", "ThreadSanitizer"),
    Column("raddle", "raddle"),
    Column("confirmed", "confirmed"),
    Column("predicted", "predicted"),
    Column("lines", "lines that only ThreadSanitizer names"),
    Column("sanitizer_s", "its s", ".2f"),
    Column("raddle_s", "our s", ".2f"),
    Column("ratio", "times its", ".1f"),
)
paper: dict[str, dict[str, Cell]] = {
    "ThreadSanitizer, one run each, on four labelled public sets": {
        "races found": "40 of 57, 24 of 37, 31 of 36, 18 of 19"
    }
}
growth: Growth | None = None

FOUND, SILENT, FALSE, MISSED, STUCK = "found", "-", "false", "missed", "stuck"


@dataclass(frozen=True)
class Measured:
    program: TestProgram
    asked: Property
    expected: Expected
    sanitizer: Sanitised | None
    raddle: Compared
    raddle_s: float

    @property
    def sanitizer_says(self) -> str:
        found = self.sanitizer
        if found is None:
            return ""
        reports = found.races if self.asked == "races" else found.inversions
        if self.expected.is_safe:
            return FALSE if reports else SILENT
        if found.stuck and self.asked == "deadlocks" and not reports:
            return STUCK
        return FOUND if reports else MISSED

    @property
    def raddle_says(self) -> str:
        named = {where for finding in self.raddle.findings for where in places_of(finding)}
        if self.expected.is_safe:
            return FALSE if self.raddle.findings else SILENT
        return FOUND if named & self.expected.lines else MISSED

    def row(self) -> Row:
        findings, sanitizer = self.raddle.findings, self.sanitizer
        ours = {line for finding in findings for _, line in places_of(finding)}
        more = sorted(sanitizer.lines - ours) if sanitizer and self.asked == "races" else []
        return {
            "program": self.program.sources[0].name,
            "property": self.asked,
            "expected": "safe" if self.expected.is_safe else "bug",
            "sanitizer": self.sanitizer_says,
            "raddle": self.raddle_says,
            "confirmed": sum(finding.status == "confirmed" for finding in findings),
            "predicted": sum(finding.status == "predicted" for finding in findings),
            "lines": ", ".join(map(str, more)),
            "sanitizer_s": sanitizer.seconds if sanitizer else None,
            "raddle_s": self.raddle_s,
            "ratio": self.raddle_s / sanitizer.seconds if sanitizer else None,
        }


def run(size: int) -> list[Row]:
    if compilers() is None:
        print("no compiler here has ThreadSanitizer: its columns stay empty", file=sys.stderr)
    parts: tuple[tuple[Path, Property], ...] = ((RACES, "races"), (DEADLOCKS, "deadlocks"))
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="raddle-bench-") as scratch:
        folder = Path(scratch)
        _warm(folder)
        for place, asked in parts:
            found = [
                _measured(program, asked, expected, folder, size)
                for program, expected in programs_of(place, asked).values()
            ]
            rows += [one.row() for one in found]
            rows += summary(found, asked)
    return rows


def summary(found: Sequence[Measured], asked: Property) -> list[Row]:
    """What each found, of those that have a bug; what was false; how many reports were confirmed."""
    buggy = [one for one in found if not one.expected.is_safe and one.sanitizer is not None]
    sides = [(one.sanitizer_says in (FOUND, STUCK), one.raddle_says == FOUND) for one in buggy]
    words = {
        "both": (True, True),
        "only raddle": (False, True),
        "only ThreadSanitizer": (True, False),
        "neither": (False, False),
    }
    rows: list[Row] = [
        {"program": f"found by {word}", "property": asked, "raddle": f"{sides.count(side)} of {len(sides)}"}
        for word, side in words.items()
    ]
    unseen = [one for one in found if not one.expected.is_safe and one.sanitizer is None]
    if unseen:
        hits = sum(one.raddle_says == FOUND for one in unseen)
        rows.append(
            {"program": "not given to ThreadSanitizer", "property": asked, "raddle": f"{hits} of {len(unseen)}"}
        )
    safe = [one for one in found if one.expected.is_safe]
    rows.append(
        {
            "program": "false, of the correct ones",
            "property": asked,
            "sanitizer": f"{sum(one.sanitizer_says == FALSE for one in safe)} of {len(safe)}",
            "raddle": f"{sum(one.raddle_says == FALSE for one in safe)} of {len(safe)}",
        }
    )
    reports = [finding.status for one in found for finding in one.raddle.findings]
    timed = [one for one in found if one.sanitizer is not None]
    sanitizer_s = sum(one.sanitizer.seconds for one in timed if one.sanitizer)
    raddle_s = sum(one.raddle_s for one in timed)
    rows.append(
        {
            "program": "all",
            "property": asked,
            "raddle": "as expected" if not any(one.raddle.troubles for one in found) else "not as expected",
            "confirmed": reports.count("confirmed"),
            "predicted": reports.count("predicted"),
            "sanitizer_s": sanitizer_s or None,
            "raddle_s": raddle_s,
            "ratio": raddle_s / sanitizer_s if sanitizer_s else None,
        }
    )
    return rows


def _measured(program: TestProgram, asked: Property, expected: Expected, folder: Path, limit_s: float) -> Measured:
    print(f"measuring {program.sources[0].name}", file=sys.stderr)
    theirs = sanitised(program, folder, limit_s) if compilers() is not None else None
    began = time.perf_counter()
    ours = compared(program, asked, folder)
    ours_s = time.perf_counter() - began
    for trouble in ours.troubles:
        print(f"  not as expected: {trouble}", file=sys.stderr)
    return Measured(program, asked, expected, theirs, ours, ours_s)


def _warm(folder: Path) -> None:
    """What is compiled once, at the first check, is compiled."""
    program, _ = next(iter(programs_of(RACES, "races").values()))
    compared(program, "races", folder)

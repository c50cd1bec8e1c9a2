"""Findings of tests/atomicity and tests/memory: how many the real program confirmed, and how many stay predicted.

The size says of how many programs: 1 takes all, N every N-th. Each is checked once, from the source to the replay of
every finding. `expected`: what the program's own lines say; `as expected`: exactly these lines are reported. A finding
is confirmed if a run of the real program showed it (`observed`: the given run itself); else it stays predicted, and the
reason is said. The last row of each property sums up.
"""

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.table import Cell, Column, Growth, Row
from raddle.report.properties import Property
from tests.support.expectations import ATOMICITY, MEMORY, Compared, Expected, compared, programs_of
from tests.support.programs import TestProgram

title = "Atomicity violations and memory errors: confirmed and predicted"
default_size = 1
columns = (
    Column("program", "program"),
    Column("property", "property"),
    Column("expected", "expected"),
    Column("answer", "answer"),
    Column("confirmed", "confirmed"),
    Column("observed", "of these observed"),
    Column("predicted", "predicted"),
    Column("reason", "why not confirmed"),
    Column("seconds", "s", ".2f"),
)
paper: dict[str, dict[str, Cell]] = {}
growth: Growth | None = None


@dataclass(frozen=True)
class Measured:
    program: TestProgram
    asked: Property
    expected: Expected
    found: Compared
    seconds: float

    @property
    def reasons(self) -> list[str]:
        return [one.reason for one in self.found.findings if one.status == "predicted"]

    def row(self) -> Row:
        return {
            "program": self.program.sources[0].name,
            "property": self.asked,
            "expected": "safe" if self.expected.is_safe else "bug",
            "answer": "not as expected" if self.found.troubles else "as expected",
            **_shares([self]),
            "reason": "; ".join(dict.fromkeys(self.reasons)),
            "seconds": self.seconds,
        }


def run(size: int) -> list[Row]:
    parts: tuple[tuple[Path, Property], ...] = ((ATOMICITY, "atomicity"), (MEMORY, "memory"))
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="raddle-bench-") as folder:
        for place, asked in parts:
            programs = list(programs_of(place, asked).values())[::size]
            found = [_measured(program, asked, expected, Path(folder)) for program, expected in programs]
            rows += [one.row() for one in found]
            rows.append(summary(found, asked))
    return rows


def summary(found: Sequence[Measured], asked: Property) -> Row:
    reasons = Counter(reason for one in found for reason in one.reasons)
    shares = _shares(found)
    all_of_them = sum(len(one.found.findings) for one in found)
    right = sum(not one.found.troubles for one in found)
    return {
        "program": f"all {len(found)}",
        "property": asked,
        "expected": f"{sum(not one.expected.is_safe for one in found)} with a bug",
        "answer": f"{right} as expected",
        **{key: f"{number} of {all_of_them}" for key, number in shares.items()},
        "reason": "; ".join(f"{reason} ({number})" for reason, number in reasons.most_common()),
        "seconds": sum(one.seconds for one in found),
    }


def _shares(found: Sequence[Measured]) -> dict[str, int]:
    findings = [finding for one in found for finding in one.found.findings]
    return {
        "confirmed": sum(finding.status == "confirmed" for finding in findings),
        "observed": sum(finding.observed for finding in findings),
        "predicted": sum(finding.status == "predicted" for finding in findings),
    }


def _measured(program: TestProgram, asked: Property, expected: Expected, folder: Path) -> Measured:
    print(f"measuring {program.sources[0].name}", file=sys.stderr)
    began = time.perf_counter()
    found = compared(program, asked, folder)
    for trouble in found.troubles:
        print(f"  not as expected: {trouble}", file=sys.stderr)
    return Measured(program, asked, expected, found, time.perf_counter() - began)

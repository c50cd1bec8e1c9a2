"""Table 5.2 of the paper on diagnosing concurrency bugs: the causes of all failing schedules, beside its figures.

The size is how often each program is diagnosed; the seconds are those of the quickest. Columns, ours first, then the
paper's, for a program of the same name and shape (bench/programs/explain and bench/programs/diagnose):

    s             seconds, runs of the program included, compilation not; how they share out; the paper's against them
    iterations    classes of failing schedules, each with its core; into how many causes they merge by source line
    per schedule  orders between threads in one failing schedule, mean
    per core      orders in a core, mean
    unique        orders in all cores, by source line
    ratio         unique / per schedule
    smallest      no core has more orders than its failing schedule needs
    runs          of the program
    trouble       what is not as it should be: another kind than a concurrency bug, not complete, an error

Averages are those of the rows, as the paper's.
"""

import sys
from collections.abc import Sequence
from statistics import fmean
from typing import Final

from bench.diagnosis import Diagnosing, diagnosis
from bench.paper_diagnosis import AVERAGE, ROWS, PaperRow
from bench.table import Cell, Column, Growth, Row
from raddle.base.errors import RaddleError
from raddle.report.diagnosed import Diagnosed
from raddle.testing.runs import Sources, build

title = "Table 5.2 of the diagnosis paper: causes of failing schedules"
default_size = 3
columns = (
    Column("program", "program"),
    Column("kind", "bug (paper)"),
    Column("s", "s", ".2f"),
    Column("explore_s", "exploring", ".2f"),
    Column("diagnose_s", "diagnosing", ".2f"),
    Column("paper s", "paper", ".1f"),
    Column("times", "paper / ours", ".1f"),
    Column("iterations", "iterations"),
    Column("causes", "causes"),
    Column("paper iterations", "paper"),
    Column("per schedule", "per schedule", ".1f"),
    Column("paper per schedule", "paper"),
    Column("per core", "per core", ".2f"),
    Column("paper per core", "paper", ".1f"),
    Column("unique", "unique"),
    Column("paper unique", "paper"),
    Column("ratio", "ratio %", ".1f"),
    Column("paper ratio", "paper", ".1f"),
    Column("smallest", "smallest"),
    Column("runs", "runs"),
    Column("mb", "MB", ".0f"),
    Column("trouble", "trouble"),
)
paper: dict[str, dict[str, Cell]] = {"the paper, average of its rows": dict(AVERAGE)}
growth: Growth | None = None

LIMIT_S: Final = 120.0
_MEASURED: Final = (
    "s",
    "explore_s",
    "diagnose_s",
    "iterations",
    "causes",
    "per schedule",
    "per core",
    "unique",
    "ratio",
)
_PAPER: Final = ("s", "iterations", "per schedule", "per core", "unique", "ratio")


def run(size: int) -> list[Row]:
    return rows_of(ROWS, size)


def rows_of(wanted: Sequence[PaperRow], size: int) -> list[Row]:
    found = []
    for row in wanted:
        print(f"measuring {row.name}", file=sys.stderr, flush=True)
        found.append(_row(row, size))
    return [*found, _average(found)]


def _row(row: PaperRow, size: int) -> Row:
    known: dict[str, Cell] = {
        "program": row.name,
        "kind": f"({row.bug})",
        "paper s": row.seconds,
        "paper iterations": row.iterations,
        "paper per schedule": row.per_schedule,
        "paper per core": row.per_core,
        "paper unique": row.unique,
        "paper ratio": row.ratio,
    }
    try:
        found = _quickest(row, size)
    except RaddleError as error:
        return known | {"trouble": str(error).splitlines()[0]}
    if found is None:
        return known | {"trouble": f"not within {LIMIT_S:.0f} s"}
    sizes = found.told.sizes
    return known | {
        "kind": f"{found.told.kind} ({row.bug})",
        "s": found.seconds,
        "explore_s": found.explore_s,
        "diagnose_s": found.diagnose_s,
        "times": row.seconds / found.seconds,
        "iterations": sizes.iterations,
        "causes": len(found.told.causes),
        "per schedule": sizes.per_schedule,
        "per core": sizes.per_core,
        "unique": sizes.unique,
        "ratio": 100 * sizes.ratio,
        "smallest": "yes" if all(cause.smallest for cause in found.told.causes) else "no",
        "runs": sizes.runs,
        "mb": found.peak_mb,
        "trouble": _trouble(found.told),
    }


def _quickest(row: PaperRow, size: int) -> Diagnosing | None:
    program = build(Sources((row.source,)), lambda note: None)
    found = [one for _ in range(size) if (one := diagnosis(program, row.arguments, LIMIT_S)) is not None]
    return min(found, key=lambda one: one.seconds) if len(found) == size else None


def _trouble(told: Diagnosed) -> str:
    if told.kind != "concurrency":
        return f"{told.kind}: {told.reason}" if told.reason else told.kind
    return "" if told.complete else f"not complete: {told.reason}"


def _average(rows: Sequence[Row]) -> Row:
    def mean(key: str) -> Cell:
        figures = [figure for row in rows if isinstance(figure := row.get(key), int | float)]
        return fmean(figures) if figures else None

    found: dict[str, Cell] = {"program": "average"}
    found |= {key: _short(mean(key)) for key in (*_MEASURED, *(f"paper {key}" for key in _PAPER))}
    times = [row for row in rows if "s" in row]
    ours, theirs = (sum(float(row[key] or 0) for row in times) for key in ("s", "paper s"))
    found["times"] = theirs / ours if ours else None
    found["trouble"] = f"{sum(bool(row.get('trouble')) for row in rows)} of {len(rows)} with trouble"
    return found


def _short(figure: Cell) -> Cell:
    return round(figure, 2) if isinstance(figure, float) else figure

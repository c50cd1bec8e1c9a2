"""`raddle check` of random STD traces of 8 threads and 16 locks (bench/std_traces.py), by stage and size.

The size is that of the largest; the others are a tenth, a fifth and two fifths of it. Each is one run of the real
command; `total` is its wall time, with the start of the interpreter, the rest are its own stages. `exponent` is
log(time ratio) / log(events ratio) against the next smaller trace: 1 is linear.
"""

import json
import math
import sys
import tempfile
import time
from pathlib import Path

from bench.std_traces import Sizes, std_lines
from bench.table import Cell, Column, Growth, Row
from raddle.base.errors import ToolError
from raddle.base.process import run as run_command

title = "STD traces"
default_size = 500_000
columns = (
    Column("trace", "trace"),
    Column("events", "events", ",d"),
    Column("read_s", "read s", ".2f"),
    Column("model_s", "model s", ".2f"),
    Column("races_s", "races s", ".2f"),
    Column("telling_s", "telling s", ".2f"),
    Column("deadlocks_s", "deadlocks s", ".2f"),
    Column("total_s", "total s", ".2f"),
    Column("exponent", "exponent", ".2f"),
    Column("pairs", "pairs of places"),
    Column("races", "races"),
    Column("undecided", "undecided"),
)
paper: dict[str, dict[str, Cell]] = {
    "RAPID on 500,000 events, 8 threads, 16 locks, s": {"HB": 3.4, "WCP": 14.7, "SyncPreserving": "over 35"},
}
growth: Growth | None = Growth(x="events", y="total_s", series="trace")

SEED = 1
LIMIT_S = 600.0
STAGES = ("read", "model", "races", "telling", "deadlocks")


def run(size: int) -> list[Row]:
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="raddle-bench-") as folder:
        measure(min(1000, size), Path(folder))  # so that our own C is compiled
        for events in (size // 10, size // 5, 2 * size // 5, size):
            row = measure(events, Path(folder))
            rows.append({**row, "exponent": _exponent(rows[-1], row) if rows else None})
    return rows


def measure(events: int, folder: Path) -> dict[str, Cell]:
    trace, report = folder / f"{events}.std", folder / f"{events}.json"
    with trace.open("w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in std_lines(Sizes(events), SEED))
    command = [sys.executable, "-m", "raddle", "check", str(trace), "--property", "races,deadlocks"]
    began = time.perf_counter()
    done = run_command([*command, "--format", "json", "-o", str(report)], limit_s=LIMIT_S)
    total_s = time.perf_counter() - began
    if not report.is_file():
        raise ToolError("the check gave no report", command=command, output=done.stderr, limit_s=LIMIT_S)
    told = json.loads(report.read_text(encoding="utf-8"))
    seconds = told["stats"]["seconds"]
    return {
        "trace": "random",
        "events": told["stats"]["events"],
        **{f"{stage}_s": seconds.get(stage, 0.0) for stage in STAGES},
        "total_s": total_s,
        "pairs": told["stats"]["race_pairs"],
        "races": sum(finding["kind"] == "data-race" for finding in told["findings"]),
        "undecided": len(told["open"]),
    }


def _exponent(smaller: Row, larger: Row) -> float:
    times = [row["total_s"] for row in (smaller, larger)]
    events = [row["events"] for row in (smaller, larger)]
    return math.log(_number(times[1]) / _number(times[0])) / math.log(_number(events[1]) / _number(events[0]))


def _number(cell: Cell) -> float:
    assert isinstance(cell, int | float)
    return float(cell)

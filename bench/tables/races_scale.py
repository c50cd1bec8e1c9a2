"""Races of long runs: what each stage of `raddle check` takes, with 1,000 pairs of places, and on STD traces.

The size is that of the run in visible events (about); the STD traces have half of it. Seconds are wall-clock time on an
idle machine, with two jobs; processor time of all is beside the total, since it hardly depends on others.
"""

import json
import resource
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.many_races import text_of
from bench.std_trace import lines_of
from bench.table import Cell, Column, Growth, Row
from raddle.base.errors import ToolError
from raddle.base.process import run as run_process

title = "Races of long runs"
default_size = 1_000_000
columns = (
    Column("run", "run"),
    Column("events", "visible events", ",d"),
    Column("pairs", "pairs of places", ",d"),
    Column("excluded", "do not race", ",d"),
    Column("races", "races", ",d"),
    Column("confirmed", "confirmed", ",d"),
    Column("undecided", "undecided", ",d"),
    Column("stage", "stage"),
    Column("seconds", "s", ".2f"),
    Column("cpu_s", "CPU s", ".2f"),
)
paper: dict[str, dict[str, Cell]] = {
    "goal": {"1 M events, 1,000 pairs, s": "under 120", "STD, 500,000 events, s": "under 15"},
    "RAPID, 500,000 events": {"HB, s": 3.4, "WCP, s": 14.7, "SyncPreserving, s": "over 35"},
}
growth: Growth | None = None

LIMIT_S = 1800


def run(size: int) -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="raddle-bench-") as name:
        folder = Path(name)
        program, trace = folder / "many_races.c", folder / "trace.std"
        program.write_text(text_of(size))
        trace.write_text("\n".join(lines_of(size // 2)) + "\n")
        return [
            *_rows("C program", ["check", str(program), "--property", "races"], folder),
            *_rows("STD, races", ["check", str(trace), "--property", "races"], folder),
            *_rows("STD, races and deadlocks", ["check", str(trace)], folder),
        ]


def _rows(name: str, words: list[str], folder: Path) -> Iterator[Row]:
    print(f"measuring {' '.join(words)}", file=sys.stderr)
    command = [sys.executable, "-m", "raddle", *words, "--jobs", "2", "--format", "json"]
    before = _cpu_s()
    finished = run_process(command, limit_s=LIMIT_S, cwd=folder)
    if finished.status not in (0, 1, 3):
        raise ToolError(f"raddle failed: {finished.stderr_text[-2000:]}", command=command)
    said = json.loads(finished.stdout)
    stats, findings = said["stats"], [one for one in said["findings"] if one["kind"] == "data-race"]
    yield {
        "run": name,
        "events": stats["events"],
        "pairs": stats["race_pairs"],
        "excluded": stats["races_excluded"],
        "races": len(findings),
        "confirmed": sum(one["status"] == "confirmed" for one in findings),
        "undecided": len(said["open"]),
        "stage": "all",
        "seconds": finished.seconds,
        "cpu_s": _cpu_s() - before,
    }
    for stage, seconds in stats["seconds"].items():
        yield {"run": name, "stage": stage, "seconds": seconds}


def _cpu_s() -> float:
    """Of processes that were started and are over."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime

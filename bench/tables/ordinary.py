"""Ordinary programs (tests/support/budget_programs.py) with more and more items: what one recorded run of each comes to
in `check --recorded`, and how many states the search of all of them has. CPU seconds, with those for loading raddle."""

import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.table import Cell, Column, Growth, Row
from raddle.decide.registers import NotSearched
from raddle.decide.states import States
from raddle.model.recorded.from_trace import model_of
from raddle.trace.recording import load_recording
from raddle.trace.walk_fast import walk_fast
from tests.support.budget_programs import BudgetProgram, programs

title = "Ordinary programs"
default_size = 40
"""The most items; 5, 10, 20 and so on up to it."""
columns = (
    Column("program", "program"),
    Column("events", "events", ",d"),
    Column("states", "states", ",d"),
    Column("over", "all of them"),
    Column("answer", "answer"),
    Column("seconds", "CPU s", ".1f"),
)
paper: dict[str, dict[str, Cell]] = {}
growth: Growth | None = None

MOST_MOVES = 50_000_000


def run(size: int) -> list[Row]:
    items = [5 * 2**power for power in range(16) if 5 * 2**power <= size]
    wanted = {program.name: program for number in items for program in programs(number)}
    chosen = [program for name, program in wanted.items() if int(name.rpartition("_")[2]) in items]
    with tempfile.TemporaryDirectory(prefix="raddle-bench-") as folder:
        return [_measured(program, Path(folder)) for program in sorted(chosen, key=_order)]


def _order(program: BudgetProgram) -> tuple[str, int]:
    name, _, items = program.name.rpartition("_")
    return name, int(items)


def _measured(program: BudgetProgram, folder: Path) -> Row:
    source, recording = folder / program.file, folder / f"{program.name}.rdl"
    source.write_text(program.text)
    _raddle("record", str(source), "-o", str(recording))
    begun_s = _children_s()
    report = json.loads(_raddle("check", str(recording), "--recorded", "--format", "json"))
    seconds = _children_s() - begun_s
    states, is_over = _searched(recording)
    return {
        "program": program.name,
        "events": load_recording(recording).events,
        "states": states,
        "over": is_over,
        "answer": "finding" if report["findings"] else f"{len(report['open'])} open" if report["open"] else "none",
        "seconds": seconds,
    }


def _searched(recording: Path) -> tuple[int | None, str]:
    ctp = model_of(walk_fast(load_recording(recording))).ctp
    try:
        states = States(ctp)
    except NotSearched as refusal:
        return None, str(refusal)
    states.search(MOST_MOVES)
    return states.count, "yes" if states.is_over else "no"


def _raddle(*words: str) -> str:
    return subprocess.run([sys.executable, "-m", "raddle", *words], capture_output=True, text=True, check=False).stdout


def _children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime

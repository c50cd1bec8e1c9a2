"""Ordinary programs (tests/ordinary) with more and more items: what one recorded run of each comes to in
`check --recorded`, how many states the search of all of them has, without and with tokens (decision 46), and whether
its twin with a bug is found. CPU
seconds, with those for loading raddle."""

import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from bench.table import Cell, Column, Growth, Row
from raddle.decide.registers import NotSearched
from raddle.decide.states import States
from raddle.model.recorded.from_trace import model_of
from raddle.trace.recording import load_recording
from raddle.trace.walk_fast import walk_fast
from tests.support.ordinary import Ordinary, ordinary, wrong

title = "Ordinary programs"
default_size = 40
"""The most items; 5, 10, 20 and so on up to it."""
columns = (
    Column("program", "program"),
    Column("items", "items"),
    Column("events", "events", ",d"),
    Column("states", "states", ",d"),
    Column("tokens", "with tokens", ",d"),
    Column("over", "all of them"),
    Column("answer", "answer"),
    Column("seconds", "CPU s", ".1f"),
    Column("bug", "its bug"),
    Column("bug_s", "CPU s", ".1f"),
)
paper: dict[str, dict[str, Cell]] = {}
growth: Growth | None = Growth("items", "seconds", "program")

MOST_MOVES = 50_000_000


def run(size: int) -> list[Row]:
    items = [5 * 2**power for power in range(16) if 5 * 2**power <= size]
    with tempfile.TemporaryDirectory(prefix="raddle-bench-") as folder:
        return [_measured(program, number, Path(folder)) for program in ordinary() for number in items]


def _measured(program: Ordinary, items: int, folder: Path) -> Row:
    recording = folder / f"{program.name}_{items}.rdl"
    _raddle("record", *program.words(items), "-o", str(recording))
    report, seconds = _checked(str(recording), "--recorded")
    with_bug, bug_s = _checked(*program.words(items, with_bug=True), "--witnesses", str(folder), "--recorded")
    states, with_tokens, is_over = _searched(recording)
    return {
        "program": program.name,
        "items": items,
        "events": load_recording(recording).events,
        "states": states,
        "tokens": with_tokens,
        "over": is_over,
        "answer": "finding" if report["findings"] else f"{len(report['open'])} open" if report["open"] else "none",
        "seconds": seconds,
        "bug": "; ".join(wrong(program, with_bug, with_bug=True)) or "found",
        "bug_s": bug_s,
    }


def _checked(*words: str) -> tuple[dict[str, Any], float]:
    begun_s = _children_s()
    report: dict[str, Any] = json.loads(_raddle("check", *words, "--format", "json"))
    return report, _children_s() - begun_s


def _searched(recording: Path) -> tuple[int | None, int | None, str]:
    ctp = model_of(walk_fast(load_recording(recording))).ctp
    try:
        states = States(ctp)
    except NotSearched as refusal:
        return None, None, str(refusal)
    states.search(MOST_MOVES)
    count = states.count
    states.search_unordered(range(len(ctp.events)), MOST_MOVES)
    return count, states.count, "yes" if states.knows_unordered else "but for tokens" if states.is_over else "no"


def _raddle(*words: str) -> str:
    return subprocess.run([sys.executable, "-m", "raddle", *words], capture_output=True, text=True, check=False).stdout


def _children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime

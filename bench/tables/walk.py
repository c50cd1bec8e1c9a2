"""What walking costs: seconds for a million events, by the Python walker (the reference) and the generated C walker.

The programs are those of the recording table, in sizes that grow to the given one.
"""

import importlib
import inspect
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from bench.programs_run import Recorded, programs_of, read_recording, record_command, seconds
from bench.table import Cell, Column, Growth, Row

title = "Walk"
default_size = 1_000_000
columns = (
    Column("program", "program"),
    Column("walker", "walker"),
    Column("events", "events", ",d"),
    Column("seconds", "s", ".3f"),
    Column("per_million_s", "s per million", ".3f"),
)
paper: dict[str, dict[str, Cell]] = {
    "prototype": {"Python, s per million": "4.5 to 6.5", "C, s per million": "0.07 to 0.14"}
}
growth: Growth | None = Growth(x="events", y="seconds", series="walker")

PYTHON_AT_MOST = 2_000_000
"""Events beyond which the Python walker is left out: it would take minutes."""


def run(size: int) -> list[Row]:
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="raddle-bench-") as folder:
        for source in programs_of("recording"):
            for step in (100, 10, 1):
                recording = Path(folder) / f"{source.stem}.rdl"
                seconds(record_command(source, recording, [str(max(size // step, 64))]), repeats=1)
                rows.extend(_measure(source.stem, read_recording(recording)))
    return rows


def _measure(program: str, recorded: Recorded) -> Iterator[Row]:
    for walker, load in _walkers().items():
        if walker == "python" and recorded.events > PYTHON_AT_MOST:
            continue
        began = time.perf_counter()
        load(recorded.path)
        took = time.perf_counter() - began
        yield {
            "program": program,
            "walker": walker,
            "events": recorded.events,
            "seconds": took,
            "per_million_s": took / max(recorded.events, 1) * 1e6,
        }


def _walkers() -> dict[str, Callable[[Path], Any]]:
    """By name. `load_trace` takes the walker's name once there are two; before that there is its default."""
    load_trace: Callable[..., Any] = importlib.import_module("raddle.testing.runs").load_trace
    if "walker" not in inspect.signature(load_trace).parameters:
        return {"default": load_trace}
    return {name: partial(load_trace, walker=name) for name in ("python", "c")}

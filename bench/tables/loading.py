"""What every command pays: processor time of commands that have next to nothing to do; the size is how often each runs.

`times`: against numpy alone, loaded in the same turn, since the machine is never the same (decision 42).
"""

import resource
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Final

from bench.table import Cell, Column, Growth, Row
from raddle.base.process import run as run_process

title = "Loading"
default_size = 5
columns = (
    Column("command", "command"),
    Column("cpu_s", "CPU s", ".3f"),
    Column("times", "times numpy alone", ".2f"),
)
paper: dict[str, dict[str, Cell]] = {}
growth: Growth | None = None

_LIMIT_S: Final = 60.0
_NUMPY: Final = "numpy alone"
_TRACE: Final = "T0|w(V1)|1\nT0|fork(T1)|2\nT1|begin(T0)|3\nT1|r(V1)|4\n"
_COMMANDS: Final = {
    "python alone": ["-c", "pass"],
    _NUMPY: ["-c", "import numpy"],
    **{
        f"raddle {' '.join(words)}": ["-m", "raddle", *words]
        for words in (
            ["--version"],
            ["--help"],
            ["check", "--budget", "soon"],
            ["record", "none.c"],
            ["import", "four.std"],
            ["check", "four.std"],
        )
    },
}


def run(size: int) -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="raddle-bench-") as folder:
        (Path(folder) / "four.std").write_text(_TRACE)
        turns = [{name: _took(words, Path(folder)) for name, words in _COMMANDS.items()} for _ in range(size)]
    taken = {name: statistics.median(turn[name] for turn in turns) for name in _COMMANDS}
    return [{"command": name, "cpu_s": took, "times": took / taken[_NUMPY]} for name, took in taken.items()]


def _took(words: list[str], folder: Path) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run_process([sys.executable, *words], limit_s=_LIMIT_S, cwd=folder)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

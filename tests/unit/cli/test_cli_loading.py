"""A command loads what it needs: each that it does not need would be paid for by whoever types it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from raddle.cli.commands import COMMANDS

SRC = Path(__file__).parents[3] / "src"
SOLVERS = ("z3", "pysat")
DECIDING = ("raddle.verify.stages", "raddle.explain.explained", "raddle.diagnose", "raddle.repair", "raddle.papers")
DEAR = ("numpy", "llvmlite", "rich", "tree_sitter", *SOLVERS, "raddle.trace", "raddle.model.ctp", *DECIDING)
LOADED = """
import contextlib, io, sys
from raddle.__main__ import main
sys.argv = {words!r}
with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
    with contextlib.suppress(SystemExit):
        main()
print(*(name for name in {dear!r} if name in sys.modules))
"""


def loaded(folder: Path, *words: str) -> set[str]:
    text = LOADED.format(words=["raddle", *words], dear=DEAR)
    env = {**os.environ, "PYTHONPATH": str(SRC)}
    done = subprocess.run(
        [sys.executable, "-c", text], env=env, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    return set(done.stdout.split())


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["--version"],
        [],
        ["nonsense"],
        *([name, "--help"] for name in COMMANDS),
        ["check", "x.c", "--budget", "soon"],
        ["show"],
    ],
    ids=" ".join,
)
def test_help_and_complaints_about_words_load_next_to_nothing(words: list[str], tmp_path: Path) -> None:
    assert loaded(tmp_path, *words) == set()


def test_a_run_that_is_recorded_loads_nothing_that_decides(tmp_path: Path) -> None:
    assert loaded(tmp_path, "record", "none.c") <= {"numpy", "raddle.trace"}


def test_a_trace_that_is_decided_without_a_solver_loads_none(tmp_path: Path) -> None:
    (tmp_path / "x.std").write_text("T0|w(V1)|1\nT0|fork(T1)|2\nT1|begin(T0)|3\nT1|r(V1)|4\n")
    assert loaded(tmp_path, "check", "x.std") <= {"numpy", "raddle.trace", "raddle.model.ctp"}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_there(name: str) -> None:
    assert callable(COMMANDS[name].load())

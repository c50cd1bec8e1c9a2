"""The compiler commands load what compiling needs and nothing else."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SRC = Path(__file__).parents[2] / "src"
DEAR = ("llvmlite", "numpy", "pysat", "rich", "z3", "raddle.cli", "raddle.pipeline", "raddle.trace", "raddle.solve")
LOADED = """
import sys
sys.argv = {words!r}
from {module} import {main}
status = {main}()
print(status, *sorted(name for name in {dear!r} if name in sys.modules))
"""

pytestmark = [pytest.mark.compiler]


def loaded(module: str, main: str, *words: str) -> str:
    text = LOADED.format(words=["raddle", *words], module=module, main=main, dear=DEAR)
    env = {**os.environ, "PYTHONPATH": str(SRC)}
    done = subprocess.run([sys.executable, "-c", text], env=env, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    ("module", "main", "words"),
    [
        ("raddle.wrapper", "main_cc", ["-dumpversion"]),
        ("raddle.wrapper", "main_cxx", ["-dumpversion"]),
        ("raddle.__main__", "main", ["cc", "-dumpversion"]),
        ("raddle.__main__", "main", ["c++", "-dumpversion"]),
    ],
)
def test_asking_the_compiler_loads_no_solver_and_no_llvm(module: str, main: str, words: list[str]) -> None:
    assert loaded(module, main, *words) == "0"


def test_compiling_loads_llvm_and_no_solver(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("int x;\n")
    assert loaded("raddle.wrapper", "main_cc", "-c", f"{tmp_path}/a.c", "-o", f"{tmp_path}/a.o") == "0 llvmlite"

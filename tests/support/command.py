"""The real command in a process of its own."""

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ENVIRONMENT = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2] / "src")}
COMMAND = (sys.executable, "-m", "raddle")
LIMIT_S = 120


@dataclass(frozen=True)
class Said:
    status: int
    out: str
    err: str


def raddle(
    *words: str | Path,
    through: tuple[str, ...] = (),
    stdin: str = "",
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
) -> Said:
    """`through`: a command that starts the command given to it."""
    command = [*through, *COMMAND, *map(str, words)]
    done = subprocess.run(
        command, input=stdin, capture_output=True, text=True, cwd=cwd, env={**ENVIRONMENT, **(env or {})},
        timeout=LIMIT_S, check=False,
    )  # fmt: skip
    assert "Traceback" not in done.stderr, done.stderr
    return Said(done.returncode, done.stdout, done.stderr)


def check_assertions(
    *words: str | Path,
    through: tuple[str, ...] = (),
    stdin: str = "",
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
) -> Said:
    """`check` for programs of which races and deadlocks are of no interest."""
    return raddle("check", "--property", "assertions", *words, through=through, stdin=stdin, cwd=cwd, env=env)


def source(folder: Path, text: str, name: str = "test.c") -> Path:
    """A C file; its own text begins at line 4."""
    (folder / name).write_text("#include <pthread.h>\n#include <stdio.h>\n#include <stdlib.h>\n" + text)
    return folder / name

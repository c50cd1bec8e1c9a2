"""The real command in a process of its own.

Unless it is started `through` another program, or with another encoding, that process is a fork of this one: most of a
short command's time goes into loading raddle, which has been done here. test_readme and test_interrupted start it anew.
"""

import atexit
import faulthandler
import os
import select
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Never

from raddle.__main__ import main
from raddle.base.process import ENDING_SIGNALS
from raddle.cli.commands import COMMANDS
from raddle.solve import several
from tests.support.limits import HANG_S

for command in COMMANDS.values():  # before anything is forked
    command.load()
assert several

ENVIRONMENT = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2] / "src")}
COMMAND = (sys.executable, "-m", "raddle")
WITH_SIGNALS = (
    sys.executable,
    "-c",
    "import os, signal, sys\n"
    "for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM): signal.signal(number, signal.SIG_DFL)\n"
    "os.execv(sys.argv[1], sys.argv[1:])",
)
"""Starts the command given to it so that these end it, whatever the suite was started with: nohup, a job of a shell."""


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
    environment = {**ENVIRONMENT, **(env or {})}
    if through or any(name.startswith(("PYTHON", "LC_")) for name in env or ()):
        said = _started([*through, *COMMAND, *map(str, words)], stdin, cwd, environment)
    else:
        said = _forked(list(map(str, words)), stdin, cwd, environment)
    assert "Traceback" not in said.err, said.err
    return said


def _started(command: list[str], stdin: str, cwd: Path | None, env: Mapping[str, str]) -> Said:
    done = subprocess.run(
        command, input=stdin, capture_output=True, text=True, cwd=cwd, env=env, timeout=HANG_S, check=False
    )
    return Said(done.returncode, done.stdout, done.stderr)


def _forked(words: list[str], stdin: str, cwd: Path | None, env: Mapping[str, str]) -> Said:
    with tempfile.TemporaryFile() as fed, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        fed.write(stdin.encode())
        fed.seek(0)
        child = os.fork()
        if child == 0:
            _be_command(words, (fed, out, err), cwd, env)
        status = _ending_of(child)
        assert status is not None, f"no end within {HANG_S} s: raddle {words}\n{_text(out)}\n{_text(err)}"
        return Said(status, _text(out), _text(err))


def _ending_of(child: int) -> int | None:
    """None: it had to be killed."""
    ear = os.pidfd_open(child)
    in_time, _, _ = select.select([ear], [], [], HANG_S)
    os.close(ear)
    if not in_time:
        os.kill(child, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return status if in_time else None


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode()


def _be_command(words: list[str], streams: tuple[IO[bytes], ...], cwd: Path | None, env: Mapping[str, str]) -> Never:
    """As `python -m raddle` would be: its own streams, environment, folder, signals and things to do at its end."""
    try:
        status = 1
        faulthandler.disable()
        atexit._clear()
        for number in ENDING_SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for number, stream in enumerate(streams):
            os.dup2(stream.fileno(), number)
        sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", buffering=1, errors="backslashreplace", closefd=False)  # noqa: SIM115
        tempfile.tempdir = None  # asked for anew, of the environment
        os.environ.clear()
        os.environ.update(env)
        if cwd is not None:
            os.chdir(cwd)
        sys.argv = ["raddle", *words]
        status = main()
        atexit._run_exitfuncs()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


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

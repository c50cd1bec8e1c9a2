"""The example projects, each through its own build system: built, run natively, checked, replayed."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from raddle.base.exits import Exit

ROOT = Path(__file__).parents[2]
PROJECTS = ROOT / "examples" / "projects"
MODULE = [sys.executable, "-m", "raddle"]

pytestmark = [pytest.mark.native, pytest.mark.compiler, pytest.mark.slow]


@dataclass(frozen=True)
class Project:
    name: str
    needs: tuple[str, ...]
    steps: tuple[str, ...]
    """Shell commands in a copy of the folder; CC and CXX are set."""
    program: str
    output: str
    fails: str


ALL = [
    Project("make", ("make", "ar"), ("make -j2",), "tickets", "tickets 1 and 2\n", "tickets[0] != tickets[1]"),
    Project(
        "cmake",
        ("cmake", "ninja"),
        ("cmake -G Ninja -B build -DCMAKE_BUILD_TYPE=Debug .", "cmake --build build"),
        "build/warehouse",
        "1 bolts left\n",
        'stock.count("bolt") == 1',
    ),
    Project(
        "autotools",
        ("autoreconf", "libtoolize", "make"),
        ("autoreconf -fi", "./configure --prefix=$PWD/installed", "make", "make install"),
        "installed/bin/meter",
        "total 10, most 7\n",
        "meter_most(meter) == 7",
    ),
    Project(
        "meson", ("meson", "ninja"), ("meson setup build", "ninja -C build"), "build/mailbox", "done\n", "letter == 42"
    ),
    Project("mixed", ("make", "ar"), ("make -j2",), "player", "2 tracks, volume 9\n", "volume_get() == 9"),
]


ONE_CORE = (sys.executable, "-c", "import os, sys; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}); "
            "os.execv(sys.argv[1], sys.argv[1:])")  # fmt: skip
"""A native run with a bug in it: on two cores it may come about by chance."""


def environment(folder: Path) -> dict[str, str]:
    """Compilers of one word, as build systems like them."""
    for name, main in (("raddle-cc", "main_cc"), ("raddle-c++", "main_cxx")):
        script = folder / name
        script.write_text(f"#!{sys.executable}\nimport sys\nfrom raddle.wrapper import {main}\nsys.exit({main}())\n")
        script.chmod(0o755)
    path = f"{folder}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT / "src"), "CC": "raddle-cc", "CXX": "raddle-c++"}


def run(command: list[str] | str, cwd: Path, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    shell = isinstance(command, str)
    return subprocess.run(command, cwd=cwd, env=env, shell=shell, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("project", ALL, ids=lambda project: project.name)
def test_a_project_is_built_by_its_own_means_and_its_bug_is_found(project: Project, tmp_path: Path) -> None:
    env = environment(tmp_path)
    missing = [tool for tool in project.needs if shutil.which(tool, path=env["PATH"]) is None]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")
    folder = tmp_path / project.name
    shutil.copytree(PROJECTS / project.name, folder)
    for step in project.steps:
        built = run(step, folder, env)
        assert built.returncode == 0, built.stdout + built.stderr
        assert "raddle: " not in built.stderr
    program = folder / project.program
    native = run([*ONE_CORE, str(program)], folder, env)
    assert (native.returncode, native.stdout, native.stderr) == (0, project.output, "")
    words = ["check", str(program), "--property", "assertions", "--witnesses", str(tmp_path)]
    checked = run([*MODULE, *words], folder, env)
    assert checked.returncode == Exit.FINDING, checked.stdout + checked.stderr
    assert f"assertion can fail: {project.fails}" in checked.stdout
    assert "CONFIRMED" in checked.stdout
    (witness,) = tmp_path.glob("*.witness")
    replayed = run([*MODULE, "replay", str(witness), "--times", "2"], folder, env)
    assert replayed.returncode == 0, replayed.stderr
    assert "2 of 2 replays as expected" in replayed.stderr

"""Our lists and trees in the place of libstdc++'s: random operations through std::list, std::map and std::multiset."""

import subprocess
from pathlib import Path

import pytest

from raddle.base.cache import Cache
from raddle.base.toolchain import find_toolchain
from tests.native.harness import NATIVE, PROGRAMS
from tests.support.limits import HANG_S

pytestmark = [pytest.mark.native, pytest.mark.compiler]


def test_lists_and_trees_are_as_the_standard_wants_them_and_stay_balanced(tmp_path: Path) -> None:
    toolchain = find_toolchain(Cache.of_user())
    if toolchain.kind == "zig":
        pytest.skip("libc++ has its lists and trees in its headers")
    ours, checks, program = tmp_path / "ours.o", tmp_path / "checks.o", tmp_path / "containers"
    source = PROGRAMS / "containers.cpp"
    cxx = toolchain.driver("c++")
    subprocess.run([*toolchain.command, "-O1", "-c", NATIVE / "cxx" / "containers.c", "-o", ours], check=True)
    subprocess.run([*cxx, "-O1", "-std=c++17", "-c", source, "-o", checks], check=True)
    subprocess.run([*cxx, checks, ours, "-o", program], check=True)
    done = subprocess.run([program], capture_output=True, text=True, timeout=HANG_S, check=False)
    assert (done.stdout, done.returncode) == ("as expected\n", 0)

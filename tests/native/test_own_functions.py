"""Our functions in the place of the C library's: random arguments, and the library's own answers."""

import subprocess
from pathlib import Path

import pytest

from raddle.base.cache import Cache
from raddle.base.toolchain import find_toolchain
from raddle.capture.followed import own_sources
from tests.native.harness import PROGRAMS
from tests.support.limits import HANG_S

pytestmark = [pytest.mark.native, pytest.mark.compiler]

CHECKS = sorted((PROGRAMS / "own").glob("*.c"))


@pytest.mark.parametrize("source", CHECKS, ids=lambda source: source.stem)
def test_they_do_what_the_library_does(source: Path, tmp_path: Path) -> None:
    toolchain = find_toolchain(Cache.of_user())
    strict = ("-std=gnu17", "-O1", "-fno-builtin", "-Wall", "-Wextra", "-Werror", "-Wno-deprecated-declarations")
    program = tmp_path / "compared"
    command = [*toolchain.command, *strict, source, *own_sources(), "-o", program, "-lm"]
    subprocess.run(command, check=True)
    done = subprocess.run([program], capture_output=True, text=True, errors="replace", timeout=HANG_S, check=False)
    assert (done.stdout, done.returncode) == ("as expected\n", 0)

"""A program under ThreadSanitizer, one run.

In: a program of tests/races or tests/deadlocks. Out: what it said, and how long it took from source to answer. Without
optimisation: at -O1 clang drops stores that nobody reads, and the races with them.
"""

import os
import re
import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from bench.programs_run import toolchain
from raddle.base.process import run
from tests.support.programs import TestProgram

FLAGS: Final = ("-O0", "-g", "-w", "-fsanitize=thread", "-pthread")
OPTIONS: Final = "exitcode=66 detect_deadlocks=1 second_deadlock_stack=1"
_REPORT: Final = re.compile(r"WARNING: ThreadSanitizer: (?P<what>[\w -]+?) \(")
_ACCESS: Final = re.compile(
    r"^  (?:Previous )?(?:[Aa]tomic )?(?:[Ww]rite|[Rr]ead) of size.*:\n(?P<stack>(?:    #.*\n)+)", re.M
)
_RACES: Final = ("data race", "heap-use-after-free")
"""How their reports begin: of a vptr it says so."""
_INVERSION: Final = "lock-order-inversion"

Compilers = tuple[tuple[str, ...], tuple[str, ...]]
"""For C and for C++."""


@dataclass(frozen=True, slots=True)
class Sanitised:
    """`races`, `inversions`: reports. `stuck`: it had to be ended."""

    races: int
    inversions: int
    lines: frozenset[int]
    """Of the program's own source that reports of races name."""
    stuck: bool
    seconds: float


@cache
def compilers() -> Compilers | None:
    """Raddle's clang, else the system's gcc: zig brings no ThreadSanitizer. None: nobody has it."""
    found: list[Compilers] = []
    if toolchain().kind == "clang":
        found.append((toolchain().driver("c"), toolchain().driver("c++")))
    gcc, gxx = shutil.which("gcc"), shutil.which("g++")
    if gcc and gxx:
        found.append(((gcc,), (gxx,)))
    return next((one for one in found if _has_it(one[0])), None)


def sanitised(program: TestProgram, folder: Path, limit_s: float) -> Sanitised | None:
    """None: it cannot be built so (SV-COMP's functions are nowhere defined)."""
    found = compilers()
    assert found is not None
    compiler = found[program.sources[0].suffix == ".cpp"]
    place = folder / f"{program.name}.tsan"
    built = run([*compiler, *FLAGS, *program.flags, *program.sources, "-o", place], limit_s=limit_s)
    if not built.ok:
        return None
    done = run(
        [place, *program.arguments], env={**os.environ, "TSAN_OPTIONS": OPTIONS}, limit_s=limit_s, fixed_addresses=True
    )
    said = done.stderr_text
    reports = [report["what"] for report in _REPORT.finditer(said)]
    return Sanitised(
        races=sum(what.startswith(_RACES) for what in reports),
        inversions=sum(what.startswith(_INVERSION) for what in reports),
        lines=frozenset(_lines(said, program)),
        stuck=done.timed_out,
        seconds=built.seconds + done.seconds,
    )


def _lines(said: str, program: TestProgram) -> set[int]:
    """Of each access, where the program's own code stands."""
    own = re.compile(rf"{re.escape(program.sources[0].name)}:(\d+)")
    firsts = (own.search(access["stack"]) for access in _ACCESS.finditer(said))
    return {int(first[1]) for first in firsts if first}


def _has_it(compiler: tuple[str, ...]) -> bool:
    tiny = b"int main(void) { return 0; }\n"
    return run([*compiler, *FLAGS, "-x", "c", "-", "-o", os.devnull], stdin=tiny, limit_s=60).ok

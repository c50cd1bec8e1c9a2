"""The programs of tests/programs (C) and tests/cxx (C++), and what their first lines promise.

A program is a file, or a folder of files of which the first by name has those lines. A C++ program with a line that
FAILS, be it off the recorded path, may end by an abort. In tests/cxx and tests/predict the line of an assertion says
what `check` makes of it:

// FAILS         found, and confirmed by the real program; `FAILS with libstdc++`: with libc++ it need not be, and
                 a line `// DIFFERS: why` at the beginning says why
// HOLDS         not reported; where other paths would fail there, the line says so
// PINNED: what  not reported, because a value is taken as it was observed; an assumption that names it is listed

Among the first lines, `// ATOMIC: NAME ...` names blocks that are to be atomic, each as behind `--atomic`.
"""

import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path

from raddle.trace.blocks import AtomicBlocks

PROGRAMS = Path(__file__).parents[1] / "programs"
CXX_PROGRAMS = Path(__file__).parents[1] / "cxx"
FIGURES = Path(__file__).parents[1] / "figures"
CXX_FLAGS = ("-std=c++20",)
_SUFFIXES = (".c", ".cpp")
_HEADER = re.compile(r"^// (\w+):\s?(.*)$")
_PROMISE = re.compile(r"// (FAILS|HOLDS|PINNED)\b:?\s*(.*)$")


@dataclass(frozen=True)
class TestProgram:
    __test__ = False

    name: str
    sources: tuple[Path, ...]
    arguments: tuple[str, ...]
    flags: tuple[str, ...]
    stdin: bytes
    exits: frozenset[str]
    output: str | None
    atomic: AtomicBlocks = field(default_factory=AtomicBlocks)


@dataclass(frozen=True)
class Promise:
    """What the line of an assertion says."""

    word: str
    what: str


def all_programs(folder: Path = PROGRAMS) -> list[TestProgram]:
    found = [path for path in folder.iterdir() if path.is_dir() or path.suffix in _SUFFIXES]
    return [_read(path.stem, _sources(path)) for path in sorted(found)]


def promises(sources: tuple[Path, ...]) -> dict[tuple[str, int], Promise]:
    """By file name and line."""
    found: dict[tuple[str, int], Promise] = {}
    for source in sources:
        for number, line in enumerate(source.read_text().splitlines(), 1):
            match = _PROMISE.search(line)
            if match:
                found[source.name, number] = Promise(match.group(1), match.group(2))
    return found


def _sources(path: Path) -> tuple[Path, ...]:
    return tuple(sorted(one for one in path.iterdir() if one.suffix in _SUFFIXES)) if path.is_dir() else (path,)


def _read(name: str, sources: tuple[Path, ...]) -> TestProgram:
    promised: dict[str, str] = {}
    for line in sources[0].read_text().splitlines():
        found = _HEADER.match(line)
        if not found:
            break
        promised[found.group(1)] = found.group(2)
    output = promised.get("OUTPUT")
    in_cxx = sources[0].suffix == ".cpp"
    fails = in_cxx and any(one.word == "FAILS" or "path" in one.what for one in promises(sources).values())
    return TestProgram(
        name,
        sources,
        tuple(shlex.split(promised.get("ARGS", ""))),
        (*(CXX_FLAGS if in_cxx else ()), *shlex.split(promised.get("FLAGS", ""))),
        (promised["STDIN"] + "\n").encode() if "STDIN" in promised else b"",
        frozenset(part.strip() for part in promised.get("EXIT", "0 or signal ABRT" if fails else "0").split(" or ")),
        None if output is None else output.replace("\\n", "\n"),
        AtomicBlocks.of(shlex.split(promised.get("ATOMIC", ""))),
    )

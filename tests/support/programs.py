"""The C programs of tests/programs and what their first lines promise."""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

PROGRAMS = Path(__file__).parents[1] / "programs"
_HEADER = re.compile(r"^// (\w+):\s?(.*)$")


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


def all_programs(folder: Path = PROGRAMS) -> list[TestProgram]:
    single = [(path.stem, (path,)) for path in folder.glob("*.c")]
    several = [(path.name, tuple(sorted(path.glob("*.c")))) for path in folder.iterdir() if path.is_dir()]
    return [_read(name, sources) for name, sources in sorted(single + several)]


def _read(name: str, sources: tuple[Path, ...]) -> TestProgram:
    promised: dict[str, str] = {}
    for line in sources[0].read_text().splitlines():
        found = _HEADER.match(line)
        if not found:
            break
        promised[found.group(1)] = found.group(2)
    output = promised.get("OUTPUT")
    return TestProgram(
        name,
        sources,
        tuple(shlex.split(promised.get("ARGS", ""))),
        tuple(shlex.split(promised.get("FLAGS", ""))),
        (promised["STDIN"] + "\n").encode() if "STDIN" in promised else b"",
        frozenset(part.strip() for part in promised.get("EXIT", "0").split(" or ")),
        None if output is None else output.replace("\\n", "\n"),
    )

"""Programs of tests/ordinary: what application programmers write, with N items, and each with a bug under -DBUG.

The second line of a program, `// BUG: race: what is wrong`, says of which kind the bug is. Without BUG nothing is wrong
with it, whatever N is (unless said, 5).
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parents[1] / "ordinary"
KINDS: Final = {"race": "data-race", "memory": "memory", "assertion": "assertion", "deadlock": "deadlock"}
_BUG: Final = re.compile(r"// BUG: (\w+): .+")


@dataclass(frozen=True, slots=True)
class Ordinary:
    source: Path
    bug: str
    """The kind of finding that its twin with the bug has, among others."""

    @property
    def name(self) -> str:
        return self.source.stem

    def words(self, items: int, *, with_bug: bool = False) -> tuple[str, ...]:
        """To be given to a command that builds it."""
        standard = ("-std=c++17",) if self.source.suffix == ".cpp" else ()
        return (str(self.source), *standard, f"-DN={items}", *(("-DBUG",) if with_bug else ()))


def ordinary(names: tuple[str, ...] = ()) -> list[Ordinary]:
    """All, or those of these names."""
    found = map(read, sorted([*FOLDER.glob("*.c"), *FOLDER.glob("*.cpp")]))
    return [one for one in found if not names or one.name in names]


def read(source: Path) -> Ordinary:
    said = _BUG.fullmatch(source.read_text(encoding="utf-8").splitlines()[1])
    if said is None or said[1] not in KINDS:
        raise ValueError(f"{source.name}: its second line does not say what the BUG is")
    return Ordinary(source, KINDS[said[1]])


def wrong(program: Ordinary, report: dict[str, Any], *, with_bug: bool) -> list[str]:
    """What `check --format json` says otherwise than the program."""
    shown = [one for one in report["findings"] if one["status"] in ("confirmed", "observed")]
    if with_bug:
        kinds = sorted({one["kind"] for one in shown})
        return [] if program.bug in kinds else [f"found {', '.join(kinds) or 'nothing'} instead of {program.bug}"]
    return [f"a false alarm: {one['kind']} in line {one['line']}" for one in report["findings"]]

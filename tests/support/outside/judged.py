"""What `verify` says of one program and of its twin.

In: a number. Out: a row of the table for the function's family. Right is: of the program a bug of its property, or
unknown with the place of a call; of its twin proved or unknown. Everything else is wrong and is kept.
"""

import json
import re
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from raddle.verify.options import PROVABLE
from tests.support.command import raddle
from tests.support.outside.program import Program, programs, text_of
from tests.support.outside.shown import Broken, library_flags, show_failure, show_twin

Answer = Literal["bug", "unknown", "open", "PROVED", "elsewhere", "broke", "proved", "FINDING"]
WRONG: Final[tuple[Answer, ...]] = ("PROVED", "elsewhere", "broke", "FINDING")
_KINDS: Final = {
    "assertions": ("assertion",),
    "races": ("data-race",),
    "memory": ("memory", "failure"),
    "deadlocks": ("deadlock",),
    "misuse": ("misuse",),
}
_PLACE: Final = re.compile(r"[\w:~<>()]+ at \S+:\d+")


@dataclass
class Row:
    """Counts of a family: of the programs, of their twins, and by what the former were shown natively."""

    programs: Counter[Answer] = field(default_factory=Counter)
    twins: Counter[Answer] = field(default_factory=Counter)

    def add(self, other: "Row") -> None:
        self.programs.update(other.programs)
        self.twins.update(other.twins)


@dataclass
class Judged:
    rows: dict[str, Row] = field(default_factory=dict)
    shown: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    inexact: list[str] = field(default_factory=list)
    """Of what is followed exactly: not found, or not proved."""

    def add(self, other: "Judged") -> None:
        for family, row in other.rows.items():
            self.rows.setdefault(family, Row()).add(row)
        self.shown.update(other.shown)
        self.wrong += other.wrong
        self.inexact += other.inexact


def judged(number: int, keep: Path | None) -> Judged:
    program = programs()[number]
    found = Judged()
    if program.property not in PROVABLE:
        found.shown["not asked for"] += 1
        return found
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as scratch:
        folder = Path(scratch)
        try:
            found.shown[_shown(program, folder)] += 1
        except Broken as error:
            found.wrong.append(f"{number} {program.name}: BROKEN: {error}")
            return found
        for twin in (False, True):
            _judge(number, program, folder, found, keep, twin=twin)
    return found


def _source(program: Program, folder: Path, *, twin: bool) -> Path:
    inside = folder / ("twin" if twin else "failing")
    inside.mkdir(exist_ok=True)
    source = inside / f"program{program.ending}"
    source.write_text(text_of(program, twin=twin))
    return source


def _shown(program: Program, folder: Path) -> str:
    how = show_failure(program, _source(program, folder, twin=False), folder)
    show_twin(program, _source(program, folder, twin=True), folder)
    return how


def _judge(number: int, program: Program, folder: Path, found: Judged, keep: Path | None, *, twin: bool) -> None:
    source = _source(program, folder, twin=twin)
    answer, words = _answered(program, source, twin=twin)
    family = f"{program.function.family}{'' if program.followed else ' *'}"
    row = found.rows.setdefault(family, Row())
    (row.twins if twin else row.programs)[answer] += 1
    told = f"{number} {program.name}{f' (twin: {program.twin})' if twin else ''}: {answer}: {words}"
    if answer in WRONG:
        found.wrong.append(told)
        if keep is not None:
            _kept(program, source, keep / f"{number}{'-twin' if twin else ''}-{program.name}", told)
    elif program.followed and answer in ("unknown", "open"):
        found.inexact.append(told)


def _answered(program: Program, source: Path, *, twin: bool) -> tuple[Answer, str]:
    asked = ("verify", "--format", "json", "--no-explain", "--property", program.property, "--timeout", "240")
    flags = ("-w", "-pthread", *library_flags(program, source.parent.parent), "-lm")
    try:
        said = raddle(*asked, source, *flags, cwd=source.parent)
        report = json.loads(said.out)
    except (AssertionError, ValueError) as error:
        return "broke", f"{error}"[-1500:]
    words = str(report["reason"] or "; ".join(one["message"] or "" for one in report["findings"]))
    match report["verdict"]:
        case "proved":
            return ("proved" if twin else "PROVED"), words
        case "bug":
            if twin:
                return "FINDING", words
            return ("bug" if _is_meant(program, source, report["findings"]) else "elsewhere"), words
        case _:
            named = _PLACE.search(" ".join((words, *report["assumptions"])))
            return ("unknown" if named else "open"), words


def _is_meant(program: Program, source: Path, findings: list[dict[str, object]]) -> bool:
    kinds, line = _KINDS[program.property], _line(source)
    return any(one["kind"] in kinds and (line is None or one["line"] == line) for one in findings)


def _line(source: Path) -> int | None:
    """Where it is to fail, if the text says so."""
    lines = source.read_text().splitlines()
    return next((number for number, line in enumerate(lines, 1) if "/* HERE */" in line), None)


def _kept(program: Program, source: Path, folder: Path, told: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / source.name).write_text(source.read_text())
    (folder / "said.txt").write_text(f"{told}\nraddle verify --property {program.property} {source.name}\n")
    if program.function.library is not None:
        (folder / "somebody.c").write_text(program.function.library)

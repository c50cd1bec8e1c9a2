"""One program of the family, or its twin, and what raddle answers: built once, then asked by `verify` and by `check`.

Of a program with a failing schedule `verify` may say: bug (of the property, at the line that is marked), unknown (a
call is named with its place), open (unknown, and no call is named). `check` may say: finding, named (an assumption
names a call of the program's with its line), undecided, or other path: it says nothing of them, and the failing run
takes another path than the recorded one. Of a twin: proved, unknown, open; nothing, named, undecided. Everything else
is wrong: PROVED, elsewhere, FINDING, SILENT, broke.
"""

import json
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal

from tests.support.command import raddle
from tests.support.outside.other_path import takes_another_path
from tests.support.outside.program import Program, text_of
from tests.support.outside.shown import library_flags

Said = Literal[
    "bug", "unknown", "open", "proved", "finding", "named", "undecided", "other path", "nothing",
    "PROVED", "elsewhere", "FINDING", "SILENT", "broke",
]  # fmt: skip
WRONG: Final[tuple[Said, ...]] = ("PROVED", "FINDING", "SILENT", "broke", "elsewhere")
"""The worst first."""
Command = Literal["verify", "check"]
COMMANDS: Final[tuple[Command, ...]] = ("verify", "check")
LIMIT_S: Final = "240"
_KINDS: Final = {
    "assertions": ("assertion",),
    "races": ("data-race",),
    "memory": ("memory", "failure"),
    "deadlocks": ("deadlock",),
    "misuse": ("misuse",),
}
_PLACE: Final = re.compile(r"[\w:~<>()]+ at [^\s:]+:(\d+)")
_FIRST: Final = "#define UNLOCK()"
_LAST: Final = "static void *writer("
"""Between these lines stand the functions through which the letter goes."""


@dataclass(frozen=True)
class Answer:
    said: Said
    words: str

    @property
    def wrong(self) -> bool:
        return self.said in WRONG


class Broke(Exception):
    """No answer."""


@dataclass(frozen=True)
class Asked:
    """A source that raddle has built in its own folder, below that of the library of somebody else."""

    program: Program
    folder: Path
    twin: bool

    @cached_property
    def source(self) -> Path:
        path = self.folder / f"program{self.program.ending}"
        path.write_text(text_of(self.program, twin=self.twin))
        return path

    @cached_property
    def built(self) -> Path:
        flags = ("-w", "-pthread", *library_flags(self.program, self.folder.parent), "-lm")
        out = self.folder / "program"
        compiler = "c++" if self.program.cxx else "cc"
        said = self._said(compiler, "-g", self.source.name, *flags, "-o", str(out))
        if not out.exists():
            raise Broke(f"not built: {said}")
        return out

    def answer(self, command: Command) -> Answer:
        try:
            return self.verified if command == "verify" else self.checked
        except Broke as error:
            return Answer("broke", f"{error}"[-1500:])

    @cached_property
    def verified(self) -> Answer:
        report = self._report("verify", "--budget", LIMIT_S)
        words = str(report["reason"] or _messages(report))
        match report["verdict"]:
            case "proved":
                return Answer("proved" if self.twin else "PROVED", words)
            case "bug" if self.twin:
                return Answer("FINDING", words)
            case "bug":
                return Answer("bug" if self._is_meant(report) else "elsewhere", words)
            case _:
                return Answer("unknown" if self._named((words, *report["assumptions"])) else "open", words)

    @cached_property
    def checked(self) -> Answer:
        report = self._report("check", "--keep", "recorded.rdl")
        if report["findings"]:
            words = _messages(report)
            if self.twin:
                return Answer("FINDING", words)
            return Answer("finding" if self._is_meant(report) else "elsewhere", words)
        if named := self._named(report["assumptions"]):
            return Answer("named", named)
        if report["verdict"] != "none":
            return Answer("undecided", f"{report['open']} {report['cut']}")
        if self.twin:
            return Answer("nothing", "")
        return Answer("other path" if self._fails_elsewhere() else "SILENT", "; ".join(report["assumptions"]))

    def _fails_elsewhere(self) -> bool:
        """Whether no order of the recorded paths fails. Known where a failing run is, or by how the text is made."""
        if self.program.property in ("deadlocks", "misuse"):
            # behind a branch that the recorded run, which ended well, did not take
            return self.program.followed or self.verified.said == "bug"
        if self.program.way.name == "pointer" and "which = NULL" in self._said("show", "--shared-only", "recorded.rdl"):
            return True  # nobody had written it: what fails takes the other side of `which ? which : text`
        witness = next(iter(self.folder.glob("verified/*.witness")), None)
        if self.verified.said != "bug" or witness is None:
            return False
        self._said("replay", "-o", "failing.rdl", str(witness))
        return takes_another_path(self.folder / "recorded.rdl", self.folder / "failing.rdl")

    def _report(self, command: Command, *more: str) -> dict[str, Any]:
        witnesses = self.folder / ("verified" if command == "verify" else "checked")
        witnesses.mkdir(exist_ok=True)
        asked = (command, "--format", "json", "--no-explain", "--property", self.program.property)
        said = self._said(*asked, "--witnesses", str(witnesses), *more, str(self.built))
        try:
            return dict(json.loads(said))
        except ValueError as error:
            raise Broke(f"{command}: {said}") from error

    def _said(self, *words: str) -> str:
        try:
            said = raddle(*words, cwd=self.folder)
        except AssertionError as error:  # a traceback, or no end
            raise Broke(f"{error}") from error
        if said.status == 4 or said.status > 128:
            raise Broke(f"{words[0]} ended with {said.status}: {said.err}")
        return said.out or said.err

    def _is_meant(self, report: dict[str, Any]) -> bool:
        kinds, line = _KINDS[self.program.property], self._line
        return any(one["kind"] in kinds and (line is None or one["line"] == line) for one in report["findings"])

    @cached_property
    def _line(self) -> int | None:
        """Where it is to fail, if the text says so."""
        lines = self.source.read_text().splitlines()
        return next((number for number, line in enumerate(lines, 1) if "/* HERE */" in line), None)

    def _named(self, sentences: list[str] | tuple[str, ...]) -> str | None:
        """The first that names a call in the functions through which the letter goes."""
        for sentence in sentences:
            if any(int(found[1]) in self._letters_way for found in _PLACE.finditer(sentence)):
                return sentence
        return None

    @cached_property
    def _letters_way(self) -> range:
        lines = self.source.read_text().splitlines()
        first = next(number for number, line in enumerate(lines, 1) if line.startswith(_FIRST))
        return range(first + 1, next(number for number, line in enumerate(lines, 1) if line.startswith(_LAST)))


def _messages(report: dict[str, Any]) -> str:
    return "; ".join(one["message"] or one["kind"] for one in report["findings"])

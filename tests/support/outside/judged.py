"""What `verify` and `check` say of one program and of its twin.

In: a number, and which commands are asked. Out: `Judged`, one row, which can be written as a line of JSON and read
again. The failure is shown natively first, and that the twin passes.
"""

import json
import os
import resource
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from raddle.verify.certify.certifying import own_code
from tests.support.outside.asked import COMMANDS, Answer, Asked, Command
from tests.support.outside.program import Program, programs
from tests.support.outside.shown import Broken, show_failure, show_twin

_WORDS: Final = 600
"""So many letters of an answer are kept in a row."""


@dataclass(frozen=True)
class Judged:
    number: int
    name: str
    family: str
    property: str
    followed: bool
    """All that the letter goes through is followed exactly."""
    twin: str
    compiler: str
    code: str
    """Of raddle: which one was asked."""
    shown: str = ""
    """By what the failure was seen natively; empty: it was not, and that is the generator's fault."""
    broken: str = ""
    program: dict[Command, Answer] = field(default_factory=dict)
    twins: dict[Command, Answer] = field(default_factory=dict)
    cpu_s: float = 0.0

    def to_line(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_line(cls, line: str) -> "Judged":
        raw = json.loads(line)
        for which in ("program", "twins"):
            raw[which] = {command: Answer(**said) for command, said in raw[which].items()}
        return cls(**raw)

    def wrong(self) -> Iterator[str]:
        if self.broken:
            yield f"{self.number} {self.name}: BROKEN: {self.broken}"
        yield from (told for told, answer in self._told() if answer.wrong)

    def inexact(self) -> Iterator[str]:
        """Of what is followed exactly: neither found nor proved by `verify`, and what `check` leaves open."""
        weak = ("unknown", "open", "named", "undecided")
        yield from (told for told, answer in self._told() if self.followed and answer.said in weak)

    def _told(self) -> Iterator[tuple[str, Answer]]:
        for of, answers in (("", self.program), (f" (twin: {self.twin})", self.twins)):
            for command, answer in answers.items():
                yield f"{self.number} {self.name}{of}: {command}: {answer.said}: {answer.words}", answer


def judged(number: int, keep: Path | None = None, commands: tuple[Command, ...] = COMMANDS) -> Judged:
    program, began = programs()[number], _cpu_s()
    row: dict[str, Any] = {
        "number": number,
        "name": program.name,
        "family": program.function.family,
        "property": program.property,
        "followed": program.followed,
        "twin": program.twin,
        "compiler": os.environ.get("RADDLE_CLANG", "default"),
        "code": own_code()[:12],
    }
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as scratch:
        asked = [Asked(program, Path(scratch) / ("twin" if twin else "failing"), twin) for twin in (False, True)]
        for one in asked:
            one.folder.mkdir()
        try:
            row["shown"] = show_failure(program, asked[0].source, Path(scratch))
            show_twin(program, asked[1].source, Path(scratch))
        except Broken as error:
            return Judged(**row, broken=f"{error}", cpu_s=round(_cpu_s() - began, 2))
        answers = [{command: one.answer(command) for command in commands} for one in asked]
        if keep is not None:
            for one, said in zip(asked, answers, strict=True):
                _keep(one, said, keep / f"{number}{'-twin' if one.twin else ''}-{program.name}")
    failing, twin = ({command: _short(one) for command, one in said.items()} for said in answers)
    return Judged(**row, program=failing, twins=twin, cpu_s=round(_cpu_s() - began, 2))


def _cpu_s() -> float:
    """Of this process and of all that it has started and seen the end of."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def _short(answer: Answer) -> Answer:
    return Answer(answer.said, answer.words[:_WORDS])


def _keep(asked: Asked, said: dict[Command, Answer], folder: Path) -> None:
    """What is wrong, to be looked at."""
    program: Program = asked.program
    wrong = {command: answer for command, answer in said.items() if answer.wrong}
    if not wrong:
        return
    folder.mkdir(parents=True, exist_ok=True)
    (folder / asked.source.name).write_text(asked.source.read_text())
    told = (
        f"{answer.said}: {answer.words}\nraddle {command} --property {program.property} {asked.source.name}\n"
        for command, answer in wrong.items()
    )
    (folder / "said.txt").write_text("\n".join(told))
    if program.function.library is not None:
        (folder / "somebody.c").write_text(program.function.library)

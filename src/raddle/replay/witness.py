"""A witness: the small text file that makes the real program do again what was found.

    raddle-witness: 2
    program: "/home/me/bank"
    sha256: 5f0c...
    library: 77ab... "/home/me/libbank.so"
    argument: "--fast"
    environment: "TZ=UTC"
    stdin: aGVsbG8K
    input: main.1 time 1700000000 1700000001
    spurious: yes
    exit-status: 0,77
    fails-at: "my_check_failed"
    before: "rm -f out.txt"
    folder: "/home/me"
    mark: 9e1d...
    schedule: main:12 main.1:30
    expect: assert line 31

One `key: value` a line; library (an instrumented one that the run loads), argument, environment, stdin, input,
fails-at and schedule may be repeated, in order. Paths, folders, arguments, variables and names are JSON strings. Bump
rule: any change of meaning raises the version and adds a line to the history.
History: 1 first format. 2 before: a shell command that puts the world back before each run; library. 3 mark: by which
its writer knows it as his own (base/own_mark.py); nobody has to run what stands in a witness without one that fits.
4 exit-status: with which the test passes, where that is not 0 alone. 5 fails-at: functions whose calls say that a
check has failed. 6 folder: in which the program and that command run;
inputs of kind proc.
"""

import base64
import binascii
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from typing import Final, NoReturn

from raddle.base.errors import UserError
from raddle.base.failing import BY_STATUS, Failing, parse_statuses, spell_statuses
from raddle.base.own_mark import Commands, mark_of
from raddle.base.segments import Input
from raddle.base.trace_format import trace_format
from raddle.base.whole_file import write_whole
from raddle.replay.outcome import Outcome, parse_outcome
from raddle.replay.schedule import Schedule, parse_schedule

VERSION: Final = 6
READABLE: Final = ("1", "2", "3", "4", "5", "6")
OPENING: Final = "raddle-witness:"
MOST_INLINE_STDIN: Final = 1 << 16
_STDIN_LINE: Final = 90
_WIDTH: Final = 110
_ONCE: Final = frozenset(
    {"raddle-witness", "program", "sha256", "stdin-sha256", "spurious", "exit-status", "before", "folder", "mark"}
    | {"expect"}
)
_MANY: Final = frozenset({"library", "argument", "environment", "stdin", "input", "fails-at", "schedule"})


@dataclass(frozen=True, slots=True)
class Witness:
    """All that a run depends on, and how it will end."""

    program: Path
    sha256: str
    schedule: Schedule
    expected: Outcome
    libraries: Mapping[str, str] = field(default_factory=dict)
    """Path -> sha256 of each instrumented shared library."""
    arguments: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    stdin: bytes | None = None
    """None: it had a terminal, or stdin_sha256 says what it must be."""
    stdin_sha256: str | None = None
    inputs: tuple[Input, ...] = ()
    spurious: bool = False
    failing: Failing = BY_STATUS
    before: str | None = None
    """A shell command that puts the world back before each run."""
    folder: str | None = None
    """In which it ran; None: that is not known."""
    mark: str | None = None
    """Of who wrote it."""

    @property
    def commands(self) -> Commands:
        return Commands(str(self.program), self.sha256, self.arguments, self.environment, self.before, self.folder)


def is_witness(path: Path) -> bool:
    """Whether the file opens as one."""
    try:
        with path.open("rb") as file:
            return file.read(len(OPENING)) == OPENING.encode()
    except OSError:
        return False


def save_witness(witness: Witness, path: Path) -> None:
    """As the user's own."""
    try:
        write_whole(path, spell_witness(replace(witness, mark=mark_of(witness.commands))).encode())
    except OSError as error:
        raise UserError(f"the witness cannot be written: {error.strerror or error}", where=path) from error


def load_witness(path: Path) -> Witness:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise UserError(f"the witness cannot be read: {error.strerror or error}", where=path) from error
    except UnicodeDecodeError as error:
        raise UserError("not a witness: not a text file", where=path) from error
    return parse_witness(text, path)


def check_program(witness: Witness, sha256: str) -> None:
    """The schedule counts events of one exact program."""
    if witness.sha256 != sha256:
        raise UserError(
            f"the program has changed since the witness was written: its sha256 was {witness.sha256[:16]}..., "
            f"it is now {sha256[:16]}...",
            where=witness.program,
            advice="build the same sources with the same flags and the same raddle, or find the failure again",
        )


def spell_witness(witness: Witness) -> str:
    lines = [f"{OPENING} {VERSION}", f"program: {json.dumps(str(witness.program))}", f"sha256: {witness.sha256}"]
    lines += [f"library: {sha256} {json.dumps(path)}" for path, sha256 in witness.libraries.items()]
    lines += [f"argument: {json.dumps(argument)}" for argument in witness.arguments]
    lines += [f"environment: {json.dumps(f'{name}={value}')}" for name, value in witness.environment.items()]
    lines += _spell_stdin(witness)
    lines += _spell_inputs(witness.inputs)
    if witness.spurious:
        lines.append("spurious: yes")
    if witness.failing.passing != BY_STATUS.passing:
        lines.append(f"exit-status: {spell_statuses(witness.failing)}")
    lines += [f"fails-at: {json.dumps(name)}" for name in witness.failing.fails_at]
    if witness.before is not None:
        lines.append(f"before: {json.dumps(witness.before)}")
    if witness.folder is not None:
        lines.append(f"folder: {json.dumps(witness.folder)}")
    if witness.mark is not None:
        lines.append(f"mark: {witness.mark}")
    lines += [f"schedule: {line}" for line in _wrap(str(witness.schedule))]
    return "\n".join([*lines, f"expect: {witness.expected}", ""])


def parse_witness(text: str, where: object) -> Witness:
    """The witness that the text spells, or a UserError with the number of the line that is wrong."""
    lines = _Lines(text, where)
    number, version = lines.once(OPENING.rstrip(":"))
    if version not in READABLE:
        lines.fail(number, f"the witness has format {version}, this raddle reads formats {', '.join(READABLE)}")
    return Witness(
        program=Path(lines.string(lines.once("program"))),
        sha256=lines.once("sha256")[1],
        schedule=lines.schedule(),
        expected=lines.expected(),
        libraries=dict(lines.library(entry) for entry in lines.many("library")),
        arguments=tuple(lines.string(entry) for entry in lines.many("argument")),
        environment=dict(lines.variable(entry) for entry in lines.many("environment")),
        stdin=lines.stdin(),
        stdin_sha256=lines.once("stdin-sha256")[1] if lines.said("stdin-sha256") else None,
        inputs=tuple(item for entry in lines.many("input") for item in lines.inputs(entry)),
        spurious=lines.said("spurious") and lines.once("spurious")[1] == "yes",
        failing=lines.failing(),
        before=lines.string(lines.once("before")) if lines.said("before") else None,
        folder=lines.string(lines.once("folder")) if lines.said("folder") else None,
        mark=lines.once("mark")[1] if lines.said("mark") else None,
    )


def _spell_stdin(witness: Witness) -> list[str]:
    if witness.stdin is None:
        return [] if witness.stdin_sha256 is None else [f"stdin-sha256: {witness.stdin_sha256}"]
    if len(witness.stdin) > MOST_INLINE_STDIN:
        return [f"stdin-sha256: {hashlib.sha256(witness.stdin).hexdigest()}"]
    packed = base64.b64encode(witness.stdin).decode("ascii")
    return [f"stdin: {packed[at : at + _STDIN_LINE]}" for at in range(0, len(packed), _STDIN_LINE)] or ["stdin: "]


def _spell_inputs(inputs: tuple[Input, ...]) -> Iterator[str]:
    names = trace_format().family("RD_INPUT_")
    for (thread, kind), group in groupby(inputs, key=lambda item: (item.thread, item.kind)):
        for line in _wrap(" ".join(str(item.value) for item in group)):
            yield f"input: {thread} {names.get(kind, str(kind))} {line}"


def _wrap(words: str) -> Iterator[str]:
    """Lines of whole words."""
    line = ""
    for word in words.split(" "):
        if line and len(line) + len(word) > _WIDTH:
            yield line
            line = ""
        line = f"{line} {word}" if line else word
    yield line


class _Lines:
    """The lines by key; every complaint names the line."""

    def __init__(self, text: str, where: object) -> None:
        self._where: Final = where
        self._values: dict[str, list[tuple[int, str]]] = {}
        for number, line in enumerate(text.split("\n"), start=1):
            if line.strip():
                self._take(number, line)

    def _take(self, number: int, line: str) -> None:
        key, colon, value = line.partition(":")
        if not colon or key not in _ONCE | _MANY:
            self.fail(number, f"not a line of a witness: {line[:60]}")
        if key in _ONCE and key in self._values:
            self.fail(number, f"`{key}` is said twice")
        self._values.setdefault(key, []).append((number, value.strip()))

    def many(self, key: str) -> list[tuple[int, str]]:
        return self._values.get(key, [])

    def said(self, key: str) -> bool:
        return key in self._values

    def once(self, key: str) -> tuple[int, str]:
        if key not in self._values:
            self.fail(1, f"the line `{key}: ...` is missing")
        return self._values[key][0]

    def fail(self, number: int, what: str) -> NoReturn:
        raise UserError(what, where=f"{self._where}:{number}", advice="a witness is written by raddle")

    def string(self, entry: tuple[int, str]) -> str:
        try:
            read = json.loads(entry[1])
        except (ValueError, RecursionError):
            read = None
        if not isinstance(read, str):
            self.fail(entry[0], 'this must be a string in quotes, as in "--fast"')
        return read

    def library(self, entry: tuple[int, str]) -> tuple[str, str]:
        sha256, _, path = entry[1].partition(" ")
        return self.string((entry[0], path)), sha256

    def variable(self, entry: tuple[int, str]) -> tuple[str, str]:
        name, _, value = self.string(entry).partition("=")
        return name, value

    def inputs(self, entry: tuple[int, str]) -> list[Input]:
        kinds = {name: number for number, name in trace_format().family("RD_INPUT_").items()}
        thread, *rest = entry[1].split() or [""]
        if not rest or rest[0] not in kinds or not all(word.isascii() and word.isdigit() for word in rest[1:]):
            self.fail(entry[0], f"this must be a thread, one of {', '.join(kinds)}, and numbers")
        return [Input(thread, kinds[rest[0]], int(word) % 2**64) for word in rest[1:] if len(word) <= 20]

    def failing(self) -> Failing:
        judged = self.statuses(self.once("exit-status")) if self.said("exit-status") else BY_STATUS
        return replace(judged, fails_at=tuple(map(self.string, self.many("fails-at"))))

    def statuses(self, entry: tuple[int, str]) -> Failing:
        try:
            return parse_statuses(entry[1])
        except ValueError:
            self.fail(entry[0], "these must be exit statuses, as in 0,77, or any")

    def stdin(self) -> bytes | None:
        entries = self.many("stdin")
        if not entries:
            return None
        try:
            return base64.b64decode("".join(value for _, value in entries), validate=True)
        except (binascii.Error, ValueError):
            self.fail(entries[0][0], "stdin is not base64")

    def schedule(self) -> Schedule:
        number, _ = self.once("schedule")
        try:
            return parse_schedule(" ".join(value for _, value in self.many("schedule")))
        except UserError as error:
            self.fail(number, error.what)

    def expected(self) -> Outcome:
        number, text = self.once("expect")
        try:
            return parse_outcome(text)
        except UserError as error:
            self.fail(number, error.what)

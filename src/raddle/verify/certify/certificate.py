"""A certificate: a small file that says what was proved of which program under which input, and what it rests on.

It holds the paths that the threads were seen to take, and for each question whose answer was "never" a set of
assertions of its formula that contradict each other. Who reads it makes the formula again from the paths, finds those
assertions in it, and asks another solver (verify/certify/rechecking.py).

    a JSON object, one line for each part:
    format      2; it counts up with every change after which an old certificate cannot be read (2: Stuck is Standstill)
    raddle      version that made it
    program     path, sha256, sha256 of each instrumented library by its path
    input       arguments, sha256 of standard input (null: a terminal), environment, sha256 of what the first run logged
    options     those that the verdict depends on
    claim       what holds, of which executions, and what was taken for granted
    paths       terms, events and points (verify/certify/kept_paths.py)
    proofs      goal, encoding, name of the whole formula, who found its core, names of the core's assertions
    checksum    sha256 of all lines before
"""

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal, get_type_hints

from raddle.base.errors import UserError
from raddle.base.whole_file import write_whole
from raddle.model.goals import PathGoal
from raddle.model.program import TraceProgram
from raddle.report.properties import Property
from raddle.report.result import Executions
from raddle.verify.certify.kept_paths import read_goal, read_paths, spell_goal, spell_paths
from raddle.verify.certify.kept_values import Damaged, read, spelled

FORMAT: Final = 2
_OF_ANY_VERSION: Final = '{"format": '
BEGINNING: Final = f"{_OF_ANY_VERSION}{FORMAT},\n"
AGAIN: Final = "raddle verify --certificate FILE makes a new one"


@dataclass(frozen=True, slots=True)
class ProvedProgram:
    path: str
    sha256: str
    libraries: tuple[tuple[str, str], ...] = ()
    """Path and sha256."""


@dataclass(frozen=True, slots=True)
class ProvedInput:
    arguments: tuple[str, ...]
    stdin_sha256: str | None
    """None: the program had a terminal."""
    environment: tuple[tuple[str, str], ...]
    first_run: str
    """sha256 of all that the first run logged: what it read, and what it was given from outside."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What is proved, in words that need no more than this file (report/verified.py)."""

    properties: tuple[Property, ...]
    executions: Executions
    executions_because: str
    bound: str
    inputs: tuple[str, ...]
    assumptions: tuple[str, ...]
    runs: int
    guided: int
    threads: int
    points: int
    events: int


@dataclass(frozen=True, slots=True)
class Impossible:
    """A goal that cannot be reached."""

    goal: PathGoal
    encoding: Literal["orders", "steps"]
    formula: str
    """Name of all its assertions; empty where it is kept for the next time only."""
    solver: str
    """Who found the core."""
    core: tuple[str, ...] | None
    """Names of assertions that contradict each other. None: all of them, since no smaller set was found in time."""


@dataclass(frozen=True, slots=True)
class Certificate:
    raddle: str
    program: ProvedProgram
    input: ProvedInput
    options: tuple[tuple[str, str], ...]
    claim: Claim
    paths: TraceProgram = field(repr=False)
    proofs: tuple[Impossible, ...] = field(repr=False)


_PLAIN: Final = ("raddle", "program", "input", "options", "claim")
_FORMS: Final = get_type_hints(Certificate)
_IMPOSSIBLE: Final = {name: form for name, form in get_type_hints(Impossible).items() if name != "goal"}


def stdin_hash(stdin: bytes | None) -> str | None:
    return None if stdin is None else hashlib.sha256(stdin).hexdigest()


def spell_certificate(certificate: Certificate) -> str:
    parts: dict[str, Any] = {"format": FORMAT}
    parts |= {name: spelled(getattr(certificate, name), _FORMS[name], {}) for name in _PLAIN}
    parts["paths"] = spell_paths(certificate.paths)
    parts["proofs"] = [
        {"goal": spell_goal(proof.goal)}
        | {name: spelled(getattr(proof, name), form, {}) for name, form in _IMPOSSIBLE.items()}
        for proof in certificate.proofs
    ]
    lines = [f"{json.dumps(name)}: {json.dumps(part, separators=(',', ':'))}" for name, part in parts.items()]
    body = "{" + ",\n".join(lines) + ",\n"
    return f'{body}"checksum": "{_checksum(body)}"}}\n'


def _checksum(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()


def read_certificate(text: str, where: object) -> Certificate:
    """A file that is none, or is not as it was written: the user's error."""
    if not text.startswith(BEGINNING):
        known = text.startswith(_OF_ANY_VERSION)
        what = "a certificate of another version of its format" if known else "no certificate"
        raise UserError(what, where=where, advice=AGAIN)
    body, found, last = text.rpartition('"checksum": "')
    if not found or last.rstrip() != f'{_checksum(body)}"}}':
        raise UserError("the certificate is damaged: it is not as it was written", where=where, advice=AGAIN)
    try:
        return _read(json.loads(text))
    except (Damaged, ValueError, KeyError, TypeError, AssertionError, RecursionError) as error:
        raise UserError(f"the certificate is damaged: {error}", where=where, advice=AGAIN) from error


def _read(said: dict[str, Any]) -> Certificate:
    plain = {name: read(said[name], _FORMS[name], ()) for name in _PLAIN}
    return Certificate(**plain, paths=read_paths(said["paths"]), proofs=tuple(map(_read_proof, said["proofs"])))


def _read_proof(said: dict[str, Any]) -> Impossible:
    plain = {name: read(said[name], form, ()) for name, form in _IMPOSSIBLE.items()}
    return Impossible(goal=read_goal(said["goal"]), **plain)


def is_certificate(path: Path) -> bool:
    """Of whatever version."""
    try:
        with path.open("rb") as file:
            return file.read(len(_OF_ANY_VERSION)) == _OF_ANY_VERSION.encode()
    except OSError:
        return False


def load_certificate(path: Path) -> Certificate:
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise UserError(f"it cannot be read: {error.strerror or error}", where=path) from error
    except UnicodeDecodeError as error:
        raise UserError("no certificate", where=path, advice=AGAIN) from error
    return read_certificate(text, path)


def write_certificate(certificate: Certificate, path: Path) -> None:
    try:
        write_whole(path, spell_certificate(certificate).encode())
    except OSError as error:
        raise UserError(f"it cannot be written: {error.strerror or error}", where=path) from error

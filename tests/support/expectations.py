"""One program of tests/races, deadlocks, atomicity, memory or misuse: does `check` report just the lines that say so?

// RACE!            some data race names this line as one of its two places; no race names a line without it
// DEADLOCK!        some deadlock has a thread that waits on this line; none has one on a line without it
// TORN!            some block that is not atomic names this line as one of its places; none names a line without it
// MEMORY! fault    some memory error of this kind (Fault of report/result.py; several with commas) is on this line: the
                    access, the second free, the division; none is elsewhere, and none of another kind here
// MISUSE! kind     some misuse of a lock of this kind (Misused of report/result.py) has what is wrong on this line: the
                    change, or the use; none is elsewhere, and none of another kind here
// NORACE, NODEADLOCK, ATOMIC, SAFE  the same as to say nothing, where a reader may wonder; behind it may stand why
// PREDICTED: why   among the first lines: not every report is confirmed by the real program

The expectation is judged by the C and C++ standards, not by what any tool says, on the paths that the run of the
default schedule takes.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, get_args

from raddle.base.errors import RaddleError
from raddle.capture.run import Output
from raddle.check.confirming import NOT_SHOWN
from raddle.check.options import CheckOptions
from raddle.pipeline.checking import CheckOrder, check
from raddle.report.progress import Silent
from raddle.report.properties import Property
from raddle.report.result import Fault, Finding, Kind, LockMisuse, MemoryFault, Misused, Result
from raddle.testing.runs import RecordOrder, Sources
from tests.support.programs import TestProgram, all_programs

RACES: Final = Path(__file__).parents[1] / "races"
DEADLOCKS: Final = Path(__file__).parents[1] / "deadlocks"
ATOMICITY: Final = Path(__file__).parents[1] / "atomicity"
MEMORY: Final = Path(__file__).parents[1] / "memory"
MISUSE: Final = Path(__file__).parents[1] / "misuse"
LIMIT_S: Final = 60.0
_MARK: Final[dict[Property, str]] = {
    "races": "RACE!",
    "deadlocks": "DEADLOCK!",
    "atomicity": "TORN!",
    "memory": "MEMORY!",
    "misuse": "MISUSE!",
}
_KIND: Final[dict[Property, Kind]] = {
    "races": "data-race",
    "deadlocks": "deadlock",
    "atomicity": "atomicity",
    "memory": "memory",
    "misuse": "misuse",
}
_FAULTS: Final[dict[Property, tuple[str, ...]]] = {"memory": get_args(Fault), "misuse": get_args(Misused)}

Where = tuple[str, int]
"""File name and line."""


@dataclass(frozen=True)
class Expected:
    lines: frozenset[Where]
    predicted: bool
    """Not every report can be confirmed."""
    faults: frozenset[tuple[Where, str]] = frozenset()
    """Of memory errors: what happens on each of the lines."""

    @property
    def is_safe(self) -> bool:
        return not self.lines


@dataclass
class Compared:
    """What came of one program, and every mismatch in words."""

    result: Result | None = None
    findings: tuple[Finding, ...] = ()
    troubles: list[str] = field(default_factory=list)


def programs_of(folder: Path, asked: Property) -> dict[str, tuple[TestProgram, Expected]]:
    return {program.name: (program, expected_of(program, asked)) for program in all_programs(folder)}


def expected_of(program: TestProgram, asked: Property) -> Expected:
    lines: set[Where] = set()
    faults: set[tuple[Where, str]] = set()
    predicted = False
    for source in program.sources:
        for number, line in enumerate(source.read_text().splitlines(), 1):
            predicted = predicted or line.startswith("// PREDICTED: ")
            found = re.search(rf"// {_MARK[asked]}(.*)", line)
            if found:
                lines.add((source.name, number))
            if found and asked in _FAULTS:
                faults |= {((source.name, number), fault) for fault in _faults_in(found.group(1), asked)}
    return Expected(frozenset(lines), predicted, frozenset(faults))


def _faults_in(words: str, asked: Property) -> list[str]:
    """A word that is no fault would expect nothing."""
    found = [word.strip() for word in words.split(",")]
    unknown = [word for word in found if word not in _FAULTS[asked]]
    if unknown:
        what = "memory error" if asked == "memory" else "misuse"
        raise ValueError(f"no {what}: {unknown[0]!r}; there are {', '.join(_FAULTS[asked])}")
    return found


def compared(program: TestProgram, asked: Property, folder: Path) -> Compared:
    """`check` of this property alone, from the source to the replays."""
    expected = expected_of(program, asked)
    found = Compared()
    order = RecordOrder(
        Sources(program.sources, program.flags), arguments=program.arguments, output=Output.CAPTURED, limit_s=LIMIT_S
    )
    options = CheckOptions(witnesses=folder, replay_limit_s=LIMIT_S, properties=(asked,), atomic=program.atomic)
    try:
        result = check(CheckOrder(order, options), _quiet, Silent())
    except RaddleError as error:
        found.troubles.append(f"{type(error).__name__}: {error}")
        return found
    found.result = result
    found.findings = tuple(one for one in result.findings if one.kind == _KIND[asked])
    found.troubles += mismatches(expected, found.findings)
    found.troubles += [f"{one.place}: undecided: {one.reason}" for one in result.open]
    found.troubles += [f"found besides: {one.message}" for one in result.findings if one.kind != _KIND[asked]]
    return found


def places_of(finding: Finding) -> frozenset[Where]:
    """Both of a race; of a deadlock those of the circle, or of all waits where there is none; all of a block that is
    not atomic; that of a memory error; of a misuse that of what is wrong."""
    if isinstance(finding.about, LockMisuse):
        return frozenset((Path(place.file).name, place.line) for place in (finding.place,) if place is not None)
    return frozenset((Path(place.file).name, place.line) for place in finding.places)


def mismatches(expected: Expected, findings: tuple[Finding, ...]) -> list[str]:
    return _of_lines(expected, findings) + _of_faults(expected, findings) + _of_status(expected, findings)


def _of_lines(expected: Expected, findings: tuple[Finding, ...]) -> list[str]:
    named = {where: finding for finding in findings for where in places_of(finding)}
    missed = [f"{file}:{line}: not reported" for file, line in sorted(expected.lines - set(named))]
    false = [
        f"{file}:{line}: reported, and nothing is wrong there: {named[file, line].message}"
        for file, line in sorted(set(named) - expected.lines)
    ]
    nowhere = [f"names no place: {finding.message}" for finding in findings if not places_of(finding)]
    return missed + false + nowhere


def _of_faults(expected: Expected, findings: tuple[Finding, ...]) -> list[str]:
    """On lines that both know: which memory error it is, or which misuse."""
    told: set[tuple[Where, str]] = set()
    for finding in findings:
        match finding.about:
            case MemoryFault(fault=fault):
                told |= {(where, fault) for where in places_of(finding)}
            case LockMisuse(misuse=misuse):
                told |= {(where, misuse) for where in places_of(finding)}
            case _:
                pass
    known = expected.lines & {where for where, _ in told}
    missed = [
        f"{where[0]}:{where[1]}: no {fault} reported" for where, fault in expected.faults - told if where in known
    ]
    false = [f"{where[0]}:{where[1]}: it is no {fault}" for where, fault in told - expected.faults if where in known]
    return sorted(missed) + sorted(false)


def _of_status(expected: Expected, findings: tuple[Finding, ...]) -> list[str]:
    predicted = [finding for finding in findings if finding.status != "confirmed"]
    if faults := [f"not shown: {finding.message}" for finding in predicted if finding.reason == NOT_SHOWN]:
        return faults
    if expected.predicted:
        return [] if predicted else ["said to be predicted only, and is confirmed"]
    found = [f"not confirmed: {finding.message}: {finding.reason}" for finding in predicted]
    for finding in findings:
        if finding.status == "confirmed" and (finding.witness is None or not finding.witness.is_file()):
            found.append(f"no witness: {finding.message}")
    return found


def _quiet(note: str) -> None:
    pass

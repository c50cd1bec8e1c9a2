"""One C++ program: what `check` says of each line, and whether its recordings are true."""

from dataclasses import dataclass
from pathlib import Path

from raddle.base.cache import Cache
from raddle.base.errors import RaddleError
from raddle.base.toolchain import find_toolchain
from raddle.capture.build import build_program
from raddle.capture.image import load_image
from raddle.capture.run import Output
from raddle.check import CheckOptions
from raddle.pipeline.checking import CheckOrder, check
from raddle.report.progress import Silent
from raddle.report.result import Result
from raddle.testing.runs import RecordOrder
from tests.support.fidelity import Fidelity, Subject, recorded_walked_replayed
from tests.support.programs import TestProgram, promises

LIMIT_S = 60.0


@dataclass
class Checked:
    """What was done, and every trouble by name."""

    fidelity: Fidelity
    result: Result | None = None
    confirmed: int = 0
    held: int = 0
    """Lines that were expected to hold, and were not reported."""
    assumptions: int = 0
    seconds: float = 0.0

    @property
    def troubles(self) -> list[str]:
        return self.fidelity.troubles


def checked_and_walked(program: TestProgram, folder: Path, *, seeds: int, replays: int, others: int) -> Checked:
    """Built once; checked; recorded under each seed, walked by both walkers, replayed; other schedules as well."""
    found = Checked(Fidelity())
    try:
        built = build_program(list(program.sources), list(program.flags), folder / program.name).program
    except RaddleError as error:
        found.troubles.append(f"build: {error}")
        return found
    try:
        found.result = _checked(program, built, folder)
        _compare(program, found.result, found)
    except RaddleError as error:
        found.troubles.append(f"check: {type(error).__name__}: {error}")
    subject = Subject(load_image(built), program.arguments, program.stdin)
    recorded_walked_replayed(subject, program.exits, found.fidelity, seeds=seeds, replays=replays, others=others)
    return found


def _checked(program: TestProgram, built: Path, folder: Path) -> Result:
    order = RecordOrder(built, arguments=program.arguments, output=Output.CAPTURED, limit_s=LIMIT_S)
    options = CheckOptions(jobs=1, witnesses=folder, replay_limit_s=LIMIT_S, properties=("assertions",))
    return check(CheckOrder(order, options), _quiet, Silent())


def _quiet(note: str) -> None:
    pass


def _compare(program: TestProgram, result: Result, found: Checked) -> None:
    said = promises(program.sources)
    if not said:
        found.troubles.append("no line of it says what is expected")
    found.seconds = sum(result.stats.seconds.values())
    found.assumptions = len(result.assumptions)
    reported = set()
    for finding in result.findings:
        place = finding.place
        where = (Path(place.file).name, place.line) if place else ("?", 0)
        reported.add(where)
        if finding.status != "confirmed" or finding.witness is None or not finding.witness.is_file():
            found.troubles.append(f"check: {where[0]}:{where[1]}: {finding.status}: {finding.message} {finding.reason}")
        else:
            found.confirmed += 1
    fails = {where: promise.what for where, promise in said.items() if promise.word == "FAILS"}
    open_with = "with libstdc++" if find_toolchain(Cache.of_user()).kind == "zig" else None
    expected = {where for where, what in fails.items() if what != open_with}
    found.troubles.extend(f"check: {file}:{line}: not found" for file, line in sorted(expected - reported))
    found.troubles.extend(f"check: {file}:{line}: found, but holds" for file, line in sorted(reported - set(fails)))
    found.troubles.extend(f"check: {open.place}: undecided: {open.reason}" for open in result.open)
    for where, promise in said.items():
        found.held += promise.word == "HOLDS" and where not in reported
        if promise.word == "PINNED" and not any(promise.what in assumption for assumption in result.assumptions):
            found.troubles.append(f"check: {where[0]}:{where[1]}: no assumption names {promise.what}")

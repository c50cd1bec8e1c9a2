"""`check --property misuse` and `verify` on every program of tests/misuse: the lines say what is misused there.

Programs called legal_ use locks, conditions, semaphores and barriers in ways that POSIX or glibc allow, however odd
they look; those called wrong_ do not. The first line of each says what `verify` comes to.
"""

from pathlib import Path

import pytest

from raddle.capture.run import Output
from raddle.pipeline.verifying import VerifyOrder, verify
from raddle.report.progress import Silent
from raddle.report.result import LockMisuse
from raddle.report.verified import Verified
from raddle.testing.runs import RecordOrder, Sources
from raddle.verify.options import VerifyOptions
from tests.support.expectations import MISUSE, compared, programs_of
from tests.support.limits import soon_enough, work
from tests.support.programs import TestProgram

PROGRAMS = programs_of(MISUSE, "misuse")

pytestmark = [pytest.mark.native, pytest.mark.compiler]


def verified(program: TestProgram, folder: Path) -> Verified:
    options = VerifyOptions(until=soon_enough(), work=work(), witnesses=folder, explain=False, again=True)
    order = RecordOrder(Sources(program.sources, program.flags), output=Output.CAPTURED)
    return verify(VerifyOrder(order, options), lambda note: None, Silent())


@pytest.mark.parametrize("program", [program for program, _ in PROGRAMS.values()], ids=list(PROGRAMS))
def test_exactly_the_misuses_are_reported(program: TestProgram, tmp_path: Path) -> None:
    found = compared(program, "misuse", tmp_path)
    assert found.troubles == []


@pytest.mark.parametrize("program", [program for program, _ in PROGRAMS.values()], ids=list(PROGRAMS))
def test_verify_comes_to_what_the_program_promises(program: TestProgram, tmp_path: Path) -> None:
    first = program.sources[0].read_text().splitlines()[0]
    found = verified(program, tmp_path)
    assert (f"// VERIFY: {found.verdict}", found.reason) == (first, "")
    expected = PROGRAMS[program.name][1]
    for finding in found.findings:
        assert isinstance(finding.about, LockMisuse)
        assert finding.place is not None
        assert (Path(finding.place.file).name, finding.place.line) in expected.lines
        assert finding.witness is not None and finding.witness.is_file()


def test_there_are_many_legal_ways_and_many_wrong_ones() -> None:
    legal = [name for name, (_, expected) in PROGRAMS.items() if expected.is_safe]
    assert len(legal) >= 30
    assert len(PROGRAMS) - len(legal) >= 20
    assert all(name.startswith("legal_") for name in legal)

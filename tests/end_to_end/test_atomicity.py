"""`check --property atomicity` on every program of tests/atomicity: the lines say where a block is not atomic."""

from pathlib import Path

import pytest

from tests.support.expectations import ATOMICITY, compared, programs_of
from tests.support.programs import TestProgram

PROGRAMS = programs_of(ATOMICITY, "atomicity")

pytestmark = [pytest.mark.native, pytest.mark.compiler]


@pytest.mark.parametrize("program", [program for program, _ in PROGRAMS.values()], ids=list(PROGRAMS))
def test_exactly_the_lines_that_are_torn_are_reported(program: TestProgram, tmp_path: Path) -> None:
    assert compared(program, "atomicity", tmp_path).troubles == []


def test_about_half_of_the_programs_are_safe() -> None:
    safe = sum(expected.is_safe for _, expected in PROGRAMS.values())
    assert len(PROGRAMS) >= 30
    assert 0.4 <= safe / len(PROGRAMS) <= 0.6

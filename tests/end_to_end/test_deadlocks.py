"""`check --property deadlocks` on every program of tests/deadlocks: the lines say where threads wait for ever."""

from pathlib import Path

import pytest

from tests.support.expectations import DEADLOCKS, compared, programs_of
from tests.support.programs import TestProgram

PROGRAMS = programs_of(DEADLOCKS, "deadlocks")

pytestmark = [pytest.mark.native, pytest.mark.compiler]


@pytest.mark.parametrize("program", [program for program, _ in PROGRAMS.values()], ids=list(PROGRAMS))
def test_exactly_the_waits_of_deadlocks_are_reported(program: TestProgram, tmp_path: Path) -> None:
    assert compared(program, "deadlocks", tmp_path).troubles == []


def test_about_half_of_the_programs_are_safe() -> None:
    safe = sum(expected.is_safe for _, expected in PROGRAMS.values())
    assert len(PROGRAMS) >= 50
    assert 0.4 <= safe / len(PROGRAMS) <= 0.6

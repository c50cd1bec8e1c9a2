"""`check --property memory` on every program of tests/memory: the lines say what goes wrong there.

The name of a program begins with what it is about: half of those of each kind are safe, and look wrong. The run that
is given to `check` does nothing wrong, but for those that are named so. `not covered` on a line: docs/soundness.md.
"""

from pathlib import Path

import pytest

from tests.support.expectations import MEMORY, compared, programs_of
from tests.support.programs import TestProgram

PROGRAMS = programs_of(MEMORY, "memory")
FAULTS = {
    "bounds": {"out-of-bounds"},
    "division": {"division"},
    "double": {"double-free"},
    "null": {"null", "dangling"},
    "uaf": {"use-after-free"},
}

pytestmark = [pytest.mark.native, pytest.mark.compiler]


@pytest.mark.parametrize("program", [program for program, _ in PROGRAMS.values()], ids=list(PROGRAMS))
def test_exactly_the_memory_errors_are_reported(program: TestProgram, tmp_path: Path) -> None:
    found = compared(program, "memory", tmp_path)
    assert found.troubles == []
    assert any(finding.observed for finding in found.findings) == program.name.endswith("_in_the_given_run")


@pytest.mark.parametrize("kind", FAULTS)
def test_about_half_of_the_programs_of_each_kind_are_safe(kind: str) -> None:
    expectations = [expected for name, (_, expected) in PROGRAMS.items() if name.partition("_")[0] == kind]
    assert len(expectations) >= 30
    assert 0.4 <= sum(expected.is_safe for expected in expectations) / len(expectations) <= 0.6


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_goes_wrong_in_a_program_is_what_its_name_says(name: str) -> None:
    _, expected = PROGRAMS[name]
    faults = {fault for _, fault in expected.faults}
    assert expected.is_safe or faults & FAULTS[name.partition("_")[0]]

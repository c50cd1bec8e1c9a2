"""Tests written with test frameworks, through the real command: what can fail is found at the user's line."""

from pathlib import Path

import pytest

from tests.support.frameworks import FOLDER, Program, found, programs, read, report_of, run

pytestmark = [pytest.mark.compiler, pytest.mark.native, pytest.mark.slow]


@pytest.mark.parametrize("program", programs())
def test_check_finds_what_can_fail_and_nothing_that_does_not_count(program: Program, tmp_path: Path) -> None:
    said = run("check", program, tmp_path)
    report = report_of(said)
    assert found(report, program) == program.expected
    assert report["open"] == []
    assert said.status == (1 if program.expected else 0)


@pytest.mark.parametrize("name", ["gtest_own_main", "own_checks"])
def test_verify_finds_it_too(name: str, tmp_path: Path) -> None:
    program = read(FOLDER / f"{name}.cpp")
    said = run("verify", program, tmp_path)
    report = report_of(said)
    (finding,) = report["findings"]
    ((line, condition, _),) = program.expected
    assert said.status == 1
    assert (finding["line"], finding["message"].partition(" fails")[0]) == (line, condition)


@pytest.mark.parametrize("name", ["doctest_right", "gtest_right"])
def test_verify_proves_a_test_that_is_right(name: str, tmp_path: Path) -> None:
    said = run("verify", read(FOLDER / "right" / f"{name}.cpp"), tmp_path)
    report = report_of(said)
    assert (said.status, report["verdict"]) == (0, "proved"), report["reason"]

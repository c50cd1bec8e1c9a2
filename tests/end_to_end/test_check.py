"""`check` on every program of tests/predict: the line of each assertion says what becomes of it.

// FAILS         found, and confirmed by the real program
// HOLDS         not reported; where other paths would fail there, the line says so
// PINNED: what  not reported, because a value is taken as it was observed; an assumption that names it is listed
"""

import re
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest

from raddle.base.time_limit import TimeIsOver
from raddle.capture.run import Output
from raddle.check import CheckOptions
from raddle.pipeline.checking import CheckOrder, check
from raddle.report.progress import Silent
from raddle.report.properties import PROPERTIES
from raddle.report.result import Result
from raddle.testing.runs import RecordOrder, Sources, record

PROGRAMS = sorted((Path(__file__).parents[1] / "predict").glob("*.c"))
SEVERAL_ASSERTIONS = ("assert_values", "cond_two_waiters_signal", "queue_two_consumers", "trylock_busy")

pytestmark = [pytest.mark.native, pytest.mark.compiler]


def expected(source: Path) -> dict[int, tuple[str, str]]:
    """By line: the word, and what follows it."""
    lines = source.read_text().splitlines()
    found = {number: re.search(r"// (FAILS|HOLDS|PINNED)\b:?\s*(.*)$", line) for number, line in enumerate(lines, 1)}
    return {number: (match.group(1), match.group(2)) for number, match in found.items() if match}


def checked(source: Path, folder: Path, *, jobs: int = 1) -> Result:
    order = RecordOrder(Sources((source,)), output=Output.CAPTURED, limit_s=30)
    options = CheckOptions(jobs=jobs, witnesses=folder, replay_limit_s=30, properties=("assertions",))
    return check(CheckOrder(order, options), _quiet, Silent())


def _quiet(note: str) -> None:
    pass


@pytest.mark.parametrize("source", PROGRAMS, ids=lambda path: path.stem)
def test_what_the_lines_say_is_what_is_found(source: Path, tmp_path: Path) -> None:
    result = checked(source, tmp_path)
    lines = expected(source)
    assert lines
    assert result.open == ()
    assert {finding.place.line for finding in result.findings if finding.place} == {
        n for n, (word, _) in lines.items() if word == "FAILS"
    }
    for finding in result.findings:
        assert (finding.status, finding.kind) == ("confirmed", "assertion")
        assert finding.witness is not None
        assert finding.witness.is_file()
    for word, what in lines.values():
        assert word != "PINNED" or any(what in assumption for assumption in result.assumptions)


@pytest.mark.parametrize("name", SEVERAL_ASSERTIONS)
def test_what_is_found_does_not_depend_on_how_many_are_decided_at_once(name: str, tmp_path: Path) -> None:
    source = PROGRAMS[0].with_name(f"{name}.c")
    one, two = checked(source, tmp_path), checked(source, tmp_path, jobs=2)
    assert replace(one, stats=two.stats) == two
    assert [finding.schedule for finding in one.findings] == [finding.schedule for finding in two.findings]


@pytest.mark.parametrize(
    ("slow", "missing", "verdict"),
    [("stages.model_of", PROPERTIES, "unknown"), ("races.decide_races", ("races",), "bug")],
)
def test_what_has_no_end_is_cut_off_and_the_rest_is_looked_at(
    slow: str, missing: tuple[str, ...], verdict: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_slow(*_: object, **__: object) -> NoReturn:
        raise TimeIsOver

    monkeypatch.setattr(f"raddle.check.{slow}", too_slow)
    run = record(RecordOrder(Sources((PROGRAMS[0],)), tmp_path / "run.rdl", output=Output.CAPTURED), _quiet)
    result = check(CheckOrder(run.path, CheckOptions(witnesses=tmp_path)), _quiet, Silent())
    assert result.unlooked == missing
    assert result.verdict == verdict

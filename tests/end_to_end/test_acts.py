"""`raddle check` on some of tests/acts: the bug behind the branch that was not taken, and nothing wrong of the twin.

Those that cost least; `python -m tests.campaigns.acts` has all of them.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.acts import Act, acts, differences, without_times
from tests.support.command import raddle

pytestmark = [pytest.mark.native, pytest.mark.compiler]

CHEAP = ("bounded_counter", "engine_start", "leader", "pool_shutdown", "service_stop", "session_expired", "wakeup")
NOT_PROVED = ("reference_count",)
WITH_CLASSES = ("job_state", "result_once")


def checked(act: Act, folder: Path) -> dict[str, Any]:
    folder.mkdir(exist_ok=True)
    done = raddle("check", act.source, "--format", "json", cwd=folder)
    assert done.status == (1 if act.fails else 0), done.err
    report: dict[str, Any] = json.loads(done.out)
    return report


def names(act: Act) -> str:
    return act.source.name


@pytest.mark.parametrize("act", acts((*CHEAP, *NOT_PROVED)), ids=names)
def test_check_says_what_the_program_promises(act: Act, tmp_path: Path) -> None:
    assert differences(act, checked(act, tmp_path)) == []


@pytest.mark.slow
@pytest.mark.parametrize("act", acts(WITH_CLASSES), ids=names)
def test_check_says_what_a_program_in_cxx_promises(act: Act, tmp_path: Path) -> None:
    assert differences(act, checked(act, tmp_path)) == []


@pytest.mark.parametrize("act", acts(("pool_shutdown", "reference_count")), ids=names)
def test_the_same_command_three_times_says_the_same(act: Act, tmp_path: Path) -> None:
    first, *others = (without_times(checked(act, tmp_path / str(time))) for time in range(3))
    assert all(other == first for other in others)


@pytest.mark.parametrize(
    ("name", "lines"), [("pool_shutdown", [17]), ("bounded_counter", [24]), ("cache_fill", [21, 22])]
)
def test_after_one_run_the_branches_that_others_decide_are_listed(name: str, lines: list[int], tmp_path: Path) -> None:
    (twin,) = (act for act in acts((name,)) if act.is_fixed)
    report = json.loads(raddle("verify", twin.source, "--runs", "1", "--format", "json", cwd=tmp_path).out)
    assert (report["verdict"], [place["line"] for place in report["untaken"]]) == ("unknown", lines)


def test_there_are_forty_each_with_a_twin() -> None:
    all_of_them = acts()
    bugs = {act.source.name for act in all_of_them if not act.is_fixed}
    twins = {act.source.name.replace("_fixed", "") for act in all_of_them if act.is_fixed}
    assert (len(bugs), bugs) == (40, twins)

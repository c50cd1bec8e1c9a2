"""The cores of `diagnose` against all runs of the real program (tests/support/judged_causes.py): wrong ones are seen.

Many more: tests/campaigns/diagnosed.py, tests/campaigns/repaired.py."""

from dataclasses import replace
from pathlib import Path

import pytest

from raddle.diagnose.diagnosing import diagnose
from raddle.diagnose.diagnosis import Diagnosis
from raddle.report.progress import Silent
from tests.support.diagnosed import FOLDER
from tests.support.diagnosed_runs import judged_program, runs_of
from tests.support.explored import explored_of
from tests.support.judged_causes import judged
from tests.support.limits import soon_enough
from tests.support.real_runs import AllRuns
from tests.support.repaired_runs import mended_program

HAND_WRITTEN = ("made_twice.c", "main_returns.c", "trylock_not_asked.c", "relay.c", "assumed.c", "stuck_or_passes.c")
RANDOM = (0, 1, 3, 6)
REPAIRED = ("lost_update.c", "used_before_main_sets.c", "errors_counted.c", "checked_then_null.c")

pytestmark = [pytest.mark.native, pytest.mark.compiler]


@pytest.mark.parametrize("name", HAND_WRITTEN)
def test_cores_are_right_on_all_runs(name: str) -> None:
    found = judged_program(FOLDER / name)
    assert (found.wrong, found.too_large, found.unnamed) == ([], 0, 0)


@pytest.mark.parametrize("seed", RANDOM)
def test_cores_of_random_programs_are_right_on_all_runs(seed: int) -> None:
    assert judged_program(seed).wrong == []


@pytest.mark.parametrize("name", REPAIRED)
def test_no_run_of_a_repaired_program_fails(name: str) -> None:
    found = mended_program(FOLDER / name)
    assert (found.wrong, found.unknown) == ([], [])
    assert found.accepted >= 1


@pytest.fixture(scope="module")
def diagnosed() -> tuple[Diagnosis, AllRuns]:
    source: Path = FOLDER / "pair_mixed.c"
    diagnosis = diagnose(explored_of(source), soon_enough(), Silent())
    assert len(diagnosis.cores) == 2
    return diagnosis, runs_of(source)


def test_a_core_with_too_few_orders_is_noticed(diagnosed: tuple[Diagnosis, AllRuns]) -> None:
    diagnosis, runs = diagnosed
    first, second = diagnosis.cores
    wrong = judged(replace(diagnosis, cores=(replace(first, facts=first.facts[1:]), second)), runs)
    assert any("it holds in a run that passes" in one for one in wrong)


def test_a_core_with_too_many_orders_is_noticed(diagnosed: tuple[Diagnosis, AllRuns]) -> None:
    diagnosis, runs = diagnosed
    first, second = diagnosis.cores
    more = replace(first, facts=(*first.facts, first.facts[0]))
    wrong = judged(replace(diagnosis, cores=(more, second)), runs)
    assert any("is not needed" in one for one in wrong)


def test_a_core_that_is_missing_is_noticed(diagnosed: tuple[Diagnosis, AllRuns]) -> None:
    diagnosis, runs = diagnosed
    wrong = judged(replace(diagnosis, cores=diagnosis.cores[:1]), runs)
    assert any("have none of the cores" in one for one in wrong)


def test_a_wrong_kind_is_noticed(diagnosed: tuple[Diagnosis, AllRuns]) -> None:
    diagnosis, runs = diagnosed
    assert judged(diagnosis, runs) == []
    assert judged(replace(diagnosis, kind="passes"), runs)
    assert judged(replace(diagnosis, kind="sequential"), runs)

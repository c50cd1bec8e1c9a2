"""The failing runs of witnesses that `check` writes: every step's formula agrees with what was observed there."""

from pathlib import Path

import pytest

from tests.support.recorded_runs import disagreements
from tests.support.witnessed_runs import TESTS, runs_of

pytestmark = [pytest.mark.native, pytest.mark.compiler]

CHOSEN = [
    "predict/cond_if.c",
    "memory/uaf_list_walk.c",
    "memory/bounds_grid_row.c",
    "deadlocks/philosophers_semaphores.c",
    "atomicity/account_get_and_set.cpp",
    "races/counter_in_loops.c",
    "cxx/uncaught_in_thread.cpp",
]


@pytest.mark.parametrize("name", CHOSEN)
def test_the_run_of_a_witness_agrees_with_what_was_observed(tmp_path: Path, name: str) -> None:
    runs = list(runs_of(TESTS / name, tmp_path, most=1))
    assert runs
    assert [wrong for run in runs for wrong in disagreements(run)] == []

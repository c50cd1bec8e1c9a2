"""What is seen of a program in several runs becomes paths in which each of these runs is a way."""

from pathlib import Path

import pytest

from raddle.model.check import fault_of
from tests.support.grown_runs import grown_runs, why_no_way
from tests.support.path_outcomes import faults

TESTS = Path(__file__).parent.parent
PROGRAMS = [
    "verify/peterson.c",
    "verify/create_on_one_path.c",
    "explore/trylock.c",
    "explore/cond_signal_for_two.c",
    "predict/atomic_flag_spin.c",
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_each_run_is_a_way_through_the_paths(program: str, tmp_path: Path) -> None:
    growing, models = grown_runs(tmp_path, TESTS / program, 4)
    assert fault_of(growing.paths()) is None
    assert list(faults(growing.paths())) == []
    assert {model.number: why_no_way(growing, model) for model in models} == dict.fromkeys(range(4))

"""Slices of failing runs of random C programs, at every detail, rechecked (tests/campaigns/slices.py has more)."""

import pytest

from tests.support.rechecked_runs import of_program


@pytest.mark.parametrize("seed", range(1000, 1004))
def test_every_slice_of_a_failing_run_is_right(seed: int) -> None:
    found = of_program(seed, most_runs=1, schedules=15)
    assert found.objections == []
    assert not found.refused

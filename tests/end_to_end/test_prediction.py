"""`check` says what the explorer says, on random C programs: the small size.

`make campaign NAME=prediction SIZE=300` is the full one.
"""

import pytest

from tests.support.prediction import compared

SEEDS = (0, 1, 2, 3, 4, 12, 13)
"""One of each kind, with few schedules."""

pytestmark = [pytest.mark.native, pytest.mark.compiler]


@pytest.mark.parametrize("seed", SEEDS)
def test_an_assertion_is_predicted_to_fail_exactly_where_some_schedule_of_the_recorded_paths_fails(seed: int) -> None:
    found = compared(seed)
    assert found.disagreements == []
    assert found.confirmed == found.satisfiable
    assert found.schedules > 1
    assert not found.too_large

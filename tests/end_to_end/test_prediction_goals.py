"""`check` reports the races and deadlocks that the explorer finds, on random C programs: the small size.

`make campaign NAME=predicted_goals SIZE=300` is the full one.
"""

import pytest

from tests.support.prediction_goals import compared

SEEDS = (1, 4, 6, 8, 9, 12, 15, 16, 18, 19, 22, 25, 9008)
"""Of most kinds, with few schedules: races of the recorded run and of others, deadlocks, many that are none,
and a block that is given back twice."""

pytestmark = [pytest.mark.native, pytest.mark.compiler]


@pytest.mark.parametrize("seed", SEEDS)
def test_exactly_the_races_and_deadlocks_of_the_recorded_paths_are_reported_and_confirmed(seed: int) -> None:
    found = compared(seed)
    assert found.disagreements == []
    assert found.confirmed == found.races + found.deadlocks
    assert found.schedules > 0
    assert not found.too_large

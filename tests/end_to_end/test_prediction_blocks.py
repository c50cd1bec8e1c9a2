"""`check` reports the torn blocks and the memory errors that the explorer finds, on random C programs: the small size.

`make campaign NAME=predicted_blocks SIZE=300` is the full one; with ARGS='--of memory' for memory errors.
"""

import pytest

from tests.support.prediction_blocks import Of, compared

ATOMICITY = (1, 4, 5, 6, 7, 8, 12, 35, 84)
"""Of most kinds, blocks declared in all ways; 84: what is read goes where no other thread looks."""
MEMORY = (0, 1, 2, 3, 5, 6, 30)

pytestmark = [pytest.mark.native, pytest.mark.compiler]


@pytest.mark.parametrize(
    ("of", "seed"), [("atomicity", seed) for seed in ATOMICITY] + [("memory", seed) for seed in MEMORY]
)
def test_exactly_what_schedules_of_the_recorded_paths_show_is_reported_and_confirmed(of: Of, seed: int) -> None:
    found = compared(of, seed)
    assert found.disagreements == []
    assert found.confirmed == found.reported
    assert found.schedules > 0
    assert not found.too_large

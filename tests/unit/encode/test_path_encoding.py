"""The encoding of paths agrees with brute force (tests/campaigns/path_goals.py does the same for thousands)."""

import pytest

from tests.support.path_goals import Agreement, compared_of
from tests.support.random_paths import PROFILES


@pytest.mark.compiler
@pytest.mark.slow
@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_brute_force_and_the_encoding_say_the_same_of_random_paths(profile: str) -> None:
    total = Agreement()
    for number in range(12):
        total.add(compared_of(number, profile, events=13, states=2_000))
    assert total.disagreements == []
    assert total.reached > 0
    assert total.questions > 2 * total.reached / 3

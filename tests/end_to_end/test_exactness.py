"""Brute force and both encodings agree on random trace programs: the small size.

`make campaign NAME=exactness SIZE=10000` is the full one.
"""

import pytest

from tests.support.exactness import Exactness, compared
from tests.support.random_ctp import PROFILES

EACH = 5


@pytest.mark.parametrize("profile", range(len(PROFILES)), ids=sorted(PROFILES))
def test_every_check_has_the_same_verdict_from_all_and_every_witness_runs(profile: int) -> None:
    total = Exactness()
    for number in range(profile, EACH * len(PROFILES), len(PROFILES)):
        total.add(compared(number))
    assert total.disagreements == []
    assert total.ran == total.sat
    assert total.programs == EACH
    assert total.checks > 0

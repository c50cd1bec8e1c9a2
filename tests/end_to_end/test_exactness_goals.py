"""Brute force and the decider agree on races and deadlocks of random trace programs: the small size.

`make campaign NAME=goals SIZE=10000` is the full one.
"""

import pytest

from tests.support.exactness_goals import PROGRAMS, Exactness, compared

HALVES = (range(0, len(PROGRAMS), 2), range(1, len(PROGRAMS), 2))


@pytest.mark.parametrize("numbers", HALVES, ids=("even", "odd"))
def test_every_race_and_deadlock_is_found_by_both_or_by_neither(numbers: range) -> None:
    total = Exactness()
    for number in numbers:
        total.add(compared(number))
    assert total.disagreements == []
    assert total.programs == len(numbers)
    assert total.races > 0
    assert total.pairs > total.races
    assert total.too_large == 0

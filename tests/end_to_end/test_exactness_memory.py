"""Brute force and the decider agree on memory errors of random trace programs: the small size.

`make campaign NAME=memory_goals SIZE=10000` is the full one.
"""

from tests.support.exactness_memory import PROFILES, MemoryExactness, compared


def test_every_memory_error_is_found_by_both_or_by_neither() -> None:
    total = MemoryExactness()
    for number in range(3 * len(PROFILES)):
        total.add(compared(number))
    assert total.disagreements == []
    assert total.uses > total.of_one_thread > 0
    assert total.checks > 0
    assert total.sampled > 0
    assert total.too_large == 0

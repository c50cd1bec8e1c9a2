"""Brute force and the decider agree on torn blocks of random trace programs: the small size.

`make campaign NAME=block_goals SIZE=10000` is the full one.
"""

from tests.support.exactness_blocks import BlockExactness, compared
from tests.support.random_block_ctp import BLOCKS


def test_every_torn_block_is_found_by_both_or_by_neither() -> None:
    total = BlockExactness()
    for number in range(len(BLOCKS)):
        total.add(compared(number))
    assert total.disagreements == []
    assert total.programs_torn > 0
    assert total.quadruples > total.torn > 0
    assert total.too_large == 0

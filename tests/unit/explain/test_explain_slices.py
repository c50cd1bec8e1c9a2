"""Slices of random failing runs written as text, at every detail, rechecked (tests/campaigns/slices.py has more)."""

import pytest

from tests.support.rechecked_runs import of_text


@pytest.mark.slow
@pytest.mark.parametrize("number", range(202, 209))
def test_every_slice_of_a_random_run_is_right(number: int) -> None:
    assert of_text(number).objections == []

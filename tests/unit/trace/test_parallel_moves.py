"""Moves at once against moves one by one."""

from hypothesis import given
from hypothesis import strategies as st

from raddle.trace.parallel_moves import one_by_one

TEMPORARY = 1000
CONSTANTS = st.integers(2000, 2003)
MOVES = st.dictionaries(st.integers(0, 7), st.integers(0, 7) | CONSTANTS, max_size=8).map(lambda d: list(d.items()))


def ordered(moves: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return one_by_one(moves, lambda: TEMPORARY)


@given(MOVES)
def test_the_registers_end_up_as_if_all_had_moved_at_once(moves: list[tuple[int, int]]) -> None:
    before = {register: f"value {register}" for register in (*range(8), *range(2000, 2004))}
    at_once = before | {to: before[source] for to, source in moves}
    after = dict(before)
    for to, source in ordered(moves):
        after[to] = after[source]
    after.pop(TEMPORARY, None)
    assert after == at_once


def test_a_swap_goes_by_the_spare_register() -> None:
    assert ordered([(1, 2), (2, 1)]) == [(TEMPORARY, 1), (1, 2), (2, TEMPORARY)]


def test_moves_without_a_cycle_need_no_spare_register() -> None:
    assert ordered([(1, 2), (2, 3)]) == [(1, 2), (2, 3)]


def test_a_register_that_keeps_its_value_is_not_moved() -> None:
    assert ordered([(1, 1)]) == []

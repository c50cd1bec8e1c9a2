"""How much can still run side by side."""

from raddle.repair.concurrency import kept, kept_in_either_order, lost, side_by_side
from tests.support.repair_figures import FILE, Labels, figure_3_2


def test_the_pairs_of_figure_3_2_are_those_of_its_threads() -> None:
    found = side_by_side(Labels(figure_3_2()))
    assert found.exact
    lines = {(one[2], other[2]) for one, other in found.pairs}
    assert lines == {(5, 10), (5, 11), (6, 10), (6, 11)}
    assert found.either == found.pairs
    assert {spot[2] for spot in found.spots} == {5, 6, 10, 11, 23}


def test_a_program_keeps_all_of_its_own() -> None:
    found = side_by_side(Labels(figure_3_2()))
    assert kept(found, found, {}) == kept_in_either_order(found, found, {}) == 1.0
    assert lost(found, found, {}) == frozenset()


def test_threads_one_after_the_other_keep_nothing() -> None:
    before = side_by_side(Labels(figure_3_2()))
    after = side_by_side(Labels(figure_3_2(one_after_the_other=True)))
    assert kept(before, after, {}) == kept_in_either_order(before, after, {}) == 0.0
    assert lost(before, after, {}) == frozenset()


def test_random_runs_find_the_same_pairs_and_the_same_ones_each_time() -> None:
    labels = Labels(figure_3_2())
    found = side_by_side(labels, by_chance=True)
    assert not found.exact
    assert found.pairs == side_by_side(labels).pairs
    assert found == side_by_side(labels, by_chance=True)


def test_lines_that_nobody_comes_to_any_more_are_lost() -> None:
    before = side_by_side(Labels(figure_3_2()))
    after = side_by_side(Labels(figure_3_2(without_line_6=True)))
    assert lost(before, after, {}) == {(FILE, 6)}

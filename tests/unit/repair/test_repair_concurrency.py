"""How much can still run side by side."""

from raddle.repair.concurrency import kept, kept_in_either_order, side_by_side
from tests.support.repair_figures import Labels, figure_3_2


def test_the_pairs_of_figure_3_2_are_those_of_its_threads() -> None:
    found = side_by_side(Labels(figure_3_2()))
    assert found.exact
    lines = {(one[2], other[2]) for one, other in found.pairs}
    assert lines == {(5, 10), (5, 11), (6, 10), (6, 11)}
    assert found.either == found.pairs


def test_a_program_keeps_all_of_its_own() -> None:
    found = side_by_side(Labels(figure_3_2()))
    assert kept(found, found, {}) == kept_in_either_order(found, found, {}) == 1.0


def test_threads_one_after_the_other_keep_nothing() -> None:
    before = side_by_side(Labels(figure_3_2()))
    after = side_by_side(Labels(figure_3_2(one_after_the_other=True)))
    assert kept(before, after, {}) == kept_in_either_order(before, after, {}) == 0.0


def test_random_runs_find_the_same_pairs_and_the_same_ones_each_time() -> None:
    labels = Labels(figure_3_2())
    found = side_by_side(labels, by_chance=True)
    assert not found.exact
    assert found.pairs == side_by_side(labels).pairs
    assert found == side_by_side(labels, by_chance=True)

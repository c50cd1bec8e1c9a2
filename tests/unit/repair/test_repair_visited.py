"""What a patch keeps everybody from, by the lines that runs came to."""

from raddle.repair.lines import LinesBefore
from raddle.repair.visited import Visited

BEFORE = "lock\nx++\nassert(x)\n"
AFTER = "x++\nassert(x)\n"


def at(*lines: int, asserted: tuple[int, ...] = ()) -> Visited:
    return Visited(frozenset(("a.c", line) for line in lines), frozenset(("a.c", line) for line in asserted))


def test_what_is_come_to_on_both_sides_is_not_missing_wherever_its_line_went() -> None:
    lines = {"a.c": LinesBefore(BEFORE, AFTER)}
    assert at(2, 3, asserted=(3,)).missing(at(1, 2, asserted=(2,)), lines) == at()


def test_a_line_that_the_patch_takes_away_is_not_missing() -> None:
    lines = {"a.c": LinesBefore(BEFORE, AFTER)}
    assert at(1, 2, 3).missing(at(1, 2), lines) == at()


def test_a_line_that_is_there_and_that_nobody_comes_to_is_missing() -> None:
    lines = {"a.c": LinesBefore(BEFORE, AFTER)}
    assert at(2, 3).missing(at(2), lines) == at(2)


def test_the_brace_at_which_a_guard_that_moved_gave_its_lock_back_is_not_missing() -> None:
    lines = {"a.c": LinesBefore("if (x) {\nguard\nx++\n}\n}\n", "guard\nif (x) {\nx++\n}\n}\n")}
    assert at(1, 2, 3, 4).missing(at(1, 2, 3, 5), lines) == at()


def test_an_assertion_is_missing_also_where_the_patch_takes_it_away() -> None:
    lines = {"a.c": LinesBefore(BEFORE, "lock\nx++\n")}
    assert at(2, 3, asserted=(3,)).missing(at(2), lines) == at(asserted=(3,))


def test_files_that_are_as_before_are_compared_line_by_line() -> None:
    assert at(2, asserted=(3,)).missing(at(), {}) == at(2, asserted=(3,))

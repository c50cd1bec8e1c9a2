"""The brute force that torn blocks are compared with, on programs whose answers are known."""

from dataclasses import replace

import pytest

from raddle.model.text.parse import parse_ctp
from tests.support.torn_oracle import torn_of


def torn(text: str) -> set[str]:
    """Labels of first, there, back and last."""
    ctp = parse_ctp(text)
    return {"".join(ctp.events[event].label for event in one) for one in torn_of(ctp).quadruples}


def block(inside: str, other: str, shared: str = "x = 0") -> set[str]:
    """`inside` is a block; the other thread is none."""
    return torn(f"shared {shared}\nthread A\natomic {{\n{inside}\n}}\nthread B\n{other}\n")


@pytest.mark.parametrize(
    ("inside", "other"),
    [
        ("a: r := x\nb: s := x", "c: x := 1"),
        ("a: x := 1\nb: s := x", "c: x := 2"),
        ("a: r := x\nb: x := 2", "c: x := 1"),
        ("a: x := 1\nb: x := 2", "c: s := x"),
        ("a: x := 1\nb: x := 2", "c: x := 3"),
    ],
)
def test_the_five_patterns_tear_a_block(inside: str, other: str) -> None:
    assert block(inside, other) == {"accb"}


@pytest.mark.parametrize(
    ("inside", "other"),
    [
        ("a: r := x\nb: s := x", "c: s := x"),
        ("a: r := x\nb: x := 1", "c: s := x"),
        ("a: x := 1\nb: r := x", "c: s := x"),
    ],
)
def test_the_other_three_do_not(inside: str, other: str) -> None:
    assert block(inside, other) == set()


@pytest.mark.parametrize(
    ("inside", "other"),
    [
        ("a: r := x\nb: s := x", "c: x := 0"),
        ("a: x := 1\nb: s := x", "c: x := 1"),
        ("a: x := 0\nb: x := 0", "c: s := x"),
    ],
    ids=("a silent write", "equal values", "silent writes of the block"),
)
def test_what_changes_nothing_tears_nothing(inside: str, other: str) -> None:
    assert block(inside, other) == set()


@pytest.mark.parametrize(
    ("condition", "written", "expected"),
    [("r >= 0", 1, set()), ("r == 0", 1, {"accb"}), ("r < 2", 1, set()), ("r < 2", 2, {"accb"})],
)
def test_what_feeds_conditions_only_is_noticed_where_one_of_them_changes(
    condition: str, written: int, expected: set[str]
) -> None:
    inside = f"a: r := x\nassume({condition})\nb: s := x\nassume({condition.replace('r', 's')})"
    assert block(inside, f"c: x := {written}") == expected


def test_what_is_shown_is_noticed_whatever_the_conditions_say() -> None:
    inside = "a: r := x@shown\nassume(r >= 0)\nb: s := x@shown\nassume(s >= 0)"
    assert block(inside, "c: x := 1") == {"accb"}


def test_updates_that_commute_tear_nothing_unless_their_results_are_used() -> None:
    assert block("a: x := x + 1\nb: x := x + 1", "c: x := x + 5") == set()
    assert block("a: x := x + 1\nb: x := x + 1", "c: x := 5") == {"accb"}
    assert block("a: x := x@shown + 1\nb: x := x@shown + 1", "c: x := x + 5") == {"accb"}


def test_a_lost_update_is_one_even_if_both_write_the_same() -> None:
    found = torn("shared x = 0\nthread A\natomic {\na: r := x\nb: x := r + 1\n}\nthread B\nc: r := x\nd: x := r + 1\n")
    assert found == set()  # the other thread's two accesses are no block: each is alone, and writes what is there
    both = "shared x = 0\nthread A\natomic {\na: r := x\nb: x := r + 1\n}\n"
    assert torn(both + "thread B\natomic {\nc: r := x\nd: x := r + 1\n}") == {"adcb", "cbad"}


def test_two_variables_of_one_block_need_a_block_on_the_other_side() -> None:
    text = "shared x = 0, y = 0\nthread A\natomic {{\na: x := 1\nb: y := 1\n}}\nthread B\n{}c: r := x\nd: s := y\n{}"
    assert torn(text.format("", "")) == set()
    assert torn(text.format("atomic {\n", "}")) == {"acdb", "cabd"}


def test_the_outermost_block_counts() -> None:
    ctp = parse_ctp("shared x = 0\nthread A\natomic {\na: r := x\n}\natomic {\nb: s := x\n}\nthread B\nc: x := 1\n")
    (begin, _), (_, end) = ctp.transactions
    assert not torn_of(ctp).quadruples
    assert torn_of(replace(ctp, transactions=(*ctp.transactions, (begin, end)))).quadruples


def test_a_lock_over_the_whole_block_keeps_others_out_and_two_sections_do_not() -> None:
    text = "shared x = 0\nlock m\nthread A\natomic {{\nlock(m)\na: r := x\n{}b: x := r + 1\nunlock(m)\n}}\n"
    text += "thread B\nlock(m)\nc: x := 5\nunlock(m)\n"
    assert torn(text.format("")) == set()
    assert torn(text.format("unlock(m)\nlock(m)\n")) == {"accb"}


def test_the_part_of_a_condition_that_is_known_decides_where_it_also_speaks_of_a_later_read() -> None:
    inside = "a: r := x\nd: q := y\nassume(r < 2 && q >= 0)\nb: s := x"
    assert block(inside, "c: x := 1", "x = 0, y = 0") == set()
    assert block(inside, "c: x := 2", "x = 0, y = 0") == {"accb"}
    assert block(inside.replace("r < 2 &&", "r <= q &&"), "c: x := -1", "x = 0, y = 0") == {"accb"}


@pytest.mark.parametrize(("written", "expected"), [("x + 1", set()), ("x + 9", {"accb"})])
def test_an_update_that_commutes_and_is_compared_is_noticed_where_the_comparison_changes(
    written: str, expected: set[str]
) -> None:
    inside = "a: assume(x < 5) { x := x + 1 }\nb: assume(x < 5) { x := x + 1 }"
    assert block(inside, f"c: x := {written}") == expected

"""Which place of a fixed program was which one before, by its line and by its text."""

from pathlib import Path

import pytest

from raddle.base.place import SourcePlace
from raddle.repair.places_before import ByLines, ByText

BEFORE = {"/src/bank.c": "int main(void)\n{\n    check(balance == 2);\n    return lost;\n}\n"}
CHECK, END = SourcePlace("bank.c", 3, 5, "main"), SourcePlace("bank.c", 5, 1, "main")


def at(line: int, function: str = "main") -> SourcePlace:
    return SourcePlace("bank.c", line, 0, function)


def test_a_line_that_moved_is_the_same_and_one_beside_it_is_not() -> None:
    moved = ByLines(BEFORE, {"/src/bank.c": f"\n\n{BEFORE['/src/bank.c']}"})
    assert moved.is_same(CHECK, at(5), "")
    assert not moved.is_same(CHECK, at(3), "")
    assert not moved.is_same(CHECK, SourcePlace("other.c", 5), "")
    assert moved.changes([CHECK, END]) == ()


def test_a_line_that_is_written_otherwise_is_the_same_and_told() -> None:
    weaker = ByLines(BEFORE, {"/src/bank.c": BEFORE["/src/bank.c"].replace("== 2", "<= 2")})
    assert weaker.is_same(CHECK, at(3), "")
    assert weaker.changes([CHECK, CHECK]) == ("`check(balance == 2);` is `check(balance <= 2);`",)


def test_a_line_that_is_gone_is_told() -> None:
    gone = ByLines(BEFORE, {"/src/bank.c": BEFORE["/src/bank.c"].replace("    check(balance == 2);\n", "")})
    assert not gone.is_left(CHECK)
    assert gone.changes([CHECK]) == ("`check(balance == 2);` is no longer there",)


@pytest.fixture
def by_text(tmp_path: Path) -> ByText:
    text = "\nint main(void)\n{\n    check(balance\n        == 2);\n    return 0;\n}\nvoid other(void)\n{\n}\n"
    (tmp_path / "bank.c").write_text(text)
    return ByText(BEFORE, tmp_path)


def test_a_statement_is_found_by_its_text_over_several_lines(by_text: ByText) -> None:
    assert by_text.is_same(CHECK, at(4), "")
    assert by_text.is_same(CHECK, at(4), "balance == 2")
    assert not by_text.is_same(CHECK, at(4), "balance >= 0")
    assert not by_text.is_same(CHECK, at(6), "")
    assert by_text.doubt() == ""


def test_a_brace_is_that_of_the_same_function(by_text: ByText) -> None:
    assert by_text.is_same(END, at(7), "")
    assert not by_text.is_same(END, at(10, "other"), "")
    assert not by_text.is_same(END, at(6), "")


def test_a_source_that_is_not_there_leaves_it_open(by_text: ByText) -> None:
    assert not by_text.is_same(CHECK, SourcePlace("made.c", 2), "")
    assert by_text.doubt().startswith("there is no made.c to tell whether")


def test_what_was_not_kept_leaves_it_open(tmp_path: Path) -> None:
    (tmp_path / "bank.c").write_text(BEFORE["/src/bank.c"])
    unknown = ByText({}, tmp_path)
    assert not unknown.is_same(CHECK, at(3), "")
    assert unknown.doubt().startswith("there is no bank.c to tell whether")
    assert unknown.is_same(CHECK, at(3), "balance == 2")

"""What counts as shown by a slice: the marks of bench/programs/explain, read and looked for."""

from pathlib import Path

import pytest

from bench.explain_marks import Mark, Picture, Shown, read_marks, shows
from bench.explain_programs import all_programs, read_program
from bench.paper_slices import AVERAGE, DETAILS, ROWS

LOST_UPDATE = "x++;  // CAUSE switch 1 from, switch 1 to, switch 2 from, switch 2 back"


def picture(*steps: str, orders: tuple[tuple[int, int], ...] = (), named: tuple[int, ...] = ()) -> Picture:
    """`A7`: thread and line; their positions are their numbers."""
    shown = [Shown(number, ord(step[0]), int(step[1:])) for number, step in enumerate(steps)]
    return Picture(tuple(shown), frozenset(orders), frozenset(named))


def test_marks_are_read_with_variants_and_switches() -> None:
    text = "a;  // CAUSE\nb;\nc;  // CAUSE a switch 1 from, b\nd;  // CAUSE switch 2 back"
    assert read_marks(text) == [Mark(1), Mark(3, "a", 1, "from"), Mark(3, "b"), Mark(4, "", 2, "back")]


def test_a_mark_that_is_misspelled_is_no_mark_that_is_overlooked() -> None:
    with pytest.raises(ValueError, match="line 2"):
        read_marks("a;\nb;  // CAUSE switch one from")


def test_every_marked_line_has_to_be_there() -> None:
    marks = read_marks("a;  // CAUSE\nb;  // CAUSE")
    assert shows(marks, picture("A1", "B2"))
    assert not shows(marks, picture("A1"))
    assert shows(marks, picture("A1", named=(2,)))


def test_the_order_of_a_switch_has_to_follow_from_those_between_threads() -> None:
    marks = read_marks("a;  // CAUSE switch 1 from\nb;  // CAUSE switch 1 to\nc;\nd;")
    assert not shows(marks, picture("A1", "B2"))
    assert shows(marks, picture("A1", "B2", orders=((0, 1),)))
    assert shows(marks, picture("A1", "A3", "B4", "B2", orders=((1, 2),)))
    assert not shows(marks, picture("A1", "B2", "B4", orders=((0, 2),)))


def test_a_switch_back_is_into_the_thread_that_was_left() -> None:
    marks = read_marks(LOST_UPDATE)
    torn = picture("A1", "B1", "B1", "A1", orders=((0, 2), (2, 3)))
    assert shows(marks, torn)
    assert not shows(marks, picture("A1", "B1", "B1", "A1", orders=((0, 2),)))
    assert not shows(marks, picture("A1", "B1", "C1", orders=((0, 1), (1, 2))))


def test_of_several_variants_one_is_enough() -> None:
    marks = read_marks("a;  // CAUSE\nb;  // CAUSE a\nc;  // CAUSE b")
    assert shows(marks, picture("A1", "B3"))
    assert not shows(marks, picture("A1"))
    assert not shows(marks, picture("B2", "B3"))


def test_headers_say_where_failing_runs_are_found(tmp_path: Path) -> None:
    text = "// KIND: AV\n// THREADS: 3\n// TRACES: 2\n// PROPERTY: assertions\n// ARGS: 1 2\n// RUNS: check\n"
    (tmp_path / "one.c").write_text(text + "// RUNS: args 7; check seeds 0-1\n\nint x; /* a\n b */\nint y;  // CAUSE\n")
    program = read_program(tmp_path / "one.c")
    assert [(runs.arguments, runs.check, runs.seeds) for runs in program.runs] == [
        (("1", "2"), True, (None,)),
        (("7",), True, (0, 1)),
    ]
    assert (program.loc, program.marks) == (2, (Mark(11),))


def test_every_program_is_one_of_the_papers_and_has_marks() -> None:
    programs = all_programs()
    assert {program.name for program in programs} == set(ROWS)
    assert all(program.marks for program in programs)
    assert all(program.traces <= ROWS[program.name].traces for program in programs)


def test_the_papers_averages_are_those_of_its_rows() -> None:
    for number, detail in enumerate(DETAILS):
        statements = [row.slices[number].statements for row in ROWS.values()]
        variables = [row.slices[number].variables for row in ROWS.values()]
        assert abs(sum(statements) / len(ROWS) - AVERAGE[detail][0]) < 0.5
        assert abs(sum(variables) / len(ROWS) - AVERAGE[detail][1]) < 0.5
    assert sum(row.traces for row in ROWS.values()) == 90

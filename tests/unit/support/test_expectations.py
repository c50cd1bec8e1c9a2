"""Reports compared with what the lines of a program say: what is missed, false or only predicted is noticed."""

from dataclasses import replace
from pathlib import Path

import pytest

from bench.tables.races import Measured, summary
from raddle.base.place import SourcePlace
from raddle.report.result import Access, Block, Fault, Finding, MemoryFault, NotAtomic, Race, Waiting, deadlock_among
from raddle.trace.blocks import AtomicBlocks, Lines
from tests.support.expectations import Compared, Expected, expected_of, mismatches, places_of
from tests.support.programs import TestProgram, all_programs


def access(line: int) -> Access:
    return Access("main.1", (SourcePlace("folder/x.c", line, 5, "f"),), "write", atomic=False, value="1", locks=())


def race(one: int, other: int) -> Finding:
    about = Race("x", "", (access(one), access(other)), both_next=True)
    return Finding("data-race", "confirmed", access(one).place, "data race on x", witness=Path(__file__), about=about)


def memory_error(line: int, fault: Fault) -> Finding:
    about = MemoryFault(fault, "x", access(line), freed=access(line + 1))
    return Finding("memory", "confirmed", access(line).place, fault, witness=Path(__file__), about=about)


def expected(*lines: int, predicted: bool = False) -> Expected:
    return Expected(frozenset(("x.c", line) for line in lines), predicted)


def program(folder: Path, text: str) -> TestProgram:
    (folder / "x.c").write_text(text)
    return TestProgram("x", (folder / "x.c",), (), (), b"", frozenset({"0"}), None)


def test_what_is_expected_stands_on_the_lines(tmp_path: Path) -> None:
    text = "// CONSTRUCT: x\nx = 1; // RACE!\ny = 1; // NORACE\nlock(); // DEADLOCK!\njoin(); // NODEADLOCK\n"
    assert expected_of(program(tmp_path, text), "races") == expected(2)
    assert expected_of(program(tmp_path, text), "deadlocks") == expected(4)
    assert expected_of(program(tmp_path, "// PREDICTED: no program\n" + text), "races") == expected(3, predicted=True)


def test_a_report_of_all_expected_lines_and_no_others_is_right() -> None:
    assert mismatches(expected(3, 8), (race(3, 8),)) == []
    assert mismatches(expected(3, 8, 9), (race(3, 8), race(3, 9))) == []
    assert mismatches(expected(), ()) == []


def test_a_missed_line_and_a_false_one_are_told() -> None:
    assert mismatches(expected(3, 8), ()) == ["x.c:3: not reported", "x.c:8: not reported"]
    (told,) = mismatches(expected(3), (race(3, 8),))
    assert told.startswith("x.c:8: reported, and nothing is wrong there")


def test_what_is_only_predicted_must_be_said_so_and_the_other_way_round() -> None:
    only = replace(race(3, 8), status="predicted", reason="it diverged")
    assert mismatches(expected(3, 8), (only,)) == ["not confirmed: data race on x: it diverged"]
    assert mismatches(expected(3, 8, predicted=True), (only,)) == []
    assert mismatches(expected(3, 8, predicted=True), (race(3, 8),)) != []
    assert mismatches(expected(3, 8), (replace(race(3, 8), witness=None),)) == ["no witness: data race on x"]


def test_threads_that_wait_for_a_circle_are_no_part_of_it() -> None:
    def wait(thread: str, line: int, holder: str) -> Waiting:
        return Waiting(thread, (SourcePlace("x.c", line),), "a lock", holder, None)

    circle = deadlock_among((wait("main", 9, "main.1"), wait("main.1", 3, "main.2"), wait("main.2", 5, "main.1")))
    nobody = deadlock_among((wait("main", 9, "main.1"), wait("main.1", 3, "")))
    stuck = Finding("deadlock", "confirmed", None, "stuck")
    assert places_of(replace(stuck, about=circle)) == {("x.c", 3), ("x.c", 5)}
    assert places_of(replace(stuck, about=nobody)) == {("x.c", 3), ("x.c", 9)}


def test_all_accesses_of_a_block_that_is_not_atomic_are_its_places() -> None:
    about = NotAtomic(
        Block("f", inferred=False, place=None), ("x", "x"), (access(3), access(9), access(9), access(5)), None
    )
    torn = Finding("atomicity", "confirmed", access(3).place, "f is not atomic", witness=Path(__file__), about=about)
    assert mismatches(expected(3, 5, 9), (torn,)) == []
    assert mismatches(expected(3, 5, 7, 9), (torn,)) == ["x.c:7: not reported"]


def test_marks_of_memory_errors_say_which(tmp_path: Path) -> None:
    text = "free(p); // MEMORY! double-free\n*p = a[i] / n; // MEMORY! null, division\nuse(p); // SAFE\n"
    marked = expected_of(program(tmp_path, text), "memory")
    assert marked.lines == {("x.c", 1), ("x.c", 2)}
    assert marked.faults == {(("x.c", 1), "double-free"), (("x.c", 2), "null"), (("x.c", 2), "division")}
    with pytest.raises(ValueError, match="no memory error: 'nul'"):
        expected_of(program(tmp_path, "*p = 1; // MEMORY! nul\n"), "memory")


def test_a_memory_error_is_at_its_access_alone_and_of_the_kind_that_is_expected() -> None:
    null = Expected(frozenset({("x.c", 3)}), predicted=False, faults=frozenset({(("x.c", 3), "null")}))
    assert mismatches(null, (memory_error(3, "null"),)) == []
    assert mismatches(null, ()) == ["x.c:3: not reported"]
    assert mismatches(null, (memory_error(3, "dangling"),)) == [
        "x.c:3: no null reported",
        "x.c:3: it is no dangling",
    ]
    assert mismatches(null, (memory_error(3, "null"), memory_error(3, "division"))) == ["x.c:3: it is no division"]
    (false,) = mismatches(null, (memory_error(3, "null"), memory_error(4, "null")))
    assert false.startswith("x.c:4: reported, and nothing is wrong there")


def test_blocks_that_are_to_be_atomic_are_named_in_the_first_lines(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("// ATOMIC: withdraw Bank::move a.c:3-5\nint x; // ATOMIC\n")
    (tmp_path / "b.c").write_text("int x; // TORN!\n")
    one, other = all_programs(tmp_path)
    assert one.atomic == AtomicBlocks(("withdraw", "Bank::move"), (Lines("a.c", 3, 5),))
    assert (other.atomic, expected_of(other, "atomicity").lines) == (AtomicBlocks(), {("b.c", 1)})


def test_the_bench_counts_what_each_found(tmp_path: Path) -> None:
    one = program(tmp_path, "")
    found = Measured(one, "races", expected(3, 8), None, Compared(findings=(race(3, 8),)), 1.0)
    missed = Measured(one, "races", expected(3), None, Compared(troubles=["x.c:3: not reported"]), 1.0)
    false = Measured(one, "races", expected(), None, Compared(findings=(race(3, 8),)), 1.0)
    assert [each.raddle_says for each in (found, missed, false)] == ["found", "missed", "false"]
    rows = {row["program"]: row for row in summary([found, missed, false], "races")}
    assert rows["not given to ThreadSanitizer"]["raddle"] == "1 of 2"
    assert rows["false, of the correct ones"]["raddle"] == "1 of 1"
    assert rows["all"]["raddle"] == "not as expected"
    assert (rows["all"]["confirmed"], rows["all"]["ratio"]) == (2, None)

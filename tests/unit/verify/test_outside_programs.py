"""The generator of programs that depend on what lies outside the program's own code (tests/support/outside)."""

from dataclasses import replace
from pathlib import Path

from tests.support.outside.asked import Answer
from tests.support.outside.functions import Keeper
from tests.support.outside.judged import Judged
from tests.support.outside.program import FUNCTIONS, PROPERTIES, programs, text_of
from tests.support.outside.table import rows_of, tables
from tests.support.outside.ways import WAYS

ROW = Judged(
    *(7, "strlen.heap.direct.misuse", "strings", "misuse"),
    followed=True,
    twin="whole",
    compiler="zig",
    code="abc",
    shown="misuse",
    program={"verify": Answer("bug", "unlocked"), "check": Answer("other path", "")},
    twins={"verify": Answer("proved", ""), "check": Answer("nothing", "")},
    cpu_s=2.0,
)


def test_every_program_has_a_name_of_its_own_and_a_text_that_differs_from_its_twins() -> None:
    first = programs()[:2000]
    assert len({one.name for one in programs()}) == len(programs()) >= 2000
    texts = {text_of(one, twin=twin) for one in first for twin in (False, True)}
    assert len(texts) == 2 * len(first)


def test_functions_have_names_of_their_own() -> None:
    assert len({one.name for one in FUNCTIONS}) == len(FUNCTIONS)


def test_the_first_two_thousand_have_every_function_way_and_property() -> None:
    first = programs()[:2000]
    assert {one.function.name for one in first} == {one.name for one in FUNCTIONS}
    assert {one.way.name for one in first} == {one.name for one in WAYS}
    assert {one.property for one in first} == set(PROPERTIES)


def test_a_number_means_the_same_program_whenever_it_is_asked_for() -> None:
    programs.cache_clear()
    names = [one.name for one in programs()[:500]]
    programs.cache_clear()
    assert [one.name for one in programs()[:500]] == names


def test_only_what_a_library_keeps_goes_from_thread_to_thread_inside_it() -> None:
    assert all(isinstance(one.function, Keeper) for one in programs() if one.way.kept)


def test_rows_that_several_processes_wrote_add_up_and_of_one_program_the_last_counts(tmp_path: Path) -> None:
    silent = replace(ROW, program={"check": Answer("SILENT", "")})
    rows = (silent, replace(silent, number=8), ROW, replace(ROW, compiler="clang-19"))
    file = tmp_path / "rows.jsonl"
    file.write_text("".join(f"{row.to_line()}\n" for row in rows))
    found = rows_of(file)
    assert found == [ROW, rows[1], rows[3]]
    assert [told for row in found for told in row.wrong()] == ["8 strlen.heap.direct.misuse: check: SILENT: "]
    told = list(tables(found))
    assert [line for line in told if line.startswith("compiler")] == ["compiler: clang-19", "compiler: zig"]
    whole = [line.replace("|", "").split() for line in told if line.startswith("all ")]
    assert whole[0] == ["all", "1", *"1000", *"1000", *"00100", *"1000"]
    assert whole[1] == ["all", "2", *"1000", *"2000", *"00110", *"2000"]

"""A slice as rows of source lines, arrows between them, and what is known in between."""

import hashlib
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from raddle.base.errors import InternalError, ToolError, UserError
from raddle.base.executor.limits import TaskLimits
from raddle.base.executor.pool import within
from raddle.base.place import SourcePlace
from raddle.explain.detail import DATA, DATA_HAZARDS, FULL, Detail
from raddle.explain.explained import Asked, explanation_of
from raddle.explain.run import Run
from raddle.explain.slicing.slicer import Slicer
from raddle.explain.telling.sizes import size_of_run
from raddle.explain.telling.told import Told, told
from raddle.report.explanation import Bug, Contrast, Explanation, Flip
from raddle.trace.sources import Sources, without_comments
from tests.support.explain_runs import run_of_text

BANK = """
int balance = 0
int a[6] = 0 10 20 30 5 7
main: create T1
main: create T2
T1: lock l
T1: bal = balance
T1: unlock l
T1: lock l
T1: balance = bal + a[1]
T1: unlock l
T2: lock l
T2: bal = balance
T2: unlock l
T1: lock l
T1: bal = balance
T1: unlock l
T1: lock l
T1: balance = bal + a[3]
T1: unlock l
T2: if bal - a[5] >= 0 {
T2: bal = bal - a[5]
T2: }
T2: phi bal
T2: lock l
T2: balance = bal
T2: unlock l
main: join T1
main: join T2
main: assert balance == 33
"""


def explained(text: str, detail: Detail | None = None) -> Explanation:
    run = run_of_text(text)
    return explanation_of(run, Slicer(run).of, Sources(), Asked(detail))


def _told(text: str, detail: Detail) -> tuple[Run, Told]:
    run = run_of_text(text)
    return run, told(run, Slicer(run).of(detail), Sources())


def _ends(found: Told) -> list[tuple[str, int, int]]:
    """Arrows by their lines."""
    lines = [row.place.line if row.place is not None else 0 for row in found.rows]
    return [(arrow.kind, lines[arrow.start], lines[arrow.end]) for arrow in found.arrows if not arrow.implied]


def test_figure_2_is_told_with_its_arrows_and_invariants() -> None:
    found = explained(BANK)
    assert (found.bug, found.detail) == (Bug.ATOMICITY, "ds,hs")
    rows = [(row.thread, row.place.line) for row in found.rows if row.place is not None]
    assert rows == [("T1", 7), ("T1", 10), ("T2", 13), ("T1", 19), ("T2", 22), ("T2", 26), ("main", 30)]
    known = {rows[one.after]: one.holds for one in found.known}
    assert known["T2", 13] == ("bal of T2 <= 10",)
    assert known["T2", 22] == ("bal of T2 <= 3",)
    assert known["T2", 26] == ("balance <= 3",)
    assert found.rows[-1].fails
    assert (found.statements, found.of_statements) == (11, 32)


def test_arrows_are_labelled_by_their_kind_and_those_that_follow_from_others_are_marked() -> None:
    _, found = _told(BANK, DATA_HAZARDS)
    assert _ends(found) == [("RAW", 10, 13), ("WAR", 13, 19), ("WAW", 19, 26), ("RAW", 26, 30)]
    assert [arrow.forced for arrow in found.arrows if not arrow.implied] == [False, False, False, True]
    assert any(arrow.implied for arrow in found.arrows)
    assert {arrow.about for arrow in found.arrows} == {"balance"}


def test_data_alone_shows_where_values_come_from() -> None:
    _, found = _told(BANK, DATA)
    assert {kind for kind, _, _ in _ends(found)} == {"RAW"}


def test_what_a_line_depends_on_is_a_condition() -> None:
    text = "int x = 0\nint y = 5\nT2: x = 1\nT1: v = x\nT1: if v == 1 {\nT1: y = 6\nT1: }\nT1: assert y == 5\n"
    _, found = _told(text, FULL)
    conditions = [row.place.line for row in found.rows if row.is_condition and row.place is not None]
    assert conditions == [5]


def test_steps_of_one_line_are_one_row_with_what_they_read_and_wrote() -> None:
    _, found = _told("int x = 1\nT1: x = x + 1\nT2: v = x\nT2: assert v == 9\n", DATA)
    assert [(row.thread, row.note) for row in found.rows[:2]] == [("T1", "x = 1 -> 2"), ("T2", "x = 2")]


def test_a_line_that_is_interrupted_is_two_rows() -> None:
    run = run_of_text("int x = 1\nT1: v = x\nT2: x = 5\nT1: w = x\nT1: assert v + w == 0\n")
    words = run.wording
    words.places = [1 if place == 3 else place for place in words.places]  # type: ignore[attr-defined]
    found = told(run, Slicer(run).of(DATA_HAZARDS), Sources())
    rows = [(row.thread, row.place.line) for row in found.rows if row.place is not None]
    assert rows == [("T1", 2), ("T2", 3), ("T1", 2), ("T1", 5)]


def test_source_lines_are_read_where_the_compiler_stood(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_bytes(b"int x;\n\tx  = '\x1b'\t+ 1; // \xff\n")
    sources = Sources({"a.c": str(tmp_path)})
    assert sources.line(SourcePlace("a.c", 2)) == "x = '?' + 1;"
    assert sources.line(SourcePlace("a.c", 9)) == ""
    assert sources.line(SourcePlace("gone.c", 1)) == ""
    assert sources.line(None) == ""


@pytest.mark.parametrize("name", ["/dev/zero", "/dev/stdin", "a\0b", "\ud800"])
def test_what_is_no_file_has_no_lines(name: str) -> None:
    assert Sources().line(SourcePlace(name, 1)) == ""


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("x = 1; // one", "x = 1; "),
        ("x /* it */ = 1; /* and so on", "x   = 1;  "),
        ('puts("// no \\" /* no"); // yes', 'puts("// no \\" /* no");  '),
        ("c = '\"'; // quote", "c = '\"';  "),
    ],
)
def test_comments_are_left_out(line: str, left: str) -> None:
    assert without_comments(line).rstrip() == left.rstrip()


def test_without_its_source_a_row_says_what_was_done() -> None:
    _, found = _told("int x = 1\nT1: v = x\nT1: assert v == 9\n", DATA)
    assert found.rows[0].source == "(read x, assign v)"


def test_sizes_count_statements_of_the_source_and_variables_by_name() -> None:
    text = "int x = 1\nT1: v = x\nT2: v = x\nT1: if v == 1 {\nT1: w = 2\nT1: }\nT1: phi w\nT1: assert w == 9\n"
    run = run_of_text(text)
    assert size_of_run(run).statements == 6  # two reads, three assignments, a condition; no phi, no starts
    assert size_of_run(run).variables == 4  # x, v of T1, v of T2, w


def test_what_takes_too_long_is_given_up_and_errors_come_through() -> None:
    def fail(error: Exception) -> None:
        raise error

    limits = TaskLimits(work_s=60.0)
    assert within(limits, lambda: 7) == 7
    with pytest.raises(ToolError, match="the time was over"):
        within(TaskLimits(work_s=0.1), partial(_forever, 0))
    with pytest.raises(UserError, match="no such thing"):
        within(limits, partial(fail, UserError("no such thing", where="here", advice="look elsewhere")))
    with pytest.raises(InternalError, match="ZeroDivisionError"):
        within(limits, partial(fail, ZeroDivisionError("by nothing")))


def _forever(number: int) -> None:
    while True:
        number += 1


def test_a_file_that_has_changed_since_is_not_shown_and_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_bytes(b"int x;\n")
    (tmp_path / "b.c").write_bytes(b"int y;\n")
    digests = {"a.c": {("CSK_MD5", hashlib.md5(b"int x;\n").hexdigest())}, "b.c": {("CSK_MD5", "0" * 32)}}
    sources = Sources(dict.fromkeys(("a.c", "b.c"), str(tmp_path)), digests)
    assert sources.line(SourcePlace("a.c", 1)) == "int x;"
    assert sources.line(SourcePlace("b.c", 1)) == sources.line(SourcePlace("b.c", 2)) == ""
    assert sources.line(SourcePlace("gone.c", 1)) == ""
    assert sources.changed == ["b.c"]


def test_the_kind_of_bug_goes_by_the_run_that_passes_where_there_is_one() -> None:
    run = run_of_text("int x = 0\nT1: v = x\nT1: assert v == 1\n")
    alone = explanation_of(run, Slicer(run).of, Sources(), Asked())
    assert (alone.bug, alone.is_certain, alone.contrast) == (Bug.SEQUENTIAL, True, None)
    flips = (Flip("T1 run:2", "T2 run:7 (not reached)", "x"), Flip("T1 run:2", "T2 run:8 (not reached)", "x"))
    one = Contrast(schedule="T2:1", flips=flips[:1])
    told = explanation_of(run, Slicer(run).of, Sources(), Asked(contrast=one))
    assert (told.bug, told.contrast) == (Bug.ORDER, one)
    assert told.cause == "T1 run:2 comes before T2 run:7 (not reached) (x); the other way round it passes"
    told = explanation_of(run, Slicer(run).of, Sources(), Asked(contrast=replace(one, flips=flips)))
    assert told.cause.endswith("with that and 1 more order the other way round it passes")


def test_the_rows_of_the_cause_are_known() -> None:
    told = explained(BANK)
    assert [told.rows[at].place.line for at in told.marked if told.rows[at].place is not None] == [13, 19, 26]

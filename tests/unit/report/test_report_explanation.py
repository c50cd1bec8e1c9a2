"""Explanations that people read: the picture, its width, its signs. The goldens are meant to be read.

RADDLE_UPDATE_GOLDENS=1 writes them anew; read the difference before it is committed.
"""

import json
import os
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from raddle.base.place import SourcePlace
from raddle.report.explanation import Arrow, Bug, Contrast, Explanation, Known, Row, Turn
from raddle.report.explanation_json import explanation_document, explanation_json
from raddle.report.explanation_text import explanation_text
from raddle.report.folding import LONG_RUN, MOST_ROWS, folded
from raddle.report.lanes import layout_of
from raddle.report.picture import can_draw, picture_of
from raddle.report.text import text_of
from tests.support.explanations import BANK, BRANCH, EXPLANATIONS, MANY_THREADS, row
from tests.support.results import BUG, LOST

GOLDENS = Path(__file__).parents[2] / "goldens"
WIDTHS = (40, 60, 80, 120)
LONG_NAME = "a_very_long_name_that_no_column_has_room_for_at_all"


@pytest.mark.parametrize("name", EXPLANATIONS)
def test_an_explanation_is_told_in_a_picture(name: str) -> None:
    text = explanation_text(EXPLANATIONS[name], target=Path("bank.witness"))
    golden = GOLDENS / f"{name}.txt"
    if os.environ.get("RADDLE_UPDATE_GOLDENS"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", EXPLANATIONS)
@pytest.mark.parametrize("width", [60, 80, 120])
def test_lines_fit_and_colour_only_adds_escapes(name: str, width: int) -> None:
    told = EXPLANATIONS[name]
    text = explanation_text(told, width=width)
    assert max(map(len, text.splitlines())) <= width
    assert not any(line != line.rstrip() for line in text.splitlines())
    painted = explanation_text(told, width=width, color=True)
    assert painted != text
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == text


@pytest.mark.parametrize("name", EXPLANATIONS)
def test_where_there_are_no_boxes_the_same_picture_is_drawn_in_ascii(name: str) -> None:
    boxes, plain = (explanation_text(EXPLANATIONS[name], ascii_only=plain) for plain in (False, True))
    assert plain.isascii() and not boxes.isascii()
    assert [len(line) for line in plain.splitlines()] == [len(line) for line in boxes.splitlines()]
    assert can_draw("utf-8") and not can_draw("ascii") and not can_draw("no such encoding")


def _random_picture(chance: random.Random) -> tuple[list[Row], list[Arrow], list[Known]]:
    threads = ["main", *(f"main.{number}" for number in range(1, chance.choice((1, 2, 3, 4, 9))))]
    words = ["balance", "=", "value;", "x", "if", "(p->next", "!=", "NULL)", "+ 1", LONG_NAME]
    rows = []
    for number in range(chance.randrange(1, 25)):
        source = " ".join(chance.choices(words, k=chance.randrange(8)))
        note = " ".join(chance.choices(words, k=chance.choice((0, 0, 2, 12))))
        place = SourcePlace(chance.choice(("a.c", "b.c")), chance.randrange(20_000)) if chance.random() < 0.9 else None
        fails = number > 20
        rows.append(Row(chance.choice(threads), place, source, note, chance.random() < 0.2, fails))
    arrows = set[tuple[int, int]]()
    for _ in range(chance.randrange(12)):
        start, end = sorted(chance.choices(range(len(rows)), k=2))
        if rows[start].thread != rows[end].thread:
            arrows.add((start, end))
    drawn = [Arrow(*ends, "WAR, WAW", chance.choice(words), forced=chance.random() < 0.3) for ends in sorted(arrows)]
    behind = sorted(chance.sample(range(len(rows)), k=len(rows) // 2))
    known = [Known(at, tuple(chance.choices(words, k=chance.randrange(1, 20)))) for at in behind]
    return rows, drawn, known


@pytest.mark.parametrize("width", WIDTHS)
def test_no_line_of_any_picture_is_too_long_and_each_arrow_arrives(width: int) -> None:
    chance = random.Random(width)
    for _ in range(150):
        rows, arrows, known = _random_picture(chance)
        lines = [line.text for line in picture_of(rows, arrows, known, width=width)]
        assert max(map(len, lines)) <= width, "\n".join(lines)
        layout = layout_of(rows, arrows, width)
        picture = "\n".join(lines)
        heads = picture.count("▶") + picture.count("◀")
        ends = {arrow.end for arrow in arrows if arrow.start in layout.trunks}
        assert heads >= len(ends), picture


def test_a_line_number_and_its_source_are_always_to_be_seen() -> None:
    chance = random.Random(7)
    for _ in range(100):
        rows, arrows, known = _random_picture(chance)
        rows = [replace(one, source="x = 1;", note="") for one in rows]
        picture = "\n".join(line.text for line in picture_of(rows, arrows, known, width=80))
        left_out = sum(int(found) for found in re.findall(r"\.\.\. (\d+) more line", picture))
        assert picture.count("x = 1;") + left_out == len(rows), picture


def test_threads_stand_in_the_order_of_their_paths() -> None:
    rows = [row(thread, 1, "x = 1;") for thread in ("main.10", "main.2", "main")]
    layout = layout_of(rows, [], 80)
    assert [column.thread for column in layout.columns] == ["main", "main.2", "main.10"]


def test_many_threads_share_a_column_and_are_named_where_their_turns_begin() -> None:
    text = explanation_text(MANY_THREADS)
    assert "    main.7:" in text
    assert "<WAW hits from main.7:9>" in text


def test_one_thread_alone_needs_no_arrows() -> None:
    picture = picture_of([row("main", 3, "x = 1;"), row("main", 4, "assert(x);")], [], [], width=80)
    assert [line.text for line in picture] == ["  main", "  ────", "  3 x = 1;", "  4 assert(x);"]


def test_of_a_long_run_without_arrows_the_middle_is_left_out() -> None:
    rows = [row("main", number, "x += 1;") for number in range(1, 31)]
    lines = [line.text for line in picture_of(rows, [], [], width=80)]
    assert f"  ... {30 - LONG_RUN} more lines" in lines
    assert len(lines) == 2 + LONG_RUN + 1


def test_what_is_left_out_of_a_loop_says_which_lines_come_again() -> None:
    rounds = [row("main", line, "x += 1;") for _ in range(20) for line in (12, 19)]
    lines = [line.text for line in picture_of(rounds, [], [], width=80)]
    assert "  ... lines 12, 19 again 16 times" in lines
    lines = [line.text for line in picture_of(rounds[1:], [], [], width=80)]
    assert "  ... lines 12, 19 again about 15 times" in lines
    other = [row("main", line, "x += 1;") for line in (1, 2, 3, 4, *[7] * 20, 5, 6, 8, 9)]
    assert "  ... line 7 20 times" in [line.text for line in picture_of(other, [], [], width=80)]


def test_what_goes_without_saying_is_not_in_the_picture() -> None:
    assert "runs" not in explanation_text(BRANCH)
    assert "(log.lines == 1 || log.lines == 0) && !log.ready && ... (3 more)" in explanation_text(BRANCH, width=120)


def test_an_arrow_that_follows_from_others_is_only_in_the_json() -> None:
    assert explanation_text(BANK).count("WAR balance") == 1
    arrows = explanation_document(BANK)["arrows"]
    assert isinstance(arrows, list)
    assert len(arrows) == 5


def test_json_says_what_the_picture_says() -> None:
    document = json.loads(explanation_json(BANK))
    assert document["schema"] == 1
    assert document["bug"] == "atomicity violation"
    assert document["rows"][1] == {
        "thread": "main.1",
        "file": "bank.c",
        "line": 13,
        "function": None,
        "source": "int value = balance;",
        "note": "balance = 100",
        "condition": False,
        "fails": False,
    }
    assert document["arrows"][0] == {
        "from": 1,
        "to": 3,
        "kinds": ["WAR"],
        "about": "balance",
        "forced": False,
        "implied": False,
    }
    assert document["invariants"][1] == {"after": 1, "holds": ["fifty == 50", "value == 100"], "left_out": 0}
    assert document["contrast"]["flips"][0]["about"] == "balance"


def test_the_keys_do_not_depend_on_what_is_known() -> None:
    keys = list(explanation_document(BANK))
    for told in EXPLANATIONS.values():
        assert list(explanation_document(told)) == keys


def test_a_report_tells_the_cause_of_a_finding_and_how_to_see_more() -> None:
    text = text_of(replace(BUG, findings=(replace(LOST, explanation=BANK),)))
    assert "  cause: atomicity violation: main.1 reads balance at line 13 and writes it at" in text
    assert "  explain it: raddle explain bank_account.witness\n" in text
    assert "cause:" not in text_of(BUG) and "explain it" not in text_of(BUG)


def test_an_explanation_without_rows_is_told_all_the_same() -> None:
    told: Explanation = replace(BANK, rows=(), arrows=(), known=(), contrast=None)
    assert "that write is lost" in " ".join(explanation_text(told).split())


def _two_threads(number: int) -> tuple[tuple[Row, ...], tuple[Arrow, ...]]:
    rows = tuple(row(f"main.{at % 2}", at + 1, "x = 1;") for at in range(number))
    return rows, tuple(Arrow(at, at + 1, "RAW", "x") for at in range(number - 1))


def test_of_a_long_explanation_the_beginning_and_the_end_are_drawn() -> None:
    rows, arrows = _two_threads(500)
    text = explanation_text(replace(BANK, rows=rows, arrows=arrows, known=(Known(499, ("x == 1",)),), marked=()))
    assert f"... {(500 - MOST_ROWS) // 2} more lines" in text and "(--format json has it)" in " ".join(text.split())
    assert text.count("x = 1;") == MOST_ROWS
    assert "500 x = 1;" in text and "{ x == 1 }" in text


def test_of_a_long_explanation_what_the_cause_is_about_is_drawn_with_its_arrows() -> None:
    rows, arrows = _two_threads(3000)
    far = Arrow(1000, 2001, "WAR", "y")
    told = replace(BANK, rows=rows, arrows=(*arrows, far), known=(Known(1000, ("x == 1",)),), marked=(1000, 2001))
    text = explanation_text(told)
    for part in ("   1 x = 1;", "1001 x = 1;", "2002 x = 1;", "3000 x = 1;", "WAR y", "{ x == 1 }"):
        assert part in text
    assert text.count("x = 1;") < MOST_ROWS and max(map(len, text.splitlines())) <= 80
    shown = folded(rows, told.arrows, told.known, told.marked)
    (drawn,) = (arrow for arrow in shown.arrows if arrow.kind == "WAR")
    assert [shown.rows[at].place for at in (drawn.start, drawn.end)] == [rows[at].place for at in (1000, 2001)]


def test_what_was_not_compared_and_which_turns_are_branches_is_said() -> None:
    place = SourcePlace("bank.c", 5)
    turns = (
        Turn("main", place, "if (full)", "full", "!full", is_branch=True),
        Turn("main", place, "x = full;", "full = 1", "full = 0"),
    )
    contrast = Contrast(schedule="", flips=(), turns=turns, not_compared="lines: the runs are too long for that")
    text = explanation_text(replace(BANK, contrast=contrast))
    assert "  branch  main bank.c:5: !full instead of full\n" in text
    assert "  value   main bank.c:5: full = 0 instead of full = 1\n" in text
    assert "  not compared: lines: the runs are too long for that\n" in text
    document = json.loads(explanation_json(replace(BANK, contrast=contrast)))["contrast"]
    assert document["not_compared"] == contrast.not_compared
    assert [turn["is_branch"] for turn in document["turns"]] == [True, False]


def test_a_schedule_that_is_too_long_for_one_line_goes_on_below() -> None:
    threads = " ".join(f"main.{number}:1" for number in range(1, 13))
    lines = explanation_text(replace(BANK, contrast=Contrast(schedule=threads, flips=()))).splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("  schedule:  'main.1:1 "))
    assert " ".join([lines[at][13:].strip(), lines[at + 1].strip()]) == f"'{threads}'"
    longer = explanation_text(replace(BANK, contrast=Contrast(schedule=" ".join([threads] * 9), flips=())))
    assert "  schedule: of 108 parts (--format json has it)\n" in longer


def test_of_a_deadlock_the_first_line_says_where_and_who_waits() -> None:
    waiting = tuple(replace(row("main.1", 5, "lock"), thread=f"main.{number}", fails=True) for number in (1, 2))
    stuck = replace(BANK, bug=Bug.DEADLOCK, rows=waiting, arrows=(), known=(), marked=(), contrast=None)
    assert explanation_text(stuck).splitlines()[0] == "examples/bank.c:41: main.1 and main.2 wait for ever"
    assert " main.1 waits for ever" in explanation_text(replace(stuck, rows=waiting[:1])).splitlines()[0]

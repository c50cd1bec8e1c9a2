"""What `diagnose` says: words, pictures in the terminal, JSON. The goldens are meant to be read.

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
from raddle.report.diagnosed import Cause, Diagnosed, Order, Spot
from raddle.report.diagnosed_json import diagnosed_document, diagnosed_json
from raddle.report.diagnosed_text import MOST_PICTURES, diagnosed_text
from raddle.report.order_picture import order_graph, order_rows
from raddle.report.order_words import alternatives, cause_words
from tests.support.diagnoses import (
    COUNTER,
    DIAGNOSES,
    FIGURE_2_1,
    FIGURE_3_2,
    SEQUENTIAL,
    SERVER,
    TRANSMISSION,
    random_cause,
    spot,
)

GOLDENS = Path(__file__).parents[2] / "goldens"


def _flat(told: Diagnosed) -> str:
    return " ".join(diagnosed_text(told).split())


@pytest.mark.parametrize("name", DIAGNOSES)
def test_a_diagnosis_is_told_in_words_and_pictures(name: str) -> None:
    text = diagnosed_text(DIAGNOSES[name])
    golden = GOLDENS / f"{name}.txt"
    if os.environ.get("RADDLE_UPDATE_GOLDENS"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", DIAGNOSES)
@pytest.mark.parametrize("width", [60, 80, 120])
def test_lines_fit_and_colour_only_adds_escapes(name: str, width: int) -> None:
    text = diagnosed_text(DIAGNOSES[name], width=width)
    assert max(map(len, text.splitlines())) <= width
    painted = diagnosed_text(DIAGNOSES[name], width=width, color=True)
    assert painted != text and re.sub(r"\x1b\[[0-9;]*m", "", painted) == text
    plain = diagnosed_text(DIAGNOSES[name], width=width, ascii_only=True)
    assert plain.isascii() and [len(line) for line in plain.splitlines()] == [len(line) for line in text.splitlines()]


def test_words_are_those_of_a_colleague() -> None:
    told = [cause_words(cause, order_graph(cause).orders) for cause in (*FIGURE_2_1.causes, *FIGURE_3_2.causes)]
    assert told == [
        "line 9 reads x before line 4 writes it, and line 10 reads it after that",
        "line 10 writes x before line 5 does, and line 6 writes y before line 11 does",
        "line 5 writes x before line 10 does, and line 11 writes y before line 6 does",
    ]


def test_threads_and_files_are_named_only_where_lines_alone_would_not_do() -> None:
    assert cause_words(TRANSMISSION.causes[0]) == "line 5 reads bandwidth before line 2 writes it"
    assert cause_words(COUNTER.causes[0]).startswith("line 8 of main.1 reads hits before line 8 of main.2 writes it")
    assert cause_words(SERVER.causes[0]).startswith("server.c:112 writes log.open before log.c:31 reads it")


def test_a_file_that_is_not_the_one_where_it_fails_is_named() -> None:
    read, write = (
        spot(f"main.{at}", 10 * at, does, "x", "x++;", 1, "src/store.c") for at, does in ((1, "reads"), (2, "writes"))
    )
    cause = Cause((Order(read, write),), fails=SourcePlace("src/main.c", 19))
    assert cause_words(cause) == "store.c:10 reads x before store.c:20 writes it"
    assert [row.text for row in order_rows(cause, width=80)].count("  in store.c:") == 1
    assert [node.label for node in order_graph(cause).nodes] == ["store.c:10", "store.c:20"]
    assert alternatives([[Order(write, read)]], cause.files) == "store.c:20 before store.c:10"
    at_home = replace(cause, fails=read.place)
    assert cause_words(at_home) == "line 10 reads x before line 20 writes it"
    assert [node.label for node in order_graph(at_home).nodes] == ["10", "20"]


@pytest.mark.parametrize(
    ("first", "then", "said"),
    [
        (spot("main.1", 3), spot("main.2", 7), "line 3 comes before line 7"),
        (spot("main.1", 3), spot("main.2", 7, "reads"), "line 3 comes before line 7 reads"),
        (spot("main.1", 3, "reads"), spot("main.2", 7, "writes"), "line 3 reads before line 7 writes"),
        (spot("main.1", 3, "waits", "ready"), spot("main.2", 7, "signals", "ready"),
         "line 3 waits for ready before line 7 signals it"),
        (spot("main.1", 3, "does", "x"), spot("main.2", 7, "writes", "x"), "line 3 uses x before line 7 writes x"),
        (spot("main.1", 3, "writes", "x"), spot("main.2", 7, "reads", "y"), "line 3 writes x before line 7 reads y"),
        (spot("main.1", 0, "ends"), spot("main.2", 7, "joins", "main.1"), "main.1 ends before line 7 joins main.1"),
    ],
)  # fmt: skip
def test_every_deed_has_its_words(first: Spot, then: Spot, said: str) -> None:
    assert cause_words(Cause((Order(first, then),))) == said


def test_rounds_of_a_loop_are_told_apart() -> None:
    one, other = (replace(spot("main.1", 5, "reads", "x", "use(x);", at), time=at // 3) for at in (3, 6))
    write = spot("main.2", 9, "writes", "x", "x = 1;", 1)
    cause = Cause((Order(one, write), Order(write, other)))
    assert cause_words(cause) == (
        "line 5 (1st time) reads x before line 9 writes it, and line 5 (2nd time) reads it after that"
    )
    assert [node.note for node in order_graph(cause).nodes] == [
        "reads x, 1st time",
        "",
        "reads x, 2nd time",
    ]


def test_a_round_is_told_even_if_the_cause_has_one_only() -> None:
    read = replace(spot("main.1", 5, "reads", "x", "use(x);", 6), time=2)
    cause = Cause((Order(read, spot("main.2", 9, "writes", "x", "x = 1;", 1)),))
    assert cause_words(cause) == "line 5 (2nd time) reads x before line 9 writes it"
    assert [node.note for node in order_graph(cause).nodes] == ["2nd time", ""]
    first = diagnosed_document(replace(FIGURE_3_2, causes=(cause,)))["causes"][0]["orders"][0]["first"]  # type: ignore[index,call-overload]
    assert first["time"] == 2  # type: ignore[index,call-overload]


def test_a_column_is_told_where_the_line_does_the_same_twice() -> None:
    read = replace(spot("main.1", 5, "reads", "x", "y = x + x;", 6), twice=True)
    cause = Cause((Order(read, spot("main.2", 9, "writes", "x", "x = 1;", 1)),))
    assert cause_words(cause) == "line 5:3 reads x before line 9 writes it"
    assert [node.note for node in order_graph(cause).nodes] == ["reads x, column 3", ""]


def test_threads_are_told_of_lines_that_others_come_to_too() -> None:
    read = replace(spot("main.1", 5, "reads", "x"), of_several=True)
    cause = Cause((Order(read, spot("main.2", 9, "writes", "x")),))
    assert cause_words(cause) == "line 5 of main.1 reads x before line 9 writes it"


def test_orders_that_would_repair_it_are_orders_of_lines_in_every_round() -> None:
    read = replace(spot("main.1", 5, "reads", "x"), time=2, twice=True, of_several=True)
    assert alternatives([[Order(read, spot("main.2", 9, "writes", "x"))]]) == "line 5 of main.1 before line 9"


def test_what_did_not_take_place_any_more_stands_last_in_its_thread() -> None:
    late, early = spot("main.1", 3, "writes", "x"), spot("main.1", 8, "reads", "y", at=4)
    read, write = spot("main.2", 5, "reads", "x", at=2), spot("main.2", 6, "writes", "y", at=3)
    graph = order_graph(Cause((Order(early, write), Order(read, late))))
    assert [node.line for node in graph.nodes if node.thread == "main.1"] == [8, 3]


def test_a_sentence_does_not_grow_without_end() -> None:
    orders = tuple(
        Order(spot("main.1", line, "reads", "x"), spot("main.2", 50 + line, "writes", "x")) for line in range(1, 11)
    )
    assert cause_words(Cause(orders)).endswith("line 6 reads x before line 56 writes it, and 4 more")


# ---- the graph


def test_what_one_visit_of_a_line_does_is_one_node_unless_an_arrow_comes_back() -> None:
    looks = [spot("main.2", 8, "reads", name, "sum = a + b;", at) for at, name in enumerate("ab", 1)]
    first, last = spot("main.1", 3, "writes", "a", "a--;", 1), spot("main.1", 4, "writes", "b", "b++;", 2)
    seen_late = order_graph(Cause((Order(first, looks[0]), Order(looks[1], last))))
    assert [node.line for node in seen_late.nodes] == [3, 8, 4]
    seen_early = order_graph(Cause((Order(looks[0], first), Order(last, looks[1]))))
    assert [node.line for node in seen_early.nodes] == [8, 3, 4, 8]


def test_no_picture_says_more_than_the_orders_do() -> None:
    """Arrows to a write and from a read before it are no way through: with the two in one node they would look so."""
    read, write = spot("main.2", 8, "reads", "x", "x++;", 1), spot("main.2", 8, "writes", "x", "x++;", 2)
    into, away = spot("main.1", 3, "reads", "x", "y = x;", 1), spot("main.3", 4, "writes", "x", "x = 1;", 1)
    graph = order_graph(Cause((Order(into, write), Order(read, away))))
    assert [len(node.spots) for node in graph.nodes] == [1, 1, 1, 1]


def test_lines_stand_for_positions_that_nobody_knows_until_they_contradict() -> None:
    a, b = spot("main.1", 10, "writes", "x"), spot("main.1", 20, "writes", "y")
    c, d = spot("main.2", 30, "reads", "x"), spot("main.2", 40, "reads", "y")
    by_line = order_graph(Cause((Order(a, c), Order(d, b))))
    assert [node.line for node in by_line.nodes] == [10, 30, 40, 20]
    against_lines = order_graph(Cause((Order(b, c), Order(d, a))))
    assert sorted(node.line for node in against_lines.nodes) == [10, 20, 30, 40]
    circle = order_graph(Cause((Order(a, c), Order(c, a))))
    assert [node.line for node in circle.nodes] == [10, 30, 30, 10] and [edge[:2] for edge in circle.edges] == [
        (0, 1),
        (2, 3),
    ]


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_any_graph_points_downwards_keeps_threads_in_order_and_fits(width: int) -> None:
    chance = random.Random(width)
    for _ in range(60):
        cause = random_cause(chance)
        graph = order_graph(cause)
        assert all(start < end for start, end, _ in graph.edges)
        for thread in graph.threads:
            positions = [at.position for node in graph.nodes if node.thread == thread for at in node.spots]
            assert positions == sorted(positions)
        drawn = {(node.thread, at.position) for node in graph.nodes for at in node.spots}
        assert drawn == {(at.thread, at.position) for order in cause.orders for at in (order.first, order.then)}
        lines = [row.text for row in order_rows(cause, width=width)]
        assert max(map(len, lines)) <= width, "\n".join(lines)


# ---- the rest


def test_a_bug_of_one_thread_is_called_so() -> None:
    assert diagnosed_text(SEQUENTIAL).startswith(
        "sum.c:12: assertion sum == 3 fails, whatever the schedule: not a concurrency bug\n"
    )
    assert "repair it" not in diagnosed_text(SEQUENTIAL)
    assert diagnosed_document(SEQUENTIAL)["verdict"] == "bug"


def test_what_is_not_complete_never_looks_complete() -> None:
    for told in DIAGNOSES.values():
        text = _flat(replace(told, complete=False, kind="concurrency", causes=FIGURE_3_2.causes))
        assert "INCOMPLETE: " in text and "there may be other causes" in text and " COMPLETE: " not in text
        assert "2 causes so far" in text and "or does what was not seen" in text


def test_unknown_says_why_and_what_to_try() -> None:
    text = _flat(Diagnosed("bank", "unknown", reason="the time was over", advice="--budget S gives it more time"))
    assert text == "UNKNOWN: the time was over. To try: --budget S gives it more time."


def test_what_passes_is_said_within_its_bound() -> None:
    text = _flat(Diagnosed("bank", "passes", complete=True, bounded="at most 3 rounds"))
    assert text.startswith("In no interleaving under this input does an assertion fail, or anything abort or crash.")
    assert text.endswith("That is within a bound: at most 3 rounds.") and "deadlocks" in text.lower()


def test_a_bound_qualifies_what_passes_without_an_order() -> None:
    assert "some run passes, or goes beyond the bound" in _flat(COUNTER)
    assert "some run passes." in _flat(FIGURE_2_1)


def test_of_very_many_causes_the_first_ones_are_told_in_full_and_of_others_a_line() -> None:
    text = diagnosed_text(replace(FIGURE_3_2, causes=FIGURE_3_2.causes * 10))
    assert text.count("  main.1   ") == MOST_PICTURES
    assert "\ncause 19: 2 orders, of lines 5, 6, 10 and 11: x, y\ncause 20: 2 orders" in text
    wide = diagnosed_text(replace(FIGURE_3_2, causes=FIGURE_3_2.causes * 10), width=100)
    assert "\ncause 20: line 5 writes x before line 10 does, and line 11 writes y before line 6 does\n" in wide
    said = f"Of 20 causes the first {MOST_PICTURES} are told in full here, all in --svg FILE and --format json."
    assert said in " ".join(text.split())
    narrow = diagnosed_text(replace(FIGURE_3_2, causes=FIGURE_3_2.causes * 10), width=40)
    assert "\ncause 20: 2 orders, of lines 5, 6, 10...\n" in narrow


def test_a_crash_has_no_assertion() -> None:
    crash = replace(TRANSMISSION, causes=(replace(TRANSMISSION.causes[0], what="a null pointer"),))
    assert diagnosed_text(crash).startswith("transmission.c:5: can fail: a null pointer; 1 cause\n")


def test_json_says_what_the_text_says() -> None:
    document = json.loads(diagnosed_json(FIGURE_3_2))
    assert (document["schema"], document["verdict"], document["kind"]) == (1, "bug", "concurrency")
    cause = document["causes"][0]
    assert [(order["first"]["line"], order["then"]["line"]) for order in cause["orders"]] == [(10, 5), (6, 11)]
    assert cause["orders"][0]["first"] == {
        "thread": "main.2", "file": "mysql.c", "line": 10, "function": None, "does": "writes", "about": "x",
        "source": "x = 1;", "position": 1, "column": 3, "time": None,
    }  # fmt: skip
    assert (cause["file"], cause["line"], cause["what"]) == ("mysql.c", 23, "assertion x == y")
    assert document["stats"]["ratio"] == pytest.approx(2 / 6, abs=1e-4)


def test_the_keys_do_not_depend_on_what_was_found() -> None:
    keys = list(diagnosed_document(FIGURE_3_2))
    for told in (*DIAGNOSES.values(), Diagnosed("bank", "passes"), Diagnosed("bank", "unknown", reason="no")):
        assert list(diagnosed_document(told)) == keys

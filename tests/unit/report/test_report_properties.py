"""Races and deadlocks in the report: the goldens are meant to be read. Each property has its own sentences and counts.

RADDLE_UPDATE_GOLDENS=1 writes them anew; read the difference before it is committed.
"""

import json
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from raddle.report.as_json import json_of
from raddle.report.properties import PROPERTIES
from raddle.report.result import Access, Deadlock, Finding, Open, OtherPaths, Race, Result, Suppressed, Waiting
from raddle.report.text import text_of
from tests.support.results import ASSUMED, BUG, CIRCLE, LOST, RACE, STATS, dead, hits

GOLDENS = Path(__file__).parents[2] / "goldens"
COUNTED = replace(STATS, held=1, race_pairs=12, races_excluded=11, waits=8)
CLEAN = Result("hits", (), (), (), stats=replace(COUNTED, races_excluded=12), properties=PROPERTIES)


def race(finding: Finding) -> Race:
    assert isinstance(finding.about, Race)
    return finding.about


def with_accesses(one: Access, other: Access, **more: object) -> Finding:
    return replace(RACE, instances=1, about=replace(race(RACE), accesses=(one, other), **more))  # type: ignore[arg-type]


ONE, OTHER = race(RACE).accesses
ON_THE_HEAP = with_accesses(
    replace(ONE, verb="free", value=None, locks=("m", "rw (shared)"), inside="operator delete"),
    replace(OTHER, atomic=True, verb="update", value="3 -> 4", stack=(hits(12, "count"),)),
    memory="byte 8 of a block of 24 bytes",
    allocated="main at src/hits.c:7",
    both_next=False,
)
BOTH_WRITE = replace(
    with_accesses(replace(ONE, value="1"), replace(OTHER, verb="write", value="1")), observed=True, fewest=False
)
PREDICTED = replace(RACE, status="predicted", reason="main.1:4 cannot be followed: it is blocked there", witness=None)
STANDSTILL = replace(
    CIRCLE,
    observed=True,
    place=dead(31, "take"),
    about=Deadlock(
        (
            Waiting("main", (dead(50, "main"),), "the end of main.1", "main.1", None),
            Waiting("main.1", (dead(31, "take"), dead(40, "run")), "a signal to ready", "", None),
            Waiting("main.2", (dead(33, "take"),), "lock m", "main.3", dead(60, "put")),
        ),
        is_circle=False,
    ),
)
ALONE = (Waiting("main", (dead(5, "main"),), "lock m", "main", dead(4, "main")),)
ITSELF = replace(CIRCLE, about=Deadlock(ALONE, is_circle=True))
UNDECIDED = (
    Open(hits(12, "count"), "time limit", 4, "data-race", hits(20, "total")),
    Open(None, "time limit", 1, "deadlock"),
)

RESULTS = {
    "report_race": replace(CLEAN, findings=(RACE,), assumptions=ASSUMED, stats=COUNTED),
    "report_races": replace(CLEAN, findings=(BOTH_WRITE, ON_THE_HEAP, PREDICTED), stats=COUNTED),
    "report_deadlock": replace(CLEAN, findings=(CIRCLE,)),
    "report_standstill": replace(CLEAN, findings=(STANDSTILL, ITSELF)),
    "report_clean": CLEAN,
    "report_undecided": replace(CLEAN, open=UNDECIDED, stats=COUNTED),
    "report_all_kinds": replace(
        BUG,
        findings=(LOST,),
        suppressed=(Suppressed(RACE, "an estimate is enough", "raddle.toml, entry 1"),),
        properties=PROPERTIES,
        stats=COUNTED,
    ),
}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_told_in_words(name: str) -> None:
    text = text_of(RESULTS[name])
    golden = GOLDENS / f"{name}.txt"
    if os.environ.get("RADDLE_UPDATE_GOLDENS"):
        golden.write_text(text)
    assert text == golden.read_text()


@pytest.mark.parametrize("name", RESULTS)
@pytest.mark.parametrize("width", [60, 80, 120])
def test_lines_fit_and_colour_only_adds_escapes(name: str, width: int) -> None:
    text = text_of(RESULTS[name], width=width)
    assert max(map(len, text.splitlines())) <= width
    assert not any(line != line.rstrip() for line in text.splitlines())
    assert re.sub(r"\x1b\[[0-9;]*m", "", text_of(RESULTS[name], width=width, color=True)) == text
    assert text.isascii()


def test_a_race_does_not_speak_of_assertions_nor_an_assertion_of_races() -> None:
    text = text_of(replace(CLEAN, findings=(RACE,), stats=COUNTED))
    assert "Found: 1 data race confirmed." in text
    assert "No interleaving of the recorded paths violates an assertion" in text
    assert "No interleaving of the recorded paths deadlocks" in text
    assert "No two accesses" not in text
    text = text_of(replace(CLEAN, findings=(LOST,)))
    assert "Found: 1 failure confirmed." in text and "No two accesses of the recorded paths race" in text
    assert "violates an assertion" not in text


def test_what_was_not_looked_for_is_not_said_to_be_absent() -> None:
    text = text_of(replace(CLEAN, properties=("races",)))
    assert "No two accesses" in text and "assertion" not in text and "deadlock" not in text


def test_a_run_that_was_cut_is_no_proof_of_anything() -> None:
    text = text_of(replace(CLEAN, cut="the run was ended at its time limit"))
    assert "Inconclusive: the run was ended at its time limit." in text
    assert "No two accesses" not in text and "deadlocks (" not in text


def test_the_first_line_of_a_proof_says_for_which_executions_it_holds() -> None:
    everywhere = replace(CLEAN, others=OtherPaths(4, PROPERTIES, "all"))
    assert text_of(everywhere).startswith("PROVED for all executions under this input.\n")
    in_order = replace(CLEAN, others=OtherPaths(4, PROPERTIES, "sequentially consistent"))
    assert text_of(in_order).startswith("PROVED for all sequentially consistent executions under this input.\n")
    assert json.loads(json_of(in_order))["other_paths"]["executions"] == "sequentially consistent"


def test_programs_read_both_accesses_and_all_waits() -> None:
    found = json.loads(json_of(RESULTS["report_race"]))["findings"][0]
    assert (found["kind"], found["instances"], found["memory"], found["same_value"]) == ("data-race", 6, "hits", False)
    first, second = found["accesses"]
    assert (first["thread"], first["file"], first["line"], first["function"]) == ("main.1", "src/hits.c", 12, "count")
    assert (first["write"], first["atomic"], first["value"], first["locks"]) == (True, False, "3", [])
    assert [frame["function"] for frame in second["stack"]] == ["total", "report"] and second["locks"] == ["m"]
    assert len(found["steps"]) == len(RACE.story) and found["waits"] == []
    found = json.loads(json_of(RESULTS["report_deadlock"]))["findings"][0]
    assert [(wait["thread"], wait["line"], wait["holder"]) for wait in found["waits"]] == [
        ("main.1", 12, "main.2"),
        ("main.2", 20, "main.1"),
    ]
    assert found["waits"][0]["holds"] == [{"lock": "a", "file": "dead.c", "line": 11, "function": "forth"}]
    (race_open, dead_open) = json.loads(json_of(RESULTS["report_undecided"]))["open"]
    assert (race_open["kind"], race_open["other"]["line"], dead_open["other"]) == ("data-race", 20, None)

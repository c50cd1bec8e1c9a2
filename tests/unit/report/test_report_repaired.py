"""What `repair` and `check-fix` say. The goldens are meant to be read.

RADDLE_UPDATE_GOLDENS=1 writes them anew; read the difference before it is committed.
"""

import json
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from raddle.base.place import SourcePlace
from raddle.report.diagnosed import Diagnosed
from raddle.report.repaired import CheckedFix, Repaired
from raddle.report.repaired_json import checked_fix_document, checked_fix_json, repaired_document, repaired_json
from raddle.report.repaired_text import MOST_REJECTED, checked_fix_text, diff_rows, repaired_text
from raddle.report.result import Finding
from raddle.report.verified import Counts, Verified
from raddle.report.verified_json import verified_document
from tests.support.diagnoses import DIFF, FIGURE_3_2, MUTEX, REPAIRED, REPAIRS, SEMAPHORE, SEQUENTIAL, UNREPAIRED, proof

GOLDENS = Path(__file__).parents[2] / "goldens"
BROKEN = Verified(
    "bank",
    "bug",
    findings=(
        Finding(
            "assertion", "confirmed", SourcePlace("bank.c", 12), "x == 2 fails: x is 1", schedule="main:4 main.1:2"
        ),
    ),
    counts=Counts(runs=7, guided=4, threads=3, points=20, events=31),
)


@pytest.mark.parametrize("name", REPAIRS)
@pytest.mark.parametrize("show_all", [False, True])
def test_a_repair_is_told_with_its_patch_and_what_was_proved(name: str, *, show_all: bool) -> None:
    text = repaired_text(REPAIRS[name], show_all=show_all)
    golden = GOLDENS / f"{name}{'_all' * show_all}.txt"
    if os.environ.get("RADDLE_UPDATE_GOLDENS"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("repaired", [*REPAIRS.values(), UNREPAIRED])
@pytest.mark.parametrize("width", [64, 80, 120])
def test_lines_fit_and_colour_only_adds_escapes(repaired: Repaired, width: int) -> None:
    text = repaired_text(repaired, width=width, show_all=True)
    patch = set(DIFF.split("\n"))
    assert all(len(line) <= width for line in text.split("\n") if line not in patch)
    painted = repaired_text(repaired, width=width, color=True, show_all=True)
    assert painted != text and re.sub(r"\x1b\[[0-9;]*m", "", painted) == text


def test_a_patch_is_printed_as_it_is() -> None:
    """Also where its lines are long, or have what Python takes for ends of lines."""
    diff = f"--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-\x0cint x;\u2028\n+int y;{' ' * 100}/* {'long ' * 40}*/\n"
    rows = list(diff_rows(diff))
    assert "".join(f"{row.text}\n" for row in rows) == diff
    assert [row.style for row in rows] == ["bold", "bold", "cyan", "red", "green"]
    assert diff in repaired_text(replace(REPAIRED, candidates=(replace(MUTEX, diff=diff),)))
    assert replace(MUTEX, diff=diff).lines == 2
    assert replace(MUTEX, diff="--- a/x.c\n+++ b/x.c\n@@ -1,2 +1 @@\n---i;\n+++i;\n \n").lines == 2
    assert list(diff_rows("")) == []


def test_nothing_is_said_to_be_changed_unless_it_was() -> None:
    assert "Nothing was changed: --apply writes it into the sources." in repaired_text(REPAIRED)
    applied = repaired_text(replace(REPAIRED, applied=("mysql.c",)))
    assert "APPLIED: changed mysql.c\n" in applied and "Nothing was changed" not in applied


@pytest.mark.parametrize(
    ("kept", "said"), [(0.0, "0%"), (0.001, "1%"), (0.994, "99%"), (0.9999, "99%"), (1.0, "100%"), (0.5, "50%")]
)
def test_a_share_is_not_rounded_to_all_or_nothing(kept: float, said: str) -> None:
    text = repaired_text(replace(REPAIRED, candidates=(replace(MUTEX, concurrency=kept),)))
    assert f"keeps {said} of the pairs of accesses in either order" in " ".join(text.split())


def test_new_warnings_are_told() -> None:
    warned = replace(MUTEX, warnings=("bank.c: unused",), concurrency=None, side_by_side=None)
    text = repaired_text(replace(REPAIRED, candidates=(warned,)))
    assert "It changes 3 lines.\n  new warning: bank.c: unused\n" in text


def test_only_proofs_are_called_verified() -> None:
    for repaired in (UNREPAIRED, replace(UNREPAIRED, complete=True), Repaired("sum", SEQUENTIAL)):
        assert "VERIFIED" not in repaired_text(repaired) and "Proved" not in repaired_text(repaired)


@pytest.mark.parametrize(
    ("repaired", "verdict", "said"),
    [
        (REPAIRED, "repaired", "VERIFIED REPAIR: a new mutex"),
        (UNREPAIRED, "unknown", "UNKNOWN: 1 candidate was tried, not all to the end, and none was verified."),
        (replace(UNREPAIRED, complete=True), "unrepaired", "NO REPAIR FOUND: the only candidate was rejected."),
        (
            replace(UNREPAIRED, complete=True, candidates=()),
            "unrepaired",
            "no patch could be written for these orders.",
        ),
        (Repaired("sum", SEQUENTIAL), "unrepaired", "what fails whatever the schedule is not repaired by"),
        (Repaired("bank", Diagnosed("bank", "passes")), "none", "There is nothing to repair."),
        (Repaired("bank", Diagnosed("bank", "unknown", reason="no time")), "unknown", "UNKNOWN: no time."),
    ],
)
def test_every_ending_has_its_words(repaired: Repaired, verdict: str, said: str) -> None:
    assert repaired.verdict == verdict == repaired_document(repaired)["verdict"]
    assert said in " ".join(repaired_text(repaired).split())


def test_of_many_rejected_ones_some_are_told_unless_all_are_asked_for() -> None:
    many = replace(UNREPAIRED, complete=True, candidates=tuple(replace(SEMAPHORE, what=f"s{one}") for one in range(9)))
    assert f"  ... and {9 - MOST_REJECTED} more (--all)\n" in repaired_text(many)
    assert "- s8: " in repaired_text(many, show_all=True) and "more (--all)" not in repaired_text(many, show_all=True)


def test_json_says_what_the_text_says() -> None:
    document = json.loads(repaired_json(REPAIRED))
    assert (document["schema"], document["verdict"], document["complete"]) == (1, "repaired", True)
    assert [[(one["first"]["line"], one["then"]["line"]) for one in orders] for orders in document["optima"]] == [
        [(6, 10)],
        [(11, 5)],
    ]
    best, _, rejected = document["candidates"]
    assert best["diff"] == DIFF and best["changed_lines"] == 3 and best["concurrency"] == 0.75
    assert best["verification"]["verdict"] == "proved" and rejected["verification"] is None
    assert list(best) == list(rejected)
    assert document["diagnosis"]["kind"] == FIGURE_3_2.kind


# ---- somebody's own fix


def test_a_fix_that_holds() -> None:
    text = checked_fix_text(CheckedFix("mysql", "holds", proof("mysql"), changed=("mysql.c",)))
    assert text == (
        "THE FIX HOLDS: in every interleaving, no assertion fails, nothing aborts or\n"
        "crashes; no two accesses race; nothing deadlocks.\n"
        "  That is for all executions; 3 runs showed all 24 steps that threads can take.\n"
        "\n"
        "Changed:\n"
        "  - mysql.c\n"
        "\n"
        "3 runs (0 guided), 3 threads, 21 states, 24 steps, 0 questions, 0.5 s\n"
    )


def test_beside_a_fix_that_holds_is_told_what_is_asked_otherwise() -> None:
    checked = CheckedFix("bank", "holds", proof("bank"), ("bank.c",), check_changed=("`x == 2` is `x > 0`",))
    text = " ".join(checked_fix_text(checked).split())
    assert "What failed is written otherwise now: `x == 2` is `x > 0`. Look whether it still asks for as much." in text
    assert checked_fix_document(checked)["check_changed"] == ["`x == 2` is `x > 0`"]


def test_a_fix_that_is_broken_shows_a_schedule() -> None:
    text = checked_fix_text(CheckedFix("bank", "broken", BROKEN, changed=("bank.c",)))
    assert text.startswith("bank.c:12: assertion can fail: x == 2\n    where x is 1\n")
    assert "  schedule:  'main:4 main.1:2'\n" in text and "THE FIX IS BROKEN: run 7 shows it.\n" in text
    assert "HOLDS" not in text


def test_of_a_fix_that_is_not_decided_the_reason_is_told() -> None:
    verified = Verified("bank", "unknown", reason="the time was over", advice="--budget S gives it more time")
    text = " ".join(checked_fix_text(CheckedFix("bank", "unknown", verified)).split())
    assert text.startswith("UNKNOWN: the time was over. To try: --budget S gives it more time. 0 runs found nothing;")
    assert "No file differs from those of the failure." in text


def test_the_document_of_a_fix_is_that_of_the_verification_and_more() -> None:
    checked = CheckedFix("bank", "broken", BROKEN, changed=("bank.c",), notes=("seen",))
    document = json.loads(checked_fix_json(checked))
    assert [key for key in document if key not in verified_document(BROKEN)] == ["changed", "check_changed"]
    assert (document["verdict"], document["changed"], document["notes"]) == ("broken", ["bank.c"], ["seen"])
    assert document["findings"][0]["schedule"] == "main:4 main.1:2"
    assert checked_fix_document(checked).keys() == checked_fix_document(replace(checked, verdict="unknown")).keys()

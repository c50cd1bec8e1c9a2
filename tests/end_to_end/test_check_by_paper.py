"""`check --encoding paper`: the predictive analysis paper's own formula says the same as ours."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import raddle

PROGRAMS = Path(__file__).parents[1] / "predict"

pytestmark = [pytest.mark.compiler, pytest.mark.native]


def said(folder: Path, *words: str) -> dict[str, Any]:
    done = raddle("check", *words, "--property", "assertions,exit", "--recorded", "--format", "json", cwd=folder)
    report: dict[str, Any] = json.loads(done.out)
    return report


def told(report: dict[str, Any]) -> tuple[object, ...]:
    findings = sorted((one["kind"], one["status"], one["line"]) for one in report["findings"])
    return report["verdict"], findings, report["open"]


@pytest.mark.parametrize(
    "name", ["bank_get_set", "bank_get_set_fixed", "cond_if", "barrier_reuse", "atomic_cas_prefix", "cond_lost_signal"]
)
def test_the_papers_formula_says_what_ours_says(tmp_path: Path, name: str) -> None:
    source = str(PROGRAMS / f"{name}.c")
    assert told(said(tmp_path, source, "--encoding", "paper")) == told(said(tmp_path, source))


def test_it_asks_nothing_but_the_formula(tmp_path: Path) -> None:
    """Random runs make a schedule shorter, a solution of the formula is taken as it is."""
    report = said(tmp_path, str(PROGRAMS / "bank_get_set.c"), "--encoding", "paper")
    assert [one["fewest_switches"] for one in report["findings"]] == [False]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--property", "races,assertions"], "--encoding paper does not answer races"),
        (["--switches", "2"], "--encoding paper takes no bound"),
    ],
)
def test_what_the_paper_has_no_formula_for_is_refused(tmp_path: Path, words: list[str], message: str) -> None:
    done = raddle("check", str(PROGRAMS / "cond_if.c"), "--encoding", "paper", *words, cwd=tmp_path)
    assert done.status == 2 and message in done.err and done.out == ""

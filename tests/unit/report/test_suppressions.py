"""Findings that a raddle.toml answers for do not count, and are listed; what it says wrongly is told with its entry."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from raddle.base.errors import UserError
from raddle.report.as_json import json_of
from raddle.report.result import Finding, Result
from raddle.report.suppressions import find_suppressions, load_suppressions, suppressed
from raddle.report.text import text_of
from tests.support.results import BUG, CIRCLE, LOST, RACE

EVERYTHING = replace(BUG, findings=(LOST, RACE, CIRCLE), properties=("assertions", "races", "deadlocks"))


def entries(folder: Path, *tables: str) -> Path:
    path = folder / "raddle.toml"
    path.write_text("".join(f"[[suppress]]\n{table}\n" for table in tables))
    return path


def entry(kind: str, place: str, other: str = "", reason: str = "known") -> str:
    also = f'and = "{other}"\n' if other else ""
    return f'kind = "{kind}"\nplace = "{place}"\n{also}reason = "{reason}"\n'


def after(folder: Path, *tables: str, result: Result = EVERYTHING) -> Result:
    return suppressed(result, load_suppressions(entries(folder, *tables)))


def kept(result: Result) -> list[Finding]:
    return list(result.findings)


@pytest.mark.parametrize(
    ("kind", "place", "other", "gone"),
    [
        ("data-race", "hits.c:12", "", RACE),
        ("data-race", "hits.c:20", "", RACE),
        ("data-race", "src/hits.c:12", "hits.c:20", RACE),
        ("data-race", "hits.c:20", "hits.c:12", RACE),
        ("data-race", "hits.c:12", "hits.c:12", None),
        ("data-race", "hits.c:13", "", None),
        ("data-race", "its.c:12", "", None),
        ("data-race", "hits.c:count", "", RACE),
        ("data-race", "hits.c:coun", "", None),
        ("data-race", "count", "total", RACE),
        ("data-race", "hits.c", "", RACE),
        ("data-race", "src/*", "", RACE),
        ("data-race", "src/*.c:co*", "", RACE),
        ("any", "hits.c", "", RACE),
        ("deadlock", "hits.c", "", None),
        ("deadlock", "dead.c:forth", "back", CIRCLE),
        ("deadlock", "dead.c", "", CIRCLE),
        ("assertion", "bank_account.c:41", "", LOST),
        ("assertion", "bank_account.c:set_balance", "", None),
    ],
)
def test_a_place_and_a_kind_say_which_finding_is_meant(
    tmp_path: Path, kind: str, place: str, other: str, gone: Finding | None
) -> None:
    result = after(tmp_path, entry(kind, place, other))
    assert kept(result) == [one for one in EVERYTHING.findings if one is not gone]
    assert [one.finding for one in result.suppressed] == ([gone] if gone else [])
    assert bool(result.notes) == (gone is None)


def test_names_of_cxx_functions_match_with_and_without_their_scope(tmp_path: Path) -> None:
    place = replace(LOST.place, function="Account::withdraw(int)")  # type: ignore[type-var]
    result = replace(BUG, findings=(replace(LOST, place=place),))
    for name in ("withdraw", "Account::withdraw", "Account::*", "bank_account.c:Account::withdraw"):
        assert not after(tmp_path, entry("assertion", name), result=result).findings, name
    assert after(tmp_path, entry("assertion", "draw"), result=result).findings


def test_suppressed_findings_do_not_count_but_are_told_and_listed_with_their_reason(tmp_path: Path) -> None:
    tables = (entry("any", "*", reason="all of it is known"), entry("data-race", "hits.c", reason="second"))
    result = after(tmp_path, *tables)
    assert (result.verdict, result.notes) == ("none", ())
    text = text_of(result)
    assert "3 suppressed: 1 failure, 1 data race, 1 deadlock." in text
    assert "race (" not in text and "deadlocks (" not in text and "violates" not in text
    listed = json.loads(json_of(result))["suppressed"]
    assert [one["kind"] for one in listed] == ["assertion", "data-race", "deadlock"]
    assert {one["suppressed_because"] for one in listed} == {"all of it is known"}
    assert {one["suppressed_by"] for one in listed} == {f"{tmp_path / 'raddle.toml'}, entry 1"}


def test_one_that_matches_nothing_is_a_note_unless_nobody_looked(tmp_path: Path) -> None:
    tables = (entry("data-race", "hits.c"), entry("data-race", "gone.c:7", "old"), entry("deadlock", "gone.c"))
    result = after(tmp_path, *tables, result=replace(EVERYTHING, properties=("races",)))
    said = "entry 2 suppresses nothing: there is no data-race at gone.c:7 and old"
    assert result.notes == (f"{tmp_path / 'raddle.toml'}, {said}",)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[[suppress]\n", "not TOML"),
        ("a = " + "[" * 20_000, "too deep"),
        ("a = " + "9" * 20_000, "not TOML"),
        ("a." * 20_000 + "a = 1", "too much"),
        ("# " * (1 << 19) + "\n", "too much"),
        ("suppress = 3\n", "must be a list of tables"),
        ("suppress = [3]\n", "entry 1: must be a table"),
        ("[supress]\n", "nothing is called `supress`"),
        ("[[suppress]]\n" + entry("race", "a.c"), 'entry 1: no kind is called "race"'),
        ("[[suppress]]\n" + entry("any", "a.c") + '[[suppress]]\nkind = "any"\nplace = "a"\n', "entry 2: `reason`"),
        ("[[suppress]]\n" + entry("any", "a.c", reason=" "), "entry 1: `reason` must be a text"),
        ('[[suppress]]\nkind = "any"\nreason = "r"\n', "entry 1: `place` must be said"),
        ("[[suppress]]\n" + entry("any", "a.c") + "places = 1\n", "entry 1: nothing is called `places`"),
        ("[[suppress]]\nplace = 3\nkind = 'any'\n", "entry 1: `place` must be a text"),
        ("[[suppress]]\n" + entry("assertion", "a.c", "b.c"), "entry 1: an assertion has one place only"),
    ],
)
def test_a_malformed_file_is_one_message_that_names_the_entry(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "raddle.toml"
    path.write_text(text)
    with pytest.raises(UserError) as raised:
        load_suppressions(path)
    assert complaint in str(raised.value) and str(path) in str(raised.value)


def test_it_is_found_here_or_above_the_first_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here, deep = tmp_path / "here", tmp_path / "project" / "src" / "deep"
    here.mkdir()
    deep.mkdir(parents=True)
    monkeypatch.chdir(here)
    assert find_suppressions([deep / "a.c", Path("b.c")]) is None
    (tmp_path / "project" / "raddle.toml").touch()
    found = find_suppressions([deep / "a.c", Path("b.c")])
    assert found == Path(os.path.join("..", "project", "raddle.toml"))
    (here / "raddle.toml").touch()
    assert find_suppressions([deep / "a.c"]) == Path("raddle.toml")

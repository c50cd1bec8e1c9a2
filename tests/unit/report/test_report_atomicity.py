"""Blocks that are not atomic in the report: the goldens are meant to be read.

RADDLE_UPDATE_GOLDENS=1 writes them anew; read the difference before it is committed.
"""

import json
import os
import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from raddle.report.as_json import json_of
from raddle.report.atomicity_text import pattern_of
from raddle.report.result import Access, Finding, NotAtomic, Open, Result, Verb
from raddle.report.suppressions import load_suppressions, suppressed
from raddle.report.text import text_of
from tests.support.results import STATS, TORN, WITHDRAW, bank

GOLDENS = Path(__file__).parents[2] / "goldens"
COUNTED = replace(STATS, held=1, race_pairs=4, races_excluded=4, waits=8, blocks=2, block_executions=6)
CLEAN = Result("bank", (), (), (), stats=COUNTED, properties=("assertions", "races", "atomicity", "deadlocks"))


def torn(finding: Finding) -> NotAtomic:
    assert isinstance(finding.about, NotAtomic)
    return finding.about


FIRST, THERE, _, LAST = torn(TORN).accesses


def with_accesses(*accesses: Access, **more: object) -> Finding:
    return replace(TORN, about=replace(torn(TORN), accesses=accesses, **more))  # type: ignore[arg-type]


OUTSIDE = replace(
    with_accesses(
        replace(FIRST, verb="write", value="1"),
        replace(THERE, verb="update", atomic=True, value="1 -> 2", locks=(), inside="atomic_fetch_add"),
        replace(THERE, verb="update", atomic=True, value="1 -> 2", locks=(), inside="atomic_fetch_add"),
        replace(LAST, verb="read", value="2", locks=("m", "rw (shared)")),
        memories=("bytes 8 to 11 of a block of 24 bytes",) * 2,
        other=None,
    ),
    observed=True,
)
SKEW = replace(
    with_accesses(
        replace(FIRST, stack=(bank(8, "get"),)),
        replace(THERE, stack=(bank(51, "transfer"),), value="90"),
        replace(THERE, stack=(bank(50, "transfer"),), verb="read", value="7"),
        replace(LAST, stack=(bank(15, "set"),), value="8"),
        memories=("balance", "entries"),
        order=(2, 0, 1, 3),
    ),
    witness=Path("bank.atomicity.line8.line51.line50.line15.witness"),
)
PREDICTED = replace(
    TORN,
    status="predicted",
    reason="main.1:4 cannot be followed: it is blocked there",
    witness=None,
    story=(),
    about=replace(
        torn(TORN),
        block=replace(WITHDRAW, name="Account::withdraw(int)"),
        accesses=tuple(replace(access, value=None) for access in torn(TORN).accesses),
    ),
)
UNDECIDED = (
    Open(bank(8, "get"), "time limit", 4, "atomicity", bank(14, "set")),
    Open(None, "there are too many groups of places to look at all of them", 12, "atomicity"),
)
RESULTS = {
    "report_torn": replace(CLEAN, findings=(TORN,)),
    "report_torn_blocks": replace(CLEAN, findings=(TORN, SKEW, OUTSIDE, PREDICTED)),
    "report_whole_blocks": CLEAN,
    "report_undecided_blocks": replace(CLEAN, open=UNDECIDED),
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
    commands = ("  replay it:", "  schedule:")
    assert all(len(line) <= width for line in text.splitlines() if not line.startswith(commands))
    assert not any(line != line.rstrip() for line in text.splitlines())
    assert re.sub(r"\x1b\[[0-9;]*m", "", text_of(RESULTS[name], width=width, color=True)) == text
    assert text.isascii()


def test_a_run_without_blocks_claims_nothing_about_them() -> None:
    without = replace(CLEAN, stats=replace(COUNTED, blocks=0, block_executions=0))
    assert "block" not in text_of(without)
    text = text_of(replace(without, properties=("atomicity",)))
    assert "The run executed no block that is to be atomic, so there was nothing to tear" in text
    cut = replace(CLEAN, cut="the run was ended at its time limit")
    assert "tears a block" not in text_of(cut)


def test_a_block_that_is_torn_in_two_ways_by_the_same_other_one_is_drawn_once() -> None:
    assert text_of(RESULTS["report_torn_blocks"]).count("main.1 in withdraw") == 2
    both = text_of(replace(CLEAN, findings=(TORN, SKEW)))
    assert both.count("+---") == 1 and both.count("is not atomic") == 2


def test_of_many_ways_to_tear_a_block_some_are_told_and_the_rest_is_counted() -> None:
    many = text_of(replace(CLEAN, findings=(TORN, *[SKEW] * 9, OUTSIDE)))
    assert many.count("write skew: ") == 4 and "5 more ways to tear these blocks" in many
    assert "Found: 1 atomicity violation observed; 10 atomicity violations confirmed." in many
    assert "more ways" not in text_of(replace(CLEAN, findings=(TORN, *[SKEW] * 4)))


VERBS: tuple[Verb, ...] = ("read", "write", "update")


def test_every_way_to_tear_a_block_has_words_of_its_own() -> None:
    said: dict[tuple[bool, str], str] = {}
    for verbs in product(VERBS, repeat=4):
        if all("write" in pair or "update" in pair for pair in (verbs[:2], verbs[2:])):
            accesses = [replace(one, verb=verb) for one, verb in zip(torn(TORN).accesses, verbs, strict=True)]
            for memories in (("a", "a"), ("a", "b")):
                name, what = pattern_of(torn(with_accesses(*accesses, memories=memories)))
                assert "main.1" in what and "main.2" in what and " a" in what and "{" not in what
                kinds = "".join("R" if verb == "read" else "W" for verb in verbs)
                assert said.setdefault((memories == ("a", "a"), kinds), name) == name
    assert said[True, "RWWW"] == "lost update" and said[True, "RWWR"] == "inconsistent read"
    assert said[True, "WRRW"] == "dirty read" and said[False, "RWRW"] == "write skew"


def test_programs_read_the_block_and_the_four_accesses() -> None:
    document = json.loads(json_of(RESULTS["report_torn_blocks"]))
    plain, skew, outside, predicted = document["findings"]
    assert (plain["kind"], plain["memory"], plain["pattern"]) == ("atomicity", "balance", "lost update")
    assert plain["block"] == {
        "name": "withdraw", "file": "src/bank.c", "line": 20, "function": "withdraw", "inferred": False
    }  # fmt: skip
    assert plain["other_block"]["name"] == "bank.c:30-33" and outside["other_block"] is None
    lines = [(access["thread"], access["line"], access["deed"]) for access in plain["accesses"]]
    assert lines == [("main.1", 8, "read"), *[("main.2", 14, "write")] * 2, ("main.1", 14, "write")]
    assert [frame["line"] for frame in plain["accesses"][0]["stack"]] == [8, 22]
    assert len(plain["steps"]) == len(TORN.story) and plain["waits"] == []
    assert (skew["memory"], skew["memories"], skew["order"]) == (
        "balance and entries",
        ["balance", "entries"],
        [2, 0, 1, 3],
    )
    assert (predicted["status"], predicted["accesses"][0]["value"]) == ("predicted", None)
    assert (document["stats"]["blocks"], document["stats"]["block_executions"]) == (2, 6)
    assert document["stats"]["baseline"] is None
    counts = {"regions": 2, "orig_pavs": 8, "hb_pavs": 6, "baseline": 4, "sym_avs": None}
    with_baseline = json.loads(json_of(replace(CLEAN, stats=replace(COUNTED, baseline=counts))))
    assert with_baseline["stats"]["baseline"] == counts


@pytest.mark.parametrize(
    ("kind", "place", "other", "gone"),
    [
        ("atomicity", "bank.c:8", "", True),
        ("atomicity", "bank.c:14", "bank.c:8", True),
        ("any", "set", "", True),
        ("atomicity", "bank.c:withdraw", "", True),
        ("atomicity", "withdraw", "deposit", True),
        ("atomicity", "bank.c:22", "", False),
        ("data-race", "bank.c", "", False),
    ],
)
def test_a_block_that_is_not_atomic_can_be_answered_for(
    tmp_path: Path, kind: str, place: str, other: str, gone: bool
) -> None:
    also = f'and = "{other}"\n' if other else ""
    path = tmp_path / "raddle.toml"
    path.write_text(f'[[suppress]]\nkind = "{kind}"\nplace = "{place}"\n{also}reason = "it retries"\n')
    result = suppressed(replace(CLEAN, findings=(TORN,)), load_suppressions(path))
    assert (result.findings == ()) is gone and bool(result.suppressed) is gone
    if gone:
        assert "1 suppressed: 1 atomicity violation." in text_of(result) and "tears a block" not in text_of(result)
    else:
        (note,) = result.notes
        assert "suppresses nothing" in note

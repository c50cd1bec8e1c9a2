"""The JSON that programs read: as documented, whatever the result."""

import json
import re
from dataclasses import replace
from pathlib import Path

from raddle.report.as_json import SCHEMA, document_of, json_of
from raddle.report.diagnosed_json import diagnosed_document
from raddle.report.explanation_json import explanation_document
from raddle.report.repaired_json import repaired_document
from raddle.report.result import Finding, Result
from tests.support.diagnoses import FIGURE_3_2, REPAIRED
from tests.support.explanations import BANK
from tests.support.results import BUG, LOST, UNDECIDED

DOCUMENT = (Path(__file__).parents[3] / "docs" / "json.md").read_text()


def documented(heading: str) -> list[str]:
    """The keys in the first column of the table below that line."""
    table = DOCUMENT.split(heading, 1)[1].split("\n\n", 2)[1]
    rows = [row.split("|")[1] for row in table.splitlines()[2:]]
    return [key for row in rows for key in re.findall(r"`(\w+)`", row)]


def test_the_example_in_the_documentation_is_what_the_code_writes() -> None:
    (example,) = re.findall(r"```json\n(.*?)```", DOCUMENT, re.DOTALL)
    assert json.loads(example) == json.loads(json_of(BUG))


def test_every_key_is_documented_in_the_order_in_which_it_is_written() -> None:
    document = document_of(BUG)
    assert documented("never left out.") == list(document)
    (finding,) = document["findings"]  # type: ignore[misc, union-attr]
    assert documented("A finding:") == list(finding)  # type: ignore[arg-type]


def test_every_key_of_an_explanation_is_documented() -> None:
    assert documented("in its `explanation`.") == list(explanation_document(BANK))


def test_every_key_of_a_diagnosis_and_a_repair_is_documented() -> None:
    diagnosis = diagnosed_document(FIGURE_3_2)
    assert documented("`raddle diagnose --format json` writes one document:") == list(diagnosis)
    assert documented("if it is not complete or there is a bound):") == list(diagnosis["causes"][0])  # type: ignore[arg-type, call-overload, index]
    repair = repaired_document(REPAIRED)
    assert documented("`raddle repair --format json` writes one document:") == list(repair)
    assert documented("A candidate:") == list(repair["candidates"][0])  # type: ignore[arg-type, call-overload, index]


def test_the_keys_do_not_depend_on_what_was_found() -> None:
    bare = Finding("failure", "predicted", None, "exit with status 1")
    small = document_of(Result("a", (bare,), (UNDECIDED,), ()))
    assert list(small) == list(document_of(BUG))
    (finding,) = json.loads(json_of(Result("a", (bare,), (), ())))["findings"]
    (full,) = json.loads(json_of(BUG))["findings"]
    assert list(finding) == list(full)
    assert (finding["file"], finding["line"], finding["witness"]) == (None, None, None)


def test_the_verdict_is_none_only_where_nothing_was_found_nor_left_undecided() -> None:
    predicted = replace(LOST, status="predicted", reason="the replay diverged")
    results = [
        ("none", replace(BUG, findings=())),
        ("unknown", replace(BUG, findings=(), open=(UNDECIDED,))),
        ("bug", replace(BUG, open=(UNDECIDED,))),
        ("bug", replace(BUG, findings=(predicted,))),
    ]
    assert [document_of(result)["verdict"] for _, result in results] == [verdict for verdict, _ in results]
    assert {document_of(result)["schema"] for _, result in results} == {SCHEMA} == {1}

"""Unified diffs: made and applied."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raddle.repair.source.diffs import NotApplied, applied, unified

SOME = ["a", "b", "}", "", " x", "-- y", "++ z", "\tt", "c\r", "\\ d", "ä", "f\x0cg"]
LINES = st.lists(st.sampled_from(SOME), max_size=14)
BEFORE = {"/home/me/src/bank.c": "one\ntwo\nthree\nfour\nfive\nsix\nseven\n"}


def changed(before: Mapping[str, str], old: str, new: str) -> dict[str, str]:
    return {name: text.replace(old, new) for name, text in before.items()}


@st.composite
def texts(draw: st.DrawFn) -> str:
    text = "\n".join(draw(LINES))
    return text + draw(st.sampled_from(["", "\n"])) if text else text


@given(texts(), texts(), st.sampled_from(["bank.c", "src/bank.c", "/home/me/bank.c"]))
def test_what_a_diff_was_made_of_comes_out_again(before: str, after: str, name: str) -> None:
    diff = unified({name: before}, {name: after})
    if before == after:
        assert diff == ""
    else:
        assert applied(diff, {name: before, "other.c": "x\n"}) == {name: after, "other.c": "x\n"}


@given(texts(), texts(), st.integers(0, 5))
def test_a_diff_applies_to_a_text_that_grew_at_its_top(before: str, after: str, more: int) -> None:
    top = "".join(f"unrelated {number}\n" for number in range(more))
    diff = unified({"a.c": before}, {"a.c": after})
    if before and before != after:
        moved = applied(diff, {"a.c": top + before})
        assert not isinstance(moved, NotApplied)
        assert len(moved["a.c"]) == len(top + after)


@pytest.mark.parametrize("shown", ["a/src/bank.c", "src/bank.c", "b/bank.c", "bank.c", "/home/me/src/bank.c"])
def test_the_file_is_found_under_every_name_it_may_have(shown: str) -> None:
    diff = f"--- {shown}\t2024-01-01 00:00:00\n+++ {shown}\n@@ -2 +2 @@\n-two\n+zwei\n"
    assert applied(diff, BEFORE) == changed(BEFORE, "two", "zwei")


def test_hunks_that_moved_apart_are_found() -> None:
    diff = unified(BEFORE, changed(changed(BEFORE, "one", "1"), "seven", "7"), {"/home/me/src/bank.c": "bank.c"})
    grown = {"/home/me/src/bank.c": "zero\n" + BEFORE["/home/me/src/bank.c"].replace("four\n", "four\nmore\n")}
    assert isinstance(applied(diff, grown), NotApplied)
    two = "--- a/bank.c\n+++ b/bank.c\n@@ -1,2 +1,2 @@\n-one\n+1\n two\n@@ -6,2 +6,2 @@\n six\n-seven\n+7\n"
    assert applied(two, grown) == changed(changed(grown, "one", "1"), "seven", "7")


def test_a_new_file_is_made_and_a_deleted_one_goes() -> None:
    diff = "--- /dev/null\n+++ b/new.h\n@@ -0,0 +1,2 @@\n+int x;\n+int y;\n"
    diff += "--- a/old.h\n+++ /dev/null\n@@ -1 +0,0 @@\n-int z;\n"
    assert applied(diff, {"old.h": "int z;\n"}) == {"new.h": "int x;\nint y;\n"}


def test_a_diff_with_carriage_returns_of_its_own_fits_a_text_without() -> None:
    diff = "--- a/bank.c\r\n+++ b/bank.c\r\n@@ -2 +2 @@\r\n-two\r\n+zwei\r\n"
    assert applied(diff, BEFORE) == changed(BEFORE, "two", "zwei")


def test_what_git_writes_around_a_diff_is_passed_over() -> None:
    diff = (
        "From 123 Mon Sep 17\nSubject: fix\n\n---\n bank.c | 2 +-\n\ndiff --git a/bank.c b/bank.c\nindex 1..2 100644\n"
        "--- a/bank.c\n+++ b/bank.c\n@@ -2 +2 @@ int main(void)\n-two\n+zwei\n-- \n2.39\n"
    )
    assert applied(diff, BEFORE) == changed(BEFORE, "two", "zwei")


@pytest.mark.parametrize(
    ("diff", "reason"),
    [
        ("hello\n", "there is no unified diff in it"),
        ("@@ -1 +1 @@\n-a\n+b\n", "line 1 of the diff begins a hunk, but no file was named before it"),
        ("--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-a\n+b\n", "the diff changes x.c, which is not one of the sources"),
        (
            "--- a/bank.c\n+++ b/bank.c\n@@ -2,2 +2,2 @@\n-two\n+zwei\n drei\n",
            "the lines that the diff changes at /home/me/src/bank.c:2 are not as the diff has them",
        ),
        (
            "--- a/bank.c\n+++ b/bank.c\n@@ -2,2 +2,2 @@\n-zwei\n+two\n three\n",
            "the change at /home/me/src/bank.c:2 seems to have been made already",
        ),
        (
            "--- a/bank.c\n+++ b/bank.c\n@@ -2,2 +2,2 @@\n-two\n",
            "the hunk at line 3 of the diff is cut off or malformed",
        ),
        ("--- a/bank.c\n+++ b/bank.c\n@@ -2 +2 @@\n*two\n", "line 4 of the diff is neither context nor a change"),
        ("rename from a.c\nrename to b.c\n", "`rename from a.c` in the diff is not supported"),
        ("--- /dev/null\n+++ b/bank.c\n@@ -0,0 +1 @@\n+x\n", "bank.c is new in the diff, but there is one already"),
        (
            "--- a/bank.c\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n",
            "/home/me/src/bank.c is deleted by the diff, but has lines that the diff does not have",
        ),
    ],
)
def test_a_diff_that_does_not_fit_is_told_in_words(diff: str, reason: str) -> None:
    assert applied(diff, BEFORE) == NotApplied(reason)


def test_a_name_that_fits_two_files_is_refused() -> None:
    diff = "--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-a\n+b\n"
    texts = {"one/x.c": "a\n", "two/x.c": "a\n"}
    assert applied(diff, texts) == NotApplied("x.c of the diff may be any of one/x.c, two/x.c")


TWO_WORKERS = {"/home/me/worker.c": "a\n", "/home/me/a/worker.c": "a\n"}
BELOW_ME = {file: file.removeprefix("/home/me/") for file in TWO_WORKERS}


@pytest.mark.parametrize(
    ("old", "new", "meant"),
    [
        ("a/worker.c", "b/worker.c", "/home/me/worker.c"),
        ("i/worker.c", "w/worker.c", "/home/me/worker.c"),
        ("worker.c", "worker.c", "/home/me/worker.c"),
        ("worker.c.orig", "worker.c", "/home/me/worker.c"),
        ("a/a/worker.c", "b/a/worker.c", "/home/me/a/worker.c"),
        ("a/worker.c", "a/worker.c", "/home/me/a/worker.c"),
        ("/home/me/a/worker.c", "/home/me/a/worker.c", "/home/me/a/worker.c"),
        ("a/me/worker.c", "b/me/worker.c", "/home/me/worker.c"),
    ],
)
def test_a_name_below_the_root_goes_before_the_end_of_a_path(old: str, new: str, meant: str) -> None:
    diff = f"--- {old}\n+++ {new}\n@@ -1 +1 @@\n-a\n+b\n"
    assert applied(diff, TWO_WORKERS, BELOW_ME) == TWO_WORKERS | {meant: "b\n"}


def test_a_deleted_file_is_the_one_without_the_prefix_of_git() -> None:
    diff = "--- a/worker.c\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"
    assert applied(diff, TWO_WORKERS, BELOW_ME) == {"/home/me/a/worker.c": "a\n"}


def test_a_prefix_of_git_is_no_folder_even_where_there_is_one() -> None:
    diff = "--- a/worker.c\n+++ b/worker.c\n@@ -1 +1 @@\n-a\n+b\n"
    names = {file: f"me/{name}" for file, name in BELOW_ME.items()}
    reason = "worker.c of the diff may be any of /home/me/a/worker.c, /home/me/worker.c"
    assert applied(diff, TWO_WORKERS, names) == NotApplied(reason)


@given(texts(), texts())
def test_our_own_diff_names_its_file_among_others_of_that_name(before: str, after: str) -> None:
    texts = dict.fromkeys(TWO_WORKERS, before)
    for file in texts:
        if before != after:
            diff = unified(texts, {file: after}, BELOW_ME)
            assert applied(diff, texts, BELOW_ME) == texts | {file: after}

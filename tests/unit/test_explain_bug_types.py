"""The kind of bug is named from the slice, with its cause in one sentence."""

from functools import partial

import pytest

from raddle.explain.detail import DATA_HAZARDS, FULL, Detail
from raddle.explain.run import Deed, Run
from raddle.explain.telling.bug_types import Judged, judged
from raddle.explain.telling.detailed import Slices, chosen
from raddle.report.explanation import Bug
from tests.support.explain_runs import run_of_text
from tests.support.slices_by_deletion import sliced_by_deletion

LOST = """
int balance = 100
T1: lock l
T1: bal = balance
T1: unlock l
T2: lock l
T2: mine = balance
T2: unlock l
T2: lock l
T2: balance = mine + 50
T2: unlock l
T1: lock l
T1: balance = bal + 50
T1: unlock l
T3: assert balance == 200
"""


def judge(text: str, detail: Detail = FULL, *, atomic: bool = False) -> Judged:
    run = run_of_text(text)
    _mark(run, atomic=atomic)
    return judged(run, sliced_by_deletion(run, detail))


def _slices(text: str) -> Slices:
    run = run_of_text(text)
    return Slices(run, partial(sliced_by_deletion, run))


def _mark(run: Run, *, atomic: bool) -> None:
    """`if`s stand in different places."""
    for step in run.steps:
        place = run.wording.place(step)
        assert place is not None
        step.site = place.line
        step.atomic = atomic


@pytest.mark.parametrize("detail", [FULL, DATA_HAZARDS])
def test_an_update_in_two_critical_sections_is_an_atomicity_violation(detail: Detail) -> None:
    found = judge(LOST, detail)
    assert found.bug is Bug.ATOMICITY
    first = "T1 reads balance at line 4 and writes it at line 13"
    assert found.cause == f"{first}; in between T2 writes it at line 10, and that write is lost"


def test_an_unprotected_update_on_one_line_is_a_data_race() -> None:
    run = run_of_text("int x = 0\nT1: a = x\nT2: x = x + 1\nT1: x = a + 1\nmain: assert x == 2\n")
    sliced = sliced_by_deletion(run, FULL)
    assert judged(run, sliced).bug is Bug.ATOMICITY
    words = run.wording
    words.places = [1 if place == 3 else place for place in words.places]  # type: ignore[attr-defined]
    found = judged(run, sliced)
    assert found.bug is Bug.DATA_RACE
    assert found.cause == ("T1 reads and writes x at line 2; in between T2 writes it at line 3, and that write is lost")


def test_two_reads_that_differ_are_an_atomicity_violation() -> None:
    found = judge("int x = 0\nT1: a = x\nT2: x = 7\nT1: b = x\nT1: assert a == b\n")
    assert found.bug is Bug.ATOMICITY
    assert found.cause == (
        "T1 reads x at line 2 and again at line 4; in between T2 writes it at line 3, so that the two reads differ"
    )


def test_a_read_before_its_write_is_an_order_violation() -> None:
    found = judge("int p = 0\nT1: lock l\nT1: a = p\nT1: unlock l\nT2: lock l\nT2: p = 1\nT2: unlock l\nT1: assert a\n")
    assert found.bug is Bug.ORDER
    assert found.cause == "T1 reads p at line 3 before T2 writes it at line 6"


def test_plain_accesses_with_no_synchronisation_around_them_race() -> None:
    found = judge("int p = 0\nT1: a = p\nT2: p = 1\nT1: assert a\n")
    assert found.bug is Bug.DATA_RACE
    assert found.cause == "T1 reads p at line 2, T2 writes it at line 3, and nothing orders the two"
    assert judge("int p = 0\nT1: a = p\nT2: p = 1\nT1: assert a\n", atomic=True).bug is Bug.ORDER


def test_atomic_operations_on_different_memory_that_are_interrupted_are_not_linearizable() -> None:
    text = "int x = 0\nint y = 1\nT1: a = x\nT2: x = 1\nT2: y = 0\nT1: b = y\nT1: assert a + b == 1\n"
    found = judge(text, atomic=True)
    assert found.bug is Bug.LINEARIZABILITY
    first = "T1 reads x at line 3 and reads y at line 6"
    assert found.cause == f"{first}; in between T2 writes x at line 4 and writes y at line 5"
    assert judge(text).bug is Bug.ATOMICITY


def test_what_creations_and_joins_force_was_chosen_by_nobody() -> None:
    found = judge("int x = 0\nmain: x = 1\nmain: create T1\nT1: x = x + 1\nmain: join T1\nmain: assert x == 3\n")
    assert found.bug is Bug.SEQUENTIAL
    assert found.cause.endswith("the orders in which the threads ran have no part in it")


def test_one_thread_alone_has_a_sequential_bug() -> None:
    assert judge("int x = 2\nT1: v = x\nT1: assert v == 3\n").bug is Bug.SEQUENTIAL


def test_rounds_of_a_loop_of_the_threads_own_routine_are_not_meant_to_be_one() -> None:
    text = "int x = 0\nT1: if 1 + x == 1 {\nT1: a = x\nT2: x = 1\nT1: if 1 + x == 2 {\nT1: b = x\nT1: assert a == b\n"
    assert judge(text).bug is Bug.ATOMICITY
    run = run_of_text(text)
    _mark(run, atomic=False)
    for step in run.steps:
        if step.deed is Deed.CONDITION:
            step.site = 99
    assert judged(run, sliced_by_deletion(run, DATA_HAZARDS)).interruption is None
    for step in run.steps:
        step.stack = 1
    assert judged(run, sliced_by_deletion(run, DATA_HAZARDS)).interruption is not None


def test_the_least_detail_that_shows_an_interruption_is_chosen() -> None:
    choice = chosen(_slices(LOST), None)
    assert str(choice.sliced.detail) == "ds,hs"
    assert choice.judged.bug is Bug.ATOMICITY
    assert choice.more == "--detail ds,cs,hs (8 of 15 statements)"


def test_the_kind_of_bug_does_not_depend_on_the_detail_that_is_asked_for() -> None:
    slices = _slices(LOST)
    assert chosen(slices, Detail()).judged == chosen(slices, FULL).judged
    assert chosen(slices, FULL).more == ""


def test_a_sequential_bug_is_told_by_data_alone() -> None:
    choice = chosen(_slices("int x = 2\nT1: v = x\nT1: assert v == 3\n"), None)
    assert str(choice.sliced.detail) == "ds"
    assert choice.more == ""


def test_a_run_that_ends_before_another_thread_writes_is_not_called_sequential_where_others_pass() -> None:
    run = run_of_text("int x = 0\nint y = 0\nT2: y = 1\nT1: v = x\nT1: assert v == 1\n")
    sliced = sliced_by_deletion(run, FULL)
    doubtful = judged(run, sliced)
    assert doubtful.bug is Bug.SEQUENTIAL and "this run alone does not tell" in doubtful.cause
    found = judged(run, sliced, passes=True)
    assert (found.bug, found.cause) == (Bug.ORDER, "T1 reads x at line 4 before another thread changes it")
    alone = run_of_text("int x = 2\nT1: v = x\nT1: assert v == 3\n")
    assert judged(alone, sliced_by_deletion(alone, FULL), passes=True).bug is Bug.ORDER

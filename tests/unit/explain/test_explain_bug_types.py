"""The kind of bug is named from the slice, with its cause in one sentence."""

from functools import partial

import pytest

from raddle.explain.detail import DATA, DATA_HAZARDS, FULL, Detail
from raddle.explain.run import Deed, Run
from raddle.explain.telling.bug_types import Judged, Schedules, judged
from raddle.explain.telling.chosen import Early, orders_of
from raddle.explain.telling.detailed import Slices, chosen
from raddle.explain.telling.flipped import early_reads, flipped_orders
from raddle.report.explanation import Bug, Contrast, Flip
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


def test_an_unprotected_update_is_torn_and_races_on_one_line_and_on_two() -> None:
    run = run_of_text("int x = 0\nT1: a = x\nT2: x = x + 1\nT1: x = a + 1\nmain: assert x == 2\n")
    sliced = sliced_by_deletion(run, FULL)
    end = "in between T2 writes it at line 3, and that write is lost; the accesses race"
    found = judged(run, sliced)
    assert (found.bug, found.cause) == (Bug.ATOMICITY, f"T1 reads x at line 2 and writes it at line 4; {end}")
    words = run.wording
    words.places = [1 if place == 3 else place for place in words.places]  # type: ignore[attr-defined]
    found = judged(run, sliced)
    assert (found.bug, found.cause) == (Bug.ATOMICITY, f"T1 reads and writes x at line 2; {end}")


def test_a_line_that_interrupts_several_times_is_told_once() -> None:
    run = run_of_text("int x = 0\nT1: a = x\nT2: x = x + 1\nT2: x = x + 1\nT1: x = a + 1\nmain: assert x == 3\n")
    words = run.wording
    words.places = [2 if place == 3 else place for place in words.places]  # type: ignore[attr-defined]
    found = judged(run, sliced_by_deletion(run, FULL))
    assert "in between T2 writes it at line 3, several times, and these writes are lost" in found.cause


def test_two_reads_that_differ_are_an_atomicity_violation() -> None:
    found = judge("int x = 0\nT1: a = x\nT2: x = 7\nT1: b = x\nT1: assert a == b\n")
    assert found.bug is Bug.ATOMICITY
    assert found.cause == (
        "T1 reads x at line 2 and again at line 4; in between T2 writes it at line 3, so that the two reads differ; "
        "the accesses race"
    )


def test_a_read_before_its_write_is_an_order_violation() -> None:
    found = judge("int p = 0\nT1: lock l\nT1: a = p\nT1: unlock l\nT2: lock l\nT2: p = 1\nT2: unlock l\nT1: assert a\n")
    assert found.bug is Bug.ORDER
    assert found.cause == "T1 reads p at line 3 before T2 writes it at line 6"


def test_a_read_too_early_is_an_order_violation_also_where_it_races() -> None:
    found = judge("int p = 0\nT1: a = p\nT2: p = 1\nT1: assert a\n")
    assert found.bug is Bug.ORDER
    assert found.cause == "T1 reads p at line 2 before T2 writes it at line 3; the accesses race"
    found = judge("int p = 0\nT1: a = p\nT2: p = 1\nT1: assert a\n", atomic=True)
    assert (found.bug, found.cause) == (Bug.ORDER, "T1 reads p at line 2 before T2 writes it at line 3")


def test_plain_accesses_that_nothing_orders_race() -> None:
    found = judge("int p = 1\nT2: p = 0\nT1: a = p\nT1: assert a\n")
    assert found.bug is Bug.DATA_RACE
    assert found.cause == "T2 writes p at line 2, T1 reads it at line 3, and nothing orders the two"
    assert len(found.named) == 2
    assert judge("int p = 1\nT2: p = 0\nT1: a = p\nT1: assert a\n", atomic=True).bug is Bug.ORDER


@pytest.mark.parametrize("flag", ["lock", "atomic"])
def test_what_a_lock_or_an_atomic_flag_orders_does_not_race(flag: str) -> None:
    sent, seen = ("T2: ready = 1", "T1: r = ready")
    if flag == "lock":
        sent, seen = f"T2: lock l\n{sent}\nT2: unlock l", f"T1: lock l\n{seen}\nT1: unlock l"
    run = run_of_text(f"int p = 1\nint ready = 0\nT2: p = 0\n{sent}\n{seen}\nT1: a = p\nT1: assert a\n")
    for step in run.steps:
        step.atomic = flag == "atomic" and run.wording.name(step) == "ready"
    found = judged(run, sliced_by_deletion(run, FULL))
    assert found.bug is Bug.ORDER and "race" not in found.cause and "T2 writes it at line 3" in found.cause


def test_atomic_operations_on_different_memory_that_are_interrupted_are_not_linearizable() -> None:
    text = "int x = 0\nint y = 1\nT1: a = x\nT2: x = 1\nT2: y = 0\nT1: b = y\nT1: assert a + b == 1\n"
    found = judge(text, atomic=True)
    assert found.bug is Bug.LINEARIZABILITY
    first = "T1 reads x at line 3 and reads y at line 6"
    assert found.cause == f"{first}; in between T2 writes x at line 4 and writes y at line 5"
    assert judge(text).bug is Bug.ATOMICITY


def test_what_creations_and_joins_force_was_chosen_by_nobody() -> None:
    found = judge("int x = 0\nmain: x = 1\nmain: create T1\nT1: x = x + 1\nmain: join T1\nmain: assert x == 3\n")
    assert found.bug is Bug.SEQUENTIAL and not found.is_certain
    assert found.cause.endswith("it rests on no order between threads that this run shows")


def test_one_thread_alone_has_a_sequential_bug() -> None:
    found = judge("int x = 2\nT1: v = x\nT1: assert v == 3\n")
    assert found.bug is Bug.SEQUENTIAL and found.is_certain
    assert found.cause.endswith("no other thread has a part in it")


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
    assert doubtful.bug is Bug.SEQUENTIAL and not doubtful.is_certain
    assert "this run alone does not tell" in doubtful.cause
    found = judged(run, sliced, others=Schedules(passes=True))
    assert (found.bug, found.cause) == (Bug.ORDER, "T1 reads x at line 4 before another thread changes it")
    alone = run_of_text("int x = 2\nT1: v = x\nT1: assert v == 3\n")
    assert judged(alone, sliced_by_deletion(alone, FULL), others=Schedules(passes=True)).bug is Bug.ORDER


def test_what_fails_under_every_schedule_is_a_sequential_bug_also_where_it_races() -> None:
    run = run_of_text("int p = 1\nT2: p = 0\nT1: a = p\nT1: assert a\n")
    found = judged(run, sliced_by_deletion(run, FULL), others=Schedules(none_passes=True))
    assert found.bug is Bug.SEQUENTIAL and found.is_certain
    assert found.cause.endswith("it fails under every schedule")
    assert judged(run, sliced_by_deletion(run, FULL), Bug.DATA_RACE, Schedules(none_passes=True)).bug is Bug.DATA_RACE


def test_orders_that_a_passing_run_has_the_other_way_round_tell_of_interruptions() -> None:
    run = run_of_text("int used = 0\nT1: mine = used\nT2: used = 9\nT1: now = used\nT1: assert now == 0\n")
    sliced = sliced_by_deletion(run, DATA)
    assert judged(run, sliced).bug is Bug.DATA_RACE
    for step in run.steps:
        step.site = step.number + 1
    first, write, last = (step for step in run.steps if run.wording.name(step) == "used")
    at = {step.number: (run.threads[step.thread], step.site, 0) for step in (first, write, last)}
    flips = (
        Flip("T1 run:2", "T2 run:3", "used", at[first.number], at[write.number]),
        Flip("T2 run:3", "T1 run:9 (not reached)", "used", at[write.number], None),
        Flip("T2 run:3", "T1 run:2", "used", at[write.number], at[first.number]),
        Flip("T3 run:3", "T1 run:2", "used", ("T3", 1, 0), at[first.number]),
    )
    flipped = flipped_orders(run, Contrast(schedule="", flips=flips))
    assert [(one.earlier, one.later, one.kind.value) for one in flipped] == [(first.number, write.number, "WAR")]
    found = judged(run, sliced, others=Schedules(passes=True, flipped=flipped))
    assert found.bug is Bug.ATOMICITY
    assert found.cause.startswith("T1 reads used at line 2 and again at line 4; in between T2 writes it at line 3")


def test_a_write_is_lost_only_if_what_overwrites_it_does_not_depend_on_it() -> None:
    text = "int x = 0\nT1: a = x\nT2: x = x + 10\nT1: x = x + 1\nT1: assert a + x == 1\n"
    found = judge(text)
    assert found.bug is Bug.ATOMICITY and "lost" not in found.cause
    assert "lost" in judge("int x = 0\nT1: a = x\nT2: x = x + 10\nT1: x = a + 1\nT1: assert x == 11\n").cause


def test_reads_are_said_to_differ_only_if_they_do() -> None:
    text = "int x = 1\nT1: a = x\nT2: x = 1\nT1: b = x\nT1: assert a + b == 3\n"
    assert "differ" not in judge(text).cause
    assert "differ" in judge(text.replace("T2: x = 1", "T2: x = 3")).cause


def test_what_is_waited_for_is_an_arrow_and_no_order_violation() -> None:
    run = run_of_text("int x = 0\nT1: x = 1\nT1: post s\nT2: wait s\nT2: v = 5\nT2: assert v == 4\n")
    sliced = sliced_by_deletion(run, FULL)
    assert any(order.synchronises for order in orders_of(run, sliced))
    assert judged(run, sliced).bug is Bug.SEQUENTIAL


@pytest.mark.parametrize("began", [False, True])
def test_a_read_that_comes_later_in_a_passing_run_is_told_also_where_the_write_was_not_reached(*, began: bool) -> None:
    first = "T2: x = 1\n" if began else "T2: z = 1\n"
    run = run_of_text(f"int x = 0\nint y = 0\nint z = 0\n{first}T1: a = x\nT1: b = y\nT1: assert a + b == 9\n")
    for step in run.steps:
        step.site = step.number + 1
    read = next(step for step in run.steps if run.wording.name(step) == "y")
    flip = Flip("T1 run:6", "T2 run:99 (not reached)", "y", ("T1", read.site, 0), None)
    early = early_reads(run, Contrast(schedule="", flips=(flip,)))
    assert early == (Early(read.number, "T2", "run:99"),)
    found = judged(run, sliced_by_deletion(run, DATA), others=Schedules(passes=True, early=early))
    if began:
        assert found.bug is Bug.ATOMICITY
        first = "T2 writes x at line 4 and would go on at run:99"
        assert found.cause == f"{first}; in between T1 reads y at line 6, and sees what was only half done"
    else:
        assert (found.bug, found.cause) == (Bug.ORDER, "T1 reads y at line 6 before T2 comes to run:99")


def test_where_only_one_of_two_is_protected_it_is_said_which_races() -> None:
    locked = "{0}: lock l\n{0}: {1}\n{0}: unlock l"
    lines = ["int x = 0", "int y = 1", locked.format("T1", "a = x"), locked.format("T2", "x = 1")]
    lines += ["T2: y = 0", "T1: b = y"]
    found = judge("\n".join([*lines, "T1: assert a + b == 1\n"]))
    assert found.bug is Bug.ATOMICITY
    assert found.cause.endswith("; the accesses to y race")

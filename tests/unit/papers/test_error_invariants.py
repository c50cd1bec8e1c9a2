"""The formulas of section 3 on small runs, and that `recheck` objects to every slice that is not right."""

from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from raddle.explain.detail import DATA, DATA_CONTROL, DATA_HAZARDS, FULL, Detail
from raddle.explain.run import Run
from raddle.explain.slices import Dependence, Hazard, Invariant, Slice
from raddle.papers.error_invariants.formula import Reference, whole
from raddle.papers.error_invariants.rechecked import recheck
from tests.support.explain_runs import run_of_text, told
from tests.support.random_runs import random_failing_run
from tests.support.slices_by_deletion import fails, sliced_by_deletion

DETAILS = [Detail(control, war, waw) for control, war, waw in product((False, True), repeat=3)]
SMALL = (8, 23)
"""Runs of some twenty steps: there is one question to the solver for each, and at each detail."""
LOST = """
int x = 0
main: create T1
main: create T2
T2: old = x
T1: x = 10
T2: x = old + 1
main: join T1
main: join T2
main: assert x == 11
"""


@cache
def lost() -> Run:
    return run_of_text(LOST)


@cache
def sliced(detail: Detail) -> Slice:
    """Of the lost update."""
    return sliced_by_deletion(lost(), detail)


@pytest.mark.parametrize("detail", DETAILS, ids=str)
def test_a_whole_failing_run_is_an_error_trace(detail: Detail) -> None:
    for number in range(3):
        _, run = random_failing_run(number)
        part = whole(run)
        assert fails(Reference(run, detail), part.kept, part.switches)


@pytest.mark.parametrize("detail", DETAILS, ids=str)
def test_what_is_left_when_nothing_can_be_left_out_is_a_slice(detail: Detail) -> None:
    for number in SMALL:
        text, run = random_failing_run(number)
        assert recheck(run, sliced_by_deletion(run, detail)) == [], text


def test_an_overwritten_write_is_in_hazard_sensitive_slices_only() -> None:
    run = lost()
    assert told(run, sliced(DATA).kept) == [
        "T2: old = x",
        "T2: x = old + 1",
        "main: assert x == 11",
    ]
    found = sliced(DATA_HAZARDS)
    assert told(run, found.kept)[1] == "T1: x = 10"
    kinds = {(run.steps[one.earlier].deed.value, run.steps[one.later].deed.value): one.kind for one in found.hazards}
    assert kinds == {
        ("read", "write"): Dependence.WAR,
        ("write", "write"): Dependence.WAW,
        ("write", "read"): Dependence.RAW,
    }
    assert len(found.switches) == 2  # the join is an order that every schedule has


def test_creations_are_in_control_sensitive_slices() -> None:
    run = lost()
    assert "main: create T2" in told(run, sliced(DATA_CONTROL).kept)


def _without(found: Slice, name: str, position: int) -> Slice:
    values = getattr(found, name)
    return replace(found, **{name: values[:position] + values[position + 1 :]})


@pytest.mark.parametrize("name", ["kept", "conditions", "hazards", "switches"])
def test_a_slice_without_any_one_part_is_objected_to(name: str) -> None:
    run = lost()
    found = sliced(FULL)
    silent = [one for one in found.conditions if run.formulas.of(run.steps[one]).needs is None]
    for position, part in enumerate(getattr(found, name)):
        if name != "conditions" or part not in silent:
            assert recheck(run, _without(found, name, position)), part


def test_a_slice_with_a_step_too_many_is_objected_to() -> None:
    run = lost()
    for detail in (DATA, FULL):
        found = sliced(detail)
        for number in set(range(len(run.steps))) - set(found.kept):
            assert recheck(run, replace(found, kept=tuple(sorted({*found.kept, number})))), number


def test_a_switch_that_is_not_needed_is_objected_to() -> None:
    run = lost()
    found = sliced(DATA_HAZARDS)
    assert any("switch" in one for one in recheck(run, replace(sliced(DATA), switches=found.switches)))


def test_a_hazard_that_is_none_is_objected_to() -> None:
    run = lost()
    found = sliced(DATA_HAZARDS)
    wrong = Hazard(found.kept[0], found.kept[-1], found.kept[-1], Dependence.WAR)
    assert recheck(run, replace(found, hazards=(*found.hazards, wrong)))


@pytest.mark.parametrize("detail", [DATA, FULL], ids=str)
def test_invariants_that_say_too_little_or_what_is_not_so_are_objected_to(detail: Detail) -> None:
    run = lost()
    found = sliced(detail)
    assert recheck(run, found) == []
    position, last = found.invariants[-1]
    silent = ((position, Invariant()),)
    assert "the last invariant does not contradict the property" in recheck(run, replace(found, invariants=silent))
    number = next(one for one in found.kept if run.steps[one].width == 32)
    lie = run.terms.equal(run.variable(number), run.terms.bits(77, 32))
    wrong = ((position, replace(last, holds=(*last.holds, lie))),)
    assert any("is not so in the run" in one for one in recheck(run, replace(found, invariants=wrong)))
    early = ((0, last),)
    assert any("speaks of what comes later" in one for one in recheck(run, replace(found, invariants=early)))


def test_an_invariant_that_does_not_follow_is_objected_to() -> None:
    run = lost()
    found = sliced(DATA)
    without_first = found.invariants[1:]
    first = found.kept[0]
    known = {term for _, invariant in without_first for term in invariant.holds}
    assert known
    kept = tuple(one for one in found.kept if one != first)
    objections = recheck(run, replace(found, kept=kept, invariants=without_first))
    assert any("does not follow" in one for one in objections)

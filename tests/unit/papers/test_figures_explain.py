"""Figures 1, 2, 4 and 5 of the error invariants paper, by the engine and by the plainest way to a slice."""

from collections.abc import Callable
from functools import cache

import pytest

from raddle.explain.detail import DATA, DATA_CONTROL, DATA_HAZARDS, FULL, LADDER, Detail
from raddle.explain.run import Deed, Run
from raddle.explain.slices import Dependence, Invariant, Slice
from raddle.explain.slicing.slicer import slice_of
from raddle.logic.operators import Op
from raddle.logic.query import Query
from raddle.logic.terms import Term
from raddle.papers.error_invariants.rechecked import recheck
from raddle.solve.answer import Unsat
from raddle.solve.z3_text import Z3Text
from tests.support.explain_runs import run_of_text, told
from tests.support.slices_by_deletion import sliced_by_deletion

SLICERS = [pytest.param(slice_of, id="engine"), pytest.param(sliced_by_deletion, id="deletion")]
SliceOf = Callable[[Run, Detail], Slice]


def _transaction(thread: str, amount: str, condition: str) -> list[str]:
    lines = (
        "lock l",
        "bal = balance",
        "unlock l",
        f"if bal {amount} {condition} {{",
        f"bal = bal {amount}",
        "}",
        "lock l",
        "balance = bal",
        "unlock l",
    )
    return [f"{thread}: {line}" for line in lines]


@cache
def bank() -> Run:
    """Two deposits and a withdrawal; then the other withdrawal reads, and the third deposit is lost."""
    deposits = [_transaction("T1", f"+ a[{number}]", "<= 1000") for number in (1, 2, 3)]
    withdrawals = [_transaction("T2", f"- a[{number}]", ">= 0") for number in (4, 5)]
    stale = withdrawals[1]
    lines = [
        "int balance = 0",
        "int a[6] = 0 40 30 20 10 5",
        "main: create T1",
        "main: create T2",
        *(deposits[0] + deposits[1] + withdrawals[0] + stale[:3] + deposits[2] + stale[3:]),
        "main: join T1",
        "main: join T2",
        "main: assert balance == a[1] + a[2] + a[3] - a[4] - a[5]",
    ]
    return run_of_text("\n".join(lines))


def _steps(run: Run, thread: str, deed: Deed, name: str) -> list[int]:
    number = run.threads.index(thread)
    return [
        step.number
        for step in run.steps
        if step.thread == number and step.deed is deed and run.wording.name(step) == name
    ]


def _behind(found: Slice, number: int) -> Invariant:
    """What is known right behind a step."""
    known = Invariant()
    for position, invariant in found.invariants:
        if position <= number:
            known = invariant
    return known


def _same(run: Run, one: Term, other: Term) -> bool:
    terms = run.terms
    different = terms.negation(terms.equal(one, other))
    return isinstance(Z3Text().solve(Query(terms, (different,)), 20.0), Unsat)


def _at_most(run: Run, number: int, most: int) -> Term:
    return run.terms.apply(Op.SLE, 1, run.variable(number), run.terms.bits(most, 32))


@cache
def _sliced(slicer: SliceOf, detail: Detail) -> Slice:
    """Of the bank."""
    return slicer(bank(), detail)


@pytest.mark.slow
@pytest.mark.parametrize("slicer", SLICERS)
@pytest.mark.parametrize("detail", LADDER, ids=str)
def test_the_slices_of_the_bank_are_right(slicer: SliceOf, detail: Detail) -> None:
    assert recheck(bank(), _sliced(slicer, detail)) == []


@pytest.mark.parametrize("slicer", SLICERS)
def test_figure_1_the_lost_deposit_is_in_hazard_sensitive_slices_only(slicer: SliceOf) -> None:
    run = bank()
    lost = _steps(run, "T1", Deed.WRITE, "balance")[2]
    shown = [detail for detail in LADDER if lost in _sliced(slicer, detail).kept]
    assert shown == [DATA_HAZARDS, FULL]


@pytest.mark.parametrize("slicer", SLICERS)
def test_figure_2_the_stale_read_the_lost_deposit_and_the_withdrawal_stand_in_this_order(slicer: SliceOf) -> None:
    run = bank()
    stale = _steps(run, "T2", Deed.READ, "balance")[1]
    lost = _steps(run, "T1", Deed.WRITE, "balance")[2]
    last = _steps(run, "T2", Deed.WRITE, "balance")[1]
    found = _sliced(slicer, DATA_HAZARDS)
    orders = {(one.earlier, one.later, one.kind) for one in found.hazards}
    assert (stale, lost, Dependence.WAR) in orders
    assert (lost, last, Dependence.WAW) in orders
    assert {run.steps[one.before].thread for one in found.switches} == {1, 2}
    assert any(stale <= one.before < lost == one.after for one in found.switches)
    assert any(lost <= one.before < one.after <= last for one in found.switches)


def test_figure_2_invariants() -> None:
    """{bal <= a[1] + a[2] - a[4]}, the same with both orders, {balance <= a[1] + a[2] - a[4] - a[5]}"""
    run = bank()
    found = _sliced(slice_of, DATA_HAZARDS)
    stale = _steps(run, "T2", Deed.READ, "balance")[1]
    bal = _steps(run, "T2", Deed.ASSIGN, "bal")[2]
    lost = _steps(run, "T1", Deed.WRITE, "balance")[2]
    last = _steps(run, "T2", Deed.WRITE, "balance")[1]
    first = _behind(found, bal)
    assert _same(run, run.terms.all_of(first.holds), _at_most(run, bal, 40 + 30 - 10))
    assert (stale, lost) in {(one.earlier, one.later) for one in first.pending}
    second = _behind(found, lost)
    assert _same(run, run.terms.all_of(second.holds), _at_most(run, bal, 40 + 30 - 10))
    assert (stale, lost) not in {(one.earlier, one.later) for one in second.pending}
    third = _behind(found, last)
    assert _same(run, run.terms.all_of(third.holds), _at_most(run, last, 40 + 30 - 10 - 5))
    assert (lost, last) in {(one.earlier, one.later) for one in third.ordered}


FIGURE_4 = """
main: bal = 10
main: a = -100
main: if bal + a <= 10 {
main: bal = 0
main: }
main: phi bal
main: assert bal >= 10
"""


@pytest.mark.parametrize("slicer", SLICERS)
def test_figure_4a_without_control_only_the_last_assignment_matters(slicer: SliceOf) -> None:
    run = run_of_text(FIGURE_4)
    found = slicer(run, DATA)
    assert recheck(run, found) == []
    assert told(run, found.kept) == ["main: bal = 0", "main: phi bal"]
    assert found.conditions == ()


@pytest.mark.parametrize("slicer", SLICERS)
def test_figure_4b_with_control_what_the_branch_rests_on_is_kept(slicer: SliceOf) -> None:
    run = run_of_text(FIGURE_4)
    found = slicer(run, DATA_CONTROL)
    assert recheck(run, found) == []
    assert told(run, found.kept) == ["main: bal = 10", "main: a = -100", "main: bal = 0", "main: phi bal"]
    assert "main: if bal + a <= 10 {" in told(run, found.conditions)


def test_figure_4_invariants() -> None:
    """(a) {bal2 = 0}; (b) {bal1 <= MIN}, {bal1 + a1 <= MIN}, {bal1 + a1 <= MIN and bal2 = 0}, {bal3 = 0}"""
    run = run_of_text(FIGURE_4)
    terms = run.terms
    bal1, bal2 = (run.variable(number) for number in _steps(run, "main", Deed.ASSIGN, "bal"))
    (a1,) = (run.variable(number) for number in _steps(run, "main", Deed.ASSIGN, "a"))
    (bal3,) = (run.variable(number) for number in _steps(run, "main", Deed.PHI, "bal"))
    least, zero = terms.bits(10, 32), terms.bits(0, 32)
    taken = terms.apply(Op.SLE, 1, terms.apply(Op.ADD, 32, bal1, a1), least)
    sound = terms.negation(terms.apply(Op.SADD_OVERFLOW, 1, bal1, a1))
    plain = {bal2: terms.equal(bal2, zero), bal3: terms.equal(bal3, zero)}
    control = {
        bal1: terms.apply(Op.SLE, 1, bal1, least),
        a1: taken,
        bal2: terms.all_of((taken, terms.equal(bal2, zero))),
        bal3: terms.equal(bal3, zero),
    }
    for detail, figure in ((DATA, plain), (DATA_CONTROL, control)):
        found = slice_of(run, detail)
        assert [position for position, _ in found.invariants] == [run.defined_by(variable) for variable in figure]
        for variable, said in figure.items():
            ours = _behind(found, run.defined_by(variable)).holds
            assert _same(run, terms.all_of((sound, *ours)), terms.all_of((sound, said)))


FIGURE_5 = """
int balance = 60
int a[6] = 0 40 30 20 10 5
T1: bal = 60
T2: bal = 60
T1: balance = bal + a[3]
T2: balance = bal - a[5]
main: assert balance == a[1] + a[2] + a[3] - a[4] - a[5]
"""


@pytest.mark.parametrize("slicer", SLICERS)
def test_figure_5_the_overwritten_balance_and_the_edge_to_what_overwrites_it_are_kept(slicer: SliceOf) -> None:
    run = run_of_text(FIGURE_5)
    plain, found = slicer(run, DATA), slicer(run, DATA_HAZARDS)
    assert recheck(run, plain) == []
    assert recheck(run, found) == []
    assert "T1: balance = bal + a[3]" not in told(run, plain.kept)
    assert "T1: balance = bal + a[3]" in told(run, found.kept)
    (first,), (second,) = (_steps(run, thread, Deed.WRITE, "balance") for thread in ("T1", "T2"))
    assert Dependence.WAW in {one.kind for one in found.hazards if (one.earlier, one.later) == (first, second)}
    assert any(first <= one.before < one.after <= second for one in found.switches)

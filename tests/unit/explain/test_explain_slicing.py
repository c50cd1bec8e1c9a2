"""Slices of hand-made runs: which statements, conditions, switches and invariants they have."""

from dataclasses import replace

import pytest

from raddle.base.errors import InternalError
from raddle.explain.detail import DATA, DATA_CONTROL, DATA_HAZARDS, FULL, LADDER, Detail
from raddle.explain.run import Deed, Run
from raddle.explain.slices import Dependence, Slice
from raddle.explain.slicing.demands import Said
from raddle.explain.slicing.inductive import check_inductive
from raddle.explain.slicing.invariants import Invariants
from raddle.explain.slicing.slicer import Slicer, slice_of
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.papers.error_invariants.rechecked import recheck
from raddle.solve.implied import SmallQuestions
from tests.support.cut_paths import CutPath, cut_paths
from tests.support.explain_runs import run_of_text, told

FIGURE_4 = """main: bal = 10
main: a = -100
main: if bal + a <= 10 {
main: bal = 0
main: }
main: phi bal
main: assert bal >= 10"""

LOST_UPDATE = """int x = 0
T1: r = x
T2: x = 5
T1: x = r + 1
main: assert x == 6"""

SEEN_TOO_EARLY = """int x = 0
int ready = 0
T1: x = 1
main: r = x
T1: x = 2
main: assert r == 2"""


def lines(run: Run, sliced: Slice) -> list[str]:
    return told(run, [number for number in sliced.kept if run.steps[number].deed is not Deed.PHI])


def known(run: Run, sliced: Slice, number: int) -> Term:
    found = sliced.behind(number)
    return run.terms.all_of(found[1].holds) if found else run.terms.true


def same(run: Run, one: Term, other: Term, *, given: tuple[Term, ...] = ()) -> bool:
    different = run.terms.negation(run.terms.equal(one, other))
    return bool(SmallQuestions().contradictory(run.terms, [*given, different]))


def test_figure_4a_keeps_the_last_assignment_alone() -> None:
    run = run_of_text(FIGURE_4)
    sliced = slice_of(run, DATA)
    assert lines(run, sliced) == ["main: bal = 0"]
    bal2, bal3 = run.variable(4), run.variable(5)
    zero = run.terms.bits(0, 32)
    assert known(run, sliced, 3) is run.terms.true
    assert same(run, known(run, sliced, 4), run.terms.equal(bal2, zero))
    assert same(run, known(run, sliced, 5), run.terms.equal(bal3, zero))
    assert [str(path) for path in cut_paths(run, sliced)] == ["[0, 4)"]


def test_figure_4b_keeps_why_the_branch_was_taken() -> None:
    run = run_of_text(FIGURE_4)
    sliced = slice_of(run, DATA_CONTROL)
    assert lines(run, sliced) == ["main: bal = 10", "main: a = -100", "main: bal = 0"]
    assert told(run, sliced.conditions) == ["main: if bal + a <= 10 {"]
    condition = run.formulas.of(run.steps[3])
    terms, zero = run.terms, run.terms.bits(0, 32)
    assert condition.needs is not None
    assert same(run, known(run, sliced, 1), at_most(run, 1, 10))
    assert same(run, known(run, sliced, 2), condition.needs, given=condition.sound)
    both = terms.all_of((condition.needs, terms.equal(run.variable(4), zero)))
    assert same(run, known(run, sliced, 4), both, given=condition.sound)
    assert same(run, known(run, sliced, 5), terms.equal(run.variable(5), zero))


def at_most(run: Run, number: int, limit: int) -> Term:
    return run.terms.apply(Op.SLE, 1, run.variable(number), run.terms.bits(limit, 32))


def test_figure_5_needs_the_lost_write_for_its_hazards_only() -> None:
    run = run_of_text(LOST_UPDATE)
    data, hazards = slice_of(run, DATA), slice_of(run, DATA_HAZARDS)
    assert "T2: x = 5" not in lines(run, data)
    assert not data.switches
    assert "T2: x = 5" in lines(run, hazards)
    kinds = {(hazard.kind, *told(run, [hazard.earlier, hazard.later])) for hazard in hazards.hazards}
    assert (Dependence.WAR, "T1: r = x", "T2: x = 5") in kinds
    assert (Dependence.WAW, "T2: x = 5", "T1: x = r + 1") in kinds
    ends = {tuple(told(run, [switch.before, switch.after])) for switch in hazards.switches}
    assert ("T2: x = 5", "T1: x = r + 1") in ends


@pytest.mark.parametrize(
    ("detail", "kinds"),
    [
        (Detail(war=True), {Dependence.RAW, Dependence.WAR}),
        (Detail(waw=True), {Dependence.RAW, Dependence.WAW}),
        (DATA_HAZARDS, {Dependence.RAW, Dependence.WAR, Dependence.WAW}),
        (DATA, set()),
    ],
)
def test_the_halves_of_hazards_can_be_had_alone(detail: Detail, kinds: set[Dependence]) -> None:
    run = run_of_text(LOST_UPDATE)
    sliced = slice_of(run, detail)
    assert {hazard.kind for hazard in sliced.hazards} == kinds
    assert recheck(run, sliced) == []


def test_a_hazard_behind_a_read_is_pending_until_it_comes_about() -> None:
    run = run_of_text(SEEN_TOO_EARLY)
    sliced = slice_of(run, DATA_HAZARDS)
    war = next(hazard for hazard in sliced.hazards if hazard.kind is Dependence.WAR)
    found = dict(sliced.invariants)
    assert war in found[war.read].pending
    assert war in found[war.later].ordered
    assert not sliced.invariants[-1][1].pending


@pytest.mark.parametrize("detail", LADDER, ids=str)
def test_nested_conditions_are_demanded_from_the_inside_out(detail: Detail) -> None:
    run = run_of_text(
        """int x = 0
        main: p = 3
        main: q = 4
        main: unused = 9
        main: if p < 5 {
        main: if q < 5 {
        main: x = 7
        main: }
        main: }
        main: assert x == 0"""
    )
    sliced = slice_of(run, detail)
    assert recheck(run, sliced) == []
    assert len(sliced.conditions) == (2 if detail.control else 0)
    assert ("main: p = 3" in lines(run, sliced)) is detail.control
    assert "main: unused = 9" not in lines(run, sliced)


@pytest.mark.parametrize("detail", LADDER, ids=str)
def test_a_loop_is_kept_as_often_as_it_ran(detail: Detail) -> None:
    body = "main: if i < 3 {\nmain: x = x + 2\nmain: i = i + 1\n"
    run = run_of_text("int x = 0\nmain: i = 0\n" + body * 3 + "main: }\n" * 3 + "main: assert x < 6")
    sliced = slice_of(run, detail)
    assert recheck(run, sliced) == []
    assert len(sliced.conditions) == (3 if detail.control else 0)
    written = [number for number in sliced.kept if run.steps[number].deed is Deed.WRITE]
    assert len(written) == 3


def test_who_held_the_lock_before_is_why_it_could_be_taken() -> None:
    run = run_of_text(
        """int x = 0
        main: create T1
        T1: lock l
        T1: unlock l
        main: lock l
        main: x = 1
        main: unlock l
        main: assert x == 0"""
    )
    data, control = slice_of(run, DATA), slice_of(run, DATA_CONTROL)
    assert lines(run, data) == ["main: x = 1", "main: assert x == 0"]
    assert "T1: unlock l" in lines(run, control)
    assert "main: create T1" in lines(run, control)
    assert "main: lock l" in told(run, control.conditions)
    assert recheck(run, control) == []


def test_what_does_not_matter_is_left_out_though_data_flows() -> None:
    """The value of f flows into both sides and cancels out."""
    run = run_of_text(
        """int f = 3
        main: f = f + 4
        main: x = f
        main: y = x
        main: assert x != y"""
    )
    sliced = slice_of(run, DATA)
    assert sliced.minimal
    assert lines(run, sliced) == ["main: y = x"]
    assert recheck(run, sliced) == []


def test_bounds_stay_loose_where_values_do_not_matter() -> None:
    run = run_of_text("int x = 3\nmain: a = x\nmain: b = a + 4\nmain: assert b < 5")
    sliced = slice_of(run, DATA)
    number = sliced.kept[-1]
    assert same(run, known(run, sliced, number), run.terms.negation(at_most(run, number, 6)))


def test_an_abort_is_explained_by_its_condition() -> None:
    run = run_of_text("int x = 3\nmain: a = x\nmain: if a == 3 {\nmain: abort")
    sliced = slice_of(run, DATA)
    assert told(run, sliced.conditions) == ["main: if a == 3 {"]
    assert "main: a = x" in lines(run, sliced)
    assert recheck(run, sliced) == []


def test_all_details_share_what_they_can() -> None:
    run = run_of_text(LOST_UPDATE)
    slicer = Slicer(run)
    assert {slicer.of(detail).kept for detail in (DATA, DATA_CONTROL)} == {slicer.of(DATA).kept}
    assert slicer.of(FULL) == slice_of(run, FULL)


@pytest.mark.parametrize("missing", range(3))
def test_a_slice_without_one_of_its_steps_is_no_proof(missing: int) -> None:
    run = run_of_text(FIGURE_4)
    sliced = slice_of(run, DATA_CONTROL)
    kept = tuple(number for index, number in enumerate(sliced.kept) if index != missing)
    said = Said(run, sliced.detail)
    check_inductive(said, sliced, SmallQuestions())
    with pytest.raises(InternalError):
        check_inductive(said, replace(sliced, kept=kept), SmallQuestions())


def test_invariants_that_are_too_weak_are_no_proof() -> None:
    run = run_of_text(FIGURE_4)
    sliced = slice_of(run, DATA_CONTROL)
    said = Said(run, sliced.detail)
    assert isinstance(sliced.invariants, Invariants)
    for turn in sliced.invariants.turns:
        come = turn.come
        turn.come = []
        with pytest.raises((InternalError, KeyError)):
            check_inductive(said, sliced, SmallQuestions())
        turn.come = come
    check_inductive(said, sliced, SmallQuestions())


def test_switches_that_do_not_imply_the_orders_are_no_proof() -> None:
    run = run_of_text(LOST_UPDATE)
    sliced = slice_of(run, DATA_HAZARDS)
    said = Said(run, sliced.detail)
    for switch in sliced.switches:
        fewer = tuple(one for one in sliced.switches if one != switch)
        with pytest.raises(InternalError, match="switches"):
            check_inductive(said, replace(sliced, switches=fewer), SmallQuestions())


def test_the_four_kinds_of_cut_paths() -> None:
    run = run_of_text(
        """int x = 0
        int y = 0
        T1: y = 1
        T1: r = x
        T2: x = 5
        T2: y = 2
        T1: s = y
        T1: x = r + 1
        main: k = 0
        main: assert x == 6
        """.rstrip()
    )
    data, hazards = slice_of(run, DATA), slice_of(run, DATA_HAZARDS)
    assert {path.kind for path in cut_paths(run, data)} == {"[)", "()"}
    assert {path.kind for path in cut_paths(run, hazards)} >= {"[)", "(]"}
    for sliced in (data, hazards):
        cut = {n for path in cut_paths(run, sliced) for n in nodes_of(path)}
        assert cut == set(range(len(run.steps))) - set(sliced.kept)
        for path in cut_paths(run, sliced):
            before = path.first - 1 if path.starts_with_node else path.first
            behind = path.last if path.ends_with_node else path.last - 1
            assert sliced.behind(before) == sliced.behind(behind)


def test_a_condition_between_two_switches_is_cut_with_both_its_ends() -> None:
    run = run_of_text(
        """int x = 0
        int z = 0
        T2: g = 1
        T1: x = 1
        T2: if g < 5 {
        T3: r = x
        T2: z = 1
        T2: }
        T3: z2 = z
        T3: s = r + z2
        T3: assert s == 0"""
    )
    sliced = slice_of(run, FULL)
    condition = next(step.number for step in run.steps if step.deed is Deed.CONDITION)
    ends = {(switch.before, switch.after) for switch in sliced.switches}
    assert any(after == condition for _, after in ends)
    assert any(before == condition for before, _ in ends)
    assert any(path.first == condition and path.kind == "[]" for path in cut_paths(run, sliced))
    assert recheck(run, sliced) == []


def nodes_of(path: CutPath) -> range:
    return range(path.first + (not path.starts_with_node), path.last + path.ends_with_node)

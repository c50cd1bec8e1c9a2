"""The constrained model (the predictive analysis paper, section 6): what it keeps, what it leaves free, and that it has
no runs of its own."""

import random
from pathlib import Path

import pytest

from raddle.base.errors import UserError
from raddle.model.check import check_program
from raddle.model.concrete import CONSTRAINED, concrete
from raddle.model.machine import Machine
from raddle.model.program import TraceProgram
from raddle.model.run import Ran, moves_of, run
from raddle.model.text.parse import load_ctp, parse_ctp
from raddle.model.text.print import print_ctp
from tests.oracles.enumerated import enumerated
from tests.support.random_ctp import PROFILES, random_ctp
from tests.support.same_ctp import shape_of

FIGURES = Path(__file__).parents[2] / "figures"


def figure(name: str) -> TraceProgram:
    return load_ctp(FIGURES / f"{name}.ctp")


def violated(ctp: TraceProgram) -> set[str]:
    return {ctp.events[check].label for check in enumerated(ctp).violations}


def lines_of(text: str) -> list[str]:
    """The threads of its constrained model."""
    return [line.strip() for line in print_ctp(concrete(parse_ctp(text))).splitlines() if line.startswith("  ")]


@pytest.mark.parametrize(("name", "paper"), [("figure1", "figure1_reduced"), ("section6", "figure6")])
def test_the_constrained_model_of_seed_1_is_the_one_of_figure_6(name: str, paper: str) -> None:
    made, written = concrete(figure(f"seed1_{name}")), figure(f"seed1_{paper}")
    check_program(made)
    assert shape_of(made)["events"] == shape_of(written)["events"]


def test_the_error_of_figure_1_is_not_predicted_and_that_of_the_modified_example_is() -> None:
    assert violated(concrete(figure("seed1_figure1"))) == set()
    assert violated(concrete(figure("seed1_section6"))) == {"t12"}


def test_what_only_an_assertion_looks_at_stays_free() -> None:
    text = "shared x = 0, y = 0\nthread T\n a: r := x\n b: s := y\n c: assert(r == 0)\n d: assume(s == 0)\ntrace a..d"
    assert "a: r1 := x" in lines_of(text)
    assert "b: assume(y == 0)" in lines_of(text)


def test_what_an_assertion_and_something_else_looks_at_is_kept() -> None:
    for other in ("assume(r < 5)", "x := r", "a[r] := 1", "s := a[r]"):
        text = f"shared x = 0, a[2] = 0\nthread T\n a: r := x\n b: assert(r == 0)\n c: {other}\ntrace a..c"
        assert "a: assume(x == 0) { r1 := x }" in lines_of(text), other


def test_who_asks_for_what_an_assertion_has_read_keeps_it() -> None:
    text = "shared x = 0, y = 0\nthread T\n a: assert(x < 9) { r := x }\n b: y := r + 1\ntrace a b"
    assert lines_of(text)[3:5] == ["a: assert(x < 9) { r1 := x }", "b: assume(r1 == 0) { y := 1 }"]


def test_the_branch_around_an_assertion_keeps_its_value_where_both_are_one_check() -> None:
    text = "shared x = 0, y = 0\nthread T\n a: r := x\n b: s := y@early\n c: assert(r < 1 || s == 1)\ntrace a..c"
    assert lines_of(text)[3:5] == ["a: assume(x == 0) { r1 := x }", "b: r2 := y@early"]


def test_addresses_and_values_are_those_observed() -> None:
    body = "a: r := i\n b: a[r] := r + 4\n c: s := a[i]\n d: assume(s > 4)"
    assert lines_of(f"shared i = 1, a[3] = 0\nthread T\n {body}\ntrace a..d")[3:6] == [
        "a: assume(i == 1)",
        "b: a[1] := 5",
        "c: with(i, a[1]) assume(i == 1 && a[1] == 5)",
    ]


def test_what_the_run_did_not_come_to_cannot_take_place() -> None:
    body = "a: x := 1\n b: x := 2\n c: assert(x == 1)"
    text = f"shared x = 0\nlock m\nthread T\n {body}\nthread U\n d: lock(m)\ntrace a d"
    made = concrete(parse_ctp(text))
    assert "b: assume(false)" in lines_of(text)
    assert enumerated(made).violations == {}


def test_without_an_observed_run_there_is_no_constrained_model() -> None:
    with pytest.raises(UserError, match="no observed run"):
        concrete(parse_ctp("shared x\nthread T\n x := 1"))


@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_every_run_of_the_constrained_model_is_one_of_the_symbolic_one(profile: str) -> None:
    rng = random.Random(41)
    for _ in range(12):
        ctp = random_ctp(rng, profile)
        made = concrete(ctp)
        check_program(made)
        assert made.assumptions[0].what == CONSTRAINED
        assert isinstance(run(made, moves_of(made, made.observed)), Ran)
        machine = Machine(ctp)
        for check, way in enumerated(made).violations.items():
            reached = run(ctp, way.moves, machine)
            assert isinstance(reached, Ran), print_ctp(ctp)
            assert check in machine.violated(reached.state), print_ctp(ctp)

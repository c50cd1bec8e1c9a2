"""Figures 1, 2 and 6 of the atomicity violations paper: which blocks can be torn, by all runs of the machine, by brute
force, by our encoding and by the paper's own formula."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from raddle.decide.answers import Holds, Violated
from raddle.encode.encoder import Encoder
from raddle.model.concrete import concrete
from raddle.model.goals import Torn
from raddle.model.layout import State
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.program import TraceProgram
from raddle.model.reached import reached
from raddle.model.text.parse import load_ctp
from raddle.model.values_before import with_values_before
from raddle.papers.atomicity_violations import encode_torn_reference
from raddle.papers.predictive_analysis.decode import decode_reference
from raddle.predict.decide import Decider, Limits
from raddle.solve.answer import Sat, Unsat
from raddle.solve.choose import default_solver
from tests.support.torn_oracle import may_tear, torn_of

FIGURES = Path(__file__).parents[2] / "figures"
TORN = ("t1", "t5", "t5", "t2")
CASES = {
    "seed2_figure1a": False,
    "seed2_figure1a_modified": True,
    "seed2_figure1b": False,
    "seed2_figure1b_modified": True,
    "seed2_figure2a": False,
    "seed2_figure2b": False,
    "seed2_figure3a": False,
    "seed2_figure3b": False,
    "seed2_figure6": True,
}


def figure(name: str) -> tuple[TraceProgram, Torn]:
    """The program, and the only question that its block leaves."""
    ctp = load_ctp(FIGURES / f"{name}.ctp")
    numbers = {event.label: event.number for event in ctp.events if event.label}
    goal = Torn(*(numbers[label] for label in TORN))
    assert list(may_tear(ctp)) == [(goal.first, goal.there, goal.back, goal.last)]
    return ctp, goal


def runs(machine: Machine) -> Iterator[tuple[Move, ...]]:
    """All of them, also those that are not over."""
    stack: list[tuple[State, tuple[Move, ...]]] = [(machine.initial, ())]
    while stack:
        state, moves = stack.pop()
        yield moves
        stack += [(after, (*moves, move)) for move, after in machine.successors(state)]


def decided(ctp: TraceProgram, goal: Torn) -> bool:
    reading = with_values_before(ctp, (goal.first, goal.there, goal.last))
    verdict = Decider(Encoder(reading), default_solver(), Limits()).decide(goal)
    assert isinstance(verdict, Holds | Violated)
    assert not isinstance(verdict, Violated) or reached(Machine(ctp), goal, verdict.moves)
    return isinstance(verdict, Violated)


def found_by_the_seed(ctp: TraceProgram, goal: Torn, *, complete: bool = False) -> bool:
    reading = with_values_before(ctp, (goal.first, goal.there, goal.last))
    answer = default_solver().solve(encode_torn_reference(reading, goal, complete=complete), 30)
    assert isinstance(answer, Sat | Unsat)
    if isinstance(answer, Sat):
        assert reached(Machine(ctp), goal, decode_reference(reading, goal.last, answer, complete=complete))
    return isinstance(answer, Sat)


@pytest.mark.parametrize(("name", "torn"), CASES.items())
def test_every_way_to_answer_says_which_figures_are_serialisable(name: str, torn: bool) -> None:
    ctp, goal = figure(name)
    machine = Machine(ctp)
    assert any(reached(machine, goal, moves) for moves in runs(machine)) is torn
    assert bool(torn_of(ctp).quadruples) is torn
    assert decided(ctp, goal) is torn
    assert found_by_the_seed(ctp, goal) is torn


def test_figure_6_is_found_in_a_prefix_only() -> None:
    ctp, goal = figure("seed2_figure6")
    assert not found_by_the_seed(ctp, goal, complete=True)
    assert found_by_the_seed(ctp, goal)


def test_the_other_figures_need_no_prefix() -> None:
    for name, torn in CASES.items():
        if name != "seed2_figure6":
            assert found_by_the_seed(*figure(name), complete=True) is torn, name


@pytest.mark.parametrize("name", ["seed2_figure1a_modified", "seed2_figure1b_modified"])
def test_the_maximal_causal_model_misses_the_modified_examples(name: str) -> None:
    """Figure 2: it keeps what was read and written, and so cannot tell the modified programs from the others."""
    ctp, goal = figure(name)
    assert not found_by_the_seed(concrete(ctp), goal, complete=True)


@pytest.mark.parametrize(("name", "torn"), [("seed2_figure1a_modified", False), ("seed2_figure1b_modified", True)])
def test_in_that_model_too_the_access_that_is_next_may_see_anything(name: str, torn: bool) -> None:
    """So the second one is found all the same: t2 need not have read 1. The first one needs another value of t3."""
    ctp, goal = figure(name)
    observed = concrete(ctp)
    machine = Machine(observed)
    assert any(reached(machine, goal, moves) for moves in runs(machine)) is torn
    assert decided(observed, goal) is torn
    assert found_by_the_seed(observed, goal) is torn

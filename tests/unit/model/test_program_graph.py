"""A chain is a graph with one way: seen as either it means the same."""

import random
from dataclasses import replace

import pytest

from raddle.decide.shape import shape_of
from raddle.model.actions import Check, Fence, Free
from raddle.model.check import fault_of
from raddle.model.program import TraceProgram
from raddle.model.run import Ran, moves_of, run
from raddle.model.text.parse import parse_ctp
from raddle.model.text.print import print_ctp
from tests.oracles.enumerated import enumerated
from tests.support.random_ctp import PROFILES, random_ctp


def as_graph(program: TraceProgram) -> TraceProgram:
    return replace(program, observed=(), branches=program.graph)


def chains(profile: str, count: int, events: int) -> list[TraceProgram]:
    rng = random.Random(45)
    return [random_ctp(rng, profile, events) for _ in range(count)]


@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_a_chain_and_its_graph_have_the_same_states(profile: str) -> None:
    for program in chains(profile, 2, 11):
        known, same = enumerated(program), enumerated(as_graph(program))
        assert (same.states, same.reached.keys()) == (known.states, known.reached.keys())
        assert same.violations.keys() == known.violations.keys()
        assert (same.standstill is None) == (known.standstill is None)


@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_a_run_of_a_chain_is_one_of_its_graph(profile: str) -> None:
    for program in chains(profile, 3, 30):
        moves = moves_of(program, program.observed)
        there, same = run(program, moves), run(as_graph(program), moves)
        assert isinstance(there, Ran)
        assert isinstance(same, Ran)
        assert same.values == there.values


@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_the_search_of_states_sees_the_same_points(profile: str) -> None:
    for program in chains(profile, 2, 30):
        shape, same = shape_of(program), shape_of(as_graph(program))
        assert (same.source, same.target, same.points) == (shape.source, shape.target, shape.points)


@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_the_graph_of_a_chain_is_well_formed(profile: str) -> None:
    for program in chains(profile, 6, 24):
        begun = all(thread.count for thread in program.threads)
        if not begun or any(isinstance(event.action, Check | Free | Fence) for event in program.events):
            continue  # neither is known where there are branches
        program = replace(program, transactions=())
        assert fault_of(as_graph(program)) is None
        text = print_ctp(as_graph(program))
        assert print_ctp(parse_ctp(text)) == text


def test_a_chain_keeps_no_graph_until_it_is_asked_for() -> None:
    program = chains("plain", 1, 14)[0]
    assert program.branches is None
    assert "graph" not in vars(program)
    assert program.graph.of_kind("on") == tuple(range(len(program.events)))

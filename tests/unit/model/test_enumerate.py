"""The brute-force oracle against an even plainer one."""

import random

import pytest

from raddle.base.errors import ToolError
from raddle.model.enumerate import Cost, cheapest
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.program import TraceProgram
from raddle.model.run import Ran, run, switches
from raddle.model.text.parse import parse_ctp
from tests.oracles.enumerated import enumerated, fewest_preemptions, fewest_switches
from tests.support.random_ctp import PROFILES, random_ctp


def by_all_paths(ctp: TraceProgram) -> dict[int, int]:
    """Every sequence of moves, one by one: the fewest switches to each violation."""
    machine = Machine(ctp)
    found: dict[int, int] = {}
    stack: list[tuple[tuple[int, ...], tuple[Move, ...]]] = [(machine.initial, ())]
    while stack:
        state, moves = stack.pop()
        for check in machine.violated(state):
            found[check] = min(found.get(check, 99), switches(ctp, moves, check))
        stack.extend((machine.perform(state, move), (*moves, move)) for move in machine.moves(state))
    return found


@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_exploring_states_finds_what_all_paths_find(profile: str) -> None:
    rng = random.Random(3)
    for _ in range(8):
        ctp = random_ctp(rng, profile, events=9)
        expected = by_all_paths(ctp)
        assert enumerated(ctp).violations.keys() == expected.keys()
        assert fewest_switches(ctp) == expected


@pytest.mark.parametrize("cost", list(Cost))
def test_witnesses_run_and_cost_what_they_say(cost: Cost) -> None:
    rng = random.Random(4)
    seen = 0
    for _ in range(30):
        ctp = random_ctp(rng)
        best = cheapest(ctp, cost)
        assert best.keys() == enumerated(ctp).violations.keys()
        for check, found in best.items():
            seen += 1
            result = run(ctp, found.moves)
            assert isinstance(result, Ran)
            assert check in Machine(ctp).violated(result.state)
            if cost is Cost.SWITCHES:
                assert switches(ctp, found.moves, check) == found.cost
    assert seen > 10


def test_a_switch_away_from_a_blocked_thread_is_no_preemption() -> None:
    text = "shared x = 0\nsemaphore s = 0\nthread T\n take(s)\n c: assert(x == 0)\nthread U\n x := 1\n post(s)"
    ctp = parse_ctp(text)
    assert list(fewest_switches(ctp).values()) == [2]
    assert list(fewest_preemptions(ctp).values()) == [0]


def test_too_many_states_are_refused() -> None:
    with pytest.raises(ToolError, match="more than 10 states"):
        enumerated(random_ctp(random.Random(0), "plain"), limit=10)

"""Accesses that nothing orders: what the search finds in small trace programs and paths (decision 46)."""

import random

import pytest

from raddle.decide.answers import Violated
from raddle.decide.search import StateSearch
from raddle.decide.states import States
from raddle.model.goals import Meet, Unordered
from raddle.model.machine import Machine
from raddle.model.program import TraceProgram
from raddle.model.reached import reached
from raddle.model.text.parse import parse_ctp
from raddle.verify.ask.questions import Questions
from raddle.verify.options import VerifyOptions
from tests.oracles.unordered_ways import unordered_of
from tests.support.path_goals import Agreement, compare_unordered
from tests.support.race_oracle import races_of
from tests.support.random_paths import random_paths
from tests.support.token_mutants import KNOWN, RACING

pytestmark = pytest.mark.compiler

FLAG = """
shared data: 8 = 0, flag: 8 = 0
thread T
 t: data := 1
 flag@{writes} := 1
thread main
 create(T)
 v := flag@{reads}
 assume(v == 1)
 m: w := data
"""


def searched(text: str, *, reduced: bool = True) -> tuple[TraceProgram, States, dict[str, int]]:
    ctp = parse_ctp(text)
    states = States(ctp, reduced=reduced)
    states.search_unordered(range(len(ctp.events)), 10_000_000)
    assert states.is_over
    assert states.knows_unordered
    return ctp, states, {event.label: event.number for event in ctp.events if event.label}


def test_data_behind_a_relaxed_flag_are_never_both_next_and_race_all_the_same() -> None:
    ctp, states, at = searched(FLAG.format(writes="relaxed", reads="acquire"))
    assert not states.meets
    goal = Unordered(at["t"], at["m"])
    assert set(states.unordered) == {(goal.first, goal.second)}
    moves = states.answer(goal)
    assert isinstance(moves, tuple)
    assert reached(Machine(ctp), goal, moves)


def test_a_flag_that_releases_and_is_acquired_orders_the_data() -> None:
    _, states, at = searched(FLAG.format(writes="release", reads="acquire"))
    assert not states.unordered
    assert states.answer(Unordered(at["t"], at["m"])) == "never"


@pytest.mark.parametrize("text", KNOWN)
def test_who_knows_of_an_access_does_not_race_with_it(text: str) -> None:
    ctp, states, _ = searched(text)
    assert states.unordered.keys() == races_of(ctp).unordered == set()


@pytest.mark.parametrize("text", RACING.values(), ids=RACING)
@pytest.mark.parametrize("reduced", [True, False])
def test_nobody_is_taken_to_know_too_soon(text: str, *, reduced: bool) -> None:
    ctp, states, at = searched(text, reduced=reduced)
    assert states.unordered.keys() == races_of(ctp).unordered
    assert (at["t"], at["u"]) in states.unordered


def test_who_asks_about_some_events_is_told_nothing_of_others() -> None:
    ctp = parse_ctp(FLAG.format(writes="relaxed", reads="relaxed"))
    at = {event.label: event.number for event in ctp.events if event.label}
    search = StateSearch(ctp)
    assert search.unordered([at["t"]]) is None, "nothing was allowed"
    search.allow(1.0, None)
    found = search.unordered([at["t"]])
    assert found is not None
    race = found.first(found.goals)
    assert race is not None
    assert race[0] == Unordered(at["t"], at["m"])
    assert search.unordered([at["m"]]) is None
    assert search.answer(Unordered(at["m"], at["t"])) is None
    assert search.answer(Meet(at["t"], at["m"])) == "never"


def test_what_was_not_looked_for_is_not_known() -> None:
    ctp = parse_ctp(FLAG.format(writes="release", reads="acquire"))
    states = States(ctp)
    states.search(10_000_000)
    at = {event.label: event.number for event in ctp.events if event.label}
    assert states.is_over
    assert states.answer(Unordered(at["t"], at["m"])) is None


@pytest.mark.parametrize("profile", ["locks", "semaphores", "barriers", "conditions", "regions", "threads"])
def test_brute_force_finds_the_same_pairs_in_random_paths(profile: str) -> None:
    found = Agreement()
    for number in range(6):
        compare_unordered(random_paths(random.Random(number), profile), found, f"{number}, {profile}")
    assert not found.disagreements
    assert found.unordered


def test_paths_are_answered_pair_by_pair() -> None:
    paths = random_paths(random.Random(2), "locks")
    questions, pairs = Questions(VerifyOptions()), unordered_of(paths, 4_000)
    events = range(len(paths.events))
    others = [(a, b) for a in events for b in events if a < b and not {(a, b), (b, a)} & pairs]
    found = questions.unordered(paths, [Meet(*pair) for pair in pairs], 40.0)
    assert isinstance(found, Violated)
    assert isinstance(found.goal, Unordered)
    assert (found.goal.first, found.goal.second) in pairs
    assert questions.unordered(paths, [Meet(*pair) for pair in others], 40.0) is None

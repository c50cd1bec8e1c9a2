"""Questions about paths: what is answered is a run of the machine, or cannot be."""

import random
from dataclasses import replace

import pytest

from raddle.base.errors import InternalError
from raddle.decide.answers import Holds, Undecided, Violated
from raddle.logic.query import Query
from raddle.logic.terms import TermStore
from raddle.model.actions import Acquire, Action, Exit, Step
from raddle.model.goals import Reach, Standstill
from raddle.model.graph import Graph, Leads
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.program import Event, Thread, TraceProgram
from raddle.model.reached import why_not_reached
from raddle.model.run import Ran, Refusal, run
from raddle.solve.answer import Answer, Sat, Unknown
from raddle.verify.ask.asking import Asking, ask, whole_query
from tests.oracles.enumerated import enumerated
from tests.support.path_goals import goals_of, is_reached
from tests.support.random_paths import PROFILES, random_paths


def one_thread(terms: TermStore, *edges: tuple[int, int, Action, Leads]) -> TraceProgram:
    """Of main alone: source, target, action and what it leads to."""
    events = tuple(Event(place, 0, place, edge[2], place + 1, place) for place, edge in enumerate(edges))
    program = TraceProgram(terms, (Thread("main", 0, len(events), None),), events, locks=("l",))
    source, target, _, leads = (tuple(edge[place] for edge in edges) for place in range(4))
    ones = (1,) * len(events)
    return replace(program, branches=Graph(source, target, leads, (0,), ones, ones))  # type: ignore[arg-type]


@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_answers_are_those_of_brute_force(profile: str) -> None:
    rng = random.Random(profile)
    paths = random_paths(rng, profile, 12)
    known = enumerated(paths)
    machine, asking = Machine(paths), Asking(paths)
    for goal in goals_of(paths, rng):
        if isinstance(goal, Reach | Standstill):
            answer = asking.ask(goal, limit_s=None)
            assert isinstance(answer, Violated if is_reached(known, goal) else Holds)
            assert isinstance(answer, Holds) or why_not_reached(machine, goal, answer.moves) is None


def test_a_thread_never_gets_a_lock_that_it_holds_and_stands_there() -> None:
    terms = TermStore()
    paths = one_thread(terms, (0, 1, Acquire(0), "on"), (1, 2, Acquire(0), "frontier"))
    assert ask(paths, Reach((1,)), limit_s=None) == Holds(Reach((1,)))
    assert ask(paths, Standstill(), limit_s=None) == Violated(Standstill(), (Move(0),), 0, fewest=False)


def test_nothing_comes_behind_a_frontier() -> None:
    terms = TermStore()
    paths = one_thread(terms, (0, 1, Step((), terms.true, ()), "frontier"), (1, 2, Exit(), "on"))
    assert isinstance(run(paths, [Move(0)]), Ran)
    assert run(paths, [Move(0), Move(1)]) == Refusal(1, "nothing is known behind the event before it")


def test_the_query_is_the_same_every_time() -> None:
    paths = random_paths(random.Random(5), "mixed", 16)
    goal = Reach(paths.graph.of_kind("frontier") + paths.graph.of_kind("failure"))
    assert list(map(repr, whole_query(paths, goal).assertions)) == list(map(repr, whole_query(paths, goal).assertions))


class _Told:
    name = "told"

    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    def solve(self, query: Query, limit_s: float | None) -> Answer:
        return self._answer


def needs_a_solver() -> tuple[TraceProgram, Reach]:
    """A failure that cannot be reached, though no graph shows it."""
    for seed in range(100):
        paths = random_paths(random.Random(seed), "plain", 14)
        known = enumerated(paths)
        for event in paths.graph.of_kind("failure"):
            query = whole_query(paths, Reach((event,)))
            if event not in known.reached and query.terms.false not in query.assertions:
                return paths, Reach((event,))
    raise AssertionError("there is none")


def test_a_solver_that_gives_up_decides_nothing() -> None:
    paths, goal = needs_a_solver()
    assert Asking(paths, _Told(Unknown("it is tired"))).ask(goal, limit_s=1) == Undecided(goal, "it is tired")


def test_a_solution_that_the_machine_does_not_take_is_not_believed() -> None:
    paths, goal = needs_a_solver()
    with pytest.raises(InternalError, match="no run of the paths"):
        Asking(paths, _Told(Sat({}, {}))).ask(goal, limit_s=1)

"""What is said of runs: brute force, the encoding and the meaning of facts agree (tests/campaigns/run_facts.py does the
same for thousands)."""

import random

import pytest

from raddle.base.errors import ToolError
from raddle.encode.paths.decode import decode
from raddle.encode.paths.encoder import PathEncoder
from raddle.model.actions import Create, Exit, ProcessEnd, Start, Step
from raddle.model.facts import Before, Fact, TakesPart
from raddle.model.goals import Complete, Reach, RunGoal
from raddle.model.machine import Machine
from raddle.model.moves import Way
from raddle.model.program import TraceProgram
from raddle.model.reached import why_not_reached, why_not_so
from raddle.solve.answer import Sat, Unsat
from raddle.solve.choose import path_solver
from tests.oracles.complete_ways import complete_ways, way_where
from tests.support.figure_paths import Builder, figure_1, labelled
from tests.support.random_paths import PROFILES, random_paths
from tests.support.run_facts import Agreement, compared_of, questions_of


@pytest.mark.slow
@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_brute_force_and_the_encoding_say_the_same_of_facts(profile: str) -> None:
    total = Agreement()
    for number in range(3):
        total.add(compared_of(number, profile, events=12, states=2_000, questions=5))
    assert total.disagreements == []
    assert 0 < total.possible < total.questions - total.too_large


def test_brute_force_finds_a_run_where_one_of_all_runs_is_as_asked_for() -> None:
    asked = found = 0
    for number in range(20):
        rng = random.Random(number)
        paths = random_paths(rng, rng.choice(sorted(PROFILES)), 7)
        try:
            ways = list(complete_ways(paths, 500))
        except ToolError:
            continue
        machine = Machine(paths)
        for question in questions_of(paths, rng):
            said = question.goal, question.facts, question.blocked
            is_there = any(why_not_so(machine, said[0], way, *said[1:]) is None for way in ways)
            assert (way_where(paths, *said) is not None) == is_there
            asked, found = asked + 1, found + is_there
    assert 20 < found < asked


def a_thread_that_is_not_awaited(*, ends: bool = True) -> tuple[TraceProgram, int, int, int]:
    """main creates a thread that writes x, and ends the process. Out: the points of the write, of main's end, and the
    event that is main's end."""
    build = Builder(x=0)
    child = build.thread(build.main)
    end = build.event(build.main, build.root(build.main), Create(child))
    build.event(build.main, end, ProcessEnd() if ends else Exit(), "end")
    write = build.event(child, build.root(child), Start())
    build.event(child, build.writes(child, write, "x", build.value(1)), Exit())
    paths = build.paths()
    return paths, write, end, labelled(paths, "end")[0]


def asked(paths: TraceProgram, goal: RunGoal, *facts: Fact, blocked: tuple[tuple[Fact, ...], ...] = ()) -> Way | Unsat:
    encoded = PathEncoder(paths).encode_run(goal, {str(fact): fact for fact in facts}, blocked)
    answer = path_solver().solve(encoded.query, None)
    if isinstance(answer, Sat):
        way = decode(encoded, answer)
        assert why_not_so(Machine(paths), goal, way, facts, blocked) is None
        return way
    assert isinstance(answer, Unsat)
    return answer


def test_what_a_thread_has_not_done_when_the_process_ends_has_not_taken_place() -> None:
    paths, write, end, last = a_thread_that_is_not_awaited()
    goal = Complete((last,))
    assert isinstance(asked(paths, goal, TakesPart((write,))), Way)
    left_out = asked(paths, goal, Before((end,), (write,)))
    assert isinstance(left_out, Way)
    assert write not in {paths.graph.source[event] for event in left_out.events}
    both = Before((end,), (write,)), TakesPart((write,))
    assert asked(paths, goal, *both) == Unsat(frozenset(map(str, both)))
    assert isinstance(asked(paths, goal, blocked=((TakesPart((write,)),),)), Way)


def test_where_all_threads_have_to_end_everything_takes_place() -> None:
    paths, write, end, _ = a_thread_that_is_not_awaited(ends=False)
    assert isinstance(asked(paths, Complete(()), blocked=((TakesPart((write,)),),)), Unsat)
    late = asked(paths, Complete(()), Before((end,), (write,)))
    assert isinstance(late, Way)
    assert len(late.events) == len(paths.events)


def test_a_run_is_complete_only_where_all_created_threads_have_ended() -> None:
    paths, _, _, last = a_thread_that_is_not_awaited(ends=False)
    machine = Machine(paths)
    assert why_not_reached(machine, Complete(()), Way((0, last), {}).moves) == "it leads elsewhere"
    assert why_not_reached(machine, Complete(()), Way((0, last, 2, 3, 4), {}).moves) is None


def test_an_end_that_nothing_stops_may_still_come_too_late() -> None:
    """Both threads run into something that nobody has seen; the first of them ends the run."""
    build = Builder(x=0)
    child = build.thread(build.main)
    one = build.event(build.main, build.root(build.main), Create(child))
    build.event(build.main, one, Step((), build.terms.true, ()), "unseen", leads="frontier")
    other = build.event(child, build.root(child), Start())
    build.event(child, other, Step((), build.terms.true, ()), "unseen", leads="frontier")
    paths = build.paths()
    goal = Complete(labelled(paths, "unseen"))
    for ends, does_not in ((one, other), (other, one)):
        assert isinstance(asked(paths, goal, TakesPart((ends,)), blocked=((TakesPart((does_not,)),),)), Way)
        assert isinstance(asked(paths, goal, TakesPart((ends,)), TakesPart((does_not,))), Unsat)


def test_facts_are_about_operations_whatever_comes_of_them() -> None:
    """An assertion that fails and the one that holds leave one point."""
    paths = figure_1()
    fails, second = labelled(paths, "5 fails", "7")
    check, write = (paths.graph.source[fails],), (paths.graph.source[second],)
    assert isinstance(asked(paths, Reach((fails,)), TakesPart(check), Before(write, check)), Way)
    assert isinstance(asked(paths, Reach((fails,)), Before(check, write), TakesPart(write)), Unsat)
    passing = asked(paths, Complete(()), TakesPart(check), Before(check, write))
    assert isinstance(passing, Way)
    assert fails not in passing.events


def test_assumptions_are_made_one_by_one() -> None:
    paths, write, end, last = a_thread_that_is_not_awaited()
    facts = {"late": Before((end,), (write,)), "early": Before((write,), (end,)), "there": TakesPart((write,))}
    encoded = PathEncoder(paths).encode_run(Complete((last,)), facts)
    assert encoded.query.assumptions.keys() == facts.keys()
    assert len(set(encoded.query.assumptions.values())) == len(facts)
    answer = path_solver().solve(encoded.query, None)
    assert isinstance(answer, Unsat)
    assert answer.core >= {"late", "there"}

"""The trace-driven verification paper's steps say what brute force says, with each of its reductions and without."""

import random

import pytest

from raddle.decide.answers import Undecided, Violated
from raddle.logic.query import Query
from raddle.model.actions import Create, Exit, Join, Start, Step, Write
from raddle.model.goals import Reach
from raddle.model.program import TraceProgram
from raddle.papers.trace_driven_verification.encoder import StepEncoder
from raddle.papers.trace_driven_verification.options import BMC, Policy, StepOptions
from raddle.solve.answer import Sat, Unsat
from raddle.solve.choose import bit_solver
from raddle.verify.ask.asking_by_steps import ask_by_steps
from tests.oracles.enumerated import enumerated
from tests.support.figure_paths import Builder, figure_1, labelled
from tests.support.path_goals import goals_of
from tests.support.random_paths import PROFILES, random_paths
from tests.support.step_agreement import OPTIONS, POLICIES, disagreements, policy_disagreement

LIMIT_S = 60.0


@pytest.mark.slow
@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_it_agrees_with_brute_force_on_random_paths(profile: str, name: str) -> None:
    rng = random.Random(f"{profile} {name}")
    paths = random_paths(rng, profile, 8)
    goals = goals_of(paths, rng)
    assert disagreements(paths, rng.sample(goals, min(3, len(goals))), OPTIONS[name]) == []


@pytest.mark.parametrize("policy", POLICIES, ids=str)
def test_a_policy_leaves_the_schedules_that_it_allows(policy: Policy) -> None:
    for profile in ("plain", "locks", "threads"):
        paths = random_paths(random.Random(f"{profile} {policy}"), profile, 8)
        for event in random.Random(profile).sample(range(len(paths.graph.source)), 2):
            assert policy_disagreement(paths, Reach((event,)), StepOptions(policy=policy)) is None, (profile, event)


def test_a_shortest_run_needs_its_steps_and_fewer_prove_nothing() -> None:
    paths = figure_1()
    goal = Reach(paths.graph.of_kind("failure"))
    needed = len(StepEncoder(paths).encode(goal).unrolled.graph.threads)
    found = [ask_by_steps(paths, goal, limit_s=LIMIT_S, options=StepOptions(steps=steps)) for steps in range(needed, 7)]
    kinds = [type(answer) for answer in found]
    assert kinds == sorted(kinds, key=[Undecided, Violated].index)
    assert found[0] == Undecided(goal, f"not within {needed} steps")
    assert isinstance(found[-1], Violated)


def test_one_trace_alone_proves_nothing() -> None:
    """epsilon: of figure 1 what the first run did. Line 5 fails in one of its orders, line 3 is not among them."""
    paths = figure_1()
    trace = frozenset(event.number for event in paths.events if event.label != "2 yes")
    options = StepOptions(along=trace)
    fails, other = Reach(labelled(paths, "5 fails")), Reach(labelled(paths, "3"))
    assert isinstance(ask_by_steps(paths, fails, limit_s=LIMIT_S, options=options), Violated)
    answer = ask_by_steps(paths, other, limit_s=LIMIT_S, options=options)
    assert answer == Undecided(other, "only the orders of one trace were looked at")
    assert isinstance(ask_by_steps(paths, other, limit_s=LIMIT_S), Violated)


def _writes_by_index(first: int, second: int) -> TraceProgram:
    """Two threads read an index each, and write there; main looks at all when they have ended."""
    build = Builder(i=first, j=second, a=0, b=0)
    threads = [build.thread(build.main), build.thread(build.main)]
    point = build.root(build.main)
    for thread, cell in zip(threads, "ij", strict=True):
        point = build.event(build.main, point, Create(thread))
        here, index = build.reads(thread, build.event(thread, build.root(thread), Start()), cell)
        write = Write(build.value(1 + thread), (2, 3), index, (0, 1))
        here = build.event(thread, here, Step((), build.terms.true, (write,)), f"writes {thread}")
        build.event(thread, here, Exit())
    for thread in threads:
        point = build.event(build.main, point, Join(thread))
    seen = [build.read(cell) for cell in "ab"]
    both = build.terms.all_of(build.terms.equal(one.variable, build.value(0)) for one in seen)
    build.event(build.main, point, Step(tuple(seen), build.terms.negation(both), ()), "looks")
    return build.paths()


@pytest.mark.parametrize("local_ssa", [True, False])
@pytest.mark.parametrize(("first", "second", "peephole", "possible"), [
    (0, 1, True, False), (0, 1, False, True), (1, 1, True, True),
])  # fmt: skip
def test_writes_at_different_indices_are_done_in_one_order(
    first: int, second: int, peephole: bool, possible: bool, local_ssa: bool
) -> None:
    """Equation 12 with array indices: the second thread's write is not right before the first one's."""
    paths = _writes_by_index(first, second)
    options = StepOptions(peephole=peephole, local_ssa=local_ssa, fused=False)
    encoded = StepEncoder(paths, options).encode(Reach(labelled(paths, "looks")))
    unrolled, terms = encoded.unrolled, paths.terms
    (one,), (other,) = labelled(paths, "writes 1"), labelled(paths, "writes 2")
    in_a_row = terms.any_of(
        terms.all_of((unrolled.taken(other, step), unrolled.taken(one, step + 1))) for step in range(encoded.steps - 1)
    )
    query = Query(terms, (*encoded.query.assertions, in_a_row))
    assert isinstance(bit_solver().solve(query, LIMIT_S), Sat if possible else Unsat)
    assert isinstance(bit_solver().solve(encoded.query, LIMIT_S), Sat)


@pytest.mark.parametrize("options", [StepOptions(), StepOptions(fused=False)], ids=["fused", "not fused"])
def test_a_thread_may_be_created_by_one_of_a_larger_number(options: StepOptions) -> None:
    """Its first step depends on the creation right before it, though its number is smaller."""
    build = Builder(x=0)
    child = build.thread(2)
    parent = build.thread(build.main)
    build.event(build.main, build.root(build.main), Create(parent))
    build.event(parent, build.event(parent, build.root(parent), Start()), Create(child))
    build.writes(child, build.event(child, build.root(child), Start()), "x", build.value(1), "writes")
    paths = build.paths()
    assert isinstance(ask_by_steps(paths, Reach(labelled(paths, "writes")), limit_s=LIMIT_S, options=options), Violated)


def test_thread_local_ssa_has_one_variable_for_what_is_read() -> None:
    paths = figure_1()
    goal = Reach(paths.graph.of_kind("failure"))
    sizes = {name: len(StepEncoder(paths, OPTIONS[name]).encode(goal).query.assertions) for name in OPTIONS}
    assert sizes["BMC"] > sizes["TDV"] > sizes["SSA"]


def test_the_steps_are_enough_for_the_longest_run() -> None:
    for profile in ("plain", "threads", "conditions"):
        paths = random_paths(random.Random(profile), profile, 14)
        longest = max((len(way.events) for way in enumerated(paths).reached.values()), default=0)
        encoded = StepEncoder(paths, BMC).encode(Reach(paths.graph.of_kind("frontier")))
        assert encoded.steps >= longest
        assert not encoded.is_cut

"""Algorithm 1 of the diagnosis paper: the cores of small paths, judged by all their runs; the figures' cores
exactly."""

from itertools import combinations
from random import Random

import pytest

from raddle.diagnose.algorithm import Cores, find_cores
from raddle.diagnose.hitting import TooMany, hitting_set
from raddle.diagnose.question import by_code
from raddle.logic.operators import Op
from raddle.model.actions import Acquire, Create, Exit, Join, ProcessEnd, Refused, Release, Start, Step
from raddle.model.facts import Operation, TakesPart
from raddle.model.program import TraceProgram
from raddle.report.progress import Silent
from tests.support.figure_paths import Builder
from tests.support.judged_cores import Judged, asked_of, judge
from tests.support.random_paths import PROFILES

SEEDS = {
    "arrays": (44, 113, 129),
    "barriers": (14, 210, 258),
    "conditions": (242, 265, 358),
    "counters": (1, 55, 58),
    "locks": (18, 42, 43),
    "mixed": (61, 326, 388),
    "onces": (4, 21, 89),
    "plain": (62, 97, 105),
    "pointers": (20, 86, 140),
    "regions": (42, 64, 83),
    "rwlocks": (42, 44, 108),
    "semaphores": (21, 93, 238),
    "threads": (4, 276, 78),
}
"""Of paths that fail in some runs and pass in others, whose cores have orders."""


@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_cores_are_cores_of_all_runs(profile: str) -> None:
    """No run passes in which one holds; without any fact of it one does; in every run that fails one holds."""
    judged = Judged()
    for seed in SEEDS[profile]:
        judge(judged, seed, profile, events=12)
    assert judged.wrong == []
    assert judged.kinds == {"concurrency": len(SEEDS[profile])}
    assert judged.orders


def cores_of(paths: TraceProgram) -> Cores:
    return find_cores(asked_of(paths), None, Silent())


def told(paths: TraceProgram, found: Cores) -> list[tuple[set[str], set[str]]]:
    """Of each core its orders and who takes part, by labels."""

    def label(operation: Operation) -> str:
        return paths.events[paths.graph.leaving[operation[0]][0]].label.split(" ")[0]

    return [
        (
            {f"{label(order.first)}->{label(order.then)}" for order in core.orders},
            {label(fact.operation) for fact in core.facts if isinstance(fact, TakesPart)},
        )
        for core in found.cores
    ]


def asserted(build: Builder, thread: int, point: int, cell: str, op: Op, number: int, label: str) -> int:
    """The point behind it where it holds."""
    here, there = build.read(cell), build.read(cell)
    holds, fails = (build.terms.apply(op, 1, one.variable, build.value(number)) for one in (here, there))
    build.event(thread, point, Step((there,), build.terms.negation(fails), ()), f"{label} fails", leads="failure")
    return build.event(thread, point, Step((here,), holds, ()), label)


def figure_2_1() -> TraceProgram:
    build = Builder(x=1)
    child = build.thread(build.main)
    point = build.event(build.main, build.root(build.main), Create(child), "8")
    yes, no = build.branch(build.main, point, "x", Op.NE, 0, "9")
    build.event(build.main, asserted(build, build.main, yes, "x", Op.NE, 0, "10"), ProcessEnd(), "11")
    build.event(build.main, no, ProcessEnd(), "11")
    point = build.event(child, build.root(child), Start(), "3")
    build.event(child, build.writes(child, point, "x", build.value(0), "4"), Exit(), "5")
    return build.paths()


def test_figure_2_1_the_write_comes_between_the_condition_and_the_assertion() -> None:
    paths = figure_2_1()
    found = cores_of(paths)
    assert told(paths, found) == [({"9->4", "4->10"}, {"4"})]
    (core,) = found.cores
    assert core.taking_part == ()  # it is in an order anyway
    assert core.smallest
    assert found.complete
    assert not found.without_preemption


def figure_3_2() -> TraceProgram:
    build = Builder(x=0, y=0)
    children = [build.thread(build.main) for _ in range(2)]
    point = build.root(build.main)
    for child, label in zip(children, ("18", "19"), strict=True):
        point = build.event(build.main, point, Create(child), label)
    for child, label in zip(children, ("21", "22"), strict=True):
        point = build.event(build.main, point, Join(child), label)
    point, x = build.reads(build.main, point, "x", "23")
    there, y = build.reads(build.main, point, "y", "23")
    same = build.terms.equal(x, y)
    build.event(build.main, there, Step((), build.terms.negation(same), ()), "23 fails", leads="failure")
    build.event(build.main, build.event(build.main, there, Step((), same, ()), "23"), ProcessEnd(), "24")
    for child, value, lines in zip(children, (0, 1), (("5", "6"), ("10", "11")), strict=True):
        point = build.event(child, build.root(child), Start())
        for cell, label in zip("xy", lines, strict=True):
            point = build.writes(child, point, cell, build.value(value), label)
        build.event(child, point, Exit())
    return build.paths()


def test_figure_3_2_has_two_classes() -> None:
    """Figure 3.3: with the order of each thread, 5 10 11 6 and 10 5 6 11."""
    paths = figure_3_2()
    found = cores_of(paths)
    assert len(found.cores) == 2
    for core in (({"10->5", "6->11"}, set()), ({"5->10", "11->6"}, set())):
        assert core in told(paths, found)
    assert all(core.smallest for core in found.cores)
    assert found.complete


def figure_5_2() -> TraceProgram:
    build = Builder(bandwidth=0)
    children = [build.thread(build.main) for _ in range(2)]
    point = build.root(build.main)
    for child in children:
        point = build.event(build.main, point, Create(child))
    build.event(build.main, point, Exit(), "12")
    one, other = children
    point = build.event(one, build.root(one), Start())
    build.event(one, build.writes(one, point, "bandwidth", build.value(8), "2"), Exit())
    point = build.event(other, build.root(other), Start())
    build.event(other, asserted(build, other, point, "bandwidth", Op.NE, 0, "5"), Exit())
    return build.paths()


def test_figure_5_2_line_5_comes_before_line_2() -> None:
    paths = figure_5_2()
    found = cores_of(paths)
    assert told(paths, found) == [({"5->2"}, set())]
    assert found.complete
    assert found.without_preemption  # thread 2 need only be the first to run


def test_a_program_that_always_fails_is_sequential() -> None:
    build = Builder(x=1)
    build.event(build.main, asserted(build, build.main, build.root(build.main), "x", Op.EQ, 0, "1"), ProcessEnd())
    found = cores_of(build.paths())
    assert (found.kind, found.complete, found.cores) == ("sequential", True, ())


def test_a_try_that_finds_the_lock_taken_is_told_by_the_orders_of_the_lock() -> None:
    """Nothing in memory decides it."""
    build = Builder(missed=0)
    one, other = (build.thread(build.main) for _ in range(2))
    point = build.root(build.main)
    for action in (Create(one), Create(other), Join(one), Join(other)):
        point = build.event(build.main, point, action)
    build.event(build.main, asserted(build, build.main, point, "missed", Op.EQ, 0, "assert"), ProcessEnd())
    point = build.event(one, build.event(one, build.root(one), Start()), Acquire(0), "lock")
    build.event(one, build.event(one, point, Release(0), "unlock"), Exit())
    point = build.event(other, build.root(other), Start())
    got = build.event(other, point, Acquire(0, waits=False), "try")
    build.event(other, build.event(other, got, Release(0), "back"), Exit())
    point = build.event(other, point, Refused(0), "try")
    build.event(other, build.writes(other, point, "missed", build.value(1), "miss"), Exit())
    paths = build.paths(locks=("m",))
    assert told(paths, cores_of(paths)) == [({"lock->try", "try->unlock"}, set())]


def test_points_of_the_same_code_are_one_operation_unless_one_leads_to_the_other() -> None:
    build = Builder(x=0)
    yes, no = build.branch(build.main, build.root(build.main), "x", Op.EQ, 0, "if")
    ends = [build.writes(build.main, point, "x", build.value(1), "write") for point in (yes, no)]
    again = build.writes(build.main, ends[0], "x", build.value(2), "write")
    for point in (again, ends[1]):
        build.event(build.main, point, ProcessEnd())
    paths = build.paths()
    found = by_code(paths, lambda point: paths.events[paths.graph.leaving[point][0]].label.split(" ")[0] or None)
    assert found[yes] == found[no] == tuple(sorted((yes, no)))
    assert found[ends[0]] == (ends[0],)


def test_hitting_sets_are_smallest() -> None:
    rng = Random(5)
    for _ in range(60):
        sets = [sum({1 << rng.randrange(8) for _ in range(rng.randint(1, 4))}) for _ in range(rng.randint(0, 6))]
        choices = [sum(some) for size in range(9) for some in combinations([1 << at for at in range(8)], size)]
        least = min(chosen.bit_count() for chosen in choices if all(one & chosen for one in sets))
        found = hitting_set(sets, 9)
        assert found is not None
        assert found.bit_count() == least
        assert all(one & found for one in sets)
        assert hitting_set(sets, least) is None
    with pytest.raises(TooMany):
        hitting_set([1, 2, 4, 8], 5, most_nodes=2)

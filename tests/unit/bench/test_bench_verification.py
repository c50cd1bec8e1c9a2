"""What the tables of verification count, on small paths: interleavings and ways, against going through all of them."""

import random

import pytest

from bench.interleavings import estimated, interleavings
from bench.tables.verify import cases
from bench.tables.verify_growth import ways, written
from raddle.model.layout import State
from raddle.model.machine import Machine
from raddle.model.program import TraceProgram
from tests.support.random_paths import random_paths


def one_by_one(machine: Machine, state: State) -> int:
    following = list(machine.successors(state))
    ended = [move for move, _ in following if machine.ends_the_run(move.event)]
    on = [after for move, after in following if not machine.ends_the_run(move.event)]
    return (len(ended) + sum(one_by_one(machine, after) for after in on)) or 1


def ways_from(paths: TraceProgram, point: int) -> int:
    on = [event for event in paths.graph.leaving.get(point, ()) if paths.graph.leads[event] == "on"]
    return sum(ways_from(paths, paths.graph.target[event]) for event in on) or 1


def test_interleavings_are_counted_as_if_one_by_one() -> None:
    counted = set()
    for seed in range(40):
        paths = random_paths(random.Random(seed), "locks", 14)
        machine = Machine(paths)
        found = interleavings(paths, most=150)
        if found is None or found > 1_000:
            continue
        assert found == one_by_one(machine, machine.initial), seed
        counted.add(found)
    assert len(counted) > 5


def test_too_many_states_are_not_counted() -> None:
    paths = random_paths(random.Random(1), "locks", 14)
    assert interleavings(paths, most=1) is None


def test_ways_are_those_of_all_threads() -> None:
    for seed in range(30):
        paths = random_paths(random.Random(seed), "locks", 14)
        assert ways(paths) == sum(ways_from(paths, root) for root in paths.graph.roots), seed


@pytest.mark.parametrize(("number", "text"), [(1, "1"), (1234, "1,234"), (10**9, "10^9.0"), (5 * 10**400, "10^400.7")])
def test_large_numbers_are_written_as_powers(number: int, text: str) -> None:
    assert written(number) == text


def test_an_estimate_is_near_the_number() -> None:
    for seed in range(8):
        paths = random_paths(random.Random(seed), "locks", 14)
        exact = interleavings(paths, most=2_000)
        if exact is not None:
            assert 0.5 < estimated(paths, walks=500) / exact < 2, seed


def test_the_tables_have_the_rows_of_the_paper() -> None:
    rows = list(cases(80))
    with_paper = [row for row in rows if row.paper is not None]
    assert len(with_paper) == 16 + 7
    assert {row.threads for row in rows if row.program == "figure 4"} == set(range(5, 81, 5))
    assert [row.flags for row in rows if row.depth == 22] == [("-DTHREADS=2", "-DSEARCH=2", "-DSAT")]

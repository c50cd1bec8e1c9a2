"""Switches of sliced paths, against the transitive closure of all orders."""

import random
from itertools import pairwise

import pytest

from raddle.explain.run import Deed, Failing, Run, Step
from raddle.explain.slices import Switch
from raddle.explain.slicing.orders import Path
from raddle.logic.terms import TermStore


def run_of(threads: list[int], forced: tuple[tuple[int, int], ...] = ()) -> Run:
    terms = TermStore()
    steps = [Step(number, thread, Deed.OTHER) for number, thread in enumerate(threads)]
    names = tuple(f"T{number}" for number in range(1 + max(threads)))
    return Run(terms, steps, None, None, names, Failing(0, terms.true, ""), forced)  # type: ignore[arg-type]


def implied(run: Run, switches: tuple[Switch, ...], orders: list[tuple[int, int]]) -> bool:
    size = len(run.steps)
    reach = [[False] * size for _ in range(size)]
    for thread in range(len(run.threads)):
        own = [step.number for step in run.steps if step.thread == thread]
        for a, b in pairwise(own):
            reach[a][b] = True
    for a, b in (*run.forced, *[(switch.before, switch.after) for switch in switches]):
        reach[a][b] = True
    for middle in range(size):
        for a in range(size):
            if reach[a][middle]:
                for b in range(size):
                    reach[a][b] |= reach[middle][b]
    return all(reach[a][b] for a, b in orders)


def random_case(seed: int) -> tuple[Run, list[int], list[tuple[int, int]]]:
    made = random.Random(seed)
    size, count = made.randint(2, 14), made.randint(2, 4)
    threads = [made.randrange(count) for _ in range(size)]
    pairs = [(a, b) for b in range(size) for a in range(b) if threads[a] != threads[b]]
    forced = tuple(made.sample(pairs, min(len(pairs), made.randint(0, 2))))
    run = run_of(threads, forced)
    orders = made.sample(pairs, min(len(pairs), made.randint(0, 5)))
    ends = {end for pair in orders for end in pair}
    path = sorted(ends | {number for number in range(size) if made.random() < 0.6})
    return run, path, orders


@pytest.mark.parametrize("seed", range(300))
def test_switches_are_enough_and_none_can_be_left_out(seed: int) -> None:
    run, path, orders = random_case(seed)
    switches = Path(run, path, orders).needed()
    assert implied(run, switches, orders)
    assert Path(run, path, orders).orders_hold(switches)
    for left_out in switches:
        fewer = tuple(one for one in switches if one != left_out)
        assert not implied(run, fewer, orders)
        assert not Path(run, path, orders).orders_hold(fewer)


def test_an_order_that_every_schedule_has_needs_no_switch() -> None:
    run = run_of([0, 1, 0, 1], forced=((0, 1),))
    assert Path(run, [0, 1, 2, 3], [(0, 3)]).needed() == ()
    assert Path(run, [0, 1, 2, 3], [(2, 3)]).needed() == (Switch(2, 3),)


def test_of_two_ways_the_later_switch_stays() -> None:
    run = run_of([0, 1, 0, 1])
    assert Path(run, [0, 1, 2, 3], [(0, 3)]).needed() == (Switch(2, 3),)


def test_an_order_goes_by_a_third_thread() -> None:
    run = run_of([0, 1, 2])
    assert Path(run, [0, 1, 2], [(0, 2)]).needed() == (Switch(0, 1), Switch(1, 2))

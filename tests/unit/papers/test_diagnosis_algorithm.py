"""Algorithm 1 of the diagnosis paper as printed: the figures' cores exactly, those of random ones by brute force."""

from collections.abc import Iterable
from random import Random

import pytest

from raddle.base.errors import ToolError
from raddle.model.program import TraceProgram
from raddle.model.text.parse import parse_ctp
from raddle.papers.diagnosis import Core, diagnose
from raddle.papers.predictive_analysis.lower import waits_for
from raddle.solve.answer import Unknown
from raddle.solve.choose import default_solver
from tests.oracles.complete_runs import Execution, executions
from tests.support.random_ctp import PROFILES, random_ctp

FIGURE_2_1 = """
shared x = 1
thread main
  create(F)
  e9: r := x
  e10: assert(r == 0 || x != 0)
thread F
  e4: x := 0
"""
FIGURE_3_2 = """
shared x = 0, y = 0
thread main
  create(F1)
  create(F2)
  join(F1)
  join(F2)
  e23: assert(x == y)
thread F1
  e5: x := 0
  e6: y := 0
thread F2
  e10: x := 1
  e11: y := 1
"""
SEQUENTIAL = """
shared x = 0
thread T1
  t1: x := 1
thread T2
  t2: assert(x == 2)
"""
MOST_MOVES = 6_000


def cores_of(ctp: TraceProgram, check: int) -> tuple[Core, ...]:
    found = diagnose(ctp, check, default_solver())
    assert not isinstance(found, Unknown)
    return found


def told(text: str) -> list[set[str]]:
    ctp = parse_ctp(text)
    label = [event.label for event in ctp.events]
    found = cores_of(ctp, ctp.checks[0].number)
    return sorted(({f"{label[a]} -> {label[b]}" for a, b in core.orders} for core in found), key=sorted)


def test_figure_2_1_has_the_core_of_section_3_3() -> None:
    assert told(FIGURE_2_1) == [{"e9 -> e4", "e4 -> e10"}]


def test_figure_3_2_has_the_two_cores_of_section_3_4() -> None:
    assert told(FIGURE_3_2) == [{"e10 -> e5", "e6 -> e11"}, {"e11 -> e6", "e5 -> e10"}]


def test_a_sequential_bug_has_one_core_without_orders() -> None:
    assert told(SEQUENTIAL) == [set()]


def test_what_cannot_fail_has_no_core() -> None:
    assert told(SEQUENTIAL.replace("x == 2", "x < 2")) == []


def holds(ctp: TraceProgram, core: Core, execution: Execution, orders: Iterable[tuple[int, int]]) -> bool:
    at = {event: place for place, event in enumerate(execution.order)}
    if not all(at[first] < at[then] for first, then in orders):
        return False
    for signal, place in core.choices.items():
        chosen = waits_for(ctp, ctp.events[signal])[place - 1].number if place else None
        if execution.chosen[signal] != chosen:
            return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_cores_are_cores_of_all_executions(profile: str) -> None:
    """None passes in which one holds; without any order of it one does; in every one that fails one holds."""
    judged = 0
    for seed in range(60):
        ctp = random_ctp(Random(f"{profile} {seed}"), profile, 11)
        for check in [event.number for event in ctp.checks][:1]:
            try:
                every = list(executions(ctp, check, MOST_MOVES))
            except ToolError:
                continue
            cores = cores_of(ctp, check)
            failing = [one for one in every if not one.passes]
            passing = [one for one in every if one.passes]
            assert bool(cores) == bool(failing), (profile, seed)
            for core in cores:
                assert not any(holds(ctp, core, one, core.orders) for one in passing), (profile, seed)
                for order in core.orders:
                    assert any(holds(ctp, core, one, core.orders - {order}) for one in passing), (profile, seed)
            for one in failing:
                assert any(holds(ctp, core, one, core.orders) for core in cores), (profile, seed)
            judged += bool(failing and passing)
    assert judged, profile

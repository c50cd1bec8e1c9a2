"""Groups of goals: the time for the whole check."""

import time
from types import SimpleNamespace

import pytest

from raddle.base.executor import pool
from raddle.decide.answers import Holds, Undecided, Verdict
from raddle.model.goals import Fails, Goal
from raddle.predict.groups import OVER, decide_all
from tests.support.limits import HANG_S


def test_what_is_left_when_the_time_is_over_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two, three = map(Fails, (1, 2, 3))
    heard: list[Verdict] = []
    clock = SimpleNamespace(monotonic=lambda: float(len(heard)), process_time=time.process_time)
    monkeypatch.setattr(pool, "time", clock)

    def decide(goal: Goal) -> Verdict:
        if goal != one:
            time.sleep(HANG_S)
        return Holds(goal)

    groups: list[list[Goal]] = [[one, two], [three], []]
    verdicts = list(decide_all(groups, decide, jobs=1, limit_s=None, told=heard.append, until=1.0))
    assert verdicts == [[Holds(one), Undecided(two, OVER)], [Undecided(three, OVER)], []]

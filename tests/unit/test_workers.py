"""Workers: the time for the whole check."""

import time

from raddle.model.goals import Fails, Goal
from raddle.predict.verdict import Holds, Undecided, Verdict
from raddle.predict.workers import OVER, decide_all


def test_what_is_left_when_the_time_is_over_is_undecided() -> None:
    one, two, three = map(Fails, (1, 2, 3))

    def decide(goal: Goal) -> Verdict:
        if goal != one:
            time.sleep(600)
        return Holds(goal)

    until = time.monotonic() + 1.0
    groups: list[list[Goal]] = [[one, two], [three], []]
    verdicts = list(decide_all(groups, decide, jobs=1, limit_s=None, told=lambda _: None, until=until))
    assert verdicts == [[Holds(one), Undecided(two, OVER)], [Undecided(three, OVER)], []]

"""Workers: the time for the whole check."""

import time

from raddle.predict.verdict import Holds, Undecided, Verdict
from raddle.predict.workers import OVER, decide_all


def test_what_is_left_when_the_time_is_over_is_undecided() -> None:
    def decide(check: int) -> Verdict:
        if check > 1:
            time.sleep(600)
        return Holds(check)

    until = time.monotonic() + 1.0
    verdicts = list(decide_all([[1, 2], [3], []], decide, jobs=1, limit_s=None, told=lambda _: None, until=until))
    assert verdicts == [[Holds(1), Undecided(2, OVER)], [Undecided(3, OVER)], []]

"""Workers: the time for the whole check."""

import resource
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from raddle.base.forked import Ending, run_forked
from raddle.model.goals import Fails, Goal
from raddle.predict import workers
from raddle.predict.verdict import Holds, Undecided, Verdict
from raddle.predict.workers import OVER, decide_all
from tests.support.limits import HANG_S


def test_what_is_left_when_the_time_is_over_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two, three = map(Fails, (1, 2, 3))
    heard: list[Verdict] = []
    clock = SimpleNamespace(monotonic=lambda: float(len(heard)), process_time=time.process_time)
    monkeypatch.setattr(workers, "time", clock)

    def decide(goal: Goal) -> Verdict:
        if goal != one:
            time.sleep(HANG_S)
        return Holds(goal)

    groups: list[list[Goal]] = [[one, two], [three], []]
    verdicts = list(decide_all(groups, decide, jobs=1, limit_s=None, told=heard.append, until=1.0))
    assert verdicts == [[Holds(one), Undecided(two, OVER)], [Undecided(three, OVER)], []]


def test_a_limit_of_memory_that_the_user_has_set_stays() -> None:
    """As `ulimit -v` sets it: lower than the worker's own, and not to be raised."""
    gibibyte = 1 << 30

    def work() -> None:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        most = pages * resource.getpagesize() + gibibyte
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        workers.limit_memory()
        assert resource.getrlimit(resource.RLIMIT_AS) == (most, most)

    assert run_forked(work, limit_s=HANG_S) == Ending(0, "")

"""Limits of work: what counts, and what does not."""

import time

import pytest

from raddle.base.errors import ToolError
from raddle.base.executor.limits import OVER, TaskLimits
from raddle.base.executor.pool import all_within, within
from raddle.base.work import CpuMeter, Meter
from tests.support.limits import HANG_S


def busy(seconds: float) -> int:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return 7


def test_a_meter_knows_only_what_is_counted() -> None:
    meter = Meter(1.0)
    meter.spend(300, 1000)
    busy(0.05)
    assert (meter.spent_s, meter.left_s, meter.is_over) == (0.3, 0.7, False)
    meter.spend(0.7)
    assert meter.is_over
    assert not Meter(None).is_over and Meter(None).left_s is None


def test_the_end_of_the_whole_is_the_end_of_a_meter() -> None:
    assert Meter(None, time.monotonic() - 1).is_over
    assert not Meter(None, time.monotonic() + HANG_S).is_over


def test_cpu_time_does_not_pass_while_nothing_is_done() -> None:
    meter = CpuMeter(0.5)
    time.sleep(0.6)
    assert not meter.is_over
    busy(0.5)
    assert meter.is_over


def test_work_within_its_limit_is_done_and_beyond_it_is_ended() -> None:
    assert within(TaskLimits(work_s=HANG_S), lambda: busy(0.1)) == 7
    with pytest.raises(ToolError, match=OVER):
        within(TaskLimits(work_s=0.2), lambda: busy(HANG_S))


def test_work_that_waits_is_ended_only_at_the_end_of_the_whole() -> None:
    assert all_within(TaskLimits(work_s=0.2), [lambda: time.sleep(0.4), lambda: None]) == [None, None]
    with pytest.raises(ToolError, match=OVER):
        within(TaskLimits(until=time.monotonic() + 0.2), lambda: time.sleep(HANG_S))

"""Work that is ended when its time is over."""

import signal
import time

import pytest

from raddle.base.process import undisturbed
from raddle.base.time_limit import TimeIsOver, end_at_latest, ending_at
from tests.support.limits import HANG_S


def test_work_that_goes_on_for_ever_is_ended() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(TimeIsOver), ending_at(time.monotonic(), grace_s=0.01):
        while True:
            pass
    assert signal.getsignal(signal.SIGALRM) is before and signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_work_that_ends_in_time_is_left_alone() -> None:
    with ending_at(time.monotonic() + 60):
        pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    with ending_at(None):
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_work_is_ended_when_enough_of_it_is_done_and_waiting_is_none() -> None:
    with ending_at(None, grace_s=0.0, work_s=0.2):
        time.sleep(0.4)
    with pytest.raises(TimeIsOver), ending_at(None, grace_s=0.0, work_s=0.05):
        while True:
            pass
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


def test_an_end_that_comes_where_nothing_may_disturb_comes_behind_it() -> None:
    for until, work_s in ((time.monotonic(), None), (None, 0.001)):
        done = []
        with pytest.raises(TimeIsOver), ending_at(until, 0, work_s=work_s):
            with undisturbed():
                end = time.process_time() + 0.1
                while time.process_time() < end:
                    pass
                done.append(True)
            while True:
                pass
        assert done
    assert signal.getitimer(signal.ITIMER_REAL) == signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


def test_an_inner_end_does_not_move_the_outer_one() -> None:
    with pytest.raises(TimeIsOver), ending_at(time.monotonic() + 0.2, 0):
        with pytest.raises(TimeIsOver), ending_at(time.monotonic() + 0.05, 0):
            signal.pause()
        with ending_at(time.monotonic() + HANG_S, 0):
            signal.pause()


def test_what_is_to_end_later_may_be_told_to_end_sooner() -> None:
    with pytest.raises(TimeIsOver) as sooner, ending_at(time.monotonic() + HANG_S, 0):
        end_at_latest(time.monotonic() + 0.05)
        signal.pause()
    assert sooner.value.is_interrupted
    with pytest.raises(TimeIsOver) as later, ending_at(time.monotonic(), 0):
        signal.pause()
    assert not later.value.is_interrupted
    end_at_latest(time.monotonic())
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_what_is_lost_is_raised_again() -> None:
    class Thrown:
        def __del__(self) -> None:
            signal.pause()  # what is raised here nobody can catch

    with pytest.raises(TimeIsOver), ending_at(time.monotonic() + 0.05, 0):
        del_of = Thrown()
        del del_of
        signal.pause()

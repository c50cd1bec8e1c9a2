"""Work that ends when the time is over, or as much work is done as is allowed, wherever it is then."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

GRACE_S: Final = 0.5
"""What looks at the clock itself comes to a better end, so it is left this much more."""
TELLING: Final = 0.05
"""Of the budget, for putting together what was found on paths that were explored."""
HARD_GRACE: Final = 0.05
"""Of the budget, and GRACE_S: behind it a command as a whole is cut off."""
AGAIN_S: Final = 1.0
"""After which it is raised once more, should it have been lost: Python drops what is raised where nobody can catch it,
as while an object is thrown away."""
_SOON_S: Final = 0.001
BUDGET_ENDED: Final = "the budget ended"
INTERRUPTED: Final = "it was interrupted"


def with_time_to_tell(until: float | None, budget_s: float | None) -> float | None:
    """When the work has to be over, so that what it came to can be told in time."""
    return None if until is None else until - TELLING * (budget_s or 0.0)


def hard_grace_s(budget_s: float | None) -> float:
    return GRACE_S + HARD_GRACE * (budget_s or 0.0)


class TimeIsOver(BaseException):
    """No error: nobody is to catch it by chance. `reason`: in words."""

    def __init__(self, reason: str = BUDGET_ENDED) -> None:
        super().__init__(reason)
        self.reason: Final = reason

    @property
    def is_interrupted(self) -> bool:
        """A signal came, or what is left to do after one took too long."""
        return self.reason == INTERRUPTED


class Stopped(TimeIsOver):
    """A signal asked us to stop: what is known by now is still to be told."""

    def __init__(self) -> None:
        super().__init__(INTERRUPTED)


class _Alarm:
    """One alarm for all that ends by the clock: what ends lies inside each other, and the nearest end counts."""

    def __init__(self) -> None:
        self._ends: list[float] = []
        self.reason = BUDGET_ENDED
        self.is_held = False
        self._before: Any = signal.SIG_DFL

    def enter(self, end: float) -> None:
        if not self._ends:
            self._before = signal.signal(signal.SIGALRM, _over)
        self._ends.append(end)
        self._arm()

    def leave(self) -> None:
        """The innermost one."""
        self._ends.pop()
        if self._ends:
            self._arm()
        else:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)
            self.reason = BUDGET_ENDED

    def at_latest(self, end: float) -> None:
        """Whatever ends later ends then, since a signal came."""
        if self._ends:
            self.reason = INTERRUPTED
            self._ends = [min(one, end) for one in self._ends]
            self._arm()

    def hold(self) -> None:
        self.is_held = True

    def release(self) -> None:
        self.is_held = False
        if self._ends:
            self._arm()  # it may have come meanwhile

    def forget(self) -> None:
        self._ends.clear()
        self.is_held = False

    def _arm(self) -> None:
        signal.setitimer(signal.ITIMER_REAL, max(_SOON_S, min(self._ends) - time.monotonic()), AGAIN_S)


_ALARM: Final = _Alarm()


@contextmanager
def ending_at(until: float | None, grace_s: float = GRACE_S, *, work_s: float | None = None) -> Iterator[None]:
    """TimeIsOver is raised then. `until`: by time.monotonic(); None: never. `work_s`: CPU seconds of this process
    alone. Only the main thread has such clocks. One within another ends no later than that."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    with _with_work(work_s, grace_s):
        if until is None:
            yield
            return
        _ALARM.enter(until + grace_s)
        try:
            yield
        finally:
            _ALARM.leave()


def end_at_latest(end: float) -> None:
    """A signal came: whatever is to end by the clock ends then, if it would end later."""
    _ALARM.at_latest(end)


def hold_ends() -> None:
    """Until they are released nothing is raised: what is being done must not be left in its middle."""
    _ALARM.hold()


def release_ends() -> None:
    _ALARM.release()


def forget_ends() -> None:
    """In a forked child: they were its parent's, who keeps the clock for it."""
    _ALARM.forget()


@contextmanager
def _with_work(work_s: float | None, grace_s: float) -> Iterator[None]:
    if work_s is None:
        yield
        return
    before = signal.signal(signal.SIGPROF, _done)
    signal.setitimer(signal.ITIMER_PROF, max(_SOON_S, work_s + grace_s))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _over(_number: int, _frame: object) -> None:
    if not _ALARM.is_held:
        raise TimeIsOver(_ALARM.reason)


def _done(_number: int, _frame: object) -> None:
    if _ALARM.is_held:
        signal.setitimer(signal.ITIMER_PROF, _SOON_S)
        return
    raise TimeIsOver("the time was over")

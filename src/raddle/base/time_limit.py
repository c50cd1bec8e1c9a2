"""Work that ends when the time is over, or as much work is done as is allowed, wherever it is then."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

GRACE_S: Final = 2.0
"""What looks at the clock itself comes to a better end, so it is left this much more."""


class TimeIsOver(BaseException):
    """No error: nobody is to catch it by chance."""


@contextmanager
def ending_at(until: float | None, grace_s: float = GRACE_S, *, work_s: float | None = None) -> Iterator[None]:
    """TimeIsOver is raised then. `until`: by time.monotonic(); None: never. `work_s`: CPU seconds of this process
    alone. Only the main thread has such clocks."""
    clocks = []
    if until is not None:
        clocks.append((signal.SIGALRM, signal.ITIMER_REAL, until - time.monotonic()))
    if work_s is not None:
        clocks.append((signal.SIGPROF, signal.ITIMER_PROF, work_s))
    if not clocks or threading.current_thread() is not threading.main_thread():
        yield
        return

    def over(_number: int, _frame: object) -> None:
        raise TimeIsOver

    before = [(number, signal.signal(number, over)) for number, _, _ in clocks]
    for _, clock, left_s in clocks:
        signal.setitimer(clock, max(0.001, left_s + grace_s))
    try:
        yield
    finally:
        for _, clock, _ in clocks:
            signal.setitimer(clock, 0)
        for number, handler in before:
            signal.signal(number, handler)

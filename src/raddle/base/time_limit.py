"""Work that ends when the time is over, wherever it is then."""

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
def ending_at(until: float | None, grace_s: float = GRACE_S) -> Iterator[None]:
    """TimeIsOver is raised then. `until`: by time.monotonic(); None: never. Only the main thread has such a clock."""
    if until is None or threading.current_thread() is not threading.main_thread():
        yield
        return

    def over(_number: int, _frame: object) -> None:
        raise TimeIsOver

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, max(0.001, until + grace_s - time.monotonic()))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

"""A signal ends us in time, wherever we are: Python answers one only between its own instructions, and C code goes on.

In: the signals that are to end us, while a command runs. Out: the process ends by itself soon after one came; if it
does not, as in a long walk or in a solver, a thread that does nothing but wait for that clears up and ends it.
"""

import atexit
import os
import select
import signal
import threading
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from typing import Final

GRACE_S: Final = 1.4
"""For ending in the usual way."""
CLEARING_UP_S: Final = 0.5
_OVER: Final = 0
"""No signal's number."""
_KILLED: Final = 128
"""And the number of the signal."""


@contextmanager
def ending_in_time(numbers: Collection[int]) -> Iterator[None]:
    """Meanwhile these end the process, even if their handlers do not get to run. Only in the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    out, into = os.pipe()
    os.set_blocking(into, False)
    before = signal.set_wakeup_fd(into, warn_on_full_buffer=False)
    watcher = threading.Thread(target=_watch, args=(out, frozenset(numbers), os.getpid()), daemon=True)
    watcher.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        with suppress(BlockingIOError):
            os.write(into, bytes([_OVER]))
        watcher.join(GRACE_S)
        for end in (out, into):
            os.close(end)


def _watch(out: int, numbers: frozenset[int], process: int) -> None:
    while True:
        came = os.read(out, 1)[0]
        if came == _OVER:
            return
        if came in numbers:
            if _is_over(out):
                return
            _end(came, process)


def _is_over(out: int) -> bool:
    """Whether the command has ended when the grace is."""
    until = time.monotonic() + GRACE_S
    while select.select([out], [], [], max(0.0, until - time.monotonic()))[0]:
        if os.read(out, 1)[0] == _OVER:
            return True
    return False


def _end(number: int, process: int) -> None:
    """Temporary folders are removed as at any end; what we started ends with us."""
    if os.getpid() != process:
        return
    clearing_up = threading.Thread(target=atexit._run_exitfuncs, daemon=True)
    clearing_up.start()
    clearing_up.join(CLEARING_UP_S)
    with suppress(OSError):
        os.write(2, b"raddle: interrupted\n")
    os._exit(_KILLED + number)

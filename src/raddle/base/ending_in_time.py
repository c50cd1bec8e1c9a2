"""A signal ends us in time, wherever we are: Python answers one only between its own instructions, and C code goes on.

In: the signals that are to end us, while a command runs. Out: the process ends by itself soon after one came; if it
does not, as in a long walk or in a solver, a thread that does nothing but wait for that says the last words, clears up
and ends it.
"""

import atexit
import os
import select
import signal
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from typing import Final

GRACE_S: Final = 1.0
"""For ending in the usual way."""
LAST_WORDS_S: Final = 0.4
CLEARING_UP_S: Final = 0.3
_OVER: Final = 0
"""No signal's number."""
_KILLED: Final = 128
"""And the number of the signal."""

LastWords = Callable[[], int | None]
"""Tells what is known, unless somebody is telling it. Out: the exit status that goes with it; None: nothing is."""


@contextmanager
def ending_in_time(numbers: Collection[int], last_words: LastWords) -> Iterator[None]:
    """Meanwhile these end the process, even if their handlers do not get to run. Only in the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    out, into = os.pipe()
    os.set_blocking(into, False)
    before = signal.set_wakeup_fd(into, warn_on_full_buffer=False)
    arguments = (out, frozenset(numbers), os.getpid(), last_words)
    watcher = threading.Thread(target=_watch, args=arguments, daemon=True)
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


def _watch(out: int, numbers: frozenset[int], process: int, last_words: LastWords) -> None:
    while True:
        came = os.read(out, 1)[0]
        if came == _OVER:
            return
        if came in numbers:
            if _is_over(out):
                return
            _end(came, process, last_words)


def _is_over(out: int) -> bool:
    """Whether the command has ended when the grace is."""
    until = time.monotonic() + GRACE_S
    while select.select([out], [], [], max(0.0, until - time.monotonic()))[0]:
        if os.read(out, 1)[0] == _OVER:
            return True
    return False


def _end(number: int, process: int, last_words: LastWords) -> None:
    """Temporary folders are removed as at any end; what we started ends with us."""
    if os.getpid() != process:
        return
    statuses: list[int | None] = []
    _within(LAST_WORDS_S, lambda: statuses.append(last_words()))
    _within(CLEARING_UP_S, atexit._run_exitfuncs)
    status = statuses[0] if statuses else None
    if status is None:
        with suppress(OSError):
            os.write(2, b"raddle: interrupted\n")
        status = _KILLED + number
    os._exit(status)


def _within(limit_s: float, work: Callable[[], object]) -> None:
    """As far as it comes by then."""

    def unless_it_fails() -> None:
        with suppress(Exception):
            work()

    doing = threading.Thread(target=unless_it_fails, daemon=True)
    doing.start()
    doing.join(limit_s)

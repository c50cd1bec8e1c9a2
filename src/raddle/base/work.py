"""What a limit is: an amount of work, the same however busy the machine is.

A limit of S seconds for one question, one try or one run is S *work seconds*. Whoever counts what he does takes as
much of it as makes a CPU second on the machine of decision 27; for the others it is CPU time, in which waiting for a
processor does not count. Wall time, `until` by time.monotonic(), bounds only the whole: behind it all is open.
"""

import os
import resource
import signal
import time
from typing import Final

Z3_UNITS: Final = 3_000_000
"""Of z3's own count of resources (rlimit), in a work second."""
MOST_Z3_UNITS: Final = (1 << 32) - 1
PROPAGATIONS: Final = 2_000_000
"""Of CaDiCaL."""
LITERALS_LOOKED_AT: Final = 2_000_000
"""Of models and clauses, in Python."""
MOVES: Final = 100_000
"""That the machine makes, of a run of a trace program."""
SEARCHED: Final = 30_000_000
"""Of the search of all states: looks at what a thread does next, and at whether another one matters for that."""
EVENTS: Final = 500_000
"""Of the real program's runs, recorded and walked,"""
EVENTS_TO_START: Final = 10_000
"""with as much for starting it as so many take."""

_PROCESS_CLOCK: Final = 2


def cpu_s() -> float:
    """CPU seconds of this process, and of its children that have ended."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + ended.ru_utime + ended.ru_stime


def cpu_s_of(process: int) -> float:
    """CPU seconds of a child that has not been waited for, with all its threads; its own children do not count."""
    try:
        return time.clock_gettime((~process << 3) | _PROCESS_CLOCK)  # what clock_getcpuclockid(3) answers
    except OSError:  # it is gone, or the system has no such clock
        return 0.0


class Meter:
    """What is left of a limit, as work is counted."""

    def __init__(self, limit_s: float | None, until: float | None = None) -> None:
        """None: no limit. `until`: when the whole has to be over."""
        self._limit_s: Final = limit_s
        self._until: Final = until
        self.spent_s = 0.0

    def spend(self, amount: float, per_s: int = 1) -> None:
        """`per_s`: how much of that makes a work second."""
        self.spent_s += amount / per_s

    @property
    def left_s(self) -> float | None:
        return None if self._limit_s is None else self._limit_s - self.spent_s

    @property
    def is_over(self) -> bool:
        over = self._limit_s is not None and self.spent_s >= self._limit_s
        return over or (self._until is not None and time.monotonic() >= self._until)


class CpuMeter:
    """The same for work that nobody counts: CPU time of this process, and of its children that have ended."""

    def __init__(self, limit_s: float | None) -> None:
        self._limit_s: Final = limit_s
        self._begun_s: Final = cpu_s()

    @property
    def spent_s(self) -> float:
        return cpu_s() - self._begun_s

    @property
    def left_s(self) -> float | None:
        return None if self._limit_s is None else self._limit_s - self.spent_s

    @property
    def is_over(self) -> bool:
        return self._limit_s is not None and self.spent_s >= self._limit_s


def end_behind(limit_s: float | None) -> None:
    """From now on this process may take so much CPU time, wherever it is then; None: as much as it likes. What has no
    handler in Python ends it also inside of a solver: `ended_at_limit` tells."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, 0 if limit_s is None else max(0.001, limit_s))


def ended_at_limit(code: int | None) -> bool:
    """Whether a process that ended so did since its limit was reached (negative: a signal)."""
    return code == -signal.SIGPROF


def processors() -> int:
    return len(os.sched_getaffinity(0))

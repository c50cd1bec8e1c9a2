"""Limits of tests: none depends on how fast or how busy the machine is.

What product functions are given counts work (base/work.py). The clock only guards against what would never end.
"""

import time
from typing import Final

from raddle.base.work import CpuMeter

HANG_S: Final = 600.0
"""By the clock. A test that takes so long hangs."""
WORK_S: Final = 200.0


def soon_enough() -> float:
    """When a whole verification or diagnosis has to be over, as time.monotonic() counts."""
    return time.monotonic() + HANG_S


def work(limit_s: float = WORK_S) -> CpuMeter:
    return CpuMeter(limit_s)

"""One repair of a program of a table, in a process of its own.

In: a C file and its arguments. Out: `Repaired`; None at the limit.
"""

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bench.limited import peak_mb, within
from raddle.pipeline.repairing import DiagnoseOrder, RepairOrder, repair
from raddle.report.progress import Silent
from raddle.report.repaired import Repaired
from raddle.testing.runs import RecordOrder, Sources
from raddle.verify.options import VerifyOptions

GRACE_S = 20.0
"""For what is begun when the time is over."""


@dataclass(frozen=True)
class Repairing:
    repaired: Repaired
    seconds: float
    """All of it: the diagnosis, and compiling and verifying every candidate."""
    peak_mb: float


def repairing(source: Path, arguments: tuple[str, ...], limit_s: float) -> Repairing | None:
    return within(limit_s + GRACE_S, lambda: _repaired(source, arguments, limit_s))


def _repaired(source: Path, arguments: tuple[str, ...], limit_s: float) -> Repairing:
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="raddle-bench-") as folder:
        options = VerifyOptions(until=time.monotonic() + limit_s, witnesses=Path(folder), explain=False)
        order = RecordOrder(Sources((source,)), arguments=arguments)
        found = repair(RepairOrder(DiagnoseOrder(order, options)), lambda note: None, Silent())
    return Repairing(found, time.perf_counter() - begun, peak_mb())

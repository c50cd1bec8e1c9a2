"""One diagnosis of a program of a table, in a process of its own.

In: a built program and its arguments. Out: `Diagnosing`; None at the limit.
"""

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bench.limited import peak_mb, within
from raddle.check.options import Timed
from raddle.diagnose.diagnosing import diagnose
from raddle.diagnose.exploring import explore
from raddle.diagnose.telling import told
from raddle.report.diagnosed import Diagnosed
from raddle.report.progress import Silent
from raddle.testing.given import given_run
from raddle.testing.runs import RecordOrder, load_trace
from raddle.verify.options import VerifyOptions


@dataclass(frozen=True)
class Diagnosing:
    told: Diagnosed
    explore_s: float
    """From the first run to the last: all that the program can do,"""
    diagnose_s: float
    """and from there to the causes; not the compilation."""
    peak_mb: float

    @property
    def seconds(self) -> float:
        return self.explore_s + self.diagnose_s


def diagnosis(program: Path, arguments: tuple[str, ...], limit_s: float) -> Diagnosing | None:
    with tempfile.TemporaryDirectory(prefix="raddle-bench-") as folder:  # ours: a process that is ended leaves its own
        return within(limit_s, lambda: _diagnosed(program, arguments, limit_s, Path(folder)))


def _diagnosed(program: Path, arguments: tuple[str, ...], limit_s: float, folder: Path) -> Diagnosing:
    begun = time.perf_counter()
    until = time.monotonic() + limit_s
    options = VerifyOptions(until=until)
    given = given_run(RecordOrder(program, arguments=arguments), options, folder, lambda note: None)
    explored = explore(given.trace, given.image, options, None, given.wanted, folder, load_trace, Silent(), Timed())
    seen = time.perf_counter()
    found = told(diagnose(explored, until, Silent()))
    return Diagnosing(found, seen - begun, time.perf_counter() - seen, peak_mb())

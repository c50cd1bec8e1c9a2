"""What recording costs in CPU time (user and system) against ThreadSanitizer -O1, both on one core.

Every variant of a program is run in turn, several times over, and the ratio is taken inside each round, so that what
else the machine does falls on all of them. Time is that of the program's process alone: what `raddle record` does
before and after (cached build, checksum) is not in it.
"""

import os
import resource
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.programs_run import LIMIT_S, build, programs_of, read_recording, toolchain
from bench.table import Cell, Column, Growth, Row
from raddle.base.errors import ToolError
from raddle.base.process import run as run_command
from raddle.capture.build import build_program
from raddle.capture.image import load_image
from raddle.capture.run import RunRequest, run_program

title = "Capture: CPU time on one core"
default_size = 10_000_000
columns = (
    Column("program", "program"),
    Column("plain_s", "-O0 s", ".3f"),
    Column("fast_s", "-O2 s", ".3f"),
    Column("sanitised_s", "TSan -O1 s", ".3f"),
    Column("recorded_s", "recorded s", ".3f"),
    Column("ratio", "times TSan", ".2f"),
    Column("to_plain", "times -O0", ".2f"),
    Column("to_fast", "times -O2", ".2f"),
    Column("system_share", "system", ".0%"),
    Column("events", "events", ",d"),
    Column("per_event_ns", "ns/event", ".1f"),
    Column("bytes_per_event", "bytes/event", ".2f"),
)
paper: dict[str, dict[str, Cell]] = {
    "prototype (one kernel)": {"times TSan -O1": "5 to 9"},
    "goal at the median": {"times TSan -O1": 3, "ambition": 1.5},
}
growth: Growth | None = None

ROUNDS = 7


@dataclass(frozen=True, slots=True)
class Cpu:
    user_s: float
    system_s: float

    @property
    def all_s(self) -> float:
        return self.user_s + self.system_s


@dataclass(frozen=True, slots=True)
class Round:
    """Each variant once."""

    plain: Cpu
    fast: Cpu
    sanitised: Cpu
    recorded: Cpu


def run(size: int) -> list[Row]:
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="raddle-bench-") as folder, on_one_core():
        for source in programs_of("capture"):
            print(f"measuring {source.stem}", file=sys.stderr)
            rows.append(_measure(source, str(size), Path(folder)))
    return [*rows, _median(rows)]


def _measure(source: Path, size: str, folder: Path) -> Row:
    recording = folder / f"{source.stem}.rdl"
    plain = _native(source, folder / "plain", size, "-O0")
    fast = _native(source, folder / "fast", size, "-O2")
    sanitised = _native(source, folder / "sanitised", size, "-O1", "-g", "-fsanitize=thread")
    image = load_image(build_program([source], [], folder / "recorded").program)
    request = RunRequest(image, recording, (size,), limit_s=LIMIT_S)

    def recorded() -> None:
        if run_program(request).status != 0:
            raise ToolError(f"{source.stem} failed while it was recorded")

    rounds = [Round(cpu_of(plain), cpu_of(fast), cpu_of(sanitised), cpu_of(recorded)) for _ in range(ROUNDS)]
    found = read_recording(recording)
    recording.unlink()
    recorded_s = _middle(rounds, lambda one: one.recorded.all_s)
    return {
        "program": source.stem,
        "plain_s": _middle(rounds, lambda one: one.plain.all_s),
        "fast_s": _middle(rounds, lambda one: one.fast.all_s),
        "sanitised_s": _middle(rounds, lambda one: one.sanitised.all_s),
        "recorded_s": recorded_s,
        "ratio": _middle(rounds, lambda one: one.recorded.all_s / one.sanitised.all_s),
        "to_plain": _middle(rounds, lambda one: one.recorded.all_s / one.plain.all_s),
        "to_fast": _middle(rounds, lambda one: one.recorded.all_s / one.fast.all_s),
        "system_share": _middle(rounds, lambda one: one.recorded.system_s / one.recorded.all_s),
        "events": found.events,
        "per_event_ns": recorded_s / max(found.events, 1) * 1e9,
        "bytes_per_event": found.bytes / max(found.events, 1),
    }


def _middle(rounds: list[Round], figure: Callable[[Round], float]) -> float:
    return statistics.median(map(figure, rounds))


def _median(rows: list[Row]) -> Row:
    found: dict[str, Cell] = {"program": "median"}
    for key in ("ratio", "to_plain", "to_fast", "system_share", "per_event_ns", "bytes_per_event"):
        found[key] = statistics.median(cell for row in rows if isinstance(cell := row[key], float))
    return found


def _native(source: Path, program: Path, size: str, *flags: str) -> Callable[[], None]:
    if not any(build(source, program, *flags, compiler=compiler) for compiler in _compilers()):
        raise ToolError(f"{source} cannot be built with {' '.join(flags)}")

    def once() -> None:
        finished = run_command([program, size], limit_s=LIMIT_S, fixed_addresses=True)
        if not finished.ok:
            raise ToolError(f"{source.stem}: {finished.ending}", command=finished.command, output=finished.stderr)

    return once


def _compilers() -> list[tuple[str, ...]]:
    """Raddle's clang, else the system's gcc: zig brings no ThreadSanitizer of its own."""
    found = [toolchain().command] if toolchain().kind == "clang" else []
    return [*found, *((path,) for path in [shutil.which("gcc")] if path)]


def cpu_of(work: Callable[[], None]) -> Cpu:
    """The CPU time of the processes that the work starts and waits for."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Cpu(after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime)


@contextmanager
def on_one_core() -> Iterator[None]:
    """For us and for what we start."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)

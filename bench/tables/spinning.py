"""How much waiting in loops adds to a recording: the fair first run of `check`, against the shortest of runs in several
orders (what such a run does is all useful), and against the same fair run where spinning is not noticed."""

import tempfile
from pathlib import Path

from bench.table import Cell, Column, Growth, Row
from raddle.capture.control import Control, DefaultPolicy, FirstPolicy, LastPolicy, Policy, RandomPolicy
from raddle.capture.run import Output
from raddle.testing.runs import RecordOrder, Sources, build, record
from raddle.trace.recorded import Recording
from raddle.verify.options import QUANTUM

title = "Spinning"
default_size = 20
"""Random orders."""
columns = (
    Column("program", "program"),
    Column("useful", "fewest events", ",d"),
    Column("events", "events", ",d"),
    Column("ratio", "times", ".1f"),
    Column("ignored", "spinning not noticed", ",d"),
    Column("ended", "which ended by"),
)
paper: dict[str, dict[str, Cell]] = {}
growth: Growth | None = None

PROGRAMS = Path(__file__).parents[2] / "tests" / "spinning"
MEASURED = (
    ("spsc_ring.c", ()),
    ("spsc_ring.c", ("-DITEMS=40",)),
    ("spinning_pool.c", ()),
    ("ticket_lock.c", ()),
    ("flag_loop.c", ()),
)
MOST_EVENTS = 100_000


def run(size: int) -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="raddle-bench-") as folder:
        return [_measured(PROGRAMS / name, flags, Path(folder), size) for name, flags in MEASURED]


def _measured(source: Path, flags: tuple[str, ...], folder: Path, size: int) -> Row:
    program = build(Sources((source,), flags), lambda _: None)
    fair, ignored = (_run(program, folder, DefaultPolicy(), notices=one) for one in (True, False))
    threads = [thread.path for thread in fair.threads]
    orders: list[Policy] = [*map(FirstPolicy, threads), *map(LastPolicy, threads), *map(RandomPolicy, range(size))]
    useful = min(fair.events, *(_run(program, folder, policy, notices=True).events for policy in orders))
    return {
        "program": " ".join((source.name, *flags)),
        "useful": useful,
        "events": fair.events,
        "ratio": fair.events / useful,
        "ignored": ignored.events,
        "ended": ignored.outcome,
    }


def _run(program: Path, folder: Path, policy: Policy, *, notices: bool) -> Recording:
    control = Control(policy=policy, quantum=QUANTUM, events=MOST_EVENTS, notices_spinning=notices)
    return record(RecordOrder(program, folder / "run.rdl", control=control, output=Output.CAPTURED), lambda _: None)

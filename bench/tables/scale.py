"""Long runs: time and memory of each stage against the visible events of the run.

The size is that of the largest run with private work (10^6 events); sizes grow to it from 10^3. The run with shared
work has a fifth of it as accesses (200,000 under 50 locks). `exponent` is log(time ratio) / log(events ratio) against
the next smaller run: 1 is linear. Properties have 10 s each and are those of `check`, which stops at an assertion's
first violation; of the shared run some, evenly spread.
"""

import math
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.limited import within
from bench.prediction import spread
from bench.programs_run import PROGRAMS
from bench.staged import Stopwatch, built, by_site, staged, warmed
from bench.table import Cell, Column, Growth, Row
from raddle.capture.image import ProgramImage
from raddle.check import CheckOptions, decide
from raddle.check.assertions import Seen
from raddle.check.shares import Share
from raddle.decide.answers import Undecided, Violated
from raddle.predict.decide import Limits
from raddle.report.progress import Silent

title = "Long runs"
default_size = 1_000_000
columns = (
    Column("run", "run"),
    Column("events", "visible events", ",d"),
    Column("model_events", "trace program", ",d"),
    Column("stage", "stage"),
    Column("seconds", "s", ".3f"),
    Column("per_million_s", "s per million", ".2f"),
    Column("exponent", "exponent", ".2f"),
    Column("peak_mb", "peak MB", ".0f"),
    Column("properties", "properties"),
    Column("decided", "decided"),
    Column("share", "share", ".0%"),
    Column("violated", "violated"),
)
paper: dict[str, dict[str, Cell]] = {}
growth: Growth | None = Growth(x="events", y="seconds", series="stage")

SMALLEST = 1_000
CELLS = 8
"""Of a private block: small, so that also the smallest run has all its updates."""
UPDATES = (10, 100)
LIMIT_S = 10.0
PROPERTIES = 20
"""Executions of each assertion in the run with shared work."""


@dataclass(frozen=True)
class Scaled:
    """One run: seconds and memory by stage, and what became of its properties."""

    events: int
    model_events: int
    seconds: dict[str, float]
    peak_mb: dict[str, float]
    properties: int
    decided: int
    violated: int


def run(size: int) -> list[Row]:
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="raddle-bench-") as folder:
        for updates in UPDATES:
            rows.extend(private_rows(sizes_to(size), updates, Path(folder)))
        rows.extend(shared_rows(size // 5, Path(folder)))
    return rows


def sizes_to(size: int) -> list[int]:
    """By powers of ten; the last is the size itself."""
    powers = (SMALLEST * 10**n for n in range(12))
    return [*(one for one in powers if one < size), size]


def private_rows(sizes: Sequence[int], updates: int, folder: Path) -> Iterator[Row]:
    before: Scaled | None = None
    for size in sizes:
        flags = (f"-DSIZE={size}", f"-DUPDATES={updates}", f"-DCELLS={CELLS}")
        scaled = measure(PROGRAMS / "scale_private.c", flags, folder)
        if before is not None and scaled.events <= before.events:
            continue  # the updates alone take more
        yield from rows_of(f"private, {updates} updates", scaled, before)
        before = scaled


def shared_rows(accesses: int, folder: Path) -> Iterator[Row]:
    flags = (f"-DACCESSES={accesses}", f"-DCHECKS={min(400, accesses // 100)}")
    yield from rows_of("shared", measure(PROGRAMS / "scale_shared.c", flags, folder, most=PROPERTIES), None)


def measure(source: Path, flags: tuple[str, ...], folder: Path, most: int | None = None) -> Scaled:
    """In a process of its own, so that its memory is its own."""
    image = built(source, flags)
    within(None, lambda: warmed(image, folder) and None)
    scaled = within(None, lambda: _measured(image, folder, most))
    assert scaled is not None
    return scaled


def _measured(image: ProgramImage, folder: Path, most: int | None) -> Scaled:
    found = staged(image, folder)
    groups = [spread(goals, most) for goals in by_site(found)]
    watch = Stopwatch()
    options = CheckOptions(limits=Limits(seconds=LIMIT_S))
    verdicts = decide(found.encoder, groups, options, Share(LIMIT_S), Seen(found.ctp), Silent())
    watch.over("predict")
    answers = [verdict for group in verdicts for verdict in group]
    return Scaled(
        events=found.events,
        model_events=len(found.ctp.events),
        seconds=found.seconds | watch.seconds,
        peak_mb=found.peak_mb | watch.peak_mb,
        properties=len(answers),
        decided=sum(not isinstance(verdict, Undecided) for verdict in answers),
        violated=sum(isinstance(verdict, Violated) for verdict in answers),
    )


def rows_of(name: str, scaled: Scaled, before: Scaled | None) -> Iterator[Row]:
    for stage, took in scaled.seconds.items():
        row: dict[str, Cell] = {
            "run": name,
            "events": scaled.events,
            "model_events": scaled.model_events,
            "stage": f"{name}: {stage}",
            "seconds": took,
            "per_million_s": took / scaled.events * 1e6,
            "exponent": None if before is None else _exponent(scaled, before, stage),
            "peak_mb": scaled.peak_mb[stage],
        }
        if stage == "predict":
            share = scaled.decided / scaled.properties if scaled.properties else None
            row |= {"properties": scaled.properties, "decided": scaled.decided, "share": share}
            row["violated"] = scaled.violated
        yield row


def _exponent(scaled: Scaled, before: Scaled, stage: str) -> float:
    return math.log(scaled.seconds[stage] / before.seconds[stage]) / math.log(scaled.events / before.events)

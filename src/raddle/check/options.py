"""What a check is asked to do, and what it takes of time."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from raddle.base.errors import UserError
from raddle.model.choice import CheckEncoding, Model
from raddle.model.memory import SEQUENTIAL, MemoryModel
from raddle.predict.decide import Limits
from raddle.report.properties import PROPERTIES, Property
from raddle.trace.blocks import AtomicBlocks

IN_THE_PAPER: Final[tuple[Property, ...]] = ("assertions", "exit")
"""What the published formula answers."""


@dataclass(frozen=True, slots=True)
class CheckOptions:
    limits: Limits = field(default_factory=Limits)
    jobs: int = 1
    witnesses: Path = Path()
    """The folder where they go."""
    replay_limit_s: float | None = None
    before: str | None = None
    """A shell command that goes before each run; None: the recording's own."""
    most_bytes: int | None = None
    """For the recording of each replay."""
    until: float | None = None
    """When all of it has to be over, by time.monotonic(),"""
    budget_s: float | None = None
    """and how long that is from the beginning, to be told."""
    properties: tuple[Property, ...] = PROPERTIES
    """What is looked for."""
    model: Model = "symbolic"
    memory: MemoryModel = SEQUENTIAL
    """Another one only where a trace program is checked that no program is behind."""
    encoding: CheckEncoding = "orders"
    """paper: the formula of the predictive analysis paper alone, with nothing before it or in its place."""
    atomic: AtomicBlocks = field(default_factory=AtomicBlocks)
    baseline: bool = False
    """Also say what lock sets and acquisition histories alone would call a violation of atomicity."""

    other_paths: bool = False
    """Where nothing is found, go on with paths that the recorded run did not take."""
    complete: bool = False
    """Nothing but a proof for all executions under this input will do."""
    explain: bool = True
    """Say why the findings fail, as far as that is cheap."""

    def demand_sequential(self, where: Path) -> None:
        """What is found has to be run, and the runtime is sequentially consistent."""
        if self.memory is not SEQUENTIAL:
            advice = "show --program writes a trace program as text"
            what = f"it is checked under sequential consistency alone, not under {self.memory.name}"
            raise UserError(what, where=where, advice=advice)

    def left_s(self) -> float | None:
        return None if self.until is None else max(0.0, self.until - time.monotonic())


class Timed:
    """Seconds by stage."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        begun = time.monotonic()
        yield
        self.seconds[name] = self.seconds.get(name, 0.0) + time.monotonic() - begun

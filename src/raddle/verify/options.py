"""What a verification is asked to do."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from raddle.base.work import CpuMeter
from raddle.report.properties import Property

Encoding = Literal["orders", "steps"]
ENCODINGS: Final[tuple[Encoding, ...]] = ("orders", "steps")
PROVABLE: Final[tuple[Property, ...]] = ("assertions", "exit", "races", "deadlocks", "memory", "misuse")
MOST_STEPS: Final = 5_000
MOST_ALONE: Final = 1_000_000
"""Visible events of a run while there is only one thread: a test framework has many of them."""
QUANTUM: Final = 100
"""Visible events after which a thread lets others run: one that spins until another has done something is not to spin
for long."""
MOST_RUNS: Final = 5_000
MOST_RANDOM_RUNS: Final = 10
IN_VAIN: Final = 3
"""Random runs in a row that add nothing, after which no more are made."""
MOST_LOOKED_AT: Final = 60
"""Runs in fixed and in random orders that are only looked at, where nothing is proved,"""
MOST_EVENTS_LOOKED_AT: Final = 100_000
"""and after how many visible events of theirs together no more are made."""


@dataclass(frozen=True, slots=True)
class VerifyOptions:
    properties: tuple[Property, ...] = ("assertions", "exit")
    """What is proved or refuted; assertions are always among them. That no lock is misused is part of all of them."""
    steps: int = MOST_STEPS
    """Visible events of one thread, from its beginning, up to which its ways are followed. What it does while there is
    no other does not count."""
    most_runs: int = MOST_RUNS
    random_runs: int = MOST_RANDOM_RUNS
    looked_at: int = MOST_LOOKED_AT
    until: float | None = None
    """When all of it has to be over, by time.monotonic(),"""
    budget_s: float | None = None
    """and how long that is from the beginning."""
    work: CpuMeter | None = None
    """What may be done until then; None: all that can be."""
    jobs: int = 1
    encoding: Encoding = "orders"
    seed: int = 1
    """Of the random runs."""
    run_limit_s: float | None = None
    witnesses: Path = Path()
    """The folder where they go."""
    called: str = ""
    """What their names begin with; empty: the program's."""
    most_bytes: int | None = None
    """For the recording of each run."""
    explain: bool = True
    certificate: Path | None = None
    """Where a proof is written."""
    again: bool = False
    """Prove also what was proved before, and is unchanged."""

    def left_s(self) -> float | None:
        """Of both, the less."""
        by_clock = None if self.until is None else self.until - time.monotonic()
        of_work = None if self.work is None else self.work.left_s
        left = [one for one in (by_clock, of_work) if one is not None]
        return max(0.0, min(left)) if left else None

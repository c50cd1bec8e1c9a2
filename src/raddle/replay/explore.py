"""Every schedule of a small program, one of each equivalence class: in: `ExploreOrder`; out: `Exploration`.

Runs the real program under the schedules that replay/search.py asks for. An oracle for everything that predicts.
"""

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from raddle.base.process import signal_name
from raddle.base.segments import Segment
from raddle.capture.control import Control
from raddle.capture.image import ProgramImage
from raddle.capture.run import ProgramRun, RunRequest, run_program
from raddle.replay.search import Exploration, Forced, Observed, Reduction, search
from raddle.replay.steps import read_execution
from raddle.trace.recording import load_recording

AS_FAR_AS_IT_GOES: Final = 1 << 40


@dataclass(frozen=True, slots=True)
class ExploreOrder:
    image: ProgramImage
    arguments: tuple[str, ...] = ()
    stdin: bytes = b""
    most_runs: int = 100_000
    most_events: int = 100_000
    """A run with more is ended and counts as limited."""
    limit_s: float = 60.0
    """Of CPU time, for one run; one that takes more is ended and counts as limited."""
    spurious: bool = False
    with_ir: bool = False
    """Recordings are such that they can be walked."""
    reduction: Reduction = Reduction.RACES


def explore(order: ExploreOrder) -> Exploration:
    with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
        recording = Path(scratch) / "explore.rdl"
        return search(lambda forced: _run(order, forced, recording), order.reduction, order.most_runs)


def ending_of(run: ProgramRun) -> str:
    """How a run ended, in one line: what it printed, or what stopped it."""
    if run.outcome == "deadlock":
        return "deadlock"
    if run.timed_out:
        return "time limit"
    if run.signal is not None:
        return f"signal {signal_name(run.signal).removeprefix('SIG')}"
    if run.outcome in ("assume", "error", "diverged"):
        return run.outcome
    printed = " / ".join(run.stdout.decode("utf-8", "replace").strip().splitlines())
    return printed if run.status == 0 else f"{printed} (exit status {run.status})".strip()


def _run(order: ExploreOrder, forced: Forced, recording: Path) -> Observed:
    # Not strict: the segments of those who are awake are followed as far as they go; search checks the rest itself.
    awake = [Segment(thread, AS_FAR_AS_IT_GOES) for thread in forced.awake]
    control = Control(
        segments=(*forced.schedule.segments, *awake),
        wakes=forced.schedule.wakes,
        explore=True,
        spurious=order.spurious,
        events=order.most_events,
        watchdog=False,
    )
    run = run_program(
        RunRequest(
            image=order.image,
            recording=recording,
            arguments=order.arguments,
            control=control,
            stdin=order.stdin,
            limit_s=order.limit_s,
            with_ir=order.with_ir,
        )
    )
    crashed = run.signal is not None and not run.timed_out and run.outcome in ("running", "exit", "unknown")
    execution = read_execution(load_recording(run.recording), crashed=crashed)
    return Observed(execution, ending_of(run), limited=run.timed_out or run.outcome == "limit")

"""The fewest orderings that any passing schedule of a small program flips: by running one of each equivalence class."""

from pathlib import Path

from raddle.base.segments import Segment
from raddle.capture.control import Control
from raddle.capture.image import ProgramImage
from raddle.capture.run import RunRequest, run_program
from raddle.explain.contrast.flips import count_flips
from raddle.explain.contrast.operations import Operations
from raddle.explain.contrast.passing import passes
from raddle.replay.explore import AS_FAR_AS_IT_GOES, ending_of
from raddle.replay.outcome import Outcome
from raddle.replay.search import Forced, Observed, search
from raddle.replay.steps import read_execution
from raddle.trace.recording import load_recording


def fewest_flips(image: ProgramImage, failing: Operations, expected: Outcome, folder: Path) -> int | None:
    """None: no schedule passes."""
    found: list[int] = []

    def run(forced: Forced) -> Observed:
        awake = [Segment(thread, AS_FAR_AS_IT_GOES) for thread in forced.awake]
        segments = (*forced.schedule.segments, *awake)
        control = Control(segments=segments, wakes=forced.schedule.wakes, explore=True, watchdog=False)
        made = run_program(RunRequest(image=image, recording=folder / "explore.rdl", control=control, limit_s=60.0))
        recording = load_recording(made.recording)
        trace = passes(recording, expected, failing)
        if trace is not None:
            found.append(count_flips(failing, Operations.of(trace)))
        crashed = made.signal is not None and made.outcome in ("running", "exit", "unknown")
        return Observed(read_execution(recording, crashed=crashed), ending_of(made))

    assert search(run).exhausted
    return min(found, default=None)

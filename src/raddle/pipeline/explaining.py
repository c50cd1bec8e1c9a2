"""`explain`: a witness, run again, or a failing recording -> its slice, and the nearest run that passes."""

import tempfile
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path

from raddle.explain.contrast.budget import Budget
from raddle.explain.contrast.difference import NothingPassed, contrast_of
from raddle.explain.explained import Asked, explained
from raddle.explain.failing_run import failing_run
from raddle.replay.order import ReplayOrder, is_recording
from raddle.replay.outcome import outcome_of
from raddle.replay.replay import ReplayRequest
from raddle.report.explanation import Explanation
from raddle.report.progress import Stages
from raddle.testing.runs import Say, load_given_trace
from raddle.trace.given import judging_given
from raddle.trace.walk_fast import walk_fast


@dataclass(frozen=True, slots=True)
class ExplainOrder:
    """What `explain` is asked to do. `target`: a witness, or the recording of a run that failed."""

    target: Path
    asked: Asked = field(default_factory=Asked)
    contrast: Budget | None = field(default_factory=Budget)
    """None: no other run is looked for."""
    stdin: bytes | None = b""
    """For a witness that does not hold its own."""
    trusted: bool = False
    """Whether the program of a file that is not the user's own is run."""


def explain(order: ExplainOrder, say: Say, progress: Stages) -> Explanation:
    """Why a run fails. That of a witness is run again; a recording is taken as it is. Schedules near its own are really
    run, until one passes; what the few statements are that make it fail is found in the recording alone."""
    with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
        progress.stage("running")
        if is_recording(order.target):
            load_given_trace(order.target)  # what does not fit together in it is said at once
        replayed = ReplayOrder(target=order.target, stdin=order.stdin, until=order.asked.until, trusted=order.trusted)
        run_again = order.contrast is not None
        recording, request = failing_run(replayed, Path(scratch) / "failing.rdl", say, run_again=run_again)
        expected = request.expected if isinstance(request, ReplayRequest) else None
        asked, notes = order.asked, list[str]()
        if order.contrast is not None and isinstance(request, str):
            notes.append(f"no passing run was looked for: {request}")
        elif order.contrast is not None and isinstance(request, ReplayRequest):
            progress.stage("looking for a run that passes")
            found = contrast_of(request, walk_fast(recording), order.contrast)
            if isinstance(found, NothingPassed):
                notes.append(str(found))
                asked = replace(asked, none_passes=found.all_kinds)
            else:
                asked = replace(asked, contrast=found)
        progress.stage(f"explaining a run of {recording.events} events")
        with judging_given(order.target) if is_recording(order.target) else nullcontext():
            told = explained(recording, expected or outcome_of(recording), asked)
        return replace(told, notes=(*told.notes, *notes))

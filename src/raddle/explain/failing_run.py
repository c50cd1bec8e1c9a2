"""The run that is to be explained: in: a witness, or the recording of a run that failed. Out: the recording."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from raddle.base.errors import ToolError, UserError
from raddle.capture.run import Output
from raddle.replay.order import ReplayOrder, is_recording, replay_request
from raddle.replay.outcome import has_failed, outcome_of
from raddle.replay.replay import Confirmed, ReplayRequest, replay
from raddle.replay.witness import is_witness
from raddle.report.replay_text import not_again
from raddle.trace.recorded import Recording
from raddle.trace.recording import load_recording

EXPLAIN_ADVICE: Final = "raddle check PROGRAM looks for a run that fails, and writes a witness of it"


def failing_run(
    order: ReplayOrder, keep: Path, say: Callable[[str], None], *, run_again: bool
) -> tuple[Recording, ReplayRequest | str]:
    """And how to run it again; or why that cannot be (empty: nobody wants to)."""
    if is_witness(order.target):
        request = replace(replay_request(order, keep, say), output=Output.CAPTURED)
        result = replay(request)
        if not isinstance(result, Confirmed):
            raise ToolError(not_again(result))
        return load_recording(result.run.recording), request
    if not is_recording(order.target):
        raise UserError("neither a witness nor a recording", where=order.target, advice=EXPLAIN_ADVICE)
    recording = load_recording(order.target)
    if not has_failed(recording):
        what = f"this run did not fail: it ended with {outcome_of(recording)}"
        raise UserError(what, where=order.target, advice=EXPLAIN_ADVICE)
    if not run_again:
        return recording, ""
    try:
        return recording, replace(replay_request(order, keep, say), output=Output.CAPTURED, original=None)
    except UserError as error:
        return recording, f"{error.where}: {error.what}"

"""The run that others start from: in: what is to be run, a witness, or a recording. Out: `Given`."""

from dataclasses import dataclass, replace
from pathlib import Path

from raddle.base.errors import ToolError
from raddle.capture.image import ProgramImage, load_image
from raddle.capture.run import Output
from raddle.replay.order import ReplayOrder, is_recording, replay_request
from raddle.replay.outcome import Outcome, has_failed, outcome_of
from raddle.replay.replay import Confirmed, ReplayRequest, replay
from raddle.replay.witness import is_witness
from raddle.report.replay_text import not_again
from raddle.testing.runs import RecordOrder, Say, load_given_trace, load_trace, same_test
from raddle.testing.tests import first_run
from raddle.trace.recording import load_recording
from raddle.trace.walk import Trace
from raddle.verify.options import VerifyOptions


@dataclass(frozen=True)
class Given:
    trace: Trace
    image: ProgramImage
    wanted: Outcome | None
    """The failure in question; None: any."""
    witness: Path | None = None
    """Of that run, where there is one."""

    @property
    def test(self) -> RecordOrder:
        """The program under the inputs of that run."""
        return same_test(self.trace.recording, self.image.path)


def is_given_run(target: Path) -> bool:
    """Whether it is a witness or a recording, rather than something to be run."""
    return target.is_file() and (is_witness(target) or is_recording(target))


def given_run(target: RecordOrder | ReplayOrder, options: VerifyOptions, folder: Path, say: Say) -> Given:
    """Of a witness the run that it promises: ToolError where that does not come. `folder`: for what is recorded."""
    if isinstance(target, RecordOrder):
        order = replace(target, recording=target.recording or folder / "first.rdl", output=Output.CAPTURED)
        trace = load_trace(first_run(order, options, say))
        return Given(trace, load_image(Path(trace.recording.meta.program)), None)
    request = request_of(target, folder / "first.rdl", say)
    if is_recording(target.target):
        recording = load_recording(target.target)
        failed = outcome_of(recording) if has_failed(recording) else None
        return Given(load_given_trace(target.target), request.image, failed)
    return Given(load_trace(failed_again(request)), request.image, request.expected, target.target)


def failed_again(request: ReplayRequest) -> Path:
    """The recording of a run that shows what is expected: ToolError where that does not come."""
    result = replay(request)
    if not isinstance(result, Confirmed):
        raise ToolError(not_again(result))
    return result.run.recording


def request_of(target: ReplayOrder, keep: Path, say: Say) -> ReplayRequest:
    return replace(replay_request(target, keep, say), output=Output.CAPTURED)

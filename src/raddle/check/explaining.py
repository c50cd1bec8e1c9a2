"""Why the findings fail: each confirmed one is explained, as far as that is cheap. Nothing of a check depends on it."""

import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from raddle.base.errors import InternalError, RaddleError, ToolError
from raddle.capture.run import Output
from raddle.replay.order import ReplayOrder, replay_request
from raddle.replay.outcome import Outcome, has_failed, outcome_of
from raddle.replay.replay import Confirmed, CutOff, replay
from raddle.report.explanation import Explanation
from raddle.report.progress import Stages
from raddle.report.result import Finding
from raddle.trace.recorded import Recording
from raddle.trace.recording import load_recording

LIMIT_S: Final = 10.0
"""Of CPU time, for running the program once more, and for the explanation of that run."""
MOST_EVENTS: Final = 100_000
MOST_FINDINGS: Final = 8


@dataclass(frozen=True, slots=True)
class Explained:
    findings: tuple[Finding, ...]
    notes: tuple[str, ...] = ()


def with_explanations(own: Recording, findings: Iterable[Finding], until: float | None, progress: Stages) -> Explained:
    """In their order; one that cannot be explained stays as it is. After the first that takes too long no other one is
    tried. `own`: the given run. `until`: when the whole has to be over, by time.monotonic()."""
    found, whys, left = [], dict[str, int](), MOST_FINDINGS
    for finding in findings:
        if finding.status != "confirmed" or finding.witness is None or finding.kind == "misuse":
            found.append(finding)
            continue
        progress.stage("explaining")
        answer = _explained(own, finding, until) if left else "enough others were"
        left = 0 if isinstance(answer, ToolError) else max(0, left - 1)
        if isinstance(answer, Explanation):
            found.append(replace(finding, explanation=answer))
            continue
        found.append(finding)
        why = answer if isinstance(answer, str) else _in_short(answer)
        whys[why] = whys.get(why, 0) + 1
    notes = (f"not explained: {number} finding{'s' * (number > 1)}: {why}" for why, number in whys.items())
    return Explained(tuple(found), tuple(notes))


def _explained(own: Recording, finding: Finding, until: float | None) -> Explanation | RaddleError | str:
    """Or why not."""
    from raddle.explain.explained import Asked, explained  # noqa: PLC0415  most checks find nothing

    if own.events > MOST_EVENTS:
        return f"the run is long (raddle explain {finding.witness} takes its time)"
    try:
        with tempfile.TemporaryDirectory(prefix="raddle-") as scratch:
            failing = _failing(own, finding, Path(scratch) / "failing.rdl", until)
            if isinstance(failing, str):
                return failing
            asked = Asked(count_more=False, limit_s=LIMIT_S, until=until, passes=not finding.observed)
            return explained(*failing, asked)
    except RaddleError as error:
        return error


def _failing(own: Recording, finding: Finding, keep: Path, until: float | None) -> tuple[Recording, Outcome] | str:
    """The recording of the failing run, and what it shows; or why there is none."""
    if finding.observed and has_failed(own):
        return own, outcome_of(own)
    assert finding.witness is not None
    order = ReplayOrder(target=finding.witness, stdin=own.stdin, limit_s=LIMIT_S, until=until, trusted=True)
    request = replace(replay_request(order, keep, lambda _: None), output=Output.CAPTURED)
    result = replay(request)
    if isinstance(result, CutOff):
        return "the run was cut off at its time limit"
    if not isinstance(result, Confirmed):
        return "the failure did not come again"
    return load_recording(result.run.recording), request.expected or result.seen


def _in_short(error: RaddleError) -> str:
    """Our own mistakes are not hidden: they are told in one line."""
    lines = str(error).strip().splitlines()
    return f"{lines[0]}: {lines[-1]}" if isinstance(error, InternalError) and len(lines) > 1 else lines[0]

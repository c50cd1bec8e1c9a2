"""A C program, explored: what `diagnose` begins with."""

import tempfile
import time
from pathlib import Path

from raddle.capture.image import load_image
from raddle.capture.run import Output
from raddle.check.options import Timed
from raddle.diagnose.explored import Explored
from raddle.diagnose.exploring import explore
from raddle.replay.outcome import Outcome
from raddle.report.progress import Silent
from raddle.testing import RecordOrder, Sources, first_run, load_trace
from raddle.verify.options import VerifyOptions

LIMIT_S = 60.0


def explored_of(
    source: Path,
    *arguments: str,
    flags: tuple[str, ...] = ("-w",),
    unwind: int | None = None,
    wanted: Outcome | None = None,
    limit_s: float = LIMIT_S,
    steps: int | None = None,
) -> Explored:
    options = VerifyOptions(until=time.monotonic() + limit_s, **({} if steps is None else {"steps": steps}))
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as scratch:
        folder = Path(scratch)
        order = RecordOrder(Sources((source,), flags), folder / "run.rdl", arguments, output=Output.CAPTURED)
        first = load_trace(first_run(order, options, lambda _: None))
        image = load_image(Path(first.recording.meta.program))
        return explore(first, image, options, unwind, wanted, folder, load_trace, Silent(), Timed())

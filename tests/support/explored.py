"""A C program, explored: what `diagnose` begins with."""

import tempfile
from dataclasses import replace
from pathlib import Path

from raddle.capture.image import load_image
from raddle.capture.run import Output
from raddle.check.options import Timed
from raddle.diagnose.explored import Explored
from raddle.diagnose.exploring import explore
from raddle.replay.outcome import Outcome
from raddle.report.progress import Silent
from raddle.testing.runs import RecordOrder, Sources, load_trace
from raddle.testing.tests import first_run
from raddle.verify.options import VerifyOptions
from tests.support.limits import soon_enough, work


def explored_of(
    source: Path,
    *arguments: str,
    flags: tuple[str, ...] = ("-w",),
    unwind: int | None = None,
    wanted: Outcome | None = None,
    steps: int | None = None,
) -> Explored:
    options = VerifyOptions(until=soon_enough(), **({} if steps is None else {"steps": steps}))
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as scratch:
        folder = Path(scratch)
        order = RecordOrder(Sources((source,), flags), folder / "run.rdl", arguments, output=Output.CAPTURED)
        first = load_trace(first_run(order, options, lambda _: None))
        image = load_image(Path(first.recording.meta.program))
        options = replace(options, work=work())  # what builds it does not count
        return explore(first, image, options, unwind, wanted, folder, load_trace, Silent(), Timed())

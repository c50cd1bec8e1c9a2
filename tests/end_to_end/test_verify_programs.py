"""`verify` on every program of tests/verify: the first lines say what it comes to (tests/support/verify_programs.py).

That those lines are true, the explorer says: tests/campaigns/known_verdicts.py.
"""

from pathlib import Path

import pytest

from raddle.capture.run import Output
from raddle.pipeline.verifying import VerifyOrder, verify
from raddle.report.progress import Silent
from raddle.report.properties import Property
from raddle.report.verified import Verified
from raddle.testing.runs import RecordOrder, Sources
from raddle.verify.options import MOST_LOOKED_AT, VerifyOptions
from tests.support.limits import soon_enough, work
from tests.support.verify_programs import programs, promised

PROGRAMS = programs()
SEEN = [source for source in PROGRAMS if promised(source).verdict == "bug" and promised(source).reason]
OTHERS = [(source, name) for source in PROGRAMS for name in promised(source).properties]

pytestmark = [pytest.mark.native, pytest.mark.compiler]


def verified(source: Path, folder: Path, *properties: Property, looked_at: int = MOST_LOOKED_AT) -> Verified:
    options = VerifyOptions(
        looked_at=looked_at,
        properties=("assertions", *properties),
        until=soon_enough(),
        work=work(),
        witnesses=folder,
        explain=False,
        again=True,
    )
    order = RecordOrder(Sources((source,)), output=Output.CAPTURED)
    return verify(VerifyOrder(order, options), lambda note: None, Silent())


@pytest.mark.parametrize("source", PROGRAMS, ids=lambda path: path.stem)
def test_the_verdict_is_the_one_that_the_program_promises(source: Path, tmp_path: Path) -> None:
    promise, found = promised(source), verified(source, tmp_path)
    assert (found.verdict, found.reason if promise.verdict != "unknown" else "") == (promise.verdict, "")
    assert promise.verdict != "unknown" or promise.reason in found.reason
    assert {finding.place.line for finding in found.findings if finding.place} <= promise.fails
    if found.verdict == "bug":
        (finding,) = found.findings
        assert finding.status == "confirmed"
        assert finding.witness is not None
        assert finding.witness.is_file()


@pytest.mark.parametrize("source", SEEN, ids=lambda path: path.stem)
def test_where_only_a_run_shows_the_bug_nothing_is_known_without_it(source: Path, tmp_path: Path) -> None:
    found = verified(source, tmp_path, looked_at=0)
    assert found.verdict == "unknown"
    assert promised(source).reason in found.reason


@pytest.mark.parametrize(("source", "name"), OTHERS, ids=[f"{one.stem}-{name}" for one, name in OTHERS])
def test_the_other_properties_come_to_what_the_program_promises(source: Path, name: Property, tmp_path: Path) -> None:
    found = verified(source, tmp_path, name)
    assert (found.verdict, found.reason) == (promised(source).properties[name], "")


def test_there_are_programs_of_every_verdict() -> None:
    verdicts = [promised(source).verdict for source in PROGRAMS]
    assert min(verdicts.count("proved"), verdicts.count("bug")) >= 32

"""`raddle show` prints a run in source terms; the goldens are meant to be read.

RADDLE_UPDATE_GOLDENS=1 writes them anew; read the difference before it is committed.
"""

import os
from pathlib import Path

import pytest

from raddle.capture.control import Control
from raddle.capture.run import Output
from raddle.pipeline.runs import show
from raddle.replay.schedule import parse_schedule
from raddle.testing.runs import RecordOrder, Sources, record
from raddle.trace.print import Selection

TESTS = Path(__file__).parents[1]
pytestmark = [pytest.mark.native, pytest.mark.compiler]


def shown(source: Path, folder: Path, control: Control, selection: Selection) -> str:
    order = RecordOrder(
        Sources((source,)), folder / "run.rdl", control=control, output=Output.CAPTURED
    )
    record(order, lambda note: None)
    lines = show(folder / "run.rdl", selection)
    return "".join(f"{line.rstrip()}\n" for line in lines)


@pytest.mark.parametrize(
    ("golden", "source", "schedule"),
    [
        ("bank_account", "programs/bank_account.c", None),
        ("bank_account_lost", "programs/bank_account.c", "main:5 main.1:4 main.2:8 main.1:8"),
        ("cas", "explore/cas_success_failure.c", None),
        ("condition", "explore/cond_correct.c", None),
    ],
)
def test_a_run_is_shown_in_source_terms(golden: str, source: str, schedule: str | None, tmp_path: Path) -> None:
    control = Control() if schedule is None else Control(segments=parse_schedule(schedule).segments)
    text = shown(TESTS / source, tmp_path, control, Selection(shared_only=True))
    place = TESTS / "goldens" / f"{golden}.txt"
    if os.environ.get("RADDLE_UPDATE_GOLDENS"):
        place.write_text(text)
    assert text == place.read_text()


def test_one_thread_and_a_range_can_be_chosen(tmp_path: Path) -> None:
    source = TESTS / "programs" / "bank_account.c"
    whole = shown(source, tmp_path, Control(), Selection()).splitlines()
    some = shown(source, tmp_path, Control(), Selection(thread="main.1", first=5, last=12)).splitlines()
    assert some == [line for line in whole[4:12] if line.split()[1] == "main.1"]
    assert some

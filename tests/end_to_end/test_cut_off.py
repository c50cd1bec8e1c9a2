"""A run that is cut off is told as cut off, and never as another verdict."""

import time
from pathlib import Path

import pytest

from raddle.capture.control import Control, DefaultPolicy
from raddle.capture.run import Output
from raddle.replay.confirm import Conditions, Refuted, follow
from raddle.replay.order import ReplayOrder, replay_request
from raddle.replay.outcome import DATA_RACE, Outcome
from raddle.replay.replay import CutOff, replay
from raddle.replay.source import schedule_of
from raddle.report.replay_text import told_replay
from raddle.testing.runs import RecordOrder, Sources, record
from raddle.trace.recorded import Recording
from tests.support.command import raddle, source

pytestmark = [pytest.mark.native, pytest.mark.compiler]

SPINS = """
#include <unistd.h>
int main(void) {
    if (access("spin", F_OK) == 0) for (;;);
    return 0;
}
"""


@pytest.fixture
def recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Recording:
    monkeypatch.chdir(tmp_path)
    order = RecordOrder(
        Sources((source(tmp_path, SPINS),), ("-w",)),
        tmp_path / "run.rdl",
        control=Control(policy=DefaultPolicy()),
        output=Output.CAPTURED,
    )
    found = record(order, lambda _: None)
    (tmp_path / "spin").touch()
    return found


def test_a_replay_that_is_cut_off_has_not_diverged(recorded: Recording, tmp_path: Path) -> None:
    order = ReplayOrder(recorded.path, limit_s=0.2)
    result = replay(replay_request(order, tmp_path / "again.rdl", lambda _: None))
    assert isinstance(result, CutOff)
    assert told_replay(result)[0].startswith("cut off at its time limit")


def test_the_command_is_inconclusive_then(recorded: Recording) -> None:
    said = raddle("replay", recorded.path, "--run-timeout", "0.2", cwd=recorded.path.parent)
    assert said.status == 3, said.err
    assert "cut off at its time limit" in said.err


def test_the_end_of_the_whole_cuts_off_too(recorded: Recording, tmp_path: Path) -> None:
    order = ReplayOrder(recorded.path, until=time.monotonic() + 0.5)
    assert isinstance(replay(replay_request(order, tmp_path / "again.rdl", lambda _: None)), CutOff)


def test_what_a_cut_replay_would_have_shown_is_not_known(recorded: Recording, tmp_path: Path) -> None:
    image = replay_request(ReplayOrder(recorded.path), tmp_path / "again.rdl", lambda _: None).image
    found = follow(
        *(recorded, image, schedule_of(recorded), tmp_path / "again.rdl", {}),
        Conditions(limit_s=0.2),
        Outcome(DATA_RACE),
    )
    assert found == Refuted("it was cut short (timeout)")

"""The first run of a check: how long it may take."""

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from raddle.testing import first_runs
from raddle.testing.first_runs import SHARE, fair_run
from raddle.testing.runs import RecordOrder, Sources

BUILDING_S = 1000.0


@dataclass
class Clock:
    now: float = 50.0

    def monotonic(self) -> float:
        return self.now


@dataclass(frozen=True)
class Ended:
    outcome: str = "exit"


def test_building_takes_nothing_of_the_time_of_the_first_run(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, ran = Clock(), list[RecordOrder]()

    def slowly_built(order: RecordOrder, _say: object) -> RecordOrder:
        clock.now += BUILDING_S
        return replace(order, program=Path("built"))

    def record(order: RecordOrder, _say: object) -> Ended:
        ran.append(order)
        return Ended()

    monkeypatch.setattr(first_runs, "time", clock)
    monkeypatch.setattr(first_runs, "built", slowly_built)
    monkeypatch.setattr(first_runs, "record", record)
    until = clock.now + BUILDING_S + 30.0
    fair_run(RecordOrder(Sources((Path("test.c"),))), until, lambda _: None)
    assert [(one.program, one.until) for one in ran] == [(Path("built"), clock.now + 30.0 / SHARE)]

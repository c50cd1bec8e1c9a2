"""The budget of a command: what counts, and what does not."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from raddle.cli import surroundings
from raddle.testing import readiness
from raddle.testing.runs import RecordOrder, Sources


def test_making_the_compiler_ready_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter((10.0, 85.0))
    prepared: list[Sources] = []
    monkeypatch.setattr(surroundings, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    monkeypatch.setattr(readiness, "make_ready", lambda sources, _say: prepared.append(sources))
    sources = Sources((Path("a.c"),))
    assert surroundings.with_a_compiler(RecordOrder(sources), begun=3.0) == 78.0
    assert prepared == [sources]


@pytest.mark.parametrize("target", [RecordOrder(Path("program")), Path("run.rdl")], ids=["program", "run"])
def test_what_is_not_built_needs_no_compiler(monkeypatch: pytest.MonkeyPatch, target: object) -> None:
    monkeypatch.setattr(readiness, "make_ready", lambda *_: pytest.fail("nothing is to be built"))
    assert surroundings.with_a_compiler(target, begun=3.0) == 3.0

"""`diagnose` on every program of tests/diagnose and bench/programs/diagnose: their first lines say what it comes to
(tests/support/diagnosed.py). A few go through the command, the others through what the command calls."""

import json
from pathlib import Path

import pytest

from raddle.diagnose.diagnosing import diagnose
from raddle.diagnose.telling import told
from raddle.report.diagnosed import Diagnosed
from raddle.report.progress import Silent
from tests.support.command import raddle
from tests.support.diagnosed import Promised, mismatches, programs, promised
from tests.support.explored import explored_of
from tests.support.limits import soon_enough

PROGRAMS = programs()
WHOLE = ("pair_mixed.c", "flag_awaited.c", "lost_update_of_an_argument.c", "sequential_no_threads.c", "none_seen.c")
"""Through the command."""
STATUS = {"concurrency": 1, "sequential": 1, "passes": 0, "unknown": 3}

pytestmark = [pytest.mark.native, pytest.mark.compiler]


def diagnosed(source: Path, promise: Promised) -> Diagnosed:
    explored = explored_of(source, *promise.arguments, unwind=promise.unwind)
    return told(diagnose(explored, soon_enough(), Silent()))


@pytest.mark.parametrize("source", PROGRAMS, ids=lambda path: path.name)
def test_the_causes_are_those_that_the_program_promises(source: Path) -> None:
    promise = promised(source)
    assert mismatches(promise, diagnosed(source, promise)) == []


@pytest.mark.parametrize("name", WHOLE)
def test_the_command_says_the_same(name: str, tmp_path: Path) -> None:
    (source,) = (path for path in PROGRAMS if path.name == name)
    promise = promised(source)
    words = ["diagnose", str(source), "--format", "json"]
    words += ["--unwind", str(promise.unwind)] if promise.unwind else []
    words += ["--", *promise.arguments] if promise.arguments else []
    done = raddle(*words, cwd=tmp_path)
    assert done.status == STATUS[promise.kind], done.err
    said = json.loads(done.out)
    assert said["kind"] == promise.kind
    assert bool(said["causes"]) == (promise.kind == "concurrency")


def test_there_are_programs_of_every_kind() -> None:
    kinds = [promised(source).kind for source in PROGRAMS]
    assert min(kinds.count("sequential"), kinds.count("passes")) >= 4
    assert kinds.count("concurrency") >= 60


def test_a_program_that_fails_promises_causes_or_lines() -> None:
    for source in PROGRAMS:
        promise = promised(source)
        assert bool(promise.causes or promise.names) == (promise.kind == "concurrency"), source

"""STD traces through the real command: check, import and export; and random ones against brute force."""

import json
from pathlib import Path

import pytest

from tests.support.command import Said, raddle
from tests.support.std_agreement import compared

HIDDEN = """T0|fork(T1)|10
T0|w(x)|11
T0|acq(m)|12
T0|w(y)|13
T0|rel(m)|14
T1|acq(m)|20
T1|w(y)|21
T1|rel(m)|22
T1|w(x)|23
T0|join(T1)|15
"""
"""The order in which a lock was taken hides the race on x."""
PASSED_ON = HIDDEN.replace("T1|w(y)|21", "T1|r(y)|21")
"""It has seen what was written under the lock: that order is forced."""
CIRCLE = """T0|fork(T1)|1
T0|acq(a)|2
T0|acq(b)|3
T0|rel(b)|4
T0|rel(a)|5
T1|acq(b)|6
T1|acq(a)|7
T1|rel(a)|8
T1|rel(b)|9
"""


def checked(folder: Path, text: str, *words: str, name: str = "t.std") -> Said:
    (folder / name).write_text(text)
    return raddle("check", name, "--property", "races,deadlocks", *words, cwd=folder)


def test_a_race_hidden_by_the_order_of_a_lock_is_predicted(tmp_path: Path) -> None:
    said = checked(tmp_path, HIDDEN)
    assert said.status == 1
    out = " ".join(said.out.split())
    assert "t.std:2: data race possible on x" in out
    assert "t.std:9 location 23 w(x)" in out
    assert "PREDICTED, not confirmed by the real program: there is no program to replay" in out
    assert "every acquire and join of the trace waits until it can be done" in out


def test_no_race_is_predicted_where_a_read_forces_the_order(tmp_path: Path) -> None:
    said = checked(tmp_path, PASSED_ON)
    assert said.status == 0, said
    assert "data race possible" not in said.out
    assert "every read sees the write that it saw in the trace" in " ".join(said.out.split())


def test_json_has_the_schedule_as_lines_of_the_trace(tmp_path: Path) -> None:
    said = checked(tmp_path, HIDDEN, "--format", "json")
    (finding,) = json.loads(said.out)["findings"]
    assert (finding["kind"], finding["status"], finding["line"]) == ("data-race", "predicted", 2)
    lines = []
    for part in finding["schedule"].split():
        first, _, last = part.partition("-")
        lines += range(int(first), int(last or first) + 1)
    assert sorted(lines[-2:]) == [2, 9]
    assert [line for line in lines if line in range(6, 10)] == [6, 7, 8, 9]


def test_a_circle_of_locks_is_predicted(tmp_path: Path) -> None:
    said = checked(tmp_path, CIRCLE)
    assert said.status == 1
    assert "can deadlock: T0 and T1 wait for each other" in said.out
    gated = CIRCLE.replace("T0|acq(a)", "T0|acq(g)|1\nT0|acq(a)").replace("T0|rel(a)|5", "T0|rel(a)|5\nT0|rel(g)|5")
    gated = gated.replace("T1|acq(b)", "T1|acq(g)|1\nT1|acq(b)") + "T1|rel(g)|9\n"
    assert checked(tmp_path, gated).status == 0


def test_a_trace_is_known_by_its_lines(tmp_path: Path) -> None:
    assert checked(tmp_path, HIDDEN, name="trace.txt").status == 1


def test_a_malformed_trace_is_refused_with_its_line(tmp_path: Path) -> None:
    said = checked(tmp_path, HIDDEN + "T1|rel(m)|24\n")
    assert (said.status, said.out) == (2, "")
    assert "t.std:11: T1 releases m, which it does not hold" in said.err
    said = raddle("import", "t.std", cwd=tmp_path)
    assert (said.status, said.out) == (2, "")
    assert raddle("import", "missing.std", cwd=tmp_path).status == 2


def test_there_are_no_assertions_in_it(tmp_path: Path) -> None:
    (tmp_path / "t.std").write_text(HIDDEN)
    said = raddle("check", "t.std", "--property", "assertions", cwd=tmp_path)
    assert said.status == 2
    assert "an STD trace has no assertions" in said.err


@pytest.mark.parametrize("text", [HIDDEN, CIRCLE, PASSED_ON])
def test_imported_and_exported_it_is_the_same_trace(text: str, tmp_path: Path) -> None:
    (tmp_path / "t.std").write_text(text)
    assert raddle("import", "t.std", "-o", "t.ctp", cwd=tmp_path).status == 0
    said = raddle("export", "t.ctp", cwd=tmp_path)
    assert (said.status, said.err) == (0, "")

    def operations(trace: str) -> list[str]:
        return [line.rpartition("|")[0].replace("main", "T0") for line in trace.split()]

    assert operations(said.out) == operations(text)
    as_text = raddle("check", "t.ctp", "--property", "races,deadlocks", cwd=tmp_path)
    assert as_text.status == checked(tmp_path, text).status


def test_what_std_cannot_say_is_named(tmp_path: Path) -> None:
    (tmp_path / "t.ctp").write_text("semaphore s = 1\nthread T\n a: take(s)\n b: post(s)\ntrace a b\n")
    said = raddle("export", "t.ctp", "-o", "out.std", cwd=tmp_path)
    assert said.status == 0
    assert "semaphore s has no word in STD: its operations keep their observed order" in said.err
    assert (tmp_path / "out.std").read_text().startswith("main|fork(T)|2\nT|acq(s.order)|3\n")


@pytest.mark.native
@pytest.mark.compiler
def test_a_recorded_run_can_be_exported(tmp_path: Path) -> None:
    """Its race on y needs another value of x: the exported trace, in which reads keep their writes, has none."""
    program = Path(__file__).parents[1] / "predict" / "seed1_figure1.c"
    assert raddle("record", program, "-o", "t.rdl", cwd=tmp_path).status == 0
    said = raddle("export", "t.rdl", "-o", "t.std", cwd=tmp_path)
    assert (said.status, said.err) == (0, "")
    lines = (tmp_path / "t.std").read_text().split()
    assert "main.1|w(y)|13" in lines
    assert raddle("check", "t.std", "--property", "races,deadlocks", cwd=tmp_path).status == 0


@pytest.mark.parametrize("first", range(0, 30, 10))
def test_races_and_circles_are_those_of_brute_force(first: int) -> None:
    for number in range(first, first + 10):
        assert compared(number).disagreements == []

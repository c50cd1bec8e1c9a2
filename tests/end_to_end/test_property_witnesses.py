"""Races and deadlocks that `check` reports come again from their witnesses, and gdb stops where they are."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import Said, raddle, source

pytestmark = [pytest.mark.native, pytest.mark.compiler]

HIDDEN = """
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int hits;
static void count(void) { hits++; }
void *worker(void *arg) {
    count();
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return arg;
}
void *report(void *arg) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    int seen = hits;
    return seen ? arg : NULL;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, worker, NULL);
    pthread_create(&u, NULL, report, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
}
"""
"""Lines 7 and 17 race; the lock hides it in the recorded run."""
OPEN = HIDDEN.replace("pthread_mutex_lock(&m);", ";").replace("pthread_mutex_unlock(&m);", ";")
CROSSED = """
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
void *forth(void *arg) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return arg;
}
void *back(void *arg) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return arg;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, forth, NULL);
    pthread_create(&u, NULL, back, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
}
"""


def found(folder: Path, text: str, *words: str) -> dict[str, Any]:
    """The one finding."""
    said = raddle("check", source(folder, text), "--format", "json", *words, cwd=folder)
    assert said.status == 1, said.out + said.err
    (finding,) = json.loads(said.out)["findings"]
    return dict(finding)


def replayed(folder: Path, finding: dict[str, Any], *words: str) -> Said:
    return raddle("replay", folder / finding["witness"], *words, cwd=folder)


def test_a_race_that_a_lock_hides_is_confirmed_by_a_replay_and_comes_again(tmp_path: Path) -> None:
    finding = found(tmp_path, HIDDEN)
    assert (finding["kind"], finding["status"], finding["observed"], finding["both_next"]) == (
        "data-race", "confirmed", False, True,
    )  # fmt: skip
    assert [access["line"] for access in finding["accesses"]] == [7, 17]
    assert [frame["line"] for frame in finding["accesses"][0]["stack"]] == [7, 9]
    said = replayed(tmp_path, finding, "--times", "3")
    assert said.status == 0, said.err
    assert re.search(r"replayed: data race main\.\d@\d+ \(test\.c:\d+\), main\.\d@\d+ \(test\.c:\d+\)", said.err)
    assert "3 of 3 replays as expected" in said.err


def test_a_race_that_the_given_run_shows_needs_no_replay_and_has_a_witness_too(tmp_path: Path) -> None:
    finding = found(tmp_path, OPEN)
    assert (finding["status"], finding["observed"], finding["both_next"]) == ("confirmed", True, None)
    assert replayed(tmp_path, finding).status == 0


def test_a_witness_whose_accesses_do_not_race_is_not_reached(tmp_path: Path) -> None:
    finding = found(tmp_path, HIDDEN)
    witness = tmp_path / finding["witness"]
    witness.write_text(re.sub(r"(data race \S+)@\d+", r"\1@0", witness.read_text()))
    said = replayed(tmp_path, finding)
    assert said.status == 3 and "not reached: expected data race" in said.err
    witness.write_text(re.sub(r"data race .*", "data race somewhere", witness.read_text()))
    said = replayed(tmp_path, finding)
    assert said.status == 2 and 'no race is spelled "data race somewhere"' in said.err


def test_a_deadlock_comes_again_from_its_witness(tmp_path: Path) -> None:
    finding = found(tmp_path, CROSSED)
    assert (finding["kind"], finding["status"], finding["observed"]) == ("deadlock", "confirmed", False)
    assert sorted(wait["line"] for wait in finding["waits"]) == [8, 15]
    assert {wait["holder"] for wait in finding["waits"]} == {"main.1", "main.2"}
    said = replayed(tmp_path, finding, "--times", "3")
    assert said.status == 0 and "replayed: deadlock" in said.err


@pytest.mark.skipif(shutil.which("gdb") is None, reason="gdb is not installed")
def test_gdb_stops_where_the_second_thread_stands_before_its_access(tmp_path: Path) -> None:
    finding = found(tmp_path, HIDDEN)
    said = replayed(tmp_path, finding, "--gdb", "--", "-nx", "-batch", "-ex", "print hits")
    assert said.status == 0, said.err
    second = re.search(r", (main\.\d)@\d+ \(test\.c:\d+\)$", (tmp_path / finding["witness"]).read_text(), re.MULTILINE)
    assert second is not None
    function, lines = {"main.1": ("count", "7"), "main.2": ("report", "1[67]")}[second[1]]  # 16: just unlocked
    assert re.search(rf"#\d+ .*in {function} \(.*\) at .*test\.c:{lines}$", said.out, re.MULTILINE)
    assert "$1 = 0" in said.out
    assert "raddle: replayed: data race" in said.err


@pytest.mark.skipif(shutil.which("gdb") is None, reason="gdb is not installed")
def test_a_gdb_that_is_left_before_has_not_reached_the_race(tmp_path: Path) -> None:
    finding = found(tmp_path, HIDDEN)
    said = replayed(tmp_path, finding, "--gdb", "--", "-nx", "-batch", "-ex", "break main", "-ex", "run")
    assert said.status == 3 and "not reached: expected data race" in said.err


def test_properties_are_chosen_by_name(tmp_path: Path) -> None:
    program = source(tmp_path, HIDDEN)
    said = raddle("check", program, "--recorded", "--property", "assertions,deadlocks", cwd=tmp_path)
    assert said.status == 0, said.out
    assert "No interleaving of the recorded paths deadlocks" in said.out and "race" not in said.out
    said = raddle("check", program, "--property", "race", cwd=tmp_path)
    there_are = "assertions, exit, races, atomicity, deadlocks, memory"
    assert said.status == 2 and f"no property is called 'race'; there are {there_are}" in said.err


def test_a_suppressed_race_sets_no_status_and_is_counted(tmp_path: Path) -> None:
    entry = '[[suppress]]\nkind = "data-race"\nplace = "test.c:count"\nreason = "an estimate is enough"\n'
    (tmp_path / "raddle.toml").write_text(entry + entry.replace("count", "gone"))
    said = raddle("check", source(tmp_path, HIDDEN), cwd=tmp_path)
    assert said.status == 0, said.out
    text = " ".join(said.out.split())
    assert "1 suppressed: 1 data race." in text and "data race on hits" not in text
    assert "raddle.toml, entry 2 suppresses nothing: there is no data-race at test.c:gone" in text
    assert raddle("check", tmp_path / "test.c", "--no-suppressions", cwd=tmp_path).status == 1
    (tmp_path / "other.toml").write_text("[[suppress]]\n")
    said = raddle("check", tmp_path / "test.c", "--suppressions", "other.toml", cwd=tmp_path)
    assert said.status == 2 and "other.toml: entry 1: `kind` must be said" in said.err

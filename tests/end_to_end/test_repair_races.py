"""Data races that a patch brings in, leaves, or takes away: two texts of a program, as `repair` compares them."""

from pathlib import Path

import pytest

from raddle.repair.lines import LinesBefore
from raddle.repair.racing import NewRace, NoNewRace, NotKnown, RacesBefore, new_race
from raddle.repair.sites import Files, Sites
from raddle.verify.options import VerifyOptions
from tests.support.explored import explored_of
from tests.support.limits import soon_enough, work

pytestmark = [pytest.mark.native, pytest.mark.compiler]

LOCKED = """#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *add(void *arg) {
    pthread_mutex_lock(&lock);
    x++;
    pthread_mutex_unlock(&lock);
    return arg;
}
int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, add, 0);
    pthread_create(&other, 0, add, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return x;
}
"""
UNLOCKED = LOCKED.replace("    pthread_mutex_lock(&lock);\n", "").replace("    pthread_mutex_unlock(&lock);\n", "")


def raced(before: str, after: str, source: Path) -> NewRace | NotKnown | NoNewRace:
    """The patched text takes the place of the other."""
    files, sites = Files({str(source)}), []
    for text in (before, after):
        source.write_text(text)
        explored = explored_of(source)
        sites.append(Sites(explored.paths, explored.origins, explored.models, files))
    lines = {str(source): LinesBefore(before, after)}
    return new_race(RacesBefore(sites[0]), sites[1], lines, VerifyOptions(until=soon_enough(), work=work()))


def test_a_race_that_was_not_there_is_new(tmp_path: Path) -> None:
    source = tmp_path / "x.c"
    assert raced(LOCKED, UNLOCKED, source) == NewRace((str(source), 5), (str(source), 5))


def test_a_race_that_was_there_is_told_as_one_that_still_is(tmp_path: Path) -> None:
    source = tmp_path / "x.c"
    moved = UNLOCKED.replace("int main", "static int unused;\nint main").replace("static int x", "\nstatic int x")
    assert raced(UNLOCKED, moved, source) == NoNewRace(((str(source), 6), (str(source), 6)))


def test_what_a_lock_keeps_apart_does_not_race(tmp_path: Path) -> None:
    assert raced(UNLOCKED, LOCKED, tmp_path / "x.c") == NoNewRace()

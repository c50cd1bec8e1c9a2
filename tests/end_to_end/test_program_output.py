"""What the program itself wrote: its last lines of stderr in the report of a run that fails, and all with --output."""

import json
import re
from pathlib import Path

import pytest

from tests.support.command import raddle

pytestmark = [pytest.mark.native, pytest.mark.compiler]

PROGRAM = """#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static int hits;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int seen(void) { pthread_mutex_lock(&lock); int now = hits; pthread_mutex_unlock(&lock); return now; }
static void *hit(void *arg) {
    int before = seen();
    pthread_mutex_lock(&lock);
    hits = before + 1;
    pthread_mutex_unlock(&lock);
    return arg;
}
int main(void) {
    pthread_t one, two;
    for (int line = 1; line <= 20; line++)
        fprintf(stderr, "starting %d\\n", line);
    puts("to stdout");
    pthread_create(&one, NULL, hit, NULL);
    pthread_create(&two, NULL, hit, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    if (hits != 2)
        fprintf(stderr, "only %d hit\\n", hits);
    END
}
"""
SAID = [*(f"starting {line}" for line in range(14, 21)), "only 1 hit"]


def source(folder: Path, end: str) -> Path:
    (folder / "hits.c").write_text(PROGRAM.replace("END", end))
    return folder / "hits.c"


@pytest.mark.parametrize("command", ["check", "verify"])
@pytest.mark.parametrize("end", ["return hits != 2;", "assert(hits == 2);"])
def test_its_last_lines_are_in_the_report(command: str, end: str, tmp_path: Path) -> None:
    done = raddle(command, source(tmp_path, end), "--no-explain", "--format", "json", cwd=tmp_path)
    (finding,) = json.loads(done.out)["findings"]
    assert finding["stderr"] == SAID


def test_in_the_words_of_the_report_and_nothing_else_of_it(tmp_path: Path) -> None:
    done = raddle("check", source(tmp_path, "assert(hits == 2);"), "--no-explain", cwd=tmp_path)
    shown = re.search(r"  The program wrote:\n((?:    .*\n)+)", done.out)
    assert shown is not None
    assert [line.strip() for line in shown[1].splitlines()] == SAID


def test_all_of_it_is_shown_where_that_is_asked_for(tmp_path: Path) -> None:
    done = raddle("check", source(tmp_path, "return hits != 2;"), "--no-explain", "--output", cwd=tmp_path)
    assert done.status == 1
    head, _, written = done.err.partition(".witness:\n")
    assert "raddle: the program writes in the run of hits.line" in head
    whole = ["to stdout", *(f"starting {line}" for line in range(1, 21)), "only 1 hit"]
    assert written.splitlines() == whole


def test_where_nothing_fails_nothing_is_shown(tmp_path: Path) -> None:
    done = raddle("check", source(tmp_path, "return 0;"), "--no-explain", "--output", cwd=tmp_path)
    assert (done.status, "writes in the run" in done.err, "The program wrote" in done.out) == (0, False, False)

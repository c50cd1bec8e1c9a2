"""A budget that is over: what is known is told, and what was not looked at. How long that takes is for the campaign."""

import json
from pathlib import Path

import pytest

from raddle.report.properties import PROPERTIES
from tests.support.command import Said, raddle, source

WAITS_FOR_EVER = """#include <unistd.h>
int main(void) { int ends[2]; char byte; pipe(ends); read(ends[0], &byte, 1); }
"""
REMEMBERS = """#include <assert.h>
#include <pthread.h>
static unsigned x = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *multiply(void *by) {
    for (unsigned i = 0; i < 40; i++) {
        pthread_mutex_lock(&lock);
        x = x * *(unsigned *)by + i;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}
int main(void) {
    pthread_t a, b;
    unsigned three = 3, five = 5;
    pthread_create(&a, 0, multiply, &three);
    pthread_create(&b, 0, multiply, &five);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x != 123456789);
}
"""
"""Each of 10^23 orders leaves another number: neither a search nor a solver comes to an end."""

pytestmark = [pytest.mark.native, pytest.mark.compiler, pytest.mark.slow]


def is_over_too_early(said: Said) -> bool:
    """Before anything is known one line says so."""
    words = ("the budget ended", "the program ended before recording began (time limit)")
    return not said.out and any(one in said.err for one in words)


@pytest.mark.parametrize("command", ["check", "verify"])
@pytest.mark.parametrize("budget", ["0.01", "6"])
def test_a_run_that_does_not_end_is_ended_by_the_budget(tmp_path: Path, command: str, budget: str) -> None:
    said = raddle(command, source(tmp_path, WAITS_FOR_EVER), "--budget", budget, cwd=tmp_path)
    assert said.status == 3 and "Traceback" not in said.err
    ended = (f"the budget of {budget} s ended", "UNKNOWN: the budget ended", "ended at its time limit", "did not end")
    assert any(words in " ".join(said.out.split()) for words in ended) or is_over_too_early(said), said
    assert {path.name for path in tmp_path.iterdir()} == {"test.c"}


@pytest.mark.parametrize("name", ["--budget", "--timeout", "--total-timeout"])
def test_what_is_too_much_for_the_time_is_open_and_said_to_be(tmp_path: Path, name: str) -> None:
    said = raddle("check", source(tmp_path, REMEMBERS), name, "8", "--format", "json", cwd=tmp_path)
    report = json.loads(said.out)
    assert said.status == 3 and report["verdict"] == "unknown"
    assert report["ended"] == "the budget ended" and report["budget_s"] == 8
    kinds = {"data-race": "races", "assertion": "assertions", "memory": "memory", "deadlock": "deadlocks"}
    told = {kinds[one["kind"]] for one in report["open"]} | set(report["unlooked"])
    assert told and told <= set(PROPERTIES)


def test_other_commands_end_with_their_budget_too(tmp_path: Path) -> None:
    for command in ("diagnose", "repair"):
        said = raddle(command, source(tmp_path, WAITS_FOR_EVER), "--budget", "0.01", cwd=tmp_path)
        assert said.status == 3 and "Traceback" not in said.err
        assert "did not end in its time" in said.out or is_over_too_early(said), said

"""A free() is as good as a write where races are concerned: only joins put it behind what others do."""

from pathlib import Path

import pytest

from raddle.capture.run import Output
from raddle.pipeline.verifying import VerifyOrder, verify
from raddle.report.progress import Silent
from raddle.report.verified import Verified
from raddle.testing.runs import RecordOrder, Sources
from raddle.verify.options import VerifyOptions
from tests.support.limits import soon_enough, work

pytestmark = [pytest.mark.compiler, pytest.mark.native]

PROGRAM = """#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *block, over;
static void *use(void *arg) {
    pthread_mutex_lock(&m);
    if (!over) *block = 1;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t a;
    block = malloc(sizeof *block);
    BEFORE;
    pthread_create(&a, 0, use, 0);
    %s
}
"""

GIVEN = """#include <pthread.h>
#include <stdlib.h>
static void *use(void *given) {
    int *block = given;
    *block += 1;
    free(block);
    return 0;
}
int main(void) {
    pthread_t a, b;
    int *block = malloc(sizeof *block);
    *block = 1;
    pthread_create(&b, 0, use, calloc(1, sizeof *block));
    BEFORE
    pthread_create(&a, 0, use, block);
    AFTER
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
"""


def verified(folder: Path, end: str, before: str = "") -> Verified:
    return verified_text(folder, PROGRAM.replace("BEFORE", before) % end)


def verified_text(folder: Path, text: str) -> Verified:
    source = folder / "freed.c"
    source.write_text(text)
    options = VerifyOptions(
        properties=("assertions", "races"),
        until=soon_enough(),
        work=work(),
        witnesses=folder,
        explain=False,
        again=True,
    )
    order = RecordOrder(Sources((source,)), output=Output.CAPTURED)
    return verify(VerifyOrder(order, options), lambda note: None, Silent())


def test_memory_that_is_given_back_behind_all_joins_does_not_race(tmp_path: Path) -> None:
    found = verified(tmp_path, "pthread_join(a, 0); free(block); return 0;")
    assert (found.verdict, found.reason) == ("proved", "")


def test_memory_that_is_given_back_under_a_lock_alone_is_not_known_not_to_race(tmp_path: Path) -> None:
    end = "pthread_mutex_lock(&m); over = 1; free(block); pthread_mutex_unlock(&m); pthread_join(a, 0); return 0;"
    found = verified(tmp_path, end)
    assert found.verdict == "unknown"
    assert "free at" in found.reason
    assert "freed.c:16" in found.reason


def test_what_grows_where_it_lies_before_there_are_others_does_not_race_with_them(tmp_path: Path) -> None:
    found = verified(tmp_path, "pthread_join(a, 0); return 0;", before="block = realloc(block, 12)")
    assert (found.verdict, found.reason) == ("proved", "")


def test_what_a_thread_is_given_and_gives_back_itself_does_not_race(tmp_path: Path) -> None:
    found = verified_text(tmp_path, GIVEN.replace("BEFORE", "*block = 2;").replace("AFTER", ""))
    assert (found.verdict, found.reason) == ("proved", "")


def test_what_is_touched_once_more_when_the_thread_is_there_does(tmp_path: Path) -> None:
    found = verified_text(tmp_path, GIVEN.replace("BEFORE", "").replace("AFTER", "*block = 2;"))
    assert found.verdict in ("bug", "unknown")

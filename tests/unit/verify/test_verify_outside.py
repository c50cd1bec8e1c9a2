"""Calls that leave the program: which pairs of them, and which memory that they look at, forbid a proof."""

from pathlib import Path

import pytest

from raddle.capture.run import Output
from raddle.pipeline.verifying import VerifyOrder, verify
from raddle.report.progress import Silent
from raddle.report.verified import Verified
from raddle.testing.runs import RecordOrder, Sources
from raddle.verify.options import VerifyOptions
from tests.support.limits import soon_enough, work

PROGRAM = """#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int fd[2];
static char text[8] = "ab";
%s
int main(void) {
    pthread_t a, b;
    %s
    pthread_create(&a, 0, one, 0);
    %s
    pthread_create(&b, 0, other, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    %s
    return 0;
}
"""


def verified(folder: Path, one: str, other: str, before: str = "", between: str = "", after: str = "") -> Verified:
    threads = "\n".join(
        f"static void *{name}(void *arg) {{ {body} return arg; }}" for name, body in (("one", one), ("other", other))
    )
    source = folder / "outside.c"
    source.write_text(PROGRAM % (threads, before, between, after))
    options = VerifyOptions(
        until=soon_enough(),
        work=work(),
        witnesses=folder,
        explain=False,
        again=True,
        random_runs=0,
        properties=("assertions",),
    )
    order = RecordOrder(Sources((source,), ("-w",)), output=Output.CAPTURED)
    return verify(VerifyOrder(order, options), lambda note: None, Silent())


@pytest.mark.compiler
@pytest.mark.native
@pytest.mark.parametrize(
    ("one", "other", "named"),
    [
        ('setenv("A", "1", 1);', 'getenv("A");', ("setenv", "getenv")),
        ("getchar();", "getchar();", ("getchar",)),
        ("char *s = strerror(1000);", "char *s = strerror(1001);", ("strerror",)),
        ('unlink("nowhere");', 'access("nowhere", 0);', ("unlink", "access")),
        ("pthread_mutex_lock(&m); text[0] = 'c'; pthread_mutex_unlock(&m);",
         'pthread_mutex_lock(&m); int r = strverscmp(text, "ab"); pthread_mutex_unlock(&m);', ("strverscmp",)),
        ('pthread_mutex_lock(&m); strxfrm(text, "1", 2); pthread_mutex_unlock(&m);',
         "pthread_mutex_lock(&m); char c = text[0]; pthread_mutex_unlock(&m);", ("strxfrm",)),
        ("close(1);", 'int r = write(1, "", 0); if (r > 1) abort();', ("close", "write")),
    ],
)  # fmt: skip
def test_calls_that_depend_on_each_other_forbid_a_proof(
    tmp_path: Path, one: str, other: str, named: tuple[str, ...]
) -> None:
    found = verified(tmp_path, one, other)
    assert found.verdict == "unknown"
    assert all(name in found.reason for name in named)
    assert "outside.c:" in found.reason


@pytest.mark.compiler
@pytest.mark.native
@pytest.mark.parametrize(
    ("one", "other", "before", "after"),
    [
        ('getenv("A");', 'getenv("B");', 'setenv("A", "1", 1);', 'unsetenv("A");'),
        ("char s[4] = \"1\"; strtol(s, 0, 10);", "char s[4] = \"2\"; strtol(s, 0, 10);", "", ""),
        ("int r = strcasecmp(text, \"x\");", "int r = strcasecmp(text, \"y\");", "text[0] = 'x';", ""),
        ('printf("1");', 'printf("2");', "", ""),
        ("", "", "pipe(fd);", "write(fd[1], text, 1); read(fd[0], text, 1);"),
    ],
)  # fmt: skip
def test_what_no_order_of_threads_changes_does_not(
    tmp_path: Path, one: str, other: str, before: str, after: str
) -> None:
    found = verified(tmp_path, one, other, before, after=after)
    assert (found.verdict, found.reason) == ("proved", "")


@pytest.mark.compiler
@pytest.mark.native
def test_a_thread_that_was_joined_before_does_not_count(tmp_path: Path) -> None:
    """The last thing that main does is behind both."""
    found = verified(tmp_path, 'setenv("A", "1", 1);', "", after='getenv("A");')
    assert (found.verdict, found.reason) == ("proved", "")

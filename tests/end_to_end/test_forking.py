"""A child that the program forks runs unrecorded: that is named with the call and its line, and nothing is proved."""

import json
from pathlib import Path

import pytest

from tests.support.command import raddle

pytestmark = [pytest.mark.native, pytest.mark.compiler]

PROGRAM = """#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static int hits;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *hit(void *arg) { pthread_mutex_lock(&lock); hits++; pthread_mutex_unlock(&lock); return arg; }
int main(void) {
    pthread_t one;
    BEFORE
    pthread_create(&one, NULL, hit, NULL);
    BESIDE
    pthread_join(one, NULL);
    assert(hits == 1);
    return 0;
}
"""
FAILING_CHILD = "if (fork() == 0) abort();"
SAYS = "starts a process"


def said(command: str, folder: Path, before: str = "", beside: str = "") -> tuple[str, str]:
    """The verdict, and all that is said of what is not looked at."""
    source = folder / "children.c"
    source.write_text(PROGRAM.replace("BEFORE", before).replace("BESIDE", beside))
    words = ("--no-explain", "--format", "json")
    report = json.loads(raddle(command, source, *words, cwd=folder).out)
    return report["verdict"], "\n".join([*report["assumptions"], str(report.get("reason"))])


@pytest.mark.parametrize(
    ("child", "name"),
    [
        (FAILING_CHILD, "fork"),
        ("pid_t child = fork(); if (child == 0) _exit(3); waitpid(child, NULL, 0);", "fork"),
        ("if (vfork() == 0) _exit(3);", "vfork"),
    ],
    ids=["not-awaited", "awaited", "vfork"],
)
def test_the_call_is_named_beside_other_threads(child: str, name: str, tmp_path: Path) -> None:
    assert said("check", tmp_path, beside=child)[0] == "none"
    assert f"{name} at children.c:13 {SAYS}: what the child does is not looked at" in said(
        "check", tmp_path, beside=child
    )[1]
    verdict, why = said("verify", tmp_path, beside=child)
    assert verdict == "unknown"
    assert f"{name} at children.c:13 (main) {SAYS}" in why


def test_a_child_from_before_the_threads_is_named_too(tmp_path: Path) -> None:
    assert f"fork at children.c:11 {SAYS}" in said("check", tmp_path, before=FAILING_CHILD)[1]
    verdict, why = said("verify", tmp_path, before=FAILING_CHILD)
    assert (verdict, f"fork at children.c:11 (main) {SAYS}" in why) == ("unknown", True)


def test_without_a_child_nothing_is_said(tmp_path: Path) -> None:
    for command, verdict in (("check", "none"), ("verify", "proved")):
        found = said(command, tmp_path, before="if (!getenv(\"HOME\")) fork();")
        assert (found[0], SAYS in found[1]) == (verdict, False)

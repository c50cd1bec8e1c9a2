"""A library that changes the program's memory without a word, called by several threads: the verdict says so."""

import shutil
import subprocess
from pathlib import Path

import pytest

from raddle.model.recorded.kept_by_libraries import LibraryState
from raddle.model.recorded.unannounced import unannounced_granules
from raddle.testing.runs import load_trace
from tests.support.command import check_assertions, raddle

pytestmark = [pytest.mark.native, pytest.mark.compiler]

LIBRARY = """
struct node { struct node *next; int value; };
void hook(struct node **head, struct node *node) { node->next = *head; *head = node; }
"""
PROGRAM = """
#include <assert.h>
#include <pthread.h>
struct node { struct node *next; int value; };
void hook(struct node **head, struct node *node);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct node a = {0, 1}, b = {0, 2}, *head;
static void *work(void *node) {
    pthread_mutex_lock(&m);
    hook(&head, node);
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t s, t;
    head = 0;
    pthread_create(&s, 0, work, &a);
    pthread_create(&t, 0, work, &b);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(head->value == 2);
    return 0;
}
"""


def test_what_a_library_did_for_other_threads_is_assumed_and_said(tmp_path: Path) -> None:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("no compiler beside raddle's own")
    (tmp_path / "library.c").write_text(LIBRARY)
    (tmp_path / "program.c").write_text(PROGRAM)
    subprocess.run([compiler, "-c", "library.c", "-o", "library.o"], cwd=tmp_path, check=True)
    said = check_assertions("program.c", "library.o", "--recorded", cwd=tmp_path)
    assert said.status == 0
    words = " ".join(said.out.split())
    assert "All this holds as long as what is assumed below does." in words
    assert "head was changed by a library or the system before program.c:21" in words
    assert "several threads call hook at program.c:10: what libraries keep between calls is as in" in words


SLOTS = """
#include <assert.h>
#include <pthread.h>
int visit(int *x);
static int total;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int fresh(int first) {
    int x;
    visit(&x);
    if (first) x = 5;
    return x;
}
static void *work(void *unused) {
    int mine = 0;
    visit(&mine);
    pthread_mutex_lock(&m);
    total += fresh(1);
    pthread_mutex_unlock(&m);
    visit(&mine);
    pthread_mutex_lock(&m);
    total += fresh(0);
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, work, 0);
    pthread_create(&t, 0, work, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(total == 10);
    return 0;
}
"""
VISITING = "#include <sched.h>\nint visit(int *x) { sched_yield(); return *x; }\n"


def test_a_local_variable_begins_as_zeros_and_no_library_did_that(tmp_path: Path) -> None:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("no compiler beside raddle's own")
    (tmp_path / "library.c").write_text(VISITING)
    (tmp_path / "program.c").write_text(SLOTS)
    subprocess.run([compiler, "-c", "library.c", "-o", "library.o"], cwd=tmp_path, check=True)
    said = raddle("record", "program.c", "library.o", "-o", "run.rdl", cwd=tmp_path)
    assert said.status == 0, said.err
    trace = load_trace(tmp_path / "run.rdl")
    assert LibraryState(trace).threads_in_libraries() == {1, 2}
    assert unannounced_granules(trace).tolist() == []

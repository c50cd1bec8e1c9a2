"""A library that changes the program's memory without a word, called by several threads: the verdict says so."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.command import check_assertions

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
    said = check_assertions("program.c", "library.o", cwd=tmp_path)
    assert said.status == 0
    words = " ".join(said.out.split())
    assert "All this holds as long as what is assumed below does." in words
    assert "head was changed by a library or the system before program.c:21" in words
    assert "several threads call hook: what libraries keep between calls is as in the recorded run" in words

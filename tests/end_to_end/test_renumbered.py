"""free(NULL) is no visible event: orders in which a call gives something back that gave nothing back, or nothing."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import raddle, source

pytestmark = [pytest.mark.native, pytest.mark.compiler]

MORE = """
#include <stdatomic.h>
#include <semaphore.h>
#include <raddle.h>
static char *slot;
static {kind} int x;
static int *cell;
static sem_t posted;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static void *first(void *arg) {{
    char *block = malloc(16);
    pthread_mutex_lock(&m); slot = block; pthread_mutex_unlock(&m);
    sem_post(&posted);
    {first}
    pthread_mutex_lock(&m); slot = NULL; pthread_mutex_unlock(&m);
    return arg;
}}
static void *second(void *arg) {{
    sem_wait(&posted);
    pthread_mutex_lock(&m); char *mine = slot; pthread_mutex_unlock(&m);
    free(mine);
    {second}
    return arg;
}}
int main(void) {{
    pthread_t t, u;
    cell = calloc(1, sizeof *cell);
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}}
"""
"""What `second` gives back is NULL in the given run. Where it does its part before `first` is done, it is the block."""
FEWER = """
#include <stdatomic.h>
#include <semaphore.h>
#include <raddle.h>
static char *slot;
static {kind} int x;
static int *cell;
static sem_t posted;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static void *first(void *arg) {{
    {first}
    sem_post(&posted);
    return arg;
}}
static void *taking(void *arg) {{
    pthread_mutex_lock(&m); slot = NULL; pthread_mutex_unlock(&m);
    sem_post(&posted);
    return arg;
}}
static void *second(void *arg) {{
    sem_wait(&posted);
    pthread_mutex_lock(&m); char *mine = slot; pthread_mutex_unlock(&m);
    free(mine);
    {second}
    return arg;
}}
int main(void) {{
    pthread_t t, u, v;
    slot = malloc(8);
    cell = calloc(1, sizeof *cell);
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    pthread_create(&v, NULL, taking, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    pthread_join(v, NULL);
    return 0;
}}
"""
"""What `second` gives back is the block in the given run. It comes to its part before `first` only if `taking` lets it:
then it is NULL."""
PROPERTIES = {"atomicity": "atomicity", "data-race": "races", "memory": "memory", "deadlock": "deadlocks"}
PARTS = {
    "atomicity": (
        "_Atomic", "atomic_store(&x, 1);",
        'RADDLE_ATOMIC_BEGIN(); int one = x, two = x; printf("%d %d", one, two); RADDLE_ATOMIC_END();',
    ),
    "data-race": ("", "x = 1;", 'int one = x;\n int two = x; printf("%d %d", one, two);'),
    "memory": ("", "pthread_mutex_lock(&m); *cell = 1; pthread_mutex_unlock(&m);", "x = 1; free(cell);"),
    "deadlock": (
        "", "pthread_mutex_lock(&m); pthread_mutex_lock(&n); pthread_mutex_unlock(&n); pthread_mutex_unlock(&m);",
        "pthread_mutex_lock(&n); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_unlock(&n);",
    ),
}  # fmt: skip
"""By kind of finding: what x is, and what the two threads do."""


def findings(folder: Path, text: str, kind: str) -> list[dict[str, Any]]:
    words = "--property", PROPERTIES[kind], "--format", "json"
    said = raddle("check", source(folder, text), *words, cwd=folder)
    assert said.status == 1, said
    found: list[dict[str, Any]] = json.loads(said.out)["findings"]
    return found


@pytest.mark.parametrize("text", [MORE, FEWER], ids=["more", "fewer"])
@pytest.mark.parametrize("kind", PARTS)
def test_what_comes_behind_a_free_is_confirmed_however_many_events_it_is(kind: str, text: str, tmp_path: Path) -> None:
    of_x, first, second = PARTS[kind]
    told = findings(tmp_path, text.format(kind=of_x, first=first, second=second), kind)
    assert {(one["kind"], one["status"]) for one in told} == {(kind, "confirmed")}, told
    for finding in told:
        again = raddle("replay", finding["witness"], cwd=tmp_path)
        assert again.status == 0 and "replayed: " in again.err, again


TWICE = """
static char *slot;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char *taken(void) { pthread_mutex_lock(&m); char *mine = slot; pthread_mutex_unlock(&m); return mine; }
static void *first(void *arg) {
    free(taken());
    pthread_mutex_lock(&m); slot = NULL; pthread_mutex_unlock(&m);
    return arg;
}
static void *second(void *arg) { free(taken()); return arg; }
int main(void) {
    pthread_t t, u;
    slot = malloc(10);
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
"""


def test_a_race_of_two_frees_stays_predicted_where_the_program_ends_at_the_second_one(tmp_path: Path) -> None:
    told = findings(tmp_path, TWICE, "data-race")
    predicted = [one["reason"] for one in told if one["status"] == "predicted"]
    assert predicted == ["the program ends at the second free"], told


NEIGHBOURS = """
static struct {{ long values[4]; }} before = {{{{1, 2, 3, 4}}}};
static long table[4] = {{5, 6, 7, 8}}, at = 1, seen;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static __attribute__((noinline)) long get(long *p, long k) {{ return {element}; }}
static void *first(void *arg) {{
    pthread_mutex_lock(&m); long k = at; pthread_mutex_unlock(&m);
    seen = get(table, k) + before.values[0];
    return arg;
}}
static void *second(void *arg) {{ pthread_mutex_lock(&m); at = 0; pthread_mutex_unlock(&m); return arg; }}
int main(void) {{
    pthread_t t, u;
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    printf("%p %p %ld", (void *)&before, (void *)table, seen);
    return 0;
}}
"""


def test_an_index_before_the_first_one_is_out_of_bounds_also_where_a_variable_lies_there(tmp_path: Path) -> None:
    (finding,) = findings(tmp_path, NEIGHBOURS.format(element="p[k - 1]"), "memory")
    assert (finding["fault"], finding["status"]) == ("out-of-bounds", "confirmed")
    assert finding["message"] == "out of bounds: read of table, index -1 of 4"


def test_where_the_sum_does_not_tell_which_object_is_meant_the_error_stays_predicted(tmp_path: Path) -> None:
    (finding,) = findings(tmp_path, NEIGHBOURS.format(element="*(p - 1 + k)"), "memory")
    assert finding["status"] == "predicted"
    assert finding["reason"].endswith("which one is meant is not known")

"""Memory errors on walks of real runs: what is one for certain, and what only looks like one."""

from pathlib import Path

import pytest

from raddle.trace.memory_faults import MemoryFaults
from raddle.trace.recorded import Recording
from raddle.trace.walk import walk_reference
from raddle.trace.walk_fast import walk_fast, with_private
from tests.support.modelled import recorded

pytestmark = [pytest.mark.native, pytest.mark.compiler]

TEXT = """
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
struct pair {{ int x; int y; }};
static struct pair *heap, *other;
static int table[4], zero, seen, *pointer;
static pthread_key_t key;
static sem_t ready, go;
static void keep(void *of) {{ free(of); }}
static void at_exit(void) {{ if (other) seen = other->x; }}
static void *begin(void *arg) {{ {begin}; return arg; }}
static void *then(void *arg) {{ {then}; return arg; }}
static void frame(pthread_t *t) {{ int local = 1; pthread_create(t, NULL, begin, &local); {frame}; }}
int main(void) {{
    pthread_t t, u;
    sem_init(&ready, 0, 0); sem_init(&go, 0, 0); pthread_key_create(&key, keep); atexit(at_exit);
    heap = calloc(1, sizeof *heap); other = malloc(100); pointer = &zero;
    {main};
    frame(&t); {between};
    pthread_create(&u, NULL, then, NULL); pthread_join(u, NULL);
    return seen * zero;
}}
"""
JOINED = {"frame": "pthread_join(*t, NULL)"}
LOCKED = "heap = calloc(1, 100); pthread_mutex_init((pthread_mutex_t *)heap, NULL)"
WRONG = {
    "read of what another thread freed": ({"begin": "free(heap)", "then": "seen = heap->y"} | JOINED, "use-after-free"),
    "write to what realloc moved": (
        {"begin": "other = realloc(heap, 5000)", "then": "heap->x = 3"} | JOINED, "use-after-free"
    ),
    "memcpy out of what was freed": (
        {"begin": "free(heap)", "then": "struct pair p; memcpy(&p, heap, 8); seen = p.x"} | JOINED, "use-after-free"
    ),
    "atomic update of what was freed": (
        {"begin": "free(heap)", "then": "__atomic_add_fetch(&heap->x, 1, __ATOMIC_SEQ_CST)"} | JOINED, "use-after-free"
    ),
    "lock in what was freed": (
        {"begin": "free(heap)", "then": "pthread_mutex_unlock((pthread_mutex_t *)heap)", "main": LOCKED} | JOINED,
        "use-after-free",
    ),
    "null given to a library": ({"begin": "pointer = NULL", "then": "seen = strlen((char *)pointer)"} | JOINED, "null"),
    "a copy over the end": ({"then": "memset(&table[seen + 3], 0, 8)"} | JOINED, "out-of-bounds"),
    "second free": ({"begin": "free(heap)", "then": "free(heap)"} | JOINED, "double-free"),
    "free of the middle": ({"then": "free((char *)other + 16)"} | JOINED, "dangling"),
    "read of null": ({"begin": "pointer = NULL", "then": "seen = *pointer"} | JOINED, "null"),
    "write behind null": ({"begin": "heap = NULL", "then": "heap->y = 1"} | JOINED, "null"),
    "address where nothing is": ({"then": "seen = *(int *)0x123456789000"} | JOINED, "dangling"),
    "index of a table": ({"begin": "seen = 4", "then": "table[seen] = 1"} | JOINED, "out-of-bounds"),
    "behind a block": ({"begin": "seen = 2", "then": "(&heap->x)[seen] = 1"} | JOINED, "out-of-bounds"),
    "before a block": ({"begin": "seen = -1", "then": "(&heap->x)[seen] = 1"} | JOINED, "out-of-bounds"),
    "index of a local array": (
        {"then": "int own[3] = {0}; own[seen + 3] = 1; seen = own[0]"} | JOINED, "out-of-bounds"
    ),
    "variable of a function that has returned": (
        {"begin": "sem_wait(&go); *(int *)arg = 2", "between": "sem_post(&go); pthread_join(t, NULL)"}, "dangling"
    ),
    "division by zero": ({"then": "seen = 5 / zero"} | JOINED, "division"),
    "division without a result": ({"then": "seen = (-2147483647 - 1) / (zero - 1)"} | JOINED, "division"),
}  # fmt: skip
FINE = {
    "a free after all uses": {"begin": "heap->x = 1", "then": "free(heap); heap = NULL"} | JOINED,
    "a block that grew in place": {"main": "other = realloc(other, 200)", "then": "((char *)other)[150] = 1"} | JOINED,
    "a block that moved": {"begin": "heap = realloc(heap, 5000)", "then": "heap[9].x = 1"} | JOINED,
    "one past the end is not touched": {"then": "for (struct pair *p = heap; p < heap + 1; p++) p->x = 1"} | JOINED,
    "the last byte": {"then": "((char *)other)[99] = 1; table[3] = 1"} | JOINED,
    "a variable of a function that waits": {"begin": "*(int *)arg = 2"} | JOINED,
    "a function called again": {
        "begin": "*(int *)arg += 1", "main": "frame(&t); frame(&t)", "frame": "pthread_join(*t, NULL)",
    },
    "keys and handlers at the end": {"begin": "pthread_setspecific(key, malloc(8))"} | JOINED,
    "a free of null": {"then": "free(NULL)"} | JOINED,
    "library functions": {
        "begin": "strcpy((char *)other, \"a long text\")", "then": "seen = strlen((char *)other)",
    } | JOINED,
    "alloca and blocks of no bytes": {"then": "char *p = __builtin_alloca(20); p[19] = 1; free(malloc(0))"} | JOINED,
}  # fmt: skip


def of(text: dict[str, str], folder: Path) -> Recording:
    parts = dict.fromkeys(("begin", "then", "frame", "main", "between"), "") | text
    source = folder / "test.c"
    source.write_text(TEXT.format(**parts))
    return recorded(folder, "test", source)[1]


def faults(text: dict[str, str], folder: Path) -> list[str]:
    return [fault.kind for fault in MemoryFaults(with_private(walk_fast(of(text, folder)))).found()]


@pytest.mark.parametrize("name", WRONG)
def test_an_error_is_seen_for_what_it_is(name: str, tmp_path: Path) -> None:
    text, expected = WRONG[name]
    assert set(faults(text, tmp_path)) == {expected}


@pytest.mark.parametrize("name", FINE)
def test_what_is_correct_is_no_error(name: str, tmp_path: Path) -> None:
    assert faults(FINE[name], tmp_path) == []


@pytest.mark.parametrize("name", ["read of null", "write behind null", "division by zero", "second free"])
def test_both_walks_stop_at_the_same_instruction(name: str, tmp_path: Path) -> None:
    recording = of(WRONG[name][0], tmp_path)
    one, other = walk_fast(recording), walk_reference(recording)
    assert [thread.stopped for thread in one.threads] == [thread.stopped for thread in other.threads]

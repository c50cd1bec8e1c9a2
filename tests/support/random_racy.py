"""Random small C programs with races and deadlocks, and many that look like it: two or three threads, few statements.

Plain and atomic accesses of all orders, fences, mutexes, reader-writer locks, tries, semaphores, condition variables,
barriers, once, joins, free(), arrays, nested locks. Deterministic by seed. Every access stands on a line of its own.
"""

import random
import re
from typing import Final

HEAD: Final = """#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static int x, y, f, g, ready;
static int a[3];
static int *p;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER, q = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t b;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t s, u;

static int *shared;
static struct pair { int left, right; } pair;
static struct { unsigned low : 4, high : 4; } bits;

static void first(void) {
    y = 7;
}

static void *writer(void *given) {
    x = 3;
    return given;
}
"""
Statement = tuple[str, ...]
ACCESS: Final[tuple[Statement, ...]] = (("$v = $k;",), ("$v = $k;",), ("$o = $v;",), ("$v = $v + 1;",))
SECTION: Final[tuple[Statement, ...]] = (
    ("pthread_mutex_lock(&$l);", "$v = $k;", "pthread_mutex_unlock(&$l);"),
    ("pthread_mutex_lock(&m);", "$v = $v + 1;", "pthread_mutex_unlock(&m);"),
    ("pthread_mutex_lock(&m);", "$o = $v;", "pthread_mutex_unlock(&m);"),
)
HIDDEN: Final[tuple[Statement, ...]] = (
    ("$v = $k;", "pthread_mutex_lock(&m);", "g = 1;", "pthread_mutex_unlock(&m);"),
    ("pthread_mutex_lock(&m);", "g = 1;", "pthread_mutex_unlock(&m);", "$v = $k;"),
    ("pthread_mutex_lock(&m);", "f = g;", "pthread_mutex_unlock(&m);", "$o = $v;"),
    ("$v = $k;", "sem_post(&s);"),
    ("sem_wait(&s);", "$v = $v + 1;", "sem_post(&s);"),
)
"""Races that the order of the recorded run hides."""
NESTED: Final[tuple[Statement, ...]] = (
    ("pthread_mutex_lock(&$l);", "pthread_mutex_lock(&$n);", "pthread_mutex_unlock(&$n);",
     "pthread_mutex_unlock(&$l);"),
    ("pthread_mutex_lock(&$l);", "pthread_mutex_lock(&$n);", "$v = $k;", "pthread_mutex_unlock(&$l);",
     "pthread_mutex_unlock(&$n);"),
)  # fmt: skip
PUBLISH: Final[tuple[Statement, ...]] = (
    ("$v = $k;", "__atomic_store_n(&f, 1, $w);"),
    ("$v = $k;", "__atomic_thread_fence($fence);", "__atomic_store_n(&f, 1, __ATOMIC_RELAXED);"),
)
CONSUME: Final[tuple[Statement, ...]] = (
    ("if (__atomic_load_n(&f, $r) == 1) {", "    $v = $k;", "}"),
    ("if (__atomic_load_n(&f, $r) == 1) {", "    $o = $v;", "}"),
    ("if (__atomic_load_n(&f, __ATOMIC_RELAXED) == 1) {", "    __atomic_thread_fence($fence);", "    $o = $v;", "}"),
)
KINDS: Final[dict[str, tuple[Statement, ...]]] = {
    "plain": (*ACCESS, ("if ($v == $k) {", "    $o = $k;", "}"), ("if (f) {", "    $v = $k;", "}"), ("f = 1;",)),
    "locks": (
        *ACCESS[:1], *SECTION, *SECTION, *NESTED[:1], *HIDDEN[:3],
        ("if (pthread_mutex_trylock(&m) == 0) {", "    $v = $v + 1;", "    pthread_mutex_unlock(&m);", "}"),
        ("if (pthread_mutex_trylock(&m) == 0) {", "    pthread_mutex_unlock(&m);", "} else {", "    $v = $k;", "}"),
    ),
    "readers": (
        *ACCESS[:1],
        ("pthread_rwlock_rdlock(&r);", "$o = $v;", "pthread_rwlock_unlock(&r);"),
        ("pthread_rwlock_rdlock(&r);", "$v = $k;", "pthread_rwlock_unlock(&r);"),
        ("pthread_rwlock_wrlock(&r);", "$v = $k;", "pthread_rwlock_unlock(&r);"),
        ("pthread_rwlock_wrlock(&r);", "$v = $v + 1;", "pthread_rwlock_unlock(&r);"),
        ("if (pthread_rwlock_tryrdlock(&r) == 0) {", "    $o = $v;", "    pthread_rwlock_unlock(&r);", "}"),
        ("if (pthread_rwlock_trywrlock(&r) == 0) {", "    $v = $k;", "    pthread_rwlock_unlock(&r);", "}"),
    ),
    "flags": (*ACCESS[:2], *PUBLISH, *PUBLISH, *CONSUME, *CONSUME),
    "mixed flags": (
        *PUBLISH, *CONSUME, ("f = 1;",), ("$v = f;",), ("if (f) {", "    $v = $k;", "}"),
        ("__atomic_store_n(&f, 2, $w);",),
    ),
    "updates": (
        *ACCESS[:1], *PUBLISH[:1], *CONSUME,
        ("__atomic_fetch_add(&f, 1, $u);",),
        ("if (__atomic_exchange_n(&f, 1, $u) == 1) {", "    $v = $k;", "}"),
        ("if (__atomic_fetch_add(&f, 1, $u) == 1) {", "    $v = $k;", "}"),
        ("$v = $k;", "__atomic_fetch_or(&f, 1, $u);"),
    ),
    "swaps": (
        *ACCESS[:1], *PUBLISH[:1], *CONSUME[:2],
        ("{", "    int was = 0;", "    if (__atomic_compare_exchange_n(&f, &was, 1, 0, $u, $r)) {", "        $v = $k;",
         "    }", "}"),
        ("{", "    int was = 1;", "    __atomic_compare_exchange_n(&f, &was, 2, 0, $u, $r);", "}"),
        ("{", "    int was = 1;", "    if (!__atomic_compare_exchange_n(&f, &was, 0, 0, $u, $r)) {", "        $o = $v;",
         "    }", "}"),
        ("$v = f;",),
    ),
    "semaphores": (
        *ACCESS[:1],
        ("$v = $k;", "sem_post(&s);"), ("sem_post(&s);",), ("sem_wait(&s);", "$v = $k;"),
        ("sem_wait(&s);", "$o = $v;", "sem_post(&s);"), ("if (sem_trywait(&s) == 0) {", "    $v = $k;", "}"),
    ),
    "conditions": (
        *ACCESS[:1],
        ("pthread_mutex_lock(&m);", "ready = 1;", "pthread_cond_signal(&changed);", "pthread_mutex_unlock(&m);"),
        ("$v = $k;", "pthread_mutex_lock(&m);", "ready = 1;", "pthread_mutex_unlock(&m);",
         "pthread_cond_broadcast(&changed);"),
        ("pthread_mutex_lock(&m);", "while (!ready) {", "    pthread_cond_wait(&changed, &m);", "}",
         "pthread_mutex_unlock(&m);", "$v = $v + 1;"),
        ("pthread_mutex_lock(&m);", "pthread_cond_wait(&changed, &m);", "$v = $k;", "pthread_mutex_unlock(&m);"),
        ("pthread_mutex_lock(&m);", "if (!ready) {", "    pthread_cond_wait(&changed, &m);", "}",
         "pthread_mutex_unlock(&m);"),
    ),
    "hidden": (*HIDDEN, *SECTION[:1]),
    "barriers": (
        *ACCESS[:2], ("$v = $k;", "pthread_barrier_wait(&b);"), ("pthread_barrier_wait(&b);", "$o = $v;"),
        ("pthread_barrier_wait(&b);",),
    ),
    "onces": (
        *ACCESS[:1], ("pthread_once(&once, first);", "$v = y;"), ("pthread_once(&once, first);",), ("y = $k;",),
        *SECTION[:1],
    ),
    "heap": (
        ("*p = $k;",), ("x = *p;",), ("pthread_mutex_lock(&m);", "*p = $k;", "pthread_mutex_unlock(&m);"),
        ("free(p);",), ("if (__atomic_load_n(&f, $r) == 1) {", "    free(p);", "}"),
        ("*p = $k;", "__atomic_store_n(&f, 1, $w);"),
    ),
    "arrays": (
        ("f = $k;",), ("a[f & 1] = $k;",), ("x = a[f & 1];",), ("a[$k & 1] = $k;",), ("a[y & 1] = $k;",), ("y = 1;",),
        ("pthread_mutex_lock(&m);", "a[f & 1] = 1;", "pthread_mutex_unlock(&m);"),
    ),
    "bytes": (
        ("*(char *)&x = $k;",), ("*((char *)&x + 2) = $k;",), ("*(short *)&x = $k;",), ("x = $k;",), ("y = x;",),
        ("pair = (struct pair){$k, 1};",), ("pair.left = $k;",), ("y = pair.right;",), ("bits.low = $k;",),
        ("bits.high = $k;",), ("memset(&pair, 0, sizeof pair);",), ("memcpy(&x, &y, sizeof x);",),
        ("pthread_mutex_lock(&m);", "*(char *)&x = $k;", "pthread_mutex_unlock(&m);"),
    ),
    "handover": (
        ("{", "    int *mine = malloc(sizeof *mine);", "    *mine = $k;",
         "    __atomic_store_n(&shared, mine, $w);", "}"),
        ("{", "    int *theirs = __atomic_load_n(&shared, $r);", "    if (theirs) {",
         "        *theirs = $k;", "    }", "}"),
        ("{", "    int *theirs = __atomic_load_n(&shared, $r);", "    if (theirs) {",
         "        x = *theirs;", "    }", "}"),
        ("{", "    int *theirs = __atomic_exchange_n(&shared, NULL, $u);", "    if (theirs) {", "        free(theirs);",
         "    }", "}"),
    ),
    "children": (
        *ACCESS[:2],
        ("{", "    pthread_t child;", "    pthread_create(&child, NULL, writer, NULL);", "    $v = $k;",
         "    pthread_join(child, NULL);", "}"),
        ("{", "    pthread_t child;", "    $v = $k;", "    pthread_create(&child, NULL, writer, NULL);", "}"),
        ("{", "    pthread_t child;", "    pthread_create(&child, NULL, writer, NULL);",
         "    pthread_join(child, NULL);", "    $v = $k;", "}"),
    ),
    "circles": (*NESTED, *NESTED, *SECTION[:1], *ACCESS[:1]),
    "shared circles": (
        ("pthread_rwlock_$x(&r);", "pthread_rwlock_$y(&q);", "pthread_rwlock_unlock(&q);",
         "pthread_rwlock_unlock(&r);"),
        ("pthread_rwlock_$x(&q);", "pthread_rwlock_$y(&r);", "pthread_rwlock_unlock(&r);",
         "pthread_rwlock_unlock(&q);"),
        ("pthread_rwlock_$x(&r);", "pthread_mutex_lock(&m);", "pthread_mutex_unlock(&m);",
         "pthread_rwlock_unlock(&r);"),
        ("pthread_mutex_lock(&m);", "pthread_rwlock_$x(&r);", "pthread_rwlock_unlock(&r);",
         "pthread_mutex_unlock(&m);"),
    ),
    "standstills": (
        *NESTED[:1], ("sem_wait(&s);", "sem_wait(&u);", "sem_post(&u);", "sem_post(&s);"),
        ("sem_wait(&u);", "sem_wait(&s);", "sem_post(&s);", "sem_post(&u);"),
        ("pthread_mutex_lock(&m);", "sem_wait(&s);", "pthread_mutex_unlock(&m);"),
        ("pthread_mutex_lock(&m);", "pthread_mutex_unlock(&m);", "sem_post(&s);"),
        ("pthread_mutex_lock(&m);", "pthread_cond_wait(&changed, &m);", "pthread_mutex_unlock(&m);"),
        ("pthread_cond_signal(&changed);",), ("pthread_cond_broadcast(&changed);",), ("sem_post(&s);",),
    ),
}  # fmt: skip
_READS: Final = ("RELAXED", "ACQUIRE", "ACQUIRE", "SEQ_CST")
_WRITES: Final = ("RELAXED", "RELEASE", "RELEASE", "SEQ_CST")
_UPDATES: Final = ("RELAXED", "ACQUIRE", "RELEASE", "ACQ_REL", "SEQ_CST")
_FENCES: Final = ("ACQUIRE", "RELEASE", "ACQ_REL", "SEQ_CST")


def kind_of(seed: int) -> str:
    return sorted(KINDS)[seed % len(KINDS)]


def racy_text(seed: int) -> str:
    chance = random.Random(seed)
    kind = kind_of(seed)
    threads = 2 if kind == "children" else chance.choice((2, 2, 2, 2, 3))
    size = 1 if threads == 3 else chance.choice((1, 1, 2))
    functions = [
        _function(f"static void *thread{number}(void *given)", [*_body(kind, chance, size), "return given;"])
        for number in range(threads)
    ]
    return "\n\n".join((HEAD, *functions, _function("int main(void)", _main(kind, chance, threads))))


def _main(kind: str, chance: random.Random, threads: int) -> list[str]:
    lines = [
        f"sem_init(&s, 0, {chance.choice((0, 1))});",
        "sem_init(&u, 0, 1);",
        "pthread_barrier_init(&b, NULL, 2);",
        "p = malloc(sizeof *p);",
        f"pthread_t t[{threads}];",
    ]
    for number in range(threads):
        lines.append(f"pthread_create(&t[{number}], NULL, thread{number}, NULL);")
    if chance.random() < 0.25:
        lines += _body(kind, chance, 1)
    if chance.random() < 0.8:
        joined = chance.sample(range(threads), chance.choice((threads, threads, 1)))
        lines += [f"pthread_join(t[{number}], NULL);" for number in joined]
        lines += _filled(chance.choice(ACCESS), chance) if chance.random() < 0.4 else []
    return [*lines, "return 0;"]


def _function(head: str, lines: list[str]) -> str:
    return "\n    ".join([f"{head} {{", *lines]) + "\n}"


def _body(kind: str, chance: random.Random, statements: int) -> list[str]:
    return [line for _ in range(statements) for line in _filled(chance.choice(KINDS[kind]), chance)]


def _filled(statement: Statement, chance: random.Random) -> list[str]:
    """One statement speaks of the same variables and the same locks throughout."""
    data, other = chance.sample("xy", 2)
    outer, inner = chance.sample("mnk" if chance.random() < 0.3 else "mn", 2)
    names = {"v": data, "o": other, "l": outer, "n": inner}
    choices = {
        "k": ("1", "1", "2", "0"),
        "r": [f"__ATOMIC_{order}" for order in _READS],
        "w": [f"__ATOMIC_{order}" for order in _WRITES],
        "u": [f"__ATOMIC_{order}" for order in _UPDATES],
        "fence": [f"__ATOMIC_{order}" for order in _FENCES],
        "x": ("rdlock", "rdlock", "wrlock"),
        "y": ("rdlock", "wrlock", "wrlock"),
    }

    def chosen(found: re.Match[str]) -> str:
        name = found.group(1)
        return names[name] if name in names else chance.choice(choices[name])

    return [re.sub(r"\$(fence|[a-z])", chosen, line) for line in statement]

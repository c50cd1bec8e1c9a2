"""Random C programs that fail under many schedules: two or three threads with local variables, functions, loops,
arrays, fields of all sizes, signed, unsigned and masked arithmetic, locks and atomics, null
pointers and divisions by zero, and assertions that seldom hold.
Signed arithmetic does not overflow: what is stored is masked. Deterministic by seed."""

import random
from typing import Final

from tests.support.random_checked import checked_text

HEAD: Final = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct pair { int first; short second; unsigned char third; };
static int x, y, t[4] = {1, 2, 3, 4}, *at = &x;
static unsigned u = 7;
static struct pair p = {1, 2, 3};
static struct pair *heap;
static atomic_int a;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;

static int mixed(int v, int w) {
    if (v > w)
        return v - w;
    int sum = v + w;
    return sum & 63;
}

static unsigned spread(unsigned v) {
    unsigned r = v;
    for (int i = 0; i < 2; i++)
        r = r * 5 + v;
    return r;
}
"""
PLACES: Final = ("x", "y", "t[1]", "t[x & 3]", "p.first", "p.second", "p.third", "heap->first", "heap->second", "u")
STATEMENTS: Final = (
    ("$p = $v;",),
    ("$p = $v;",),
    ("$p += $k;",),
    ("$p++;",),
    ("$l = $v;",),
    ("$l = $v;",),
    ("$l = mixed($l, $v);",),
    ("u = spread(u);",),
    ("u = u * $k - 1;",),
    ("if ($c) {", "    $p = $v;", "} else {", "    $l = $v;", "}"),
    ("if ($c && $c)", "    $p = $v;"),
    ("for (int i = 0; i < $k; i++) {", "    $l = ($l + t[i & 3]) & 255;", "    $p = $l;", "}"),
    ("while ($l > 3)", "    $l = $l / 2;", "$p = $l;"),
    ("$p = $c ? $v : $v;",),
    ("switch ($l & 3) {", "case 0:", "    $p = $v;", "    break;", "case 1:", "    $l = $k;", "    break;",
     "default:", "    $p = $k;", "}"),
    ("pthread_mutex_lock(&$m);", "$l = $v;", "pthread_mutex_unlock(&$m);", "pthread_mutex_lock(&$m);", "$p = $l + $k;",
     "pthread_mutex_unlock(&$m);"),
    ("pthread_mutex_lock(&$m);", "$p = $v;", "pthread_mutex_unlock(&$m);"),
    ("atomic_fetch_add(&a, $k);",),
    ("$l = atomic_load(&a);",),
    ("{", "    int old = $l;", "    if (atomic_compare_exchange_strong(&a, &old, $k))", "        $p = $k;",
     "    else", "        $l = old;", "}"),
    ("at = $c ? &y : &x;",),
)  # fmt: skip
WAYS: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    "assertions": (("assert($r <= $v);",),),
    "crashes": (
        ("at = $c ? &x : NULL;",),
        ("*at = $v;",),
        ("$l = *at & 255;",),
        ("$l = 100 / (int)($r & 7);", "$p = $l;"),
    ),
    "deadlocks": (
        ("pthread_mutex_lock(&m);", "$p = $v;", "pthread_mutex_lock(&n);", "$p = $l;", "pthread_mutex_unlock(&n);",
         "pthread_mutex_unlock(&m);"),
        ("if ($c) {", "    pthread_mutex_lock(&n);", "    pthread_mutex_lock(&m);", "    $p = $v;",
         "    pthread_mutex_unlock(&m);", "    pthread_mutex_unlock(&n);", "}"),
    ),
}  # fmt: skip
"""To fail, besides what all programs do."""
VALUES: Final = (
    "$k",
    "$r",
    "(int)($r & 255)",
    "(int)(($r + $r) & 255)",
    "(int)(($r * 3 - $r) & 127)",
    "(int)(u >> $k)",
)
ORDERS: Final = ("<", "<=", ">", ">=", "==", "!=")


def failing_text(seed: int) -> str:
    """Half of them are those of tests/support/random_checked.py: more kinds of synchronisation, less arithmetic."""
    return checked_text(seed // 2, ()) if seed % 2 else _text(seed)


def _text(seed: int) -> str:
    chance = random.Random(seed)
    count = chance.choice((2, 2, 3))
    way = chance.choice(list(WAYS))
    functions = [_function(number, way, chance) for number in range(count)]
    asserted = [_filled("assert($p $o $v);", chance).replace("$l", "y") for _ in range(3)]
    if way != "assertions":
        asserted = []
    main = "\n    ".join(
        [
            "heap = calloc(1, sizeof *heap);",
            f"pthread_t thread[{count}];",
            *(f"pthread_create(&thread[{number}], NULL, thread{number}, NULL);" for number in range(count)),
            *(f"pthread_join(thread[{number}], NULL);" for number in range(count)),
            *asserted,
            "return 0;",
        ]
    )
    return "\n\n".join((HEAD, *functions, f"int main(void) {{\n    {main}\n}}\n"))


def _function(number: int, way: str, chance: random.Random) -> str:
    lines = [f"int r = {number}, q = 1;"]
    for _ in range(chance.choice((2, 4, 7))):
        local, lock = chance.choice("rq"), chance.choice("mn")
        statement = chance.choice(WAYS[way] if chance.random() < 0.4 else STATEMENTS)
        lines += [_filled(line, chance).replace("$l", local).replace("$m", lock) for line in statement]
    lines += ["(void)r, (void)q;", "return given;"]
    body = "\n    ".join(lines)
    return f"static void *thread{number}(void *given) {{\n    {body}\n}}"


def _filled(line: str, chance: random.Random) -> str:
    while "$c" in line:
        line = line.replace("$c", f"$v {chance.choice(ORDERS)} {chance.choice(('$k', '$v'))}", 1)
    line = line.replace("$o", chance.choice(ORDERS))
    while "$v" in line:
        line = line.replace("$v", chance.choice(VALUES), 1)
    while "$r" in line:
        line = line.replace("$r", chance.choice((*PLACES, "$l")), 1)
    while "$p" in line:
        line = line.replace("$p", chance.choice(PLACES), 1)
    while "$k" in line:
        line = line.replace("$k", str(chance.choice((0, 1, 1, 2, 3, 5))), 1)
    return line

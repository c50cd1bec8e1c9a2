"""Random small C programs with assertions over shared variables: two or three threads, few statements each.

Plain variables, mutexes, tries, semaphores, condition variables, atomics. Deterministic by seed. So that the recorded
run passes, a program is made twice: `first_text` only says what became of its assertions, `checked_text` asserts the
opposite of those that were false.
"""

import random
import re
from collections.abc import Sequence
from typing import Final

VARIABLES: Final = ("x", "y", "z")
HEAD: Final = """#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>

static int x, y, z;
static atomic_int a;
static int ready;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static sem_t s;
static int said[100];
"""
PLAIN: Final = (
    ("$v = $k;",),
    ("$v = $v + $k;",),
    ("$v = $w + $k;",),
    ("if ($v == $k) {", "    $w = $k;", "}"),
    ("if ($v $order $w) {", "    $v = $k;", "} else {", "    $w = $w + 1;", "}"),
    ("assert($condition);",),
    ("assert($condition);",),
)
KINDS: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    "plain": PLAIN,
    "locks": (
        *PLAIN,
        ("pthread_mutex_lock(&$l);", "$v = $v + $k;", "pthread_mutex_unlock(&$l);"),
        ("pthread_mutex_lock(&$l);", "$v = $k;", "$w = $k;", "pthread_mutex_unlock(&$l);"),
        ("pthread_mutex_lock(&$l);", "assert($condition);", "pthread_mutex_unlock(&$l);"),
        ("if (pthread_mutex_trylock(&$l) == 0) {", "    $v = $v + 1;", "    pthread_mutex_unlock(&$l);", "}"),
    ),
    "semaphores": (
        *PLAIN,
        ("sem_post(&s);",),
        ("sem_post(&s);",),
        ("sem_wait(&s);", "$v = $w + 1;"),
        ("sem_wait(&s);", "assert($condition);"),
        ("if (sem_trywait(&s) == 0) {", "    $v = $k;", "}"),
    ),
    "conditions": (
        *PLAIN[:3],
        ("assert($condition);",),
        ("pthread_mutex_lock(&m);", "ready = 1;", "pthread_cond_signal(&changed);", "pthread_mutex_unlock(&m);"),
        ("pthread_mutex_lock(&m);", "ready = 1;", "pthread_cond_broadcast(&changed);", "pthread_mutex_unlock(&m);"),
        (
            "pthread_mutex_lock(&m);", "while (!ready) {", "    pthread_cond_wait(&changed, &m);", "}", "$v = $v + 1;",
            "pthread_mutex_unlock(&m);",
        ),
        (
            "pthread_mutex_lock(&m);", "if (!ready) {", "    pthread_cond_wait(&changed, &m);", "}",
            "assert($condition);", "pthread_mutex_unlock(&m);",
        ),
    ),
    "atomics": (
        *PLAIN,
        ("atomic_fetch_add(&a, $k);",),
        ("a = $v + 1;",),
        ("$v = a;",),
        ("$v = atomic_exchange(&a, $k);",),
        ("if (atomic_exchange(&a, $k) == $k) {", "    $v = $k;", "}"),
        ("assert(a $order $k);",),
    ),
    "swaps": (
        *PLAIN,
        ("atomic_fetch_add(&a, 1);",),
        ("__sync_val_compare_and_swap(&$v, $k, $k);",),
        ("$v = __sync_val_compare_and_swap(&$w, $k, $k);",),
        (
            "{", "    int old = $k;", "    if (atomic_compare_exchange_strong(&a, &old, $k)) {", "        $v = $k;",
            "    }", "}",
        ),
        ("assert(a $order $k);",),
    ),
    "switches": (
        *PLAIN,
        (
            "switch ($v) {", "case 0:", "    $w = $k;", "    break;", "case 1:", "case 2:", "    $w = $w + 1;",
            "    break;", "default:", "    assert($condition);", "}",
        ),
    ),
}  # fmt: skip
CONDITIONS: Final = (
    "$v $order $k", "$v $order $k", "$v + $w $order $k", "$v == 0 || $w == $k", "$v != $k && $w $order $k",
    "$v $order $w",
)  # fmt: skip
ORDERS: Final = ("<=", "!=", ">=", "==")


_ASSERTION: Final = re.compile(r"assert\((.*)\);")


def kind_of(seed: int) -> str:
    return sorted(KINDS)[seed % len(KINDS)]


def first_text(seed: int) -> str:
    """Notes of each assertion whether it held, 2 or 1, and prints it all at its end."""
    numbers = iter(range(100))
    text = _ASSERTION.sub(lambda found: f"said[{next(numbers)}] = 1 + !!({found.group(1)});", _text(seed))
    return text.replace("/* the end */", 'for (int i = 0; i < 100; i++) printf("%d ", said[i]);')


def checked_text(seed: int, said: Sequence[int]) -> str:
    """Asserts what was said."""
    numbers = iter(range(100))

    def asserted(found: re.Match[str]) -> str:
        number = next(numbers)
        was_false = number < len(said) and said[number] == 1
        return f"assert(!({found.group(1)}));" if was_false else found.group(0)

    return _ASSERTION.sub(asserted, _text(seed))


def _text(seed: int) -> str:
    chance = random.Random(seed)
    kind = kind_of(seed)
    threads = chance.choice((2, 2, 3))
    bodies = [_body(kind, chance, 2 if threads == 3 else chance.choice((2, 3))) for _ in range(threads)]
    functions = [
        f"static void *thread{number}(void *given) {{\n    {body}\n    return given;\n}}"
        for number, body in enumerate(bodies)
    ]
    numbers = range(threads)
    lines = [
        f"sem_init(&s, 0, {chance.choice((0, 1))});",
        f"pthread_t t[{threads}];",
        *(f"pthread_create(&t[{number}], NULL, thread{number}, NULL);" for number in numbers),
        *(f"pthread_join(t[{number}], NULL);" for number in numbers),
        *(f"assert({name} == {value});" for name in (*VARIABLES, "a") for value in range(4) if chance.random() < 0.3),
        "/* the end */",
        "return 0;",
    ]
    main = "\n    ".join(lines)
    return "\n\n".join((HEAD, *functions, f"int main(void) {{\n    {main}\n}}\n"))


def _body(kind: str, chance: random.Random, statements: int) -> str:
    lines = [line for _ in range(statements) for line in _filled(chance.choice(KINDS[kind]), chance)]
    return "\n    ".join(lines)


def _filled(statement: tuple[str, ...], chance: random.Random) -> list[str]:
    """One statement speaks of the same two variables and the same lock throughout."""
    first, second = chance.sample(VARIABLES[: chance.choice((2, 2, 3))], 2)
    lock = chance.choice("mn")
    lines = []
    for line in statement:
        line = line.replace("$condition", chance.choice(CONDITIONS))
        line = line.replace("$v", first).replace("$w", second).replace("$l", lock)
        while "$order" in line:
            line = line.replace("$order", chance.choice(ORDERS), 1)
        while "$k" in line:
            line = line.replace("$k", str(chance.choice((0, 1, 1, 2))), 1)
        lines.append(line)
    return lines

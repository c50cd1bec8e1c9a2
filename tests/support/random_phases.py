"""Random small C programs in which threads come and go: between them main is alone, and works on what they share.

Rounds: main works alone, creates one or two threads, perhaps works beside them, joins them; in some programs one thread
is never joined, main calls exit in a handler's reach, a lock is held while threads are created, or pointers, bytes and
copies make it hard to tell which memory is meant. Assertions stand everywhere. Deterministic by seed.
"""

import random
import re
from typing import Final

HEAD: Final = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static int x, y, z = 3;
static unsigned char bytes[8];
static int a[2];
static int *p = &x;
static int *h;
static _Atomic int c;
static _Atomic int d = 5;
static struct pair { short low; int high; } pair, other;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
"""
_ANY: Final = (
    "$v = $k;",
    "$v = $v + $k;",
    "$v = $v;",
    "a[$b] = $v;",
    "a[x & 1] = $k;",
    "$v = a[y & 1];",
    "bytes[$b] = $v;",
    "$v = bytes[$b];",
    "memcpy(&y, bytes, 4);",
    "memcpy(bytes + $b, &x, 4);",
    "memset(bytes + $b, $k, 3);",
    "pair.low = $v;",
    "pair = other;",
    "other.high = $v;",
    "$v = pair.high;",
    "p = $v > $k ? &x : &y;",
    "p = &$v;",
    "*p = $k;",
    "$v = *p;",
    "atomic_fetch_add(&c, $k);",
    "$v = c;",
    "{ int e = $k; atomic_compare_exchange_strong(&d, &e, $v); }",
    "{ int e = 5; if (atomic_compare_exchange_strong(&d, &e, $k)) $v = e; }",
    "$v = d;",
    "if ($v > $k) $v = $k;",
    "if ($v == $k) a[$b] = $k;",
    "pthread_mutex_lock(&$l); $v = $v + 1; pthread_mutex_unlock(&$l);",
    "pthread_mutex_lock(&$l); $v = $k; pthread_mutex_unlock(&$l);",
    "assert($v != $k);",
    "assert(a[$b] < $k + 3);",
    "assert(c + x != $k);",
)
_ALONE: Final = (
    *_ANY,
    "h = malloc(8); *h = $v; $v = *h + 1; free(h); h = 0;",
    "if (!h) { h = malloc(4); *h = $k; }",
    "{ int *t = malloc(8); t[0] = $v; t[1] = $k; $v = t[0] + t[1]; free(t); }",
    "for (int i = 0; i < 3; i++) $v = $v + i;",
    "if (pthread_mutex_trylock(&$l) == 0) { $v = $k; pthread_mutex_unlock(&$l); }",
    "if ($v == 4 && pthread_mutex_trylock(&m) == 0) { $v = $k; pthread_mutex_unlock(&n); }",
)
_OF_THREADS: Final = (*_ANY, "if (h) *h = $k;", "if (h) $v = *h;", "return (void *)(long)$v;")


def phases_text(seed: int) -> str:
    chance = random.Random(seed)
    rounds = chance.choice((1, 2, 2, 3))
    workers: list[str] = []
    main: list[str] = []
    for turn in range(rounds):
        main += _body(chance, _ALONE, chance.randrange(1, 5))
        holds = chance.random() < 0.15
        main += ["pthread_mutex_lock(&n);"] if holds else []
        count = chance.choice((1, 1, 2)) if turn else chance.choice((1, 2, 2))
        made = range(len(workers), len(workers) + count)
        for number in made:
            workers.append(_worker(number, chance))
            main.append(f"pthread_create(&t{number}, NULL, work{number}, NULL);")
        main += _body(chance, _ANY, chance.choice((0, 0, 1)))
        main += ["pthread_mutex_unlock(&n);"] if holds else []
        for number in made:
            is_left = chance.random() < 0.06
            takes = chance.random() < 0.3
            joined = f"{{ void *r; pthread_join(t{number}, &r); z = (int)(long)r; }}"
            plain = f"pthread_join(t{number}, NULL);"
            main.append(f"pthread_detach(t{number});" if is_left else joined if takes else plain)
        main += _body(chance, _ALONE, chance.randrange(1, 4))
    main += [f"assert({chance.choice('xyz')} != {chance.randrange(5)});", "if (h) free(h);", "return 0;"]
    threads = ", ".join(f"t{number}" for number in range(len(workers)))
    lines = ["int main(void)", "{", f"    pthread_t {threads};", *(f"    {line}" for line in main), "}"]
    return "\n".join([HEAD, *workers, *lines, ""])


def _worker(number: int, chance: random.Random) -> str:
    body = _body(chance, _OF_THREADS, chance.randrange(1, 4))
    lines = [
        f"static void *work{number}(void *given)",
        "{",
        *(f"    {line}" for line in body),
        "    return given;",
        "}",
    ]
    return "\n".join([*lines, ""])


def _body(chance: random.Random, of: tuple[str, ...], count: int) -> list[str]:
    return [_filled(chance.choice(of), chance) for _ in range(count)]


def _filled(text: str, chance: random.Random) -> str:
    choices = {"v": "xyz", "k": "01234", "b": "01"}
    text = text.replace("$l", chance.choice("mn"))
    return re.sub(r"\$([vkb])", lambda found: chance.choice(choices[found[1]]), text)

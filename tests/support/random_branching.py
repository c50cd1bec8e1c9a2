"""Random small C programs whose threads take one way or the other by what others do, and remember it or not.

Two threads read flags that the other one sets. By those they change registers, arrays, blocks of the heap, thread-local
and static variables, thread-specific data, or take inputs; later they write some of that to shared memory. Every
variable is written before it is read. Deterministic by seed.
"""

import random
import re
from typing import Final

HEAD: Final = """#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

struct pair { short low; long high; };
static int flags[4], out[4];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static sem_t sem;
static __thread int own;
static int *_Atomic given;

static int twice(int n) { if (flags[1]) return n; return 2 * n; }
static int deeper(int n) { int t[2] = {n, 0}; if (n > 0 && flags[n & 3]) t[1] = deeper(n - 1); return t[0] + t[1]; }
static struct pair made(int n) { struct pair p = {(short)n, 1}; if (flags[2]) p.high = n; return p; }
static long taken(struct pair p) { if (flags[0]) p.low++; return p.low + p.high; }
static int counted(void) { static __thread int calls; if (flags[3]) calls++; return calls; }
"""
TAIL: Final = """
int main(void) {
    pthread_t t, u;
    pthread_key_create(&key, NULL);
    sem_init(&sem, 0, 1);
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    for (int i = 0; i < 8; i++)
        flags[i & 3] = (i & 4) ? 0 : 1 + (i & 1);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
"""
LOCALS: Final = """
    int a = 0, b = 1, c = 2, t[4] = {0, 1, 2, 3}, *p = malloc(16), *q = p;
    struct pair pair = {1, 2};
    p[0] = p[1] = p[2] = p[3] = 0;
    """
GRAMMAR: Final[dict[str, tuple[str, ...]]] = {
    "flag": ("flags[0]", "flags[1]", "flags[2]", "flags[3]"),
    "number": ("0", "1", "2", "3"),
    "register": ("a", "b", "c"),
    "place": ("$register", "$register", "t[$number]", "p[$number]", "own", "pair.low", "pair.high", "q[$number & 1]"),
    "set": ("flags[$number] = $number;", ""),
    "value": (
        "$number",
        "$place",
        "$place + 1",
        "$flag",
        "twice($number)",
        "counted()",
        "(int)taken(pair)",
        "deeper(2)",
    ),
    "change": (
        *("$place = $value;", "$place = $value;", "$place = $value;", ";", "flags[$number] = $number;"),
        *("p = calloc(4, 4);", "q = p;", "free(malloc(8));", "pair = made($number);", "a = rand() & 3;"),
        *("memset(t, $number, 8);", "memcpy(t, p, 8);", "pthread_setspecific(key, (void *)($number + 1L));"),
        *("given = p;", "{ int e = $number; __atomic_compare_exchange_n(&flags[0], &e, $number, 0, 5, 5); }"),
        *(
            "if (!sem_trywait(&sem)) { a++; sem_post(&sem); }",
            "if (!pthread_mutex_trylock(&m)) pthread_mutex_unlock(&m);",
        ),
    ),
    "statement": (
        *("if ($flag) { $change }", "if ($flag) { $change }", "if ($flag) { $change $change } else { $change }"),
        *(
            "$change",
            "for (int i = 0; i < 3; i++) { if ($flag) { $change } }",
            "while (flags[$number] > 1) { $change break; }",
        ),
        *("switch ($flag) { case 1: $change case 2: $change break; default: $change }",),
        *("out[$number] = $place;", "out[$number] = $value;", "out[1] = (int)(long)pthread_getspecific(key);"),
        *("pthread_mutex_lock(&m); $change pthread_mutex_unlock(&m);", "out[2] = p == q;", "out[3] = errno;"),
    ),
}


def branching_text(seed: int) -> str:
    chance = random.Random(seed)
    threads = []
    for name in ("first", "second"):
        body = "\n    ".join(_expanded("$set $statement", chance) for _ in range(10))
        threads.append(f"static void *{name}(void *arg) {{{LOCALS}{body}\n    out[0] = $place; return arg;\n}}")
    return HEAD + _expanded("\n".join(threads), chance) + TAIL


def _expanded(text: str, chance: random.Random) -> str:
    while "$" in text:
        text = re.sub(r"\$([a-z]+)", lambda found: chance.choice(GRAMMAR[found.group(1)]), text)
    return text

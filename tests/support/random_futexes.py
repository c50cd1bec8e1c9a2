"""Random C programs whose threads wait for and wake each other on futexes, as waits on atomics in C++ do."""

import random

_HEAD = """#include <assert.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
#define WAIT(word, seen) syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, seen, 0, 0, 0)
#define WAKE(word, most) syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, most, 0, 0, 0)
static _Atomic int a, b;
static int sum;
"""
WORDS = ("a", "b")


def text(seed: int) -> str:
    """Two or three threads; main may wake all who sleep; at the end an assertion about what is left."""
    chance = random.Random(seed)
    threads = chance.choice((2, 2, 3))
    bodies = [_body(chance, most=4 if threads == 2 else 3) for _ in range(threads)]
    functions = [
        f"static void *f{n}(void *unused) {{\n    int seen = 0;\n{body}    return unused;\n}}\n"
        for n, body in enumerate(bodies)
    ]
    names = [f"t{n}" for n in range(threads)]
    creates = "".join(f"    pthread_create(&{name}, 0, f{n}, 0);\n" for n, name in enumerate(names))
    joins = "".join(f"    pthread_join({name}, 0);\n" for name in names)
    left = chance.choice(("a", "b", "sum", "a + b"))
    check = f"    assert({left} {chance.choice(('!=', '<=', '>='))} {chance.randrange(-1, 4)});\n"
    ends = chance.choice(("", "    a = 3; b = 3; WAKE(a, INT_MAX); WAKE(b, INT_MAX);\n"))
    main = f"int main(void) {{\n    pthread_t {', '.join(names)};\n{creates}{ends}{joins}{check}    return 0;\n}}\n"
    return "\n".join([_HEAD, *functions, main])


def _body(chance: random.Random, most: int) -> str:
    return "".join(f"    {_statement(chance)}\n" for _ in range(chance.randrange(2, most + 1)))


def _statement(chance: random.Random) -> str:
    word, value = chance.choice(WORDS), chance.randrange(3)
    return chance.choice(
        (
            f"{word} = {value};",
            f"{word}++;",
            f"seen = {word};",
            f"WAIT({word}, {chance.choice((0, 0, 1))});",
            f"WAIT({word}, seen);",
            f"sum += WAIT({word}, {value}) != 0;",
            f"if ({word} == {value}) WAIT({word}, {value});",
            f"while ({word} == 0) WAIT({word}, 0);",
            f"WAKE({word}, 1);",
            f"WAKE({word}, INT_MAX);",
            f"{word} = 1; WAKE({word}, INT_MAX);",
            f"{word}++; WAKE({word}, 1);",
            "sum += seen;" if chance.random() < 0.5 else f"if ({word} > 1) sum = 2;",
        )
    )

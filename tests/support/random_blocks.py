"""Random small C programs with blocks that are to be atomic, and with memory that can go wrong: two or three threads.

Behind `//:` each line says what becomes of what it reads: tests/support/block_oracle.py goes by that, so that nothing
is taken from our own analysis of terms. A line reads shared memory at most once, or all that it reads is used.

    used, unused             stored somewhere or an address; or nowhere
    if == 1                  only this condition is made of it
    add 1 unused             an atomic update: the operation, then what becomes of the old value
    follows, frees, index, divides   what may go wrong with what was read

Deterministic by seed. Blocks are declared in all ways that there are.
"""

import random
import re
from dataclasses import dataclass, field
from typing import Final

HEAD: Final = """#include <pthread.h>
#include <raddle.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

static int x, y, f, i, d, a[2];
static int *p, *q, *h;
static _Thread_local int kept;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;
"""
FILE: Final = "blocks.c"
Statement = tuple[str, ...]

WRITES: Final[tuple[Statement, ...]] = (("$v = $k;",), ("$v = $k;",))
READS: Final[tuple[Statement, ...]] = (("$o = $v; //: used",), ("{", "    int seen = $v; //: unused", "}"))
MORE: Final[tuple[Statement, ...]] = (
    ("$v = $v + $k; //: used",),
    ("{", "    int seen = $v; //: used", "    $v = seen + 1;", "}"),
)
CONDITIONS: Final[tuple[Statement, ...]] = (
    ("if ($v == $k) { //: if == $k", "    $o = $j;", "}"),
    ("if ($v < 2) { //: if < 2", "    $o = $j;", "}"),
    ("if ($v >= 0) { //: if >= 0", "    $v = $j;", "}"),
    ("{", "    int seen = $v; //: if > $k", "    if (seen > $k) {", "        $o = $j;", "    }", "}"),
)
UPDATES: Final[tuple[Statement, ...]] = (
    ("__atomic_fetch_add(&$v, $k, 5); //: add $k unused",),
    ("__atomic_fetch_add(&$v, $k, 5); //: add $k unused",),
    ("$o = __atomic_fetch_add(&$v, $k, 5); //: add $k used",),
    ("__atomic_fetch_or(&$v, $k, 5); //: or $k unused",),
    ("__atomic_exchange_n(&$v, $k, 5); //: set $k unused",),
    ("if (__atomic_exchange_n(&$v, 1, 5) == 0) { //: set 1 if == 0", "    $o = $j;", "}"),
    ("{", "    int was = 0;", "    if (__atomic_compare_exchange_n(&$v, &was, $j, 0, 5, 5)) { //: swap 0 $j used",
     "        $o = $k;", "    }", "}"),
)  # fmt: skip
KEPT: Final[tuple[Statement, ...]] = (
    ("kept = $v; //: used",),
    ("kept = __atomic_fetch_add(&$v, $k, 5); //: add $k used",),
    ("{", "    int seen = $v; //: used", "    if (seen >= 0) {", "        kept = seen;", "    }", "}"),
    ("{", "    int seen = $v; //: used", "    if (seen < 2) {", '        printf("%d", seen + 1);', "    }", "}"),
)
"""What is read goes where no other thread looks."""
FLAGS: Final[tuple[Statement, ...]] = (
    ("__atomic_store_n(&f, 1, 3);",),
    ("if (__atomic_load_n(&f, 2) == 1) { //: if == 1", "    $v = $k;", "}"),
    ("if (__atomic_load_n(&f, 2) == 0) { //: if == 0", "    $v = $k;", "}"),
)
ARRAYS: Final[tuple[Statement, ...]] = (
    ("a[f & 1] = $k; //: used",), ("x = a[f & 1]; //: used",), ("a[1] = $k;",), ("a[0] = a[1]; //: used",),
    ("f = $k;",),
)  # fmt: skip
SEMAPHORES: Final[tuple[Statement, ...]] = (
    ("sem_post(&s);",), ("sem_wait(&s);", "$v = $k;"), ("$v = $k;", "sem_post(&s);"),
)  # fmt: skip
BLOCKS: Final[dict[str, tuple[Statement, ...]]] = {
    "plain": (*WRITES, *READS, *MORE),
    "sections": (*WRITES, *READS, *MORE),
    "conditions": (*WRITES, *WRITES, *CONDITIONS, *READS),
    "updates": (*UPDATES, *WRITES[:1], *READS),
    "flags": (*FLAGS, *WRITES, *READS, *MORE),
    "kept": (*KEPT, *KEPT, *WRITES, *UPDATES[:1]),
    "arrays": (*ARRAYS, *WRITES[:1]),
    "semaphores": (*SEMAPHORES, *WRITES, *READS, *MORE),
    "mixed": (*WRITES, *READS, *MORE, *CONDITIONS, *UPDATES, *FLAGS, *ARRAYS),
}  # fmt: skip
POINTERS: Final[tuple[Statement, ...]] = (
    ("*p = $k; //: follows",), ("*p = $k; //: follows",), ("x = *p; //: follows",), ("*q = $k; //: follows",),
)  # fmt: skip
FREES: Final[tuple[Statement, ...]] = (("free(p); //: frees",), ("free(p); //: frees",), ("free(q); //: frees",))
MEMORY: Final[dict[str, tuple[Statement, ...]]] = {
    "freed": (*POINTERS, *FREES),
    "freed and cleared": (
        *POINTERS, ("free(p); //: frees", "p = NULL;"), ("if (p) { //: if != 0", "    *p = 1; //: follows", "}"),
    ),
    "freed behind flags": (
        *POINTERS[:3], ("if (__atomic_load_n(&f, 2) == 1) { //: if == 1", "    free(p); //: frees", "}"),
        ("*p = $k; //: follows", "__atomic_store_n(&f, 1, 3);"), ("__atomic_store_n(&f, 1, 3);",),
    ),
    "null": (
        *POINTERS[:2], ("p = NULL;",), ("p = q; //: used",), ("if (p) { //: if != 0", "    x = *p; //: follows", "}"),
    ),
    "other blocks": (*POINTERS, ("p = q; //: used",), ("free(q); //: frees",), ("free(p); //: frees",)),
    "indices": (
        ("h[i] = $k; //: index",), ("h[i] = $k; //: index",), ("x = h[i]; //: index",), ("i = 3;",), ("i = $k;",),
        ("i = i + 2; //: used",), ("if (i < 3) { //: if < 3", "    h[i] = 1; //: index", "}"),
    ),
    "divisors": (
        ("x = 6 / d; //: divides",), ("x = 7 % d; //: divides",), ("d = 0;",), ("d = $k;",), ("d = d - 1; //: used",),
        ("if (d != 0) { //: if != 0", "    y = 8 / d; //: divides", "}"),
    ),
}  # fmt: skip


@dataclass(frozen=True)
class RandomProgram:
    kind: str
    text: str
    blocks: tuple[tuple[int, int], ...] = ()
    """First and last line; each is executed by one thread, once."""
    atomic: tuple[str, ...] = ()
    """As behind `--atomic`."""

    def note(self, line: int) -> str:
        """What stands behind `//:` there."""
        return self.text.splitlines()[line - 1].partition("//: ")[2]


@dataclass
class _Writer:
    lines: list[str] = field(default_factory=list)
    blocks: list[tuple[int, int]] = field(default_factory=list)
    atomic: list[str] = field(default_factory=list)

    def add(self, *lines: str, indent: int = 1) -> None:
        self.lines += ["    " * indent + line for line in lines]


def kinds_of(of: dict[str, tuple[Statement, ...]]) -> tuple[str, ...]:
    return tuple(sorted(of))


def block_program(seed: int) -> RandomProgram:
    chance = random.Random(seed)
    kind = kinds_of(BLOCKS)[seed % len(BLOCKS)]
    threads = chance.choice((2, 2, 2, 3))
    writer = _Writer(HEAD.splitlines())
    for number in range(threads):
        is_block = number == 0 or chance.random() < 0.5
        size = chance.choice((2, 2, 3)) if number == 0 and threads == 2 else chance.choice((1, 1, 2))
        body = _body(BLOCKS[kind], chance, size, locks=_locks(kind, chance))
        if is_block:
            _block(writer, chance, number, body)
        else:
            writer.add(f"static void *thread{number}(void *given) {{", indent=0)
            writer.add(*body, "return given;")
            writer.add("}", "", indent=0)
    _main(writer, chance, threads)
    return RandomProgram(kind, "\n".join(writer.lines) + "\n", tuple(writer.blocks), tuple(writer.atomic))


def memory_program(seed: int) -> RandomProgram:
    chance = random.Random(seed)
    kind = kinds_of(MEMORY)[seed % len(MEMORY)]
    threads = chance.choice((2, 2, 2, 3))
    writer = _Writer(HEAD.splitlines())
    locks = chance.choice(("", "", "m"))
    for number in range(threads):
        size = 1 if threads == 3 else chance.choice((1, 1, 2))
        writer.add(f"static void *thread{number}(void *given) {{", indent=0)
        writer.add(*_body(MEMORY[kind], chance, size, locks), "return given;")
        writer.add("}", "", indent=0)
    _main(writer, chance, threads)
    return RandomProgram(kind, "\n".join(writer.lines) + "\n")


def _locks(kind: str, chance: random.Random) -> str:
    """Those that statements of the thread hold, each for itself or all together ("all m")."""
    if kind == "sections":
        return chance.choice(("m", "m", "m", "mn", "all m"))
    return chance.choice(("", "", "", "m", "all m"))


def _body(statements: tuple[Statement, ...], chance: random.Random, size: int, locks: str) -> list[str]:
    chosen = [_filled(chance.choice(statements), chance) for _ in range(size)]
    if locks.startswith("all "):
        return _held(locks[-1], [line for one in chosen for line in one])
    if locks:
        return [line for one in chosen for line in _held(chance.choice(locks), one)]
    return [line for one in chosen for line in one]


def _held(lock: str, lines: list[str]) -> list[str]:
    """Nobody waits for a semaphore with a lock held."""
    if any("sem_wait" in line for line in lines):
        return lines
    return [f"pthread_mutex_lock(&{lock});", *lines, f"pthread_mutex_unlock(&{lock});"]


def _filled(statement: Statement, chance: random.Random) -> list[str]:
    v, o = chance.sample("xy", 2)
    names = {"v": v, "o": o, "k": chance.choice("0112"), "j": chance.choice("0112")}
    return [re.sub(r"\$([a-z])", lambda found: names[found.group(1)], line) for line in statement]


def _block(writer: _Writer, chance: random.Random, number: int, body: list[str]) -> None:
    style = chance.choice(("macros", "scope", "annotated", "named", "lines"))
    head = f"static void *thread{number}(void *given) {{"
    if style in ("annotated", "named"):
        mark = '__attribute__((annotate("atomic"))) ' if style == "annotated" else ""
        writer.add(f"{mark}static void block{number}(void) {{", indent=0)
        _within(writer, body)
        writer.add("}", "", head, indent=0)
        writer.add(f"block{number}();")
        writer.atomic += [f"block{number}"] if style == "named" else []
    else:
        writer.add(head, indent=0)
        writer.add(*{"macros": ["RADDLE_ATOMIC_BEGIN();"], "scope": ["{", "RADDLE_ATOMIC;"], "lines": []}[style])
        _within(writer, body)
        writer.add(*{"macros": ["RADDLE_ATOMIC_END();"], "scope": ["}"], "lines": []}[style])
        if style == "lines":
            first, last = writer.blocks[-1]
            writer.atomic.append(f"{FILE}:{first}-{last}")
    if chance.random() < 0.3:
        writer.add(*_filled(chance.choice((*WRITES, *MORE)), chance))
    writer.add("return given;")
    writer.add("}", "", indent=0)


def _within(writer: _Writer, body: list[str]) -> None:
    first = len(writer.lines) + 1
    writer.add(*body)
    writer.blocks.append((first, len(writer.lines)))


def _main(writer: _Writer, chance: random.Random, threads: int) -> None:
    """Everything has a value before the threads begin."""
    writer.add("int main(void) {", indent=0)
    writer.add(f"sem_init(&s, 0, {chance.choice((0, 1))});", f"pthread_t t[{threads}];")
    writer.add("p = malloc(sizeof *p);", "q = malloc(sizeof *q);", "h = malloc(3 * sizeof *h);", "*p = 1;", "*q = 2;")
    writer.add("h[0] = h[1] = h[2] = 0;", f"x = {chance.choice('001')};", "y = 0;", "f = 0;", "i = 0;", "d = 2;")
    writer.add("a[0] = 0;", "a[1] = 0;")
    writer.add(*(f"pthread_create(&t[{number}], NULL, thread{number}, NULL);" for number in range(threads)))
    writer.add(*(f"pthread_join(t[{number}], NULL);" for number in range(threads)))
    writer.add("return 0;")
    writer.add("}", indent=0)

"""Random small C programs with two threads: every width and operator, structs, floats, copies, atomics, calls.

A grammar: `$name` stands for one of the alternatives of that name. They never trap, and what they race on is the same
for all walkers of one recording.
"""

import random
import re

HEAD = """#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct pair { short low; long high; };
struct three { float x, y, z; };
struct mixed { char c; float f; double d; unsigned bits : 5; unsigned more : 11; short tail[3]; };
union view { unsigned long whole; unsigned parts[2]; unsigned char bytes[8]; double number; };

static struct pair pair = {3, 70000};
static struct three three = {1.5f, -2.25f, 1e30f};
static struct mixed mixed;
static union view view = {0x1122334455667788};
static unsigned char bytes[64];
static signed char g0 = -3;
static unsigned char g1 = 200;
static short g2 = -3000;
static unsigned short g3 = 60000;
static int g4 = -5;
static unsigned g5 = 4000000000u;
static long g6 = -1;
static unsigned long g7 = 1ul << 63;
static _Bool g8;
static float n0 = 0.1f, n1 = -0.0f;
static double n2 = 1e300, n3 = 0x1p-1060;
static _Atomic int a4;
static _Atomic unsigned long a8;
static _Atomic unsigned char a1;
static _Atomic(struct pair *) latest;
"""
TAIL = """
int main(void) {
    pthread_t a, b;
    void *back;
    pthread_create(&a, NULL, thread0, (void *)1);
    pthread_create(&b, NULL, thread1, (void *)2);
    pthread_join(a, &back);
    pthread_join(b, &back);
    return 0;
}
"""
FUNCTIONS = (
    ("long", "f0", "long p0, double p1", "(long)($atom), $atom"),
    ("struct pair", "f1", "struct pair p0, short p1", "pair, (short)(long)($atom)"),
    ("float", "f2", "struct three p0, struct mixed p1", "three, mixed"),
    ("struct three", "f3", "_Bool p0, unsigned char p1, float p2", "$atom != 0, (unsigned char)(long)($atom), $atom"),
    ("long", "f4", "long p0, double p1", "(long)($atom), $atom"),
)
FIELD = {"struct pair": ".high", "struct three": ".z"}

GRAMMAR: dict[str, tuple[str, ...]] = {
    "integer": (
        *("g0", "g1", "g2", "g3", "g4", "g5", "g6", "g7", "g8", "pair.low", "pair.high", "mixed.c", "mixed.bits"),
        *("mixed.more", "mixed.tail[1]", "view.whole", "view.parts[1]", "view.bytes[3]", "bytes[9]", "bytes[g4 != 0]"),
    ),
    "float": ("n0", "n1", "n2", "n3", "mixed.f", "mixed.d", "three.y", "view.number"),
    "constant": ("0", "1", "-1", "7", "100", "-200", "0x123456789abcul", "2.5", "-0.0", "1e-40f", "1e300 * 1e10"),
    "atom": ("$integer", "$integer", "$float", "$constant", "a4", "a8", "a1"),
    "word": ("int", "unsigned", "long", "unsigned long", "short", "unsigned char"),
    "large": ("int", "unsigned", "long", "unsigned long"),
    "whole": ("($word)(long)($expression)",),
    "arithmetic": ("+", "-", "*"),
    "bitwise": ("&", "|", "^"),
    "shift": ("<<", ">>"),
    "division": ("/", "%"),
    "order": ("<", "<=", ">", ">=", "==", "!="),
    "number": ("0", "1", "3", "5", "7", "8", "12", "17"),
    "expression": (
        *("$atom", "$atom", "$atom", "$call"),
        *(
            "($expression $arithmetic $expression)",
            "(($whole) $bitwise ($whole))",
            "(($whole) $shift ((int)($whole) & 7))",
        ),
        *("(($whole) $division (unsigned short)(2 + (($whole) & 63)))", "((double)($expression) / $expression)"),
        *("($expression $order $expression)", "($expression ? $expression : $atom)", "($expression && $expression)"),
        *("($expression || $expression)", "(($word)($whole))", "((float)($expression))", "(-($expression))"),
        *("(($whole) $shift ($whole))", "(($whole) << 40)", "(($whole) >> 40)", "(($whole) / -1)", "(($whole) % -1)"),
        *("(!($expression))", "(~(long)($expression))", "__builtin_bswap32($whole)", "__builtin_bswap64($whole)"),
        *("__builtin_popcountl($whole)", "({ $large r; int o = __builtin_add_overflow($whole, $whole, &r); r + o; })"),
        "({ $large r; int o = __builtin_sub_overflow($whole, $whole, &r); r + o; })",
        "({ $large r; int o = __builtin_mul_overflow($whole, $whole, &r); r + o; })",
    ),
    "statement": (
        *("$integer = $whole;", "$integer = $whole;", "$float = $expression;", "$integer $arithmetic= $whole;"),
        *("$simple", "$simple", "$simple", "g4 = (int)(long)($call);"),
        "if ($expression) { $statement } else { $statement }",
        "for (int i = 0; i < 3; i++) { $statement }",
        "switch ((int)($whole) & 7) { case 1: $simple case 3: $simple break; case 6: $simple default: $simple }",
    ),
    "simple": (
        *(
            "memcpy(bytes + 20 + $number, bytes + $number, $number);",
            "memmove(bytes + $number, bytes + $number, $number);",
        ),
        *("memset(bytes + $number, $number, $number);", "g8 = $expression;", "a4 = (int)($whole);", ";"),
        *("g6 += atomic_fetch_add(&a4, (int)($whole));", "g3 = atomic_fetch_xor(&a1, (unsigned char)($whole));"),
        *("g7 = atomic_fetch_and(&a8, $whole);", "g1 = atomic_exchange(&a1, (unsigned char)($whole));"),
        "{ int e = (int)($whole); g8 = atomic_compare_exchange_strong(&a4, &e, (int)($whole)); }",
        "{ union view u = view; u.bytes[$number & 7] ^= 1; u.parts[$number & 1] += $atom != 0; view = u; }",
        "{ struct mixed m = mixed; m.f += 1; m.tail[$atom != 0]++; m.more = (unsigned)($whole); mixed = m; }",
        "{ struct pair *q = malloc(sizeof *q); q->low = $atom != 0; q->high = $whole; latest = q; g6 = latest->high; }",
        "{ $word v = $whole; unsigned char w[8] = {0}; memcpy(w + 1, &v, 2); g1 = w[1]; g3 = w[2]; }",
        "{ long (*table[])(long, double) = {f0, f4}; g2 = table[(unsigned long)($whole) % 2](3, n2); }",
        "if ($atom $order $atom) atomic_thread_fence(memory_order_seq_cst);",
    ),
}
TERMINAL = {"expression": "$atom", "statement": "$integer = (long)($atom);", "call": "$atom"}
DEEPEST = 7


def random_program(seed: int) -> str:
    chance = random.Random(seed)
    parts, calls = [HEAD], ["$atom"]
    for result, name, parameters, arguments in FUNCTIONS:
        weak = chance.choice(("static ", "__attribute__((weak)) "))
        grammar = GRAMMAR | {"call": tuple(calls)}
        if name == "f0":
            grammar = grammar | {"simple": tuple(one for one in grammar["simple"] if "table" not in one)}
            parts.append("long f4(long p0, double p1);")
        if name == "f4":
            weak = ""
        body = "\n    ".join(_expanded("$statement", grammar, chance) for _ in range(3))
        field = FIELD.get(result)
        value = _expanded("(short)(long)($expression)", grammar, chance)
        ending = f"return {value};" if field is None else f"{result} r = {result[7:]}; r{field} = {value}; return r;"
        parts.append(f"{weak}{result} {name}({parameters}) {{\n    {body}\n    {ending}\n}}")
        if name != "f4":
            calls.append(f"{name}({arguments}){field or ''}")
    for number in range(2):
        grammar = GRAMMAR | {"call": tuple(calls)}
        body = "\n    ".join(_expanded("$statement", grammar, chance) for _ in range(6))
        parts.append(f"static void *thread{number}(void *given) {{\n    {body}\n    return given;\n}}")
    return "\n".join(parts) + TAIL


def _expanded(text: str, grammar: dict[str, tuple[str, ...]], chance: random.Random, depth: int = 0) -> str:
    def chosen(found: re.Match[str]) -> str:
        name = found.group(1)
        picked = TERMINAL[name] if depth >= DEEPEST and name in TERMINAL else chance.choice(grammar[name])
        return _expanded(picked, grammar, chance, depth + 1)

    return re.sub(r"\$([a-z]+)", chosen, text)

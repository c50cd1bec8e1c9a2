"""Random small C programs with two threads: every width and operator, structs, floats, memcpy, atomics, calls, switches.

They do not trap and do not race on anything that matters to the comparison of two walkers of one recording.
"""

import random

INTEGERS = (
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "_Bool",
)
FLOATS = ("float", "double")
BITS = {"signed char": 8, "unsigned char": 8, "short": 16, "unsigned short": 16, "_Bool": 1}

HEAD = """#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct pair { short low; long high; };
struct mixed { char c; float f; double d; unsigned bits : 5; unsigned more : 11; short tail[3]; };
struct three { float x, y, z; };
union view { unsigned long whole; unsigned parts[2]; unsigned char bytes[8]; double number; };
static jmp_buf places[3];
static struct mixed shared_mixed;
static struct pair shared_pair = {3, 70000};
static union view shared_view = {0x1122334455667788};
static struct three shared_three = {1.5f, -2.25f, 1e30f};
static unsigned char shared_bytes[64];
static _Atomic int a_int;
static _Atomic unsigned long a_long;
static _Atomic unsigned char a_byte;
static _Atomic(struct pair *) a_pointer;
"""


class Generator:
    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.globals = [(f"g{n}", self.chance.choice(INTEGERS + FLOATS)) for n in range(8)]
        self.functions: list[tuple[str, str, list[str]]] = []
        self.depth = 0

    def program(self) -> str:
        parts = [HEAD]
        for name, of in self.globals:
            parts.append(f"static {of} {name} = {self.constant(of)};")
        for number in range(4):
            parts.append(self.function(number))
        table = ", ".join(
            f"(long (*)(long, double))f{n}" for n in range(4) if self.functions[n][2] == ["long", "double"]
        )
        parts.append("static long same(long a, double b) { return a + (b > 0); }")
        parts.append(f"static long (*table[])(long, double) = {{same{', ' + table if table else ''}}};")
        for number in range(2):
            self.locals: list[tuple[str, str]] = []
            body = "\n".join(self.statement(2) for _ in range(6))
            parts.append(
                f"static void *thread{number}(void *given) {{ long i{number} = (long)given;\n{body}\nreturn (void *)i{number}; }}"
            )
        parts.append(
            "int main(void) { pthread_t a, b; void *back;\n"
            "pthread_create(&a, NULL, thread0, (void *)1); pthread_create(&b, NULL, thread1, (void *)2);\n"
            "pthread_join(a, &back); pthread_join(b, &back); return 0; }"
        )
        return "\n".join(parts) + "\n"

    def constant(self, of: str) -> str:
        pick = self.chance.random()
        if of in FLOATS:
            return self.chance.choice(
                ("0.0", "-0.0", "1.0", "-1.5", "3.25e10", "1e-40", "0x1p-1060", "1e300*1e10", "0.1")
            )
        if pick < 0.3:
            return str(self.chance.choice((0, 1, 2, 3, 7, 8, -1)))
        if pick < 0.6:
            return str(self.chance.randrange(-200, 300))
        return f"({of}){self.chance.getrandbits(64)}ul"

    def variables(self) -> list[tuple[str, str]]:
        return self.globals + self.locals

    def atom(self) -> str:
        pick = self.chance.random()
        if pick < 0.7:
            return self.chance.choice(self.variables())[0]
        if pick < 0.85:
            return self.constant(self.chance.choice(INTEGERS + FLOATS))
        return self.chance.choice(
            (
                "shared_pair.low", "shared_pair.high", "shared_mixed.c", "shared_mixed.f", "shared_mixed.d",
                "shared_mixed.bits", "shared_mixed.more", "shared_view.parts[1]", "shared_view.bytes[3]",
                "shared_view.whole", "shared_three.y", f"shared_bytes[({self.variables()[0][0]} != 0) + 3]",
                "a_int", "a_long", "a_byte", "shared_mixed.tail[1]",
            )
        )  # fmt: skip

    def expression(self, depth: int) -> str:
        if depth == 0:
            return self.atom()
        a, b = self.expression(depth - 1), self.expression(depth - 1)
        pick = self.chance.randrange(17)
        whole = self.chance.choice(("int", "unsigned", "long", "unsigned long", "short", "unsigned char"))
        match pick:
            case 0 | 1 | 2:
                return f"({a} {self.chance.choice('+-*')} {b})"
            case 3:
                return f"(({whole})(long)({a}) {self.chance.choice('&|^')} ({whole})(long)({b}))"
            case 4:
                return f"(({whole})(long)({a}) {self.chance.choice(('<<', '>>'))} ((int)(long)({b}) & 7))"
            case 5:
                return f"(({whole})(long)({a}) {self.chance.choice('/%')} (({whole})((long)({b}) | 1) == ({whole})-1 ? ({whole})3 : ({whole})((long)({b}) | 1)))"
            case 6:
                return f"((double)({a}) / (double)({b}))"
            case 7 | 8:
                return f"({a} {self.chance.choice(('<', '<=', '>', '>=', '==', '!='))} {b})"
            case 9:
                return f"({a} ? {b} : {self.atom()})"
            case 10:
                return f"({a} {self.chance.choice(('&&', '||'))} {b})"
            case 11:
                of = self.chance.choice(("char", "short", "int", "unsigned", "unsigned long", "float", "double"))
                inner = f"(long)({a})" if of not in FLOATS else f"({a})"
                return f"(({of}){inner})"
            case 12:
                return self.chance.choice((f"(-({a}))", f"(!({a}))", f"(~(long)({a}))"))
            case 13 if self.functions:
                return self.call(depth)
            case 14:
                return f"__builtin_bswap{self.chance.choice(('16', '32', '64'))}((unsigned long)(long)({a}))"
            case 15:
                return f"__builtin_popcountl((unsigned long)(long)({a}))"
            case _:
                name = self.chance.choice(("add", "sub", "mul"))
                of = self.chance.choice(("int", "unsigned", "long", "unsigned long"))
                return f"({{ {of} r_; int o_ = __builtin_{name}_overflow(({of})(long)({a}), ({of})(long)({b}), &r_); r_ + o_; }})"

    def call(self, depth: int) -> str:
        name, _, parameters = self.chance.choice(self.functions)
        arguments = [
            "shared_pair" if of == "struct pair" else "shared_three" if of == "struct three" else "shared_mixed"
            if of == "struct mixed" else f"({of})({self.cut(of, self.expression(min(depth - 1, 1)))})" for of in parameters
        ]  # fmt: skip
        made = f"{name}({', '.join(arguments)})"
        return f"{made}.{'low' if _ == 'struct pair' else 'z'}" if _.startswith("struct") else made

    def cut(self, of: str, text: str) -> str:
        return f"(long)({text})" if of in INTEGERS and of != "_Bool" else text

    def assignable(self) -> tuple[str, str]:
        if self.chance.random() < 0.7:
            return self.chance.choice(self.variables())
        return self.chance.choice(
            (
                ("shared_pair.low", "short"), ("shared_pair.high", "long"), ("shared_mixed.f", "float"),
                ("shared_mixed.bits", "unsigned"), ("shared_mixed.more", "unsigned"), ("shared_view.parts[0]", "unsigned"),
                ("shared_view.bytes[5]", "unsigned char"), ("shared_view.number", "double"), ("shared_three.x", "float"),
                ("shared_bytes[9]", "unsigned char"), ("a_int", "int"), ("shared_mixed.tail[2]", "short"),
            )
        )  # fmt: skip

    def statement(self, depth: int) -> str:
        pick = self.chance.randrange(20)
        match pick:
            case 0 | 1 | 2 | 3:
                name, of = self.assignable()
                return f"{name} = {self.cut(of, self.expression(3))};"
            case 4 if depth:
                return f"if ({self.expression(2)}) {{ {self.statement(depth - 1)} }} else {{ {self.statement(depth - 1)} }}"
            case 5 if depth:
                self.depth += 1
                name = f"n{self.depth}"
                return f"for (int {name} = 0; {name} < {self.chance.randrange(1, 5)}; {name}++) {{ {self.statement(depth - 1)} }}"
            case 6 if depth:
                cases = " ".join(
                    f"case {value}: {self.statement(0)} {self.chance.choice(('break;', ''))}"
                    for value in sorted(self.chance.sample(range(-3, 9), 4))
                )
                return f"switch ((int)(long)({self.expression(2)}) & 7) {{ {cases} default: {self.statement(0)} }}"
            case 7:
                self.depth += 1
                name, of = f"v{self.depth}", self.chance.choice(INTEGERS + FLOATS)
                return f"{{ {of} {name} = {self.cut(of, self.expression(2))}; {of} *p{name} = &{name}; *p{name} += 1; {self.globals[0][0]} = (long){name}; }}"
            case 8:
                size, at, to = self.chance.randrange(1, 20), self.chance.randrange(20), self.chance.randrange(20, 40)
                kind = self.chance.choice(("memcpy", "memmove"))
                return f"{kind}(shared_bytes + {to}, shared_bytes + {at}, {size});"
            case 9:
                return f"{{ union view u_ = shared_view; u_.bytes[{self.chance.randrange(8)}] ^= 1; u_.parts[{self.chance.randrange(2)}] += {self.atom()} != 0; shared_view = u_; }}"
            case 10:
                return f"memset(shared_bytes + {self.chance.randrange(30)}, {self.chance.randrange(256)}, {self.chance.randrange(30)});"
            case 11:
                target = self.chance.choice(("a_int", "a_long", "a_byte"))
                kind = self.chance.choice(("add", "sub", "and", "or", "xor"))
                return f"{self.globals[1][0]} += atomic_fetch_{kind}(&{target}, (long)({self.expression(1)}));"
            case 12:
                return f"{{ int e_ = (int)(long)({self.atom()}); {self.globals[2][0]} = atomic_compare_exchange_strong(&a_int, &e_, (int)(long)({self.atom()})); }}"
            case 13:
                return f"{self.globals[3][0]} = atomic_exchange(&a_byte, (unsigned char)(long)({self.expression(1)}));"
            case 14 if self.functions:
                return f"{self.globals[4][0]} = (long)({self.call(2)});"
            case 15:
                return (
                    f"{self.globals[5][0]} = (long)table[(unsigned long)(long)({self.atom()}) % (sizeof table / sizeof *table)]((long)({self.atom()}), (double)({self.atom()}));"
                    if len(self.functions) == 4
                    else ";"
                )
            case 16:
                return f"{{ struct mixed m_ = shared_mixed; m_.f += 1; m_.tail[({self.atom()} != 0)]++; shared_mixed = m_; }}"
            case 17:
                return f"{{ struct pair *q_ = malloc(sizeof *q_); q_->low = {self.atom()} != 0; q_->high = (long)({self.atom()}); atomic_store(&a_pointer, q_); {self.globals[6][0]} = atomic_load(&a_pointer)->high; }}"
            case 18:
                return f"if ({self.atom()} != {self.atom()}) atomic_thread_fence(memory_order_seq_cst);"
            case _:
                return f"{self.globals[7][0]} = (long)({self.expression(2)});"

    def function(self, number: int) -> str:
        choices = (*INTEGERS, *FLOATS, "struct pair", "struct three", "struct mixed")
        parameters = (
            ["long", "double"] if self.chance.random() < 0.3 else [self.chance.choice(choices) for _ in range(3)]
        )
        result = (
            "long"
            if parameters == ["long", "double"]
            else self.chance.choice((*INTEGERS, *FLOATS, "struct pair", "struct three"))
        )
        self.locals = [(f"p{n}", of) for n, of in enumerate(parameters) if not of.startswith("struct")]
        if not self.locals:
            self.locals = []
        body = "\n".join(self.statement(1) for _ in range(3))
        if result.startswith("struct"):
            field = "low" if result == "struct pair" else "z"
            last = f"{result} r = {'shared_pair' if field == 'low' else 'shared_three'}; r.{field} = (short)(long)({self.expression(2)}); return r;"
        else:
            last = f"return {self.cut(result, self.expression(2))};"
        named = ", ".join(f"{of} p{n}" for n, of in enumerate(parameters))
        head = "" if self.chance.random() < 0.7 else "__attribute__((weak)) "
        static = "static " if not head else ""
        text = f"{head}{static}{result} f{number}({named}) {{\n{body}\n{last} }}"
        self.functions.append((f"f{number}", result, parameters))
        return text


def random_program(seed: int) -> str:
    return Generator(seed).program()

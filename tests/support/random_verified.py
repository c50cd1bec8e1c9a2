"""Random small C programs whose paths depend on the order of the threads: branches within branches, loops that others
end, tries, threads that are created on one path only, calls, indices. Deterministic by seed.

Their assertions hold in the first run, made so as those of tests/support/random_checked.py.
"""

import random
import re
from collections.abc import Sequence
from typing import Final

from tests.support.random_checked import CONDITIONS, HEAD, ORDERS, VARIABLES

EXTRA: Final = """
static int table[3];
static void *child(void *given);

static void __attribute__((noinline)) add(int *to, int much) {
    if (much > 1) *to = *to + 2;
    else *to = *to + 1;
}
"""
STATEMENTS: Final = (
    ("$v = $k;",),
    ("$v = $w + $k;",),
    ("add(&$v, $w);",),
    ("table[$v & 1] = $k;",),
    ("$v = table[$w & 1];",),
    ("atomic_fetch_add(&a, 1);",),
    ("assert($condition);",),
    ("assert($condition);",),
)
BLOCKS: Final[dict[str, tuple[str, ...]]] = {
    "branch": ("if ($condition) {", "@", "}"),
    "other branch": ("if ($condition) {", "@", "} else {", "@", "}"),
    "lock": ("pthread_mutex_lock(&$l);", "@", "pthread_mutex_unlock(&$l);"),
    "try": ("if (pthread_mutex_trylock(&$l) == 0) {", "@", "pthread_mutex_unlock(&$l);", "}"),
    "take": ("if (sem_trywait(&s) == 0) {", "@", "sem_post(&s);", "}"),
    "loop": ("for (int i = 0; i < 2 && $v $order $k; i++) {", "@", "}"),
    "swap": ("if (__sync_bool_compare_and_swap(&$v, $k, $k)) {", "@", "}"),
    "switch": ("switch ($v) {", "case 0:", "@", "break;", "case 1:", "@", "break;", "default:", "$w = $k;", "}"),
    "create": (
        "if ($condition) {", "pthread_t mine;", "pthread_create(&mine, NULL, child, NULL);", "$v = $k;",
        "pthread_join(mine, NULL);", "}",
    ),
}  # fmt: skip
_ASSERTION: Final = re.compile(r"assert\((.*)\);")


def kind_of(seed: int) -> str:
    return sorted(BLOCKS)[seed % len(BLOCKS)]


def first_text(seed: int) -> str:
    """Notes of each assertion whether it failed once (1), and prints it all at its end."""
    numbers = iter(range(100))
    text = _ASSERTION.sub(lambda found: f"if (!({found.group(1)})) said[{next(numbers)}] = 1;", _text(seed))
    return text.replace("/* the end */", 'for (int i = 0; i < 100; i++) printf("%d ", said[i]);')


def checked_text(seed: int, said: Sequence[int]) -> str:
    """Asserts the opposite of what was false. Where it was both, the first run fails: a bug all the same."""
    numbers = iter(range(100))

    def asserted(found: re.Match[str]) -> str:
        number = next(numbers)
        was_false = number < len(said) and said[number] == 1
        return f"assert(!({found.group(1)}));" if was_false else found.group(0)

    return _ASSERTION.sub(asserted, _text(seed))


def _text(seed: int) -> str:
    chance = random.Random(f"verified {seed}")
    kind = kind_of(seed)
    functions = [
        f"static void *thread{number}(void *given) {{\n    {_body(kind, chance)}\n    return given;\n}}"
        for number in range(2)
    ]
    inner = "\n    ".join(filled(chance.choice(STATEMENTS), chance))
    functions.append(f"static void *child(void *given) {{\n    {inner}\n    return given;\n}}")
    lines = [
        f"sem_init(&s, 0, {chance.choice((0, 1))});",
        "pthread_t t[2];",
        *(f"pthread_create(&t[{number}], NULL, thread{number}, NULL);" for number in range(2)),
        *(f"pthread_join(t[{number}], NULL);" for number in range(2)),
        *(f"assert({name} <= {value});" for name in (*VARIABLES, "a") for value in range(4) if chance.random() < 0.2),
        "/* the end */",
        "return 0;",
    ]
    main = "\n    ".join(lines)
    return "\n\n".join((HEAD, EXTRA, *functions, f"int main(void) {{\n    {main}\n}}\n"))


def _body(kind: str, chance: random.Random) -> str:
    """A block of that kind, maybe within another one, with a statement before or after it."""
    parts = [chance.choice(STATEMENTS), _within(BLOCKS[kind], chance)]
    if chance.random() < 0.4:
        parts[1] = _within(BLOCKS[chance.choice(("branch", "other branch"))], chance, parts[1])
    chance.shuffle(parts)
    return "\n    ".join(line for part in parts for line in filled(part, chance))


def _within(block: tuple[str, ...], chance: random.Random, inner: tuple[str, ...] | None = None) -> tuple[str, ...]:
    lines: list[str] = []
    for line in block:
        if line != "@":
            lines.append(line)
        else:
            lines.extend(inner or chance.choice(STATEMENTS))
            inner = None
    return tuple(lines)


def filled(statement: tuple[str, ...], chance: random.Random) -> list[str]:
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

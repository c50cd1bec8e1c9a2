"""A C program with a long run and many pairs of places that touch the same memory. Each statement has its own line.

locked    under one lock                                                         no race
joined    written by the threads, read when they were joined                     no race
phased    written before a barrier, read behind it                               no race
flagged   written before a flag is set (release), read behind it (acquire)       no race
open      without a lock                                                         race
hidden    before a section of a lock, and behind a section of another thread     race, hidden by the order of the lock
"""

from dataclasses import dataclass
from typing import Final

THREADS = 8
LOCKS = 16
EVENTS_PER_STEP = 5


@dataclass(frozen=True)
class Sizes:
    """How many variables of each kind. Two pairs of places for each that is locked or open, one for the others."""

    locked: int = 250
    joined: int = 100
    phased: int = 100
    flagged: int = 50
    open: int = 100
    hidden: int = 50

    @property
    def pairs(self) -> int:
        return 2 * (self.locked + self.open) + self.joined + self.phased + self.flagged + self.hidden


DEFAULT: Final = Sizes()


def text_of(events: int, sizes: Sizes = DEFAULT) -> str:
    steps = max(1, events // (THREADS * EVENTS_PER_STEP))
    lines = [
        "#include <pthread.h>",
        "#include <stdatomic.h>",
        "#include <stdint.h>",
        f"static pthread_mutex_t locks[{LOCKS}], gate;",
        "static pthread_barrier_t barrier;",
        "static atomic_int flag;",
        f"static int locked[{sizes.locked}], joined[{sizes.joined}], phased[{sizes.phased}];",
        f"static int flagged[{sizes.flagged}], opened[{sizes.open}], hidden[{sizes.hidden}];",
    ]
    lines += [line for number in range(sizes.locked) for line in _locked(number)]
    lines += ["static int (*const steps[])(int) = {"]
    lines += [f"    step_{number}," for number in range(sizes.locked)]
    lines += ["};"]
    lines += _of_thread(sizes, steps)
    lines += _main(sizes)
    return "\n".join(lines) + "\n"


def _locked(number: int) -> list[str]:
    return [
        f"static int step_{number}(int value)",
        "{",
        f"    pthread_mutex_lock(&locks[{number % LOCKS}]);",
        f"    locked[{number}] += value;",
        f"    int found = locked[{number}];",
        f"    pthread_mutex_unlock(&locks[{number % LOCKS}]);",
        "    return found;",
        "}",
    ]


def _of_thread(sizes: Sizes, steps: int) -> list[str]:
    lines = ["static void *work(void *argument)", "{", "    int self = (int)(intptr_t)argument, sum = steps[0](1);"]
    lines += ["    unsigned random = self * 2654435761u + 1;"]
    for name, owner, size in (("phased", 0, sizes.phased), ("flagged", 1, sizes.flagged), ("hidden", 2, sizes.hidden)):
        lines += [f"    if (self == {owner}) {{"]
        lines += [f"        {name}[{number}] = sum;" for number in range(size)]
        lines += ["    }"]
    lines += ["    if (self == 1)", "        atomic_store_explicit(&flag, 1, memory_order_release);"]
    lines += ["    pthread_mutex_lock(&gate);", "    pthread_mutex_unlock(&gate);", "    if (self == 3) {"]
    lines += [f"        hidden[{number}] = sum;" for number in range(sizes.hidden)]
    lines += ["    }", "    if (self == 4 && atomic_load_explicit(&flag, memory_order_acquire)) {"]
    lines += [f"        sum += flagged[{number}];" for number in range(sizes.flagged)]
    lines += ["    }", "    pthread_barrier_wait(&barrier);", "    if (self == 5) {"]
    lines += [f"        sum += phased[{number}];" for number in range(sizes.phased)]
    lines += ["    }", f"    for (int i = 0; i < {steps}; i++) {{", "        random = random * 1664525u + 1013904223u;"]
    lines += [f"        sum += steps[(random >> 8) % {sizes.locked}](i);", "    }"]
    for number in range(sizes.open):
        lines += [f"    opened[{number}] += sum;", f"    sum += opened[{number}];"]
    lines += ["    if (self == 6) {"]
    lines += [f"        joined[{number}] = sum;" for number in range(sizes.joined)]
    return [*lines, "    }", "    return NULL;", "}"]


def _main(sizes: Sizes) -> list[str]:
    return [
        "int main(void)",
        "{",
        f"    pthread_t threads[{THREADS}];",
        "    int sum = 0;",
        f"    pthread_barrier_init(&barrier, NULL, {THREADS});",
        f"    for (int i = 0; i < {THREADS}; i++)",
        "        pthread_create(&threads[i], NULL, work, (void *)(intptr_t)i);",
        f"    for (int i = 0; i < {THREADS}; i++)",
        "        pthread_join(threads[i], NULL);",
        *(f"    sum += joined[{number}];" for number in range(sizes.joined)),
        "    return sum == 1;",
        "}",
    ]

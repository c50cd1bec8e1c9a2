"""A random trace in RAPID's STD format: threads that work under locks, and now and then without one."""

import random
from collections.abc import Iterator

THREADS = 8
LOCKS = 16
VARIABLES = 800
OPEN_VARIABLES = 20


def lines_of(events: int, seed: int = 5) -> Iterator[str]:
    """A section has up to five accesses to variables of its lock; one step in two thousand has no lock."""
    chance = random.Random(seed)
    count = THREADS - 1
    for thread in range(1, THREADS):
        yield f"T0|fork(T{thread})|{thread}"
    while count < events:
        thread, lock = chance.randrange(THREADS), chance.randrange(LOCKS)
        if chance.random() < 0.0005:
            variable = VARIABLES + chance.randrange(OPEN_VARIABLES)
            yield f"T{thread}|{chance.choice('rw')}(V{variable})|{5000 + variable}"
            count += 1
            continue
        section = [f"T{thread}|acq(L{lock})|{1000 + lock}"]
        for _ in range(chance.randrange(1, 6)):
            variable = chance.randrange(VARIABLES // LOCKS) * LOCKS + lock
            kind, place = chance.choice((("r", 2000), ("r", 2000), ("w", 3000)))
            section.append(f"T{thread}|{kind}(V{variable})|{place + variable}")
        section.append(f"T{thread}|rel(L{lock})|{1100 + lock}")
        yield from section
        count += len(section)

"""Random well-formed STD traces of any length, like those of programs: main forks the others and joins them at the end;
most accesses are to a thread's own variables or to those that a lock protects, few to variables that nobody protects.

In: sizes and a seed. Out: lines. Locations are places of code: the same kind of access to the same group of variables.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

Step = tuple[tuple[str, str], ...]
"""Operations and their locations, with nobody in between."""


@dataclass(frozen=True, slots=True)
class Sizes:
    events: int
    threads: int = 8
    locks: int = 16
    variables: int = 2000
    """Each thread has a share of its own, each lock too, and one is for everybody."""
    unprotected: float = 0.002
    """The share of accesses to what everybody may touch at any time."""
    reversals: float = 0.0
    """The share of nested sections whose locks are taken in the wrong order."""


def std_lines(sizes: Sizes, seed: int) -> Iterator[str]:
    rng = random.Random(seed)
    yield from (f"T0|fork(T{child})|{child}" for child in range(1, sizes.threads))
    left = sizes.events - 2 * (sizes.threads - 1) - 2 * sizes.locks
    bodies = [_body(sizes, thread, random.Random(rng.random())) for thread in range(sizes.threads)]
    pending: list[Step | None] = [None] * sizes.threads
    taken: dict[str, int] = {}
    while left > 0:
        thread = rng.randrange(sizes.threads)
        for _ in range(rng.randint(1, 40)):
            step = pending[thread] or next(bodies[thread])
            wanted = {operation[4:-1] for operation, _ in step if operation.startswith("acq")}
            pending[thread] = step if wanted & taken.keys() else None
            if pending[thread] is not None or left < len(step):
                break
            taken |= dict.fromkeys(wanted, thread)
            for operation, _ in step:
                if operation.startswith("rel"):
                    del taken[operation[4:-1]]
            yield from (f"T{thread}|{operation}|{location}" for operation, location in step)
            left -= len(step)
        if left == 1:
            break
    left += 2 * sizes.locks - len(taken)
    yield from (f"T{thread}|rel({lock})|{lock[1:]}" for lock, thread in taken.items())
    yield from ("T0|r(P0.0)|1" for _ in range(left))
    yield from (f"T0|join(T{child})|{100 + child}" for child in range(1, sizes.threads))


def _body(sizes: Sizes, thread: int, rng: random.Random) -> Iterator[Step]:
    """What one thread does, for ever. It waits for a lock only while it holds smaller ones, so that the run goes on;
    where it takes two in the wrong order nobody comes in between."""
    share = max(1, sizes.variables // (sizes.threads + sizes.locks + 1))
    while True:
        for _ in range(rng.randint(1, 30)):
            everybodys = rng.random() < sizes.unprotected
            yield (_access(rng, "S" if everybodys else f"P{thread}", rng.randrange(share)),)
        locks = sorted({rng.randrange(sizes.locks) for _ in range(2 if rng.random() < 0.2 else 1)})
        acquires = tuple((f"acq(L{lock})", str(1000 + lock)) for lock in locks)
        if rng.random() < sizes.reversals:
            yield tuple(reversed(acquires))
        else:
            yield from ((acquire,) for acquire in acquires)
        for _ in range(rng.randint(1, 12)):
            yield (_access(rng, f"G{rng.choice(locks)}", rng.randrange(share)),)
        yield from (((f"rel(L{lock})", str(2000 + lock)),) for lock in reversed(locks))


def _access(rng: random.Random, group: str, at: int) -> tuple[str, str]:
    writes = rng.random() < 0.3
    place = 10_000 + 100 * int(group[1:] or "99") + (50 if group[0] == "G" else 0) + 2 * (at % 3) + writes
    return f"{'w' if writes else 'r'}({group}.{at})", str(place)

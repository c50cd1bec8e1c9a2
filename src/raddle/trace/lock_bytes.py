"""Locks, conditions, semaphores and barriers as bytes: how many each has, and which of them are a static initialiser.

As glibc lays them out on x86-64. An object whose bytes are those of a static initialiser is initialised: a variable
that begins with them, memory of calloc(), what memset() or an assignment puts there. There is none of a barrier. A
semaphore of zeros is one that counts from 0; a spin lock that is free holds 1.
"""

from enum import Enum
from typing import Final, assert_never


class Sort(Enum):
    """What kind of object it is."""

    MUTEX = "mutex"
    SPIN_LOCK = "spin lock"
    RWLOCK = "reader-writer lock"
    CONDITION = "condition"
    SEMAPHORE = "semaphore"
    BARRIER = "barrier"


SIZES: Final = {
    Sort.MUTEX: 40,
    Sort.SPIN_LOCK: 4,
    Sort.RWLOCK: 56,
    Sort.CONDITION: 48,
    Sort.SEMAPHORE: 32,
    Sort.BARRIER: 32,
}
_MUTEX_KIND: Final = slice(16, 20)
_KINDS: Final = range(4)
"""Of the static initialisers that glibc has: fast, recursive, error-checking, adaptive."""
_RWLOCK_FLAGS: Final = slice(48, 52)
_PREFERENCES: Final = range(3)
_FREE_SPIN_LOCK: Final = 1


def is_initialiser(sort: Sort, held: bytes) -> bool:
    match sort:
        case Sort.MUTEX:
            return _is_zero_but(held, _MUTEX_KIND, _KINDS)
        case Sort.RWLOCK:
            return _is_zero_but(held, _RWLOCK_FLAGS, _PREFERENCES)
        case Sort.CONDITION | Sort.SEMAPHORE:
            return not any(held)
        case Sort.SPIN_LOCK:
            return int.from_bytes(held, "little") == _FREE_SPIN_LOCK
        case Sort.BARRIER:
            return False
        case _:
            assert_never(sort)


def _is_zero_but(held: bytes, where: slice, allowed: range) -> bool:
    rest = held[: where.start] + held[where.stop :]
    return not any(rest) and int.from_bytes(held[where], "little") in allowed

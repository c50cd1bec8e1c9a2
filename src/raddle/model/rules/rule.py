"""What an action means in a state of the machine: a guarded assignment to its slots (the predictive analysis paper,
section 3.1), with when a thread waits there in vain, and what it hands on to others as far as races go.

A rule is made once for each action of a thread, and asked in every state: so all of it is functions of the slots."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

Guard = Callable[[Sequence[int]], bool]
Change = Callable[[list[int]], None]
Place = Hashable
"""Where what a thread knows is left for others."""
Places = Callable[[Sequence[int]], tuple[Place, ...]]


def always(slots: Sequence[int]) -> bool:
    return True


def never(slots: Sequence[int]) -> bool:
    return False


def nothing(slots: list[int]) -> None:
    pass


def nowhere(slots: Sequence[int]) -> tuple[Place, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Rule:
    allowed: Guard = always
    """When it may happen,"""
    change: Change = nothing
    """what it changes,"""
    why_not: str = ""
    """and what is said where it may not happen."""
    in_vain: Guard | None = None
    """Where its thread waits, and goes on only if somebody else moves. None: nobody waits before it."""
    acquires: Places = nowhere
    """Happens-before: where the thread learns what others left, in the state before it;"""
    releases: Places = nowhere
    """then where it leaves what it knows itself."""


def put(slot: int, value: int) -> Change:
    def change(slots: list[int]) -> None:
        slots[slot] = value

    return change


def add(slot: int, amount: int) -> Change:
    def change(slots: list[int]) -> None:
        slots[slot] += amount

    return change


def negated(guard: Guard) -> Guard:
    return lambda slots: not guard(slots)


def at(*places: Place) -> Places:
    """The same ones in every state."""
    return lambda slots: places

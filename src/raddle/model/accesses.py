"""What an event does to memory, as far as races go: which cells it reads or writes, and how.

docs/rules.md, Race: two accesses conflict if they touch the same memory, one of them writes, and one of them is not
atomic.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from raddle.logic.terms import Term
from raddle.model.actions import Free, Order
from raddle.model.program import Event
from raddle.model.uses import reads_of, writes_of


@dataclass(frozen=True, slots=True)
class Access:
    """To one of the cells: to cells[i] where address == addresses[i]; without an address to the only one."""

    cells: tuple[int, ...]
    writes: bool
    order: Order = Order.PLAIN
    address: Term | None = None
    addresses: tuple[int, ...] = ()
    place: int = 0
    """Among the reads, or the writes, of its event."""


def accesses_of(event: Event, *, of_locks: bool = False) -> Iterator[Access]:
    """`of_locks`: also objects in memory that it is about to use, though it does not access them."""
    if isinstance(event.action, Free) and not event.action.of_frame:
        yield from (Access((cell,), writes=True) for cell in event.action.cells)
    for place, read in enumerate(reads_of(event)):
        if not read.early or (of_locks and read.of_lock):
            yield Access(read.cells, False, read.order, read.address, read.addresses, place)
    for place, write in enumerate(writes_of(event)):
        if not write.made_up:
            yield Access(write.cells, True, write.order, write.address, write.addresses, place)


def conflicts(a: "Access | Touch | Manner", b: "Access | Touch | Manner") -> bool:
    """Whether they do where they touch the same cell."""
    return (a.writes or b.writes) and not (a.order.is_atomic and b.order.is_atomic)


@dataclass(frozen=True, slots=True)
class Touch:
    """An access in one run: where its address led."""

    cell: int
    writes: bool
    order: Order = Order.PLAIN
    early: bool = False
    """As of Read: no access, as far as races go."""
    of_lock: bool = False


class Manner(NamedTuple):
    """How something is accessed, wherever."""

    writes: bool
    order: Order


def meet(first: Iterable[Touch], second: Iterable[Touch]) -> bool:
    """Whether some two of them conflict in a cell."""
    others = list(second)
    return any(
        one.cell == other.cell and conflicts(one, other) and not one.early and not other.early
        for one in first
        for other in others
    )

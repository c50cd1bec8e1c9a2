"""What an event does to memory, as far as races go: which cells it reads or writes, and how.

RULES.md, Race: two accesses conflict if they touch the same memory, one of them writes, and one of them is not atomic.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from raddle.logic.terms import Term
from raddle.model.ctp import Check, Event, Free, Order, Read, Step, Write


@dataclass(frozen=True, slots=True)
class Access:
    """To one of the cells: to cells[i] where address == addresses[i]; without an address to the only one."""

    cells: tuple[int, ...]
    writes: bool
    order: Order = Order.PLAIN
    address: Term | None = None
    addresses: tuple[int, ...] = ()


def accesses_of(event: Event) -> Iterator[Access]:
    match event.action:
        case Step(reads, _, writes):
            yield from (_access(read, writes=False) for read in reads if not read.early)
            yield from (_access(write, writes=True) for write in writes)
        case Check(reads, _):
            yield from (_access(read, writes=False) for read in reads if not read.early)
        case Free(cells):
            yield from (Access((cell,), writes=True) for cell in cells)
        case _:
            pass


def conflicts(a: Access, b: Access) -> bool:
    """Whether they do where they touch the same cell."""
    return (a.writes or b.writes) and not (a.order.is_atomic and b.order.is_atomic)


def _access(of: Read | Write, *, writes: bool) -> Access:
    return Access(of.cells, writes, of.order, of.address, of.addresses)

"""What an event does to memory, as far as races go: which cells it reads or writes, and how.

docs/rules.md, Race: two accesses conflict if they touch the same memory, one of them writes, and one of them is not
atomic.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from raddle.logic.terms import Term
from raddle.model.actions import Check, Free, Order, Read, Step, Write
from raddle.model.program import Event


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
            yield from (_access(write, writes=True) for write in writes if not write.made_up)
        case Check(reads, _):
            yield from (_access(read, writes=False) for read in reads if not read.early)
        case Free(cells, of_frame=False):
            yield from (Access((cell,), writes=True) for cell in cells)
        case _:
            pass


def conflicts(a: "Access | Touch", b: "Access | Touch") -> bool:
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


def meet(first: Iterable[Touch], second: Iterable[Touch]) -> bool:
    """Whether some two of them conflict in a cell."""
    others = list(second)
    return any(
        one.cell == other.cell and conflicts(one, other) and not one.early and not other.early
        for one in first
        for other in others
    )


def _access(of: Read | Write, *, writes: bool) -> Access:
    return Access(of.cells, writes, of.order, of.address, of.addresses)

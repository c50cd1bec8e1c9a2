"""The memory order of a row -> of what it reads and of what it writes, as actions of a trace program have it."""

from typing import Final

from raddle.model.actions import Order
from raddle.trace.events import MemoryOrder

_READS: Final = {
    MemoryOrder.PLAIN: Order.PLAIN,
    MemoryOrder.UNORDERED: Order.RELAXED,
    MemoryOrder.RELAXED: Order.RELAXED,
    MemoryOrder.ACQUIRE: Order.ACQUIRE,
    MemoryOrder.RELEASE: Order.RELAXED,
    MemoryOrder.ACQ_REL: Order.ACQUIRE,
    MemoryOrder.SEQ_CST: Order.SEQ_CST,
}
_WRITES: Final = {**_READS, MemoryOrder.ACQUIRE: Order.RELAXED, MemoryOrder.RELEASE: Order.RELEASE}
_WRITES[MemoryOrder.ACQ_REL] = Order.RELEASE
_FENCES: Final = {
    MemoryOrder.ACQUIRE: Order.ACQUIRE,
    MemoryOrder.RELEASE: Order.RELEASE,
    MemoryOrder.ACQ_REL: Order.ACQ_REL,
    MemoryOrder.SEQ_CST: Order.SEQ_CST,
}


def of_read(order: MemoryOrder) -> Order:
    return _READS[order]


def of_write(order: MemoryOrder) -> Order:
    return _WRITES[order]


def of_fence(order: MemoryOrder) -> Order:
    return _FENCES[order]

"""What a thread knows of shared memory while it is alone, and what it has written there that nobody has been shown.

Kept by byte. A byte that was read or written is known. A write waits until it is overwritten, and then never was one,
or until it is shown. native/walker/alone.c does the same.
"""

from collections.abc import Callable
from typing import NamedTuple

from raddle.trace.private_memory import Byte, PrivateMemory


class Waiting(NamedTuple):
    """A write that was not shown yet; or a part of one that is to be."""

    address: int
    size: int
    value: int
    term: int
    flags: int
    site: int
    stack: int
    done: int
    """Number of its visible event."""


class _Known(NamedTuple):
    value: int
    byte: Byte | None
    """None: a constant."""
    waiting: int
    """Number of the write; -1: none waits."""


class AloneMemory:
    def __init__(self, private: PrivateMemory, show: Callable[[Waiting], None]) -> None:
        self._private = private
        self._show = show
        self._bytes: dict[int, _Known] = {}
        self._waiting: list[Waiting] = []

    def learn(self, address: int, size: int, value: int, term: int, waiting: int = -1) -> None:
        for number in range(size):
            byte = (term, number) if term else None
            self._bytes[address + number] = _Known(value >> 8 * number & 0xFF, byte, waiting)

    def known(self, address: int, size: int, value: int) -> int | None:
        """The term, where all bytes are known to be these; 0: constant."""
        held = [self._bytes.get(address + number) for number in range(size)]
        if any(one is None or one.value != value >> 8 * at & 0xFF for at, one in enumerate(held)):
            return None
        bytes_ = [one.byte for one in held if one is not None]
        return self._private.assembled(bytes_, value) if any(bytes_) else 0

    def write(self, write: Waiting) -> None:
        self._waiting.append(write)
        self.learn(write.address, write.size, write.value, write.term, len(self._waiting) - 1)

    def show_all(self) -> None:
        for number in range(len(self._waiting)):
            self._show_one(number)
        self._waiting.clear()

    def show_range(self, address: int, size: int) -> None:
        held = (self._bytes.get(address + number) for number in range(size))
        for number in sorted({one.waiting for one in held if one is not None and one.waiting >= 0}):
            self._show_one(number)

    def forget_all(self) -> None:
        """All must have been shown."""
        self._bytes.clear()
        self._waiting.clear()

    def forget(self, address: int, size: int) -> None:
        """Also of writes that were not shown."""
        if size < len(self._bytes):
            for at in range(address, address + size):
                self._bytes.pop(at, None)
        else:
            for at in [at for at in self._bytes if address <= at < address + size]:
                del self._bytes[at]

    def _show_one(self, number: int) -> None:
        """What is left of it, in runs of bytes."""
        write, at = self._waiting[number], 0
        while at < write.size:
            start = at
            while at < write.size and self._waits(number, write.address + at):
                at += 1
            if at > start:
                self._show_part(write, start, at)
            at += 1

    def _show_part(self, write: Waiting, start: int, end: int) -> None:
        for address in range(write.address + start, write.address + end):
            self._bytes[address] = self._bytes[address]._replace(waiting=-1)
        value = write.value >> 8 * start & (1 << 8 * (end - start)) - 1
        term = self._private.extracted((write.term, start), end - start)[0] if write.term else 0
        self._show(write._replace(address=write.address + start, size=end - start, value=value, term=term))

    def _waits(self, number: int, address: int) -> bool:
        held = self._bytes.get(address)
        return held is not None and held.waiting == number

"""Collects the events of one thread's walk: accesses (shared ones become symbolic), branches, pins, call stacks."""

from collections.abc import Container
from itertools import pairwise

import numpy as np

from raddle.logic.operators import Op
from raddle.trace.events import EVENT, STACK, EventFlag, EventKind, PinCause, Stopped, ThreadTrace
from raddle.trace.private_memory import PrivateMemory
from raddle.trace.streams import Streams
from raddle.trace.term_table import TermTable

Scalar = tuple[int, int]  # observed value, term


class Emitter:
    def __init__(self, streams: Streams, shared: Container[int], *, keep_private: bool) -> None:
        self._streams = streams
        self._shared = shared
        self._keep_private = keep_private
        self.terms = TermTable()
        self._private = PrivateMemory(self.terms)
        self._events: list[tuple[int, ...]] = []
        self._stacks: list[tuple[int, int]] = [(0, 0)]
        self._stack_ids: dict[tuple[int, int], int] = {}
        self._kept: list[int] = []
        self._slots_end = streams.thread.stack_low  # of those that were ever made on the thread's stack
        self.site = 0
        self.stack = 0

    def called(self, parent: int, site: int) -> int:
        """The call stack that lies above `parent` after a call at `site`."""
        key = (parent, site)
        found = self._stack_ids.get(key)
        if found is None:
            found = self._stack_ids[key] = len(self._stacks)
            self._stacks.append(key)
        return found

    def _emit(
        self, kind: EventKind, index: int, *, flags: int = 0, size: int = 0, address: Scalar = (0, 0),
        value: Scalar = (0, 0), written: Scalar = (0, 0),
    ) -> None:  # fmt: skip
        row = (kind, flags, self.site, self.stack, size, index, address[0], value[0], written[0])
        self._events.append((*row, address[1], value[1], written[1], 0))

    def _is_shared(self, address: int, size: int) -> bool:
        return address >> 3 in self._shared or (address + size - 1) >> 3 in self._shared

    def pin(self, scalar: Scalar, cause: PinCause) -> None:
        if scalar[1]:
            self._emit(EventKind.PIN, self._streams.count, size=cause, value=scalar)

    def read(self, index: int, address: Scalar, size: int, value: int, flags: int = 0) -> int:
        """A read of up to 8 bytes as visible event `index`; returns its term of 8 * size bits."""
        flags |= EventFlag.VISIBLE
        if self._is_shared(address[0], size):
            term = self.terms.add(Op.READ, 8 * size, value, len(self._events), 0)
            flags |= EventFlag.SHARED
            self._emit(EventKind.READ, index, flags=flags, size=size, address=address, value=(value, term))
            return term
        self.pin(address, PinCause.ADDRESS)
        term = self._private.load(address[0], size, value)
        if self._keep_private:
            self._emit(EventKind.READ, index, flags=flags, size=size, address=address, value=(value, term))
        return term

    def really_read(self, index: int, condition: Scalar) -> None:
        """Whether the source does the read `index`, which has just been entered if it is to be."""
        if self._events and (self._events[-1][0], self._events[-1][5]) == (EventKind.READ, index):
            row = self._events[-1]
            self._events[-1] = (*row[:8], condition[0], *row[9:11], condition[1], row[12])

    def write(self, index: int, address: Scalar, size: int, value: Scalar, flags: int = 0) -> None:
        """A write of up to 8 bytes; the value's term is 8 * size bits wide."""
        flags |= EventFlag.VISIBLE
        if self._is_shared(address[0], size):
            flags |= EventFlag.SHARED
            self._emit(EventKind.WRITE, index, flags=flags, size=size, address=address, value=value)
            return
        self.pin(address, PinCause.ADDRESS)
        self._store(address[0], size, value[1])
        if self._keep_private:
            self._emit(EventKind.WRITE, index, flags=flags, size=size, address=address, value=value)

    def _store(self, address: int, size: int, term: int) -> None:
        """What goes to memory of the thread's own that is no slot of its stack is used, though no event may tell."""
        self._private.store(address, size, term)
        self._keep(address, term)

    def _keep(self, address: int, term: int) -> None:
        if term and not self._streams.thread.stack_low <= address < self._slots_end:
            self._kept.append(term)

    def about_to_update(self, index: int, flags: int, *, expected: Scalar | None) -> None:
        """`expected`: by a compare-and-swap. Comes before `old_value`."""

    def old_value(self, address: Scalar, size: int, value: int) -> int:
        """The term of what an update reads; call `update` next."""
        if self._is_shared(address[0], size):
            return self.terms.add(Op.READ, 8 * size, value, len(self._events), 0)
        self.pin(address, PinCause.ADDRESS)
        return self._private.load(address[0], size, value)

    def update(self, index: int, address: Scalar, size: int, old: Scalar, new: Scalar, flags: int) -> None:
        flags |= EventFlag.VISIBLE
        shared = self._is_shared(address[0], size)
        if shared:
            flags |= EventFlag.SHARED
        elif not flags & EventFlag.FAILED:
            self._store(address[0], size, new[1])
        if shared or self._keep_private:
            self._emit(EventKind.UPDATE, index, flags=flags, size=size, address=address, value=old, written=new)

    def read_bytes(self, index: int, address: int, data: bytes, flags: int = 0) -> list[Scalar]:
        """A read of any length, in pieces that do not cross a multiple of 8."""
        pieces = []
        for start, end in _pieces(address, len(data)):
            value = int.from_bytes(data[start:end], "little")
            pieces.append((value, self.read(index, (address + start, 0), end - start, value, flags)))
        return pieces

    def write_bytes(self, index: int, address: int, data: bytes, flags: int = 0) -> None:
        for start, end in _pieces(address, len(data)):
            value = int.from_bytes(data[start:end], "little")
            self.write(index, (address + start, 0), end - start, (value, 0), flags)

    def copy(self, read_index: int, to: int, source: int, data: bytes) -> None:
        """memcpy and memmove: all reads, then all writes. Pieces are cut where either side crosses a multiple of 8."""
        cuts = sorted({end for at in (to, source) for _, end in _pieces(at, len(data))})
        pieces: list[tuple[int, int, int]] = []
        start = 0
        for end in cuts:
            value = int.from_bytes(data[start:end], "little")
            term = self.read(read_index, (source + start, 0), end - start, value)
            pieces.append((start, end, term))
            start = end
        for start, end, term in pieces:
            value = int.from_bytes(data[start:end], "little")
            self.write(read_index + 1, (to + start, 0), end - start, (value, term))

    def branch(self, condition: Scalar, failing: int | None) -> None:
        if failing is not None:
            self._emit(EventKind.ASSERTION, self._streams.count, value=condition, written=(failing, 0))
        elif condition[1]:
            self._emit(EventKind.BRANCH, self._streams.count, value=condition)

    def choice(self, selector: Scalar) -> None:
        if selector[1]:
            self._emit(EventKind.CHOICE, self._streams.count, value=selector)

    def division(self, divisor: Scalar, dividend: Scalar, width: int, *, signed: bool) -> None:
        """Where other values of terms might trap: by a divisor of 0, or of -1 where it is signed."""
        if divisor[1] or (signed and dividend[1] and divisor[0] == (1 << width) - 1):
            self._emit(
                EventKind.DIVISION,
                self._streams.count,
                size=width,
                address=(int(signed), 0),
                value=divisor,
                written=dividend,
            )

    def slot(self, address: int, size: int) -> bool:
        """A stack slot, where it matters to others."""
        if self._streams.thread.stack_low <= address < self._streams.thread.stack_high:
            self._slots_end = max(self._slots_end, address + size)
        granules = range(address >> 3, (address + size + 7) >> 3) if size else ()
        wanted = bool(size) and (self._keep_private or any(granule in self._shared for granule in granules))
        if wanted:
            self._emit(EventKind.SLOT, self._streams.count, address=(address, 0), value=(size, 0))
        return wanted

    def slot_end(self, address: int, size: int) -> None:
        self._emit(EventKind.SLOT_END, self._streams.count, address=(address, 0), value=(size, 0))

    def block(self, entry: int, *, begins: bool) -> None:
        kind = EventKind.BLOCK_BEGIN if begins else EventKind.BLOCK_END
        self._emit(kind, self._streams.count, value=(entry, 0))

    def sync(self, index: int, position: int) -> None:
        self._emit(EventKind.SYNC, index, flags=EventFlag.VISIBLE, value=(position, 0))

    def waits_for_ever(self, position: int) -> None:
        self._emit(EventKind.SYNC, self._streams.count, value=(position, 0))

    def trace(self, index: int, path: str, stopped: Stopped) -> ThreadTrace:
        events = np.array(self._events, dtype=EVENT) if self._events else np.zeros(0, EVENT)
        terms, stacks = self.terms.column_array(), np.array(self._stacks, dtype=STACK)
        return ThreadTrace(index, path, events, terms, stacks, stopped, np.array(self._kept, np.uint32))


def _pieces(address: int, size: int) -> list[tuple[int, int]]:
    """[start, end) of the parts of a range that lie between multiples of 8."""
    cuts = [0, *range(-address % 8 or 8, size, 8), size] if size else []
    return list(pairwise(cuts))

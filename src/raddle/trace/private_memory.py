"""Symbolic contents of memory that one thread alone touches: a store's term comes back at the load.

Kept by byte, since unions, memcpy and bit-fields read what others wrote in other sizes. A byte that is not here is a
constant, the observed one.
"""

from raddle.logic.operators import Op
from raddle.trace.term_table import TermTable

Byte = tuple[int, int]  # term, number of the byte in it


class PrivateMemory:
    def __init__(self, terms: TermTable) -> None:
        self._terms = terms
        self.bytes: dict[int, Byte] = {}

    def store(self, address: int, size: int, term: int) -> None:
        """`term` is 8 * size bits wide, or 0 for a constant."""
        for number in range(size):
            if term:
                self.bytes[address + number] = (term, number)
            elif self.bytes:
                self.bytes.pop(address + number, None)

    def load(self, address: int, size: int, value: int) -> int:
        """The term of 8 * size bits there, 0 if constant or if somebody else wrote what was loaded."""
        if not self.bytes:
            return 0
        held = [self.bytes.get(address + number) for number in range(size)]
        if not any(held):
            return 0
        term = self.assembled(held, value)
        if term and self._terms.value(term) != value:
            self.store(address, size, 0)
            return 0
        return term

    def assembled(self, held: list[Byte | None], value: int) -> int:
        """Runs of bytes of one term become one EXTRACT; constants in between are taken from the value."""
        pieces: list[tuple[int, int, int]] = []  # term, value, bytes; lowest first
        at = 0
        while at < len(held):
            start, first = at, held[at]
            at += 1
            if first is None:
                while at < len(held) and held[at] is None:
                    at += 1
                part = value >> 8 * start & (1 << 8 * (at - start)) - 1
                pieces.append((0, part, at - start))
                continue
            while at < len(held) and held[at] == (first[0], first[1] + at - start):
                at += 1
            pieces.append(self.extracted(first, at - start))
        term, held_value, size = pieces[0]
        for upper, upper_value, upper_size in pieces[1:]:
            term = self._terms.concat(upper, upper_value, 8 * upper_size, term, held_value, 8 * size)
            held_value |= upper_value << 8 * size
            size += upper_size
        return term

    def extracted(self, first: Byte, size: int) -> tuple[int, int, int]:
        term, number = first
        whole = self._terms.value(term)
        if number == 0 and self._terms.width(term) == 8 * size:
            return term, whole, size
        part = whole >> 8 * number & (1 << 8 * size) - 1
        made = self._terms.add(Op.EXTRACT, 8 * size, part, term, whole, 0, 8 * number)
        return made, part, size

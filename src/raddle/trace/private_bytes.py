"""What a thread's own memory holds, as far as the thread wrote it: by granules of 8 bytes, bytes that are known.

In: writes and reads in the order of the walk. Out: pieces, which are the same for the same contents in whatever way
these came about; and where a read sees what nobody wrote.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from raddle.trace.private_memory import Byte

Piece = tuple[tuple[int, int, int], int, int]
"""(Address, bytes, number of the first in the term); value; term, 0: a constant."""

_BYTE_MASKS: Final = tuple(
    sum(0xFF << 8 * number for number in range(8) if known >> number & 1) for known in range(256)
)


class Granule(NamedTuple):
    known: int
    """A bit a byte."""
    value: int
    since: tuple[int, ...]
    """By byte, when it was last seen to hold that: how many calls of libraries there had been."""
    settled: int = 0
    """A bit a byte: it follows from what libraries have been given."""

    @property
    def open(self) -> int:
        return self.known & ~self.settled


class PrivateBytes:
    def __init__(self, terms: dict[int, Byte]) -> None:
        """`terms`: by address; of those the bytes count that are known here."""
        self._terms = terms
        self._granules: dict[int, Granule] = {}
        self._pieces: dict[int, tuple[Piece, ...]] = {}
        self._all: tuple[Piece, ...] | None = ()
        self._changed: set[int] = set()
        self.digest = 0
        """Of all values that are not settled: equal contents have equal ones."""
        self._open: set[int] = set()  # granules of which not all is settled

    def put(self, address: int, size: int, value: int, now: int) -> None:
        for granule, known, part in parts(address, size, value):
            old = self._granules.get(granule)
            since: tuple[int, ...] = (now,) * 8
            settled = 0
            if old is not None:
                self.digest ^= _digest(granule, old)
                settled = old.settled & ~known
                if known != 0xFF:
                    since = tuple(now if known >> byte & 1 else old.since[byte] for byte in range(8))
                    part |= old.value & ~_BYTE_MASKS[known]
                    known |= old.known
            self._keep(granule, Granule(known, part, since, settled))

    def settle(self, own: Sequence[tuple[int, int]]) -> None:
        """All that libraries can come to, and what is a constant, is now what they have made of it. They cannot come to
        `own`: addresses, sizes."""
        inside = {granule for address, size in own for granule in range(address >> 3, (address + size + 7) >> 3)}
        for granule in self._open - inside:
            old = self._granules[granule]
            settled = sum(1 << byte for byte in range(8) if old.known >> byte & 1 and not self._is_term(granule, byte))
            self.digest ^= _digest(granule, old)
            self._keep(granule, old._replace(settled=settled))

    def _is_term(self, granule: int, byte: int) -> bool:
        return (granule << 3) + byte in self._terms

    def _keep(self, granule: int, held: Granule) -> None:
        self._granules[granule] = held
        self.digest ^= _digest(granule, held)
        (self._open.add if held.open else self._open.discard)(granule)
        self._touch(granule)

    def forget(self, address: int, size: int) -> None:
        """What is there is nothing that anybody may read."""
        first, past = address >> 3, (address + size + 7) >> 3
        if past - first > len(self._granules):
            held = [granule for granule in self._granules if first <= granule < past]
        else:
            held = [granule for granule in range(first, past) if granule in self._granules]
        for granule in held:
            begin, end = max(address, granule << 3), min(address + size, (granule << 3) + 8)
            gone = ((1 << (end - begin)) - 1) << (begin & 7)
            old = self._granules.pop(granule)
            self.digest ^= _digest(granule, old)
            known = old.known & ~gone
            if known:
                self._keep(granule, Granule(known, old.value & _BYTE_MASKS[known], old.since, old.settled & known))
            else:
                self._open.discard(granule)
                self._touch(granule)

    def words(self, address: int, size: int) -> Iterator[int]:
        """All 8 bytes that lie there at a multiple of 8 and are known."""
        first, past = (address + 7) >> 3, (address + size) >> 3
        if past - first > len(self._granules):
            held = [granule for granule in self._granules if first <= granule < past]
        else:
            held = [granule for granule in range(first, past) if granule in self._granules]
        for granule in held:
            if self._granules[granule].known == 0xFF:
                yield self._granules[granule].value

    def has_terms(self, address: int, size: int) -> bool:
        """Whether something there depends on what was read from memory that others touch."""
        held = range(address, address + size) if size < len(self._terms) else list(self._terms)
        return any(byte in self._terms and address <= byte < address + size and self.known(byte, 1) for byte in held)

    def with_terms(self) -> set[int]:
        """Granules of which `has_terms` is true."""
        return {byte >> 3 for byte in self._terms if self.known(byte, 1)}

    def known(self, address: int, size: int) -> int:
        """How many of the bytes."""
        found = 0
        for granule, asked, _ in parts(address, size, 0):
            old = self._granules.get(granule)
            found += (asked & old.known).bit_count() if old is not None else 0
        return found

    def differs(self, address: int, size: int, value: int) -> int | None:
        """A read saw something else than what is known, of which the latest is so old; None: it did not."""
        latest: int | None = None
        for granule, asked, part in parts(address, size, value):
            old = self._granules.get(granule)
            if old is None or not (wrong := (part ^ old.value) & _BYTE_MASKS[asked & old.known]):
                continue
            since = max(old.since[byte] for byte in range(8) if wrong >> 8 * byte & 0xFF)
            latest = since if latest is None else max(latest, since)
        return latest

    def pieces(self) -> tuple[Piece, ...]:
        """In the order of addresses."""
        if self._all is None:
            for granule in self._changed:
                held = self._granules.get(granule)
                if held is None:
                    self._pieces.pop(granule, None)
                else:
                    self._pieces[granule] = tuple(self._pieces_of(granule, held))
            self._changed.clear()
            self._all = tuple(piece for _, pieces in sorted(self._pieces.items()) for piece in pieces)
        return self._all

    def _touch(self, granule: int) -> None:
        self._changed.add(granule)
        self._all = None

    def _pieces_of(self, granule: int, held: Granule) -> Iterator[Piece]:
        base, at = granule << 3, 0
        while at < 8:
            if not held.open >> at & 1:
                at += 1
                continue
            start, term = at, self._terms.get(base + at)
            at += 1
            while at < 8 and held.open >> at & 1 and self._terms.get(base + at) == _next(term, at - start):
                at += 1
            value = held.value >> 8 * start & (1 << 8 * (at - start)) - 1
            yield (base + start, at - start, term[1] if term else 0), value, term[0] if term else 0


def _digest(granule: int, held: Granule) -> int:
    return hash((granule, held.open, held.value & _BYTE_MASKS[held.open]))


def _next(term: Byte | None, distance: int) -> Byte | None:
    return None if term is None else (term[0], term[1] + distance)


def parts(address: int, size: int, value: int) -> Iterable[tuple[int, int, int]]:
    """Granule, a bit for each byte of it, and the value in its place; `size` is 8 at most."""
    offset = address & 7
    if offset + size <= 8:
        return ((address >> 3, ((1 << size) - 1) << offset, value << 8 * offset),)
    below = 8 - offset
    low, high = value & (1 << 8 * below) - 1, value >> 8 * below
    return (
        (address >> 3, ((1 << below) - 1) << offset, low << 8 * offset),
        ((address >> 3) + 1, (1 << (size - below)) - 1, high),
    )

"""Shared memory as cells: pieces that every access touches as a whole or not at all.

In: where accesses lie, as (address, bytes). Out: `Memory`: the cells, and for each access the cells it covers, lowest
first. Accesses that overlap are cut at each other's ends, so that a program that never mixes sizes has one cell a
variable.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple


class Extent(NamedTuple):
    """Some bytes of memory."""

    address: int
    size: int

    @property
    def end(self) -> int:
        return self.address + self.size


class Part(NamedTuple):
    """What of an access lies in one cell."""

    cell: int
    offset: int
    """In bytes, from the beginning of the access."""
    size: int


class Memory:
    def __init__(self, accesses: Iterable[Extent], cuts: Iterable[int] = ()) -> None:
        self.extents: list[Extent] = []
        self._cell_at: dict[int, int] = {}
        self._parts: dict[tuple[int, int], tuple[Part, ...]] = {}
        more_cuts = sorted(cuts)
        ordered = sorted(accesses)
        place = 0
        while place < len(ordered):
            first = place
            end = ordered[place].end
            while place < len(ordered) and ordered[place].address < end:
                end = max(end, ordered[place].end)
                place += 1
            self._cut(ordered[first:place], end, more_cuts)
        self._starts = list(self._cell_at)

    def _cut(self, group: list[Extent], end: int, cuts: list[int]) -> None:
        start = group[0].address
        bounds = {start, end}
        for extent in group:
            bounds.update((extent.address, extent.end))
        bounds.update(cuts[bisect_right(cuts, start) : bisect_left(cuts, end)])
        edges = sorted(bounds)
        for low, high in pairwise(edges):
            self._cell_at[low] = len(self.extents)
            self.extents.append(Extent(low, high - low))

    def parts(self, address: int, size: int) -> tuple[Part, ...]:
        """Of an access that was given, or of one that covers whole cells."""
        key = (address, size)
        found = self._parts.get(key)
        if found is None:
            found = self._parts[key] = tuple(self._walk(address, size))
        return found

    def _walk(self, address: int, size: int) -> Iterable[Part]:
        offset = 0
        while offset < size:
            cell = self._cell_at[address + offset]
            yield Part(cell, offset, self.extents[cell].size)
            offset += self.extents[cell].size

    def cell_at(self, address: int) -> int | None:
        """The cell that begins there."""
        return self._cell_at.get(address)

    def cell_around(self, address: int) -> int | None:
        """The cell that the byte there is in."""
        at = bisect_right(self._starts, address) - 1
        cell = self._cell_at[self._starts[at]] if at >= 0 else None
        return cell if cell is not None and address < self.extents[cell].end else None

    def touches(self, extent: Extent) -> bool:
        """Whether some cell lies in these bytes, or partly."""
        at = bisect_left(self._starts, extent.end) - 1
        return at >= 0 and self.extents[self._cell_at[self._starts[at]]].end > extent.address

    def cells_in(self, extent: Extent) -> tuple[int, ...]:
        """Those that lie in these bytes."""
        first, past = bisect_left(self._starts, extent.address), bisect_left(self._starts, extent.end)
        return tuple(self._cell_at[start] for start in self._starts[first:past])

    def offsets(self, addresses: Iterable[int], size: int) -> set[int]:
        """Where an access that may go to any of these is cut, by its cells there; nothing if all agree."""
        shapes = {tuple((part.offset, part.size) for part in self.parts(address, size)) for address in addresses}
        return {offset for shape in shapes for offset, _ in shape} if len(shapes) > 1 else set()

    def arranged(self, extents: list[Extent]) -> "Memory":
        """The same cells, numbered as they stand there. What else stands there lies nowhere."""
        numbers = {extent: number for number, extent in enumerate(extents) if extent.address}
        found = Memory(())
        found._cell_at = {start: numbers[self.extents[cell]] for start, cell in self._cell_at.items()}
        found._starts = self._starts
        found.extents = extents
        return found

    def add(self, size: int) -> int:
        """A cell that lies nowhere: for what the program does not see as memory."""
        self.extents.append(Extent(0, size))
        return len(self.extents) - 1

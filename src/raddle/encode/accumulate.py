"""Cells that are only ever added to: what a read sees is the sum of what came before it.

    every write w of the cell: value(w) = old(w) + d(w), where old(w) was read by w itself, or earlier in a section of a
    lock that every other thread's write of the cell holds
    =>  v(r) = base + sum over w of (in(w) and w < r ? d(w) : 0)

base: the initial value, or the last of the plain stores when each of them must come before everything else. The sum
replaces the whole chain of reads-from choices, whose orders a solver would otherwise have to go through one by one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from raddle.encode.index import Index
from raddle.logic.linear import added_to
from raddle.logic.terms import Term
from raddle.logic.traps import computable
from raddle.model.ctp import Mode, Step, Write


@dataclass(frozen=True, slots=True)
class Accumulator:
    base: Term
    stores: tuple[int, ...]
    """Plain stores before everything that adds."""
    added: tuple[tuple[int, Term], ...]
    """Each write and what it adds."""


class Accumulators:
    """Of one trace program: does not depend on the property."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._of_cell: dict[int, Accumulator | None] = {}

    def of(self, cell: int) -> Accumulator | None:
        if cell not in self._of_cell:
            self._of_cell[cell] = self._recognised(cell)
        return self._of_cell[cell]

    def _recognised(self, cell: int) -> Accumulator | None:
        writes = self._index.writes.get(cell, [])
        if any(write.address is not None for _, write in writes):
            return None
        stores: list[tuple[int, Write]] = []
        added: list[tuple[int, int, Term]] = []
        for writer, write in writes:
            found = self._addend(cell, writer, write)
            if found is None:
                stores.append((writer, write))
            else:
                added.append((writer, *found))
        if not added or not self._come_first(stores, [writer for writer, _, _ in added]):
            return None
        if not self._undisturbed([(reader, writer) for writer, reader, _ in added], [writer for writer, _ in writes]):
            return None
        whole = self._index.ctp.cells[cell]
        base = stores[-1][1].value if stores else self._index.ctp.terms.bits(whole.initial, whole.width)
        return Accumulator(base, tuple(one for one, _ in stores), tuple((writer, term) for writer, _, term in added))

    def _come_first(self, stores: list[tuple[int, Write]], added: list[int]) -> bool:
        """Sorts the stores; whether each must come before the next, and the last before everything that adds."""
        must = self._index.must
        if len(stores) > len(added) + 2:
            return False
        stores.sort(key=lambda entry: sum(must(other, entry[0]) for other, _ in stores))
        chain = [writer for writer, _ in stores]
        if any(not must(a, b) for a, b in pairwise(chain)):
            return False
        return not chain or all(must(chain[-1], writer) for writer in added)

    def _addend(self, cell: int, writer: int, write: Write) -> tuple[int, Term] | None:
        """The event that read the old value, and what the write adds to it."""
        terms = self._index.ctp.terms
        for reader, old in self._old(cell, writer):
            addend = added_to(terms, write.value, old)
            if addend is not None:
                return (reader, addend) if computable(terms, (addend,)) is terms.true else None
        return None

    def _old(self, cell: int, writer: int) -> Iterator[tuple[int, Term]]:
        """The last reads of the cell by the writer's thread: by the writer itself, where it is the old value that the
        write is made of, and by another event before it. Not beyond what may have written the cell since."""
        for number in self._backwards(writer):
            action = self._index.ctp.events[number].action
            if isinstance(action, Step):
                if number != writer and any(cell in one.cells for one in action.writes):
                    return
                found = [one for one in action.reads if cell in one.cells]
                if any(one.address is not None for one in found):
                    return
                yield from ((number, one.variable) for one in found)
                if found and number != writer:
                    return

    def _backwards(self, writer: int) -> Iterator[int]:
        """The event, and those before it as long as they share a section with it."""
        yield writer
        sections = self._index.sections.around(writer)
        if sections:
            yield from range(writer - 1, min(section.acquire for section in sections), -1)

    def _undisturbed(self, pairs: list[tuple[int, int]], writers: list[int]) -> bool:
        """Whether nobody can write between any of the reads and its write."""
        must, sections = self._index.must, self._index.sections
        outside: dict[int, list[int]] = {}
        for reader, writer in pairs:
            if reader == writer:
                continue
            locks = [
                one.lock for one in sections.around(writer) if one.mode is Mode.EXCLUSIVE and one.acquire < reader
            ]
            for lock in locks:
                if lock not in outside:
                    outside[lock] = [one for one in writers if all(s.lock != lock for s in sections.around(one))]
            if not any(all(must(one, reader) or must(writer, one) for one in outside[lock]) for lock in locks):
                return False
        return True

"""Cells that are only ever added to: what a read sees is the sum of what came before it.

    every write w of the cell: value(w) = old(w) + d(w), where old(w) was read by w itself, or by an event on every way
    to w, in a section of a lock that every other thread's write of the cell holds, with no own write in between
    =>  v(r) = base + sum over w of (in(w) and w < r ? d(w) : 0)

base: the initial value; or what a plain store writes that is in whenever r is, before r and before everything that
adds, other stores being before it. The sum (encode/totals.py) replaces the whole chain of reads-from choices, whose
orders a solver would otherwise have to go through one by one.
"""

from dataclasses import dataclass

from raddle.encode.program_index import ProgramIndex
from raddle.encode.sections import Section
from raddle.logic.linear import added_to, sum_of
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.logic.traps import computable
from raddle.model.actions import Mode, Write


@dataclass(frozen=True, slots=True)
class Accumulator:
    base: Term
    store: int | None
    """That writes the base."""
    added: tuple[tuple[int, Term], ...]
    """Each write and what it adds."""


class Accumulators:
    """Does not depend on the property."""

    def __init__(self, index: ProgramIndex, *, anything: bool = False) -> None:
        """`anything`: may be found in memory that nobody has written."""
        self._index = index
        self._anything = anything
        self._of_cell: dict[int, Accumulator | None] = {}

    def of(self, cell: int) -> Accumulator | None:
        if cell not in self._of_cell:
            self._of_cell[cell] = self._recognised(cell)
        return self._of_cell[cell]

    def _recognised(self, cell: int) -> Accumulator | None:
        index = self._index
        writes = index.writes.get(cell, ())
        if any(write.address is not None for _, write in writes):
            return None
        undisturbed = _Undisturbed(index, cell)
        stores: list[tuple[int, Write]] = []
        added: list[tuple[int, Term]] = []
        for writer, write in writes:
            addend = self._addend(cell, writer, write, undisturbed)
            if addend is None:
                stores.append((writer, write))
            else:
                added.append((writer, addend))
        whole = index.ctp.cells[cell]
        if not added or (not stores and self._anything and whole.unwritten):
            return None
        if not stores:
            return Accumulator(index.ctp.terms.bits(whole.initial, whole.width), None, tuple(added))
        last = self._last(stores, [writer for writer, _ in added])
        return None if last is None else Accumulator(last[1].value, last[0], tuple(added))

    def _last(self, stores: list[tuple[int, Write]], added: list[int]) -> tuple[int, Write] | None:
        """The store behind all others and before everything that adds."""
        must, last = self._index.must, stores[0]
        for one in stores[1:]:
            if must(last[0], one[0]):
                last = one
        if all(must(other, last[0]) for other, _ in stores if other != last[0]):
            return last if all(must(last[0], writer) for writer in added) else None
        return None

    def _addend(self, cell: int, writer: int, write: Write, undisturbed: "_Undisturbed") -> Term | None:
        terms = self._index.ctp.terms
        for old in sum_of(write.value)[0]:
            if old.op is not Op.VARIABLE or old not in self._index.reads:
                continue
            reader, read = self._index.reads[old]
            if read.address is not None or read.cells != (cell,):
                continue
            addend = added_to(terms, write.value, old)
            if addend is None or computable(terms, (addend,)) is not terms.true:
                continue
            if reader == writer or undisturbed.between(reader, writer):
                return addend
        return None


class _Undisturbed:
    """Where nobody writes a cell between a read and a write of one thread."""

    def __init__(self, index: ProgramIndex, cell: int) -> None:
        self._index = index
        self._cell = cell
        self._writers = [writer for writer, _ in index.writes.get(cell, ())]
        self._outside: dict[int, list[int]] = {}
        """By lock: the writes in no section of it."""

    def between(self, reader: int, writer: int) -> bool:
        index = self._index
        if index.thread[reader] != index.thread[writer] or not index.must.needs(writer, reader):
            return False
        if not set(index.reaching(writer, self._cell)) <= set(index.reaching(reader, self._cell)):
            return False  # an own write stands between them
        held = index.sections.around(reader)
        sections = [one for one in index.sections.around(writer) if one in held and one.mode is Mode.EXCLUSIVE]
        return any(self._holds_off(section, reader, writer) for section in sections)

    def _holds_off(self, section: Section, reader: int, writer: int) -> bool:
        must, around = self._index.must, self._index.sections.around
        if section.lock not in self._outside:
            self._outside[section.lock] = [
                one for one in self._writers if all(other.lock != section.lock for other in around(one))
            ]
        return all(must(one, reader) or must(writer, one) for one in self._outside[section.lock])

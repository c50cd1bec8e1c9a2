"""Cells that are only ever added to: what a read sees is the sum of what came before it (as encode/accumulate.py).

    every write w of the cell: value(w) = old(w) + d(w), where old(w) was read by w itself, or by an event on every way
    to w, in a section of a lock that every other thread's write of the cell holds, with no own write in between
    =>  v(r) = base + sum over w of (in(w) and w < r ? d(w) : 0)

base: the initial value; or what a plain store writes that is in whenever r is, before r and before everything that
adds, other stores being before it.
"""

from dataclasses import dataclass

from raddle.encode.paths.formula import Formula
from raddle.encode.paths.index import PathIndex
from raddle.encode.paths.sections import Section
from raddle.encode.totals import Part, conditional_sum
from raddle.logic.evaluate import variables_of
from raddle.logic.linear import added_to
from raddle.logic.terms import Term
from raddle.logic.traps import computable
from raddle.model.ctp import Mode, Read, Write


@dataclass(frozen=True, slots=True)
class Accumulator:
    base: Term
    store: int | None
    """That writes the base."""
    added: tuple[tuple[int, Term], ...]
    """Each write and what it adds."""


class Accumulators:
    def __init__(self, index: PathIndex, *, anything: bool = False) -> None:
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
        writes = [(writer, write) for writer, write in index.writes.get(cell, ()) if writer not in index.last]
        if any(write.address is not None for _, write in writes):
            return None
        stores: list[tuple[int, Write]] = []
        added: list[tuple[int, Term]] = []
        writers = [writer for writer, _ in writes]
        for writer, write in writes:
            addend = self._addend(cell, writer, write, writers)
            if addend is None:
                stores.append((writer, write))
            else:
                added.append((writer, addend))
        if not added:
            return None
        whole = index.program.cells[cell]
        if not stores and self._anything and whole.unwritten:
            return None
        if not stores:
            return Accumulator(index.program.terms.bits(whole.initial, whole.width), None, tuple(added))
        last = self._last(stores, [writer for writer, _ in added])
        return None if last is None else Accumulator(last[1].value, last[0], tuple(added))

    def _last(self, stores: list[tuple[int, Write]], added: list[int]) -> tuple[int, Write] | None:
        """The store behind all others and before everything that adds."""
        must = self._index.order.must
        for one in stores:
            if all(must(other, one[0]) for other, _ in stores if other != one[0]):
                return one if all(must(one[0], writer) for writer in added) else None
        return None

    def _addend(self, cell: int, writer: int, write: Write, writers: list[int]) -> Term | None:
        terms = self._index.program.terms
        for old in variables_of((write.value,)):
            reader, read = self._index.reads.get(old, (None, None))
            if reader is None or read is None or read.address is not None or read.cells != (cell,):
                continue
            addend = added_to(terms, write.value, old)
            if addend is None or computable(terms, (addend,)) is not terms.true:
                continue
            if reader == writer or self._undisturbed(reader, writer, writers):
                return addend
        return None

    def _undisturbed(self, reader: int, writer: int, writers: list[int]) -> bool:
        """Whether nobody can write between the two."""
        index, order = self._index, self._index.order
        if index.thread[reader] != index.thread[writer] or not order.needs(writer, reader):
            return False
        others = []
        for one in writers:
            if index.thread[one] != index.thread[writer]:
                others.append(one)
            elif one != writer and order.leads_to[reader] >> one & 1 and order.leads_to[one] >> writer & 1:
                return False
        around = set(index.opened.around(reader))
        sections = [one for one in index.opened.around(writer) if one in around and one.mode is Mode.EXCLUSIVE]
        return any(all(self._held_off(section, one, reader, writer) for one in others) for section in sections)

    def _held_off(self, section: Section, other: int, reader: int, writer: int) -> bool:
        order = self._index.order
        if order.must(other, reader) or order.must(writer, other):
            return True
        return any(one.lock == section.lock for one in self._index.opened.around(other))


class Totals:
    """What reads of such cells see, as terms of the formula."""

    def __init__(self, formula: Formula, accumulators: Accumulators) -> None:
        self._formula = formula
        self._accumulators = accumulators
        self._read: dict[tuple[int, int], dict[int, Term]] = {}
        """By thread and cell: reads whose total is known."""

    def of(self, event: int, read: Read) -> tuple[Term, bool] | None:
        """None: the cell is not one of these. And whether it speaks of no reads that might speak of it."""
        found = self._accumulators.of(read.cells[0])
        formula, terms, order = self._formula, self._formula.terms, self._formula.index.order
        if found is None:
            return None
        store = found.store
        if store is not None and not (order.needs(event, store) and order.must(store, event)):
            return None
        known = self._read.setdefault((formula.index.thread[event], read.cells[0]), {})
        earlier = max((reader for reader in known if reader != event and order.needs(event, reader)), default=None)
        start = found.base if earlier is None else known[earlier]
        surely, perhaps = self._parts(found, event, earlier)
        known[event] = read.variable
        width = read.variable.width
        is_settled = all(added.constant is not None for _, added in perhaps)
        return terms.sum([start, *surely, *conditional_sum(terms, perhaps, width)], width), is_settled

    def _parts(self, found: Accumulator, event: int, earlier: int | None) -> tuple[list[Term], list[Part]]:
        """What was added since the earlier read of the thread, or at all."""
        formula, terms, order = self._formula, self._formula.terms, self._formula.index.order
        surely: list[Term] = []
        perhaps: list[Part] = []
        for writer, addend in found.added:
            if writer == event or order.must(event, writer) or formula.taken(writer) is terms.false:
                continue
            counts = [formula.taken_before(writer, event)]
            if earlier is not None and earlier != writer:
                if order.must(writer, earlier):
                    continue
                counts.append(formula.decided(earlier, writer))
            when = terms.all_of(counts)
            if when is terms.true:
                surely.append(addend)
            elif when is not terms.false:
                perhaps.append((when, addend))
        return surely, perhaps

"""Cells that are only ever added to: what a read sees is the sum of what came before it.

    every write w of the cell: value(w) = old(w) + d(w), where old(w) was read by w itself, or earlier in a section of a
    lock that every other thread's write of the cell holds
    =>  v(r) = base + sum over w of (in(w) and w < r ? d(w) : 0)

base: the initial value, or the last of the plain stores when each of them must come before everything else. The sum
replaces the whole chain of reads-from choices, whose orders a solver would otherwise have to go through one by one.
"""

from dataclasses import dataclass
from itertools import pairwise

from raddle.encode.candidates import Candidates
from raddle.encode.formula import Formula
from raddle.logic.linear import added_to
from raddle.logic.terms import Term
from raddle.model.ctp import Mode, Read, Step, Write


@dataclass(frozen=True, slots=True)
class _Accumulator:
    base: Term
    stores: tuple[int, ...]
    added: tuple[tuple[int, Term], ...]


class Accumulators:
    def __init__(self, formula: Formula, candidates: Candidates) -> None:
        self._formula = formula
        self._candidates = candidates
        self._of_cell: dict[int, _Accumulator | None] = {}
        self._settled: set[Term] = set()

    def is_settled(self, variable: Term) -> bool:
        """Whether its total depends on no order between threads."""
        return variable in self._settled

    def total(self, event: int, read: Read) -> Term | None:
        """What the read sees, or None: the cell is not one of these."""
        cell = read.cells[0]
        if cell not in self._of_cell:
            self._of_cell[cell] = self._recognised(cell)
        found = self._of_cell[cell]
        formula, terms = self._formula, self._formula.terms
        if found is None or not all(formula.index.must(store, event) for store in found.stores):
            return None
        parts, settled = [found.base], True
        for writer, addend in found.added:
            if writer == event or formula.index.must(event, writer) or formula.taken(writer) is terms.false:
                continue
            counts = terms.all_of((formula.taken(writer), formula.decided(writer, event)))
            settled = settled and counts is terms.true
            parts.append(terms.choice(counts, addend, terms.bits(0, addend.width)))
        if settled:
            self._settled.add(read.variable)
        return terms.sum(parts, read.variable.width)

    def _recognised(self, cell: int) -> _Accumulator | None:
        formula = self._formula
        index, cells = formula.index, formula.index.ctp.cells
        writes = [entry for entry in index.writes.get(cell, ()) if not index.must(formula.check, entry[0])]
        if any(write.address is not None or writer not in formula.cone for writer, write in writes):
            return None
        stores, added = [], []
        for writer, write in writes:
            addend = self._addend(cell, writer, write)
            if addend is None:
                stores.append((writer, write))
            else:
                added.append((writer, addend))
        if not added or not self._ordered(stores, [writer for writer, _ in added]):
            return None
        if not all(self._undisturbed(cell, writer, writes) for writer, _ in added):
            return None
        initial = formula.terms.bits(cells[cell].initial, cells[cell].width)
        base = stores[-1][1].value if stores else initial
        return _Accumulator(base, tuple(writer for writer, _ in stores), tuple(added))

    def _ordered(self, stores: list[tuple[int, Write]], added: list[int]) -> bool:
        """Sorts the stores; whether each must come before the next, and the last before everything that adds."""
        must = self._formula.index.must
        stores.sort(key=lambda entry: sum(must(other, entry[0]) for other, _ in stores))
        chain = [writer for writer, _ in stores]
        if any(not must(a, b) for a, b in pairwise(chain)):
            return False
        return not chain or all(must(chain[-1], writer) for writer in added)

    def _addend(self, cell: int, writer: int, write: Write) -> Term | None:
        old = self._old(cell, writer)
        return None if old is None else added_to(self._formula.terms, write.value, old)

    def _old(self, cell: int, writer: int) -> Term | None:
        """The last read of the cell by the writer's thread, if the thread has not written it since."""
        events = self._formula.index.ctp.events
        thread = self._formula.index.must.thread[writer]
        number = writer
        while number >= self._formula.index.ctp.threads[thread].first:
            action = events[number].action
            if isinstance(action, Step):
                if number != writer and any(cell in one.cells for one in action.writes):
                    return None
                found = [one for one in action.reads if cell in one.cells]
                if found:
                    return found[0].variable if found[0].address is None else None
            if number != writer and not self._formula.index.sections.around(number):
                return None
            number -= 1
        return None

    def _undisturbed(self, cell: int, writer: int, writes: list[tuple[int, Write]]) -> bool:
        """Whether nobody can write between the read and the write."""
        index = self._formula.index
        old = self._old(cell, writer)
        assert old is not None
        reader, _ = index.reads[old]
        if reader == writer:
            return True
        others = [other for other, _ in writes if not index.must(other, reader) and not index.must(writer, other)]
        others.remove(writer)
        return any(
            section.mode is Mode.EXCLUSIVE
            and section.acquire < reader
            and all(any(one.lock == section.lock for one in index.sections.around(other)) for other in others)
            for section in index.sections.around(writer)
        )

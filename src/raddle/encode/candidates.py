"""Which writes a read may see: the pi-set of the predictive analysis paper, definition 2, cut down by what must be.

docs/rules.md, Reads: w may leave r's set only if w < w2 < r by must-happen-before, in(r) => in(w2), and w2's address is
constant and equal. Locks cut further: what a section wrote before its last write is seen by no other section of that
lock, and after an own write in r's section no other section's write is.
"""

from bisect import bisect_left
from collections import defaultdict
from typing import Final

from raddle.encode.index import Index
from raddle.encode.sections import Section
from raddle.logic.terms import Term
from raddle.model.ctp import Check, Mode, Read, Step, Write

Writer = tuple[int, Write]

MOST_OF_A_FLAG: Final = 64
"""Writes of a cell: what is written more often is no flag."""


class Candidates:
    """Remembers what it has computed; does not depend on the property."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._sets: dict[Term, list[Writer]] = {}
        self._competitors: dict[Term, list[Writer]] = {}
        self._definite: dict[int, dict[int, list[int]]] = {}
        self._last_in_section: dict[int, dict[Section, int]] = {}
        self._own: dict[int, dict[int, list[int]]] = {}
        self._locked: dict[tuple[int, int, int, Mode], bool] = {}

    def writers(self, event: int, read: Read) -> list[Writer]:
        """Those it may see. The cell's initial value comes on top, unless it is `covered`."""
        found = self._sets.get(read.variable)
        if found is None:
            found = self._sets[read.variable] = self._computed(event, read)
        return found

    def covered(self, event: int, read: Read) -> bool:
        """Whether some definite write to that cell must come before the read."""
        return read.address is None and bool(self._latest(event, read.cells[0]))

    def only(self, event: int, read: Read) -> Write | None:
        """The write that the read must see, where there is just one."""
        writers = self.writers(event, read)
        if read.address is not None or len(writers) != 1 or not self.covered(event, read):
            return None
        writer, write = writers[0]
        return write if write.address is None and self._index.must(writer, event) else None

    def is_flag(self, event: int, read: Read, most: int = MOST_OF_A_FLAG) -> bool:
        """Whether all that it may see are a few constants: a condition on it is one on who came first."""
        if not self.has_fixed_places(event, read, most):
            return False
        return all(write.value.constant is not None for _, write in self.writers(event, read))

    def has_fixed_places(self, event: int, read: Read, most: int = MOST_OF_A_FLAG) -> bool:
        """Whether it is known where it reads, and where all those few write that it may see."""
        if read.address is not None or len(self._index.writes.get(read.cells[0], ())) > most:
            return False
        return all(write.address is None for _, write in self.competitors(event, read))

    def competitors(self, event: int, read: Read) -> list[Writer]:
        """All writes that may touch what is read and may come before it: whoever is seen must be the last of them."""
        known = self._competitors.get(read.variable)
        if known is None:
            must = self._index.must
            found: dict[Writer, None] = {}
            for cell in read.cells:
                for entry in self._index.writes.get(cell, ()):
                    if entry[0] != event and not must(event, entry[0]):
                        found[entry] = None
            known = self._competitors[read.variable] = list(found)
        return known

    def same_as(self, event: int, read: Read) -> Term | None:
        """An earlier read of the thread that must have seen the same: a lock has kept all writers out since."""
        if read.address is not None:
            return None
        cell, thread = read.cells[0], self._index.must.thread[event]
        number = bisect_left(self._own_accesses(cell).get(thread, []), event) - 1
        if number < 0:
            return None
        earlier = self._own_accesses(cell)[thread][number]
        variable = self._only_read(earlier, cell)
        if variable is None:
            return None
        for section in self._index.sections.around(event):
            if section.acquire < earlier and self._all_locked(cell, section):
                return variable
        return None

    def _own_accesses(self, cell: int) -> dict[int, list[int]]:
        """By thread, in order: events that may touch the cell."""
        if cell not in self._own:
            by_thread: dict[int, list[int]] = defaultdict(list)
            readers = self._index.readers.get(cell, [])
            for event in sorted({*readers, *(writer for writer, _ in self._index.writes.get(cell, ()))}):
                by_thread[self._index.must.thread[event]].append(event)
            self._own[cell] = dict(by_thread)
        return self._own[cell]

    def _only_read(self, event: int, cell: int) -> Term | None:
        """The variable of an event that definitely reads the cell and does not write it."""
        action = self._index.ctp.events[event].action
        if not isinstance(action, Step | Check):
            return None
        if isinstance(action, Step) and any(cell in write.cells for write in action.writes):
            return None
        found = [read for read in action.reads if cell in read.cells]
        return found[0].variable if len(found) == 1 and found[0].address is None else None

    def _all_locked(self, cell: int, section: Section) -> bool:
        """Whether every write of the cell that another thread may do meanwhile is in a section that excludes it."""
        thread = self._index.ctp.threads[section.thread]
        first, last = thread.first, thread.first + thread.count - 1
        must = self._index.must
        key = (cell, section.lock, section.thread, section.mode)
        if key not in self._locked:
            self._locked[key] = all(
                any(
                    one.lock == section.lock and Mode.EXCLUSIVE in (one.mode, section.mode)
                    for one in self._index.sections.around(writer)
                )
                for writer, _ in self._index.writes.get(cell, ())
                if must.thread[writer] != section.thread and not must(writer, first) and not must(last, writer)
            )
        return self._locked[key]

    def _computed(self, event: int, read: Read) -> list[Writer]:
        found = self.competitors(event, read)
        if read.address is not None:
            return found
        must, cell = self._index.must, read.cells[0]
        latest = self._latest(event, cell)
        return [
            entry
            for entry in found
            if not any(entry[0] != one and must(entry[0], one) for one in latest)
            and not self._hidden(event, cell, entry[0])
        ]

    def _latest(self, event: int, cell: int) -> list[int]:
        """Of each thread the last definite write that must come before the event."""
        clock = self._index.must.clock(event)
        found = []
        for thread, writes in self._definite_writes(cell).items():
            first = self._index.ctp.threads[thread].first
            past = bisect_left(writes, min(first + int(clock[thread]) + 1, _end_of(event, thread, self._index)))
            if past:
                found.append(writes[past - 1])
        return found

    def _definite_writes(self, cell: int) -> dict[int, list[int]]:
        """By thread, in order: writes whose address is constant."""
        if cell not in self._definite:
            by_thread: dict[int, list[int]] = defaultdict(list)
            last: dict[Section, int] = {}
            for writer, write in self._index.writes.get(cell, ()):
                if write.address is None:
                    by_thread[self._index.must.thread[writer]].append(writer)
                    last.update(dict.fromkeys(self._index.sections.around(writer), writer))
            self._definite[cell], self._last_in_section[cell] = dict(by_thread), last
        return self._definite[cell]

    def _hidden(self, event: int, cell: int, writer: int) -> bool:
        """Whether a common lock keeps the read from seeing this write of another thread."""
        index = self._index
        if index.must.thread[writer] == index.must.thread[event]:
            return False
        own = self._definite_writes(cell).get(index.must.thread[event], [])
        before = bisect_left(own, event)
        for section in index.sections.around(event):
            for other in index.sections.around(writer):
                if other.lock != section.lock or Mode.EXCLUSIVE not in (section.mode, other.mode):
                    continue
                if self._last_in_section[cell].get(other, writer) > writer:
                    return True
                if before and own[before - 1] > section.acquire:
                    return True
        return False


def _end_of(event: int, thread: int, index: Index) -> int:
    """Of its own thread only what stands before the event counts."""
    return event if index.must.thread[event] == thread else len(index.ctp.events)

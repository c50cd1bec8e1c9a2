"""Which writes a read of a trace program may see, and what its slices ask of reads besides."""

from bisect import bisect_left
from collections import defaultdict
from typing import Final

from raddle.encode.candidates import Candidates
from raddle.encode.index import Index
from raddle.encode.sections import Section
from raddle.logic.terms import Term
from raddle.model.actions import Check, Mode, Read, Step

MOST_OF_A_FLAG: Final = 64
"""Writes of a cell: what is written more often is no flag."""


class TraceCandidates(Candidates):
    def __init__(self, index: Index) -> None:
        super().__init__(index)
        self._trace = index
        self._own: dict[int, dict[int, list[int]]] = {}
        self._locked: dict[tuple[int, int, int, Mode], bool] = {}

    def is_flag(self, event: int, read: Read, most: int = MOST_OF_A_FLAG) -> bool:
        """Whether all that it may see are a few constants: a condition on it is one on who came first."""
        if not self.has_fixed_places(event, read, most):
            return False
        return all(write.value.constant is not None for _, write in self.writers(event, read))

    def has_fixed_places(self, event: int, read: Read, most: int = MOST_OF_A_FLAG) -> bool:
        """Whether it is known where it reads, and where all those few write that it may see."""
        if read.address is not None or len(self._trace.writes.get(read.cells[0], ())) > most:
            return False
        return all(write.address is None for _, write in self.competitors(event, read))

    def same_as(self, event: int, read: Read) -> Term | None:
        """An earlier read of the thread that must have seen the same: a lock has kept all writers out since."""
        if read.address is not None:
            return None
        cell, thread = read.cells[0], self._trace.must.thread[event]
        number = bisect_left(self._own_accesses(cell).get(thread, []), event) - 1
        if number < 0:
            return None
        earlier = self._own_accesses(cell)[thread][number]
        variable = self._only_read(earlier, cell)
        if variable is None:
            return None
        for section in self._trace.sections.around(event):
            if section.acquire < earlier and self._all_locked(cell, section):
                return variable
        return None

    def _own_accesses(self, cell: int) -> dict[int, list[int]]:
        """By thread, in order: events that may touch the cell."""
        if cell not in self._own:
            by_thread: dict[int, list[int]] = defaultdict(list)
            readers = self._trace.readers.get(cell, [])
            for event in sorted({*readers, *(writer for writer, _ in self._trace.writes.get(cell, ()))}):
                by_thread[self._trace.must.thread[event]].append(event)
            self._own[cell] = dict(by_thread)
        return self._own[cell]

    def _only_read(self, event: int, cell: int) -> Term | None:
        """The variable of an event that definitely reads the cell and does not write it."""
        action = self._trace.ctp.events[event].action
        if not isinstance(action, Step | Check):
            return None
        if isinstance(action, Step) and any(cell in write.cells for write in action.writes):
            return None
        found = [read for read in action.reads if cell in read.cells]
        return found[0].variable if len(found) == 1 and found[0].address is None else None

    def _all_locked(self, cell: int, section: Section) -> bool:
        """Whether every write of the cell that another thread may do meanwhile is in a section that excludes it."""
        thread = self._trace.ctp.threads[section.thread]
        first, last = thread.first, thread.first + thread.count - 1
        must = self._trace.must
        key = (cell, section.lock, section.thread, section.mode)
        if key not in self._locked:
            self._locked[key] = all(
                any(map(section.excludes, self._trace.sections.around(writer)))
                for writer, _ in self._trace.writes.get(cell, ())
                if must.thread[writer] != section.thread and not must(writer, first) and not must(last, writer)
            )
        return self._locked[key]

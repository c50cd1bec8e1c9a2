"""Which writes a read may see: the pi-set of the predictive analysis paper, definition 2, cut down by what does not
depend on the run. docs/rules.md, Reads.

    w leaves the candidates of r if a write w2 of the same cell, whose address is constant, is in whenever r is, and is
    after w and before r if all are in
    in r's own thread:  if each way from w to r has such a write on it
    where own writes lie on each way to r:  w of another thread, if it is before each of the last of them
    locks:  what is overwritten before its section ends is seen by no other section of that lock; after an own write in
    r's section no other section's write is seen
"""

from collections.abc import Collection

from raddle.encode.program_index import OUTSIDE, ProgramIndex
from raddle.encode.sections import Section
from raddle.logic.terms import Term
from raddle.model.actions import Read, Write

Writer = tuple[int, Write]


class Candidates:
    """Remembers what it has computed; does not depend on the property."""

    def __init__(self, index: ProgramIndex) -> None:
        self._index = index
        self._sets: dict[Term, list[Writer]] = {}
        self._competitors: dict[Term, list[Writer]] = {}
        self._gone: dict[tuple[int, int, int], bool] = {}

    def writers(self, event: int, read: Read) -> list[Writer]:
        """Those it may see. The cell's initial value comes on top, unless it is `covered`."""
        found = self._sets.get(read.variable)
        if found is None:
            found = self._sets[read.variable] = self._computed(event, read)
        return found

    def covered(self, event: int, read: Read) -> bool:
        """Whether some definite write to that cell must come before the read."""
        if read.address is not None:
            return False
        index, cell = self._index, read.cells[0]
        return OUTSIDE not in index.reaching(event, cell) or bool(
            index.surely_before(event, index.definite_writes(cell))
        )

    def only(self, event: int, read: Read) -> Write | None:
        """The write that the read must see, where there is just one."""
        writers = self.writers(event, read)
        if read.address is not None or len(writers) != 1 or not self.covered(event, read):
            return None
        (writer, write), must = writers[0], self._index.must
        return write if write.address is None and must.needs(event, writer) and must(writer, event) else None

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

    # ---- what is cut

    def _computed(self, event: int, read: Read) -> list[Writer]:
        found = self.competitors(event, read)
        if read.address is not None or not found:
            return found
        index, cell = self._index, read.cells[0]
        latest = index.surely_before(event, index.definite_writes(cell))
        own, around = index.reaching(event, cell), index.sections.around(event)
        on_each_way = own if OUTSIDE not in own and not any(one in own for one in latest) else ()
        written_since = {section.acquire for section in around if self._is_inside(own, section)}
        kept, must, thread = [], index.must, index.thread
        for entry in found:
            writer = entry[0]
            if any(writer != one and must(writer, one) for one in latest):
                continue
            if thread[writer] == thread[event]:
                cut = writer not in own
            else:
                cut = bool(on_each_way) and all(must(writer, one) for one in on_each_way)
                cut = cut or (bool(around) and self._is_hidden(cell, writer, around, written_since))
            if not cut:
                kept.append(entry)
        return kept

    def _is_inside(self, own: Collection[int], section: Section) -> bool:
        return OUTSIDE not in own and all(section in self._index.sections.around(one) for one in own)

    def _is_hidden(
        self, cell: int, writer: int, around: tuple[Section, ...], written_since: Collection[int]
    ) -> bool:
        """Whether a common lock keeps the read from seeing this write of another thread. `around`: the read's sections;
        `written_since`: the acquires of those in which its own thread has written before it."""
        for other in self._index.sections.around(writer):
            for section in around:
                if section.lock != other.lock or not section.excludes(other):
                    continue
                if section.acquire in written_since or self._is_gone(cell, writer, other):
                    return True
        return False

    def _is_gone(self, cell: int, writer: int, section: Section) -> bool:
        """Whether the write is overwritten wherever its section ends."""
        key = (cell, writer, section.acquire)
        found = self._gone.get(key)
        if found is None:
            ends = (self._index.reaching(release, cell) for release in section.releases)
            found = self._gone[key] = all(writer not in own for own in ends)
        return found

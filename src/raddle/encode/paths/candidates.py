"""Which writes a read may see, cut down by what does not depend on the run.

    w leaves the candidates of r if a write w2 of the same cell, whose address is constant, is in whenever r is, and is
    after w and before r if all are in
    in r's own thread:  if each way from w to r has such a write on it
    where own writes lie on each way to r:  w of another thread, if it is before each of the last of them
    locks:  what is overwritten before its section ends is seen by no other section of that lock; after an own write in
    r's section no other section's write is seen
"""

from typing import Final

from raddle.encode.paths.index import PathIndex
from raddle.encode.paths.sections import Section
from raddle.logic.terms import Term
from raddle.model.ctp import Mode, Read, Step, Write

Writer = tuple[int, Write]

OUTSIDE: Final = -1
"""Among the writes that reach a point of a thread: what others wrote, or what was there at first."""


class Candidates:
    def __init__(self, index: PathIndex) -> None:
        self._index = index
        self._sets: dict[Term, list[Writer]] = {}
        self._competitors: dict[Term, list[Writer]] = {}
        self._reaching: dict[tuple[int, int], dict[int, frozenset[int]]] = {}
        self._definite: dict[int, list[int]] = {}

    def writers(self, event: int, read: Read) -> list[Writer]:
        """Those it may see. The cell's initial value comes on top, unless it is `covered`."""
        found = self._sets.get(read.variable)
        if found is None:
            found = self._sets[read.variable] = self._computed(event, read)
        return found

    def covered(self, event: int, read: Read) -> bool:
        """Whether some write to that cell must come before the read."""
        if read.address is not None:
            return False
        return bool(self._latest(event, read.cells[0])) or OUTSIDE not in self._reach(event, read.cells[0])

    def only(self, event: int, read: Read) -> Write | None:
        """The write that the read must see, where there is just one."""
        writers = self.writers(event, read)
        if read.address is not None or len(writers) != 1 or not self.covered(event, read):
            return None
        writer, write = writers[0]
        order = self._index.order
        return write if write.address is None and order.needs(event, writer) and order.must(writer, event) else None

    def competitors(self, event: int, read: Read) -> list[Writer]:
        """All writes that may touch what is read and may come before it: whoever is seen must be the last of them."""
        known = self._competitors.get(read.variable)
        if known is None:
            found: dict[Writer, None] = {}
            for cell in read.cells:
                for entry in self._index.writes.get(cell, ()):
                    writer = entry[0]
                    if writer != event and writer not in self._index.last and not self._index.order.must(event, writer):
                        found[entry] = None
            known = self._competitors[read.variable] = list(found)
        return known

    # ---- what is cut

    def _computed(self, event: int, read: Read) -> list[Writer]:
        found = self.competitors(event, read)
        if read.address is not None:
            return found
        order, cell = self._index.order, read.cells[0]
        latest = self._latest(event, cell)
        return [
            entry
            for entry in found
            if not any(entry[0] != one and order.must(entry[0], one) for one in latest)
            and not self._overwritten(event, cell, entry[0])
            and not self._hidden(event, cell, entry[0])
        ]

    def _latest(self, event: int, cell: int) -> list[int]:
        """Definite writes that take place before the event whenever it does."""
        order = self._index.order
        return [one for one in self._definite_writes(cell) if order.needs(event, one) and order.must(one, event)]

    def _definite_writes(self, cell: int) -> list[int]:
        if cell not in self._definite:
            self._definite[cell] = [
                writer
                for writer, write in self._index.writes.get(cell, ())
                if write.address is None and writer not in self._index.last
            ]
        return self._definite[cell]

    def _overwritten(self, event: int, cell: int, writer: int) -> bool:
        """By its own thread, on each way to the event."""
        reaching = self._reach(event, cell)
        if self._index.thread[writer] == self._index.thread[event]:
            return writer not in reaching
        return OUTSIDE not in reaching and all(
            self._index.order.must(writer, one) and self._is_definite(one, cell) for one in reaching
        )

    def _is_definite(self, writer: int, cell: int) -> bool:
        action = self._index.events[writer].action
        assert isinstance(action, Step)
        return any(write.address is None and cell in write.cells for write in action.writes)

    def _reach(self, event: int, cell: int) -> frozenset[int]:
        """The thread's own writes that may be the last before it, on some way; OUTSIDE where there may be none."""
        return self._reaching_at(self._index.thread[event], cell).get(
            self._index.paths.source[event], frozenset((OUTSIDE,))
        )

    def _reaching_at(self, thread: int, cell: int) -> dict[int, frozenset[int]]:
        key = (thread, cell)
        if key not in self._reaching:
            self._reaching[key] = self._flow(thread, cell)
        return self._reaching[key]

    def _flow(self, thread: int, cell: int) -> dict[int, frozenset[int]]:
        paths, index = self._index.paths, self._index
        whole = index.program.threads[thread]
        own = {writer for writer, _ in index.writes.get(cell, ()) if index.thread[writer] == thread}
        at: dict[int, frozenset[int]] = {paths.roots[thread]: frozenset((OUTSIDE,))}
        if not own:
            return {}
        for event in range(whole.first, whole.first + whole.count):
            if event not in index.alive or event in index.last:
                continue
            now = at[paths.source[event]]
            if event in own:
                now = frozenset((event,)) if self._is_definite(event, cell) else now | {event}
            target = paths.target[event]
            at[target] = at[target] | now if target in at and at[target] is not now else now
        return at

    def _hidden(self, event: int, cell: int, writer: int) -> bool:
        """Whether a common lock keeps the read from seeing this write of another thread."""
        index = self._index
        if index.thread[writer] == index.thread[event]:
            return False
        own = self._reach(event, cell)
        for section in index.opened.around(event):
            for other in index.opened.around(writer):
                if other.lock != section.lock or Mode.EXCLUSIVE not in (section.mode, other.mode):
                    continue
                if self._is_gone(cell, writer, other):
                    return True
                if OUTSIDE not in own and all(
                    section in index.opened.around(one) and self._is_definite(one, cell) for one in own
                ):
                    return True
        return False

    def _is_gone(self, cell: int, writer: int, section: Section) -> bool:
        """Whether the write is overwritten wherever its section ends."""
        return all(writer not in self._reach(release, cell) for release in self._index.opened.releases[section])


"""Accesses that are ordered since the address of the one was handed on behind the other.

In: a trace program's index. Out: whether an event has taken place, and happens before another one, whenever that one is
next and touches a given cell.

Who touches a cell by a pointer has read that pointer: a variable v that had the value k. Go back from there: whatever
may have written k where v was read wrote a constant; or a value that its own thread had read, moved by a constant, and
then the same is asked of that. Let each of these writes happen before the read that sees it:

- both stand in sections of one lock that exclude each other: then the writer's is over before the reader's begins;
- the write releases, and the read acquires;
- whatever else orders them in every run (index.must), their own thread above all;
- or the read itself touches that cell only by a pointer that was handed on behind the write.

Then in each run k came along such a way from one of the constants, each step of which happens before the next: a way
leads back in time, so it ends. If an event must come before the writes of all these constants, it happens before the
access. (A queue under a lock, whose nodes are filled before they are put in, and emptied after they were taken out.)
"""

from collections.abc import Iterator
from typing import Final, Literal

from raddle.encode.index import Index
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.accesses import Access, accesses_of
from raddle.model.actions import Read, Step, Write

MOST_POINTERS: Final = 64
"""That a thread has compared with constants, and that are looked at for one access: the last ones."""
MOST_STEPS: Final = 2_000
"""Of the ways of one pointer."""
Held = tuple[Term, int]
"""A variable, and the value that it had."""


class HandedOn:
    def __init__(self, index: Index) -> None:
        self._index: Final = index
        self._origins: dict[Held, frozenset[int] | None] = {}
        self._compared: dict[int, list[tuple[int, Held]]] = {}
        self._orders: dict[tuple[int, int, int], bool] = {}

    def precedes(self, first: int, second: int, cell: int) -> bool:
        for held in self._needed(second, cell):
            origins = self._origins_of(held)
            if origins is not None and all(first == one or self._index.must(first, one) for one in origins):
                return True
        return False

    # ---- what an access needs

    def _needed(self, event: int, cell: int) -> Iterator[Held]:
        """One of these suffices: each of the variables had its value when the event touches the cell."""
        accesses = [one for one in accesses_of(self._index.ctp.events[event]) if cell in one.cells]
        pointers = {self._pointer(one, cell) for one in accesses}
        if len(pointers) == 1:
            (held,) = pointers
            if held is not None and self._is_read_before(held[0], event):
                yield held
        yield from self._by_guards(event)

    def _pointer(self, access: Access, cell: int) -> Held | None:
        if access.address is None or access.cells.count(cell) != 1:
            return None
        found = _moved(access.address)
        return found and (found[0], _difference(access.addresses[access.cells.index(cell)], *found))

    def _is_read_before(self, variable: Term, event: int) -> bool:
        if variable not in self._index.reads:
            return False
        read_at = self._index.reads[variable][0]
        return self._index.thread[read_at] == self._index.thread[event] and read_at < event

    def _by_guards(self, event: int) -> Iterator[Held]:
        """Decisions of the thread before the event, the last ones first."""
        compared = self._compared_in(self._index.thread[event])
        before = [held for number, held in compared if number < event]
        yield from before[: -MOST_POINTERS - 1 : -1]

    def _compared_in(self, thread: int) -> list[tuple[int, Held]]:
        found = self._compared.get(thread)
        if found is None:
            found = self._compared[thread] = [
                (event.number, held)
                for event in self._index.ctp.of_thread(thread)
                if isinstance(event.action, Step)
                for held in _equalities(event.action.guard)
                if held[0] in self._index.reads
            ]
        return found

    # ---- where a pointer came from

    def _origins_of(self, held: Held) -> frozenset[int] | None:
        """Events that write the constant; None: it may have come otherwise."""
        if held not in self._origins:
            self._origins[held] = None  # as long as nothing is known
            self._origins[held] = self._followed(held)
        return self._origins[held]

    def _followed(self, held: Held) -> frozenset[int] | None:
        seen, open_, origins = {held}, [held], set[int]()
        while open_:
            variable, value = open_.pop()
            if variable not in self._index.reads or len(seen) > MOST_STEPS:
                return None
            event, read = self._index.reads[variable]
            if read.early:
                return None
            for cell in dict.fromkeys(read.cells):
                if self._index.ctp.cells[cell].initial == value:
                    return None
                for writer, write in self._index.writes.get(cell, ()):
                    if self._index.must(event, writer) or event == writer:
                        continue
                    came = _came_from(write, value, variable.width)
                    if came == "never":
                        continue
                    if came == "unknown" or not self._is_ordered(writer, write, event, read, cell):
                        return None
                    if isinstance(came, str):
                        origins.add(writer)
                    elif came not in seen:
                        seen.add(came)
                        open_.append(came)
        return frozenset(origins)

    def _is_ordered(self, writer: int, write: Write, event: int, read: Read, cell: int) -> bool:
        """Whether the write happens before the read wherever that sees it."""
        if self._index.must(writer, event) or (write.order.releases and read.order.acquires):
            return True
        if self._index.sections.common(writer, event) is not None:
            return True
        key = (writer, event, cell)
        if key not in self._orders:
            self._orders[key] = False  # as long as it is asked
            self._orders[key] = self.precedes(writer, event, cell)
        return self._orders[key]


def _moved(term: Term) -> Held | None:
    """A variable, and the constant that is added."""
    if term.op is Op.VARIABLE:
        return term, 0
    if term.op is Op.ADD and len(term.args) == 2:
        for one, other in (term.args, term.args[::-1]):
            if one.op is Op.VARIABLE and other.constant is not None:
                return one, other.constant
    return None


def _difference(value: int, variable: Term, by: int) -> int:
    return (value - by) % (1 << variable.width)


def _came_from(write: Write, value: int, width: int) -> Held | Literal["here", "never", "unknown"]:
    """`here`: as a constant; `never`: it writes another one; or what it is made of."""
    if write.made_up:
        return "unknown"
    if write.value.constant is not None:
        return "here" if write.value.constant == value else "never"
    found = _moved(write.value)
    return "unknown" if found is None or found[0].width != width else (found[0], _difference(value, *found))


def _equalities(guard: Term) -> Iterator[Held]:
    for part in guard.args if guard.op is Op.ALL else (guard,):
        if part.op is Op.EQ and part.args[1].constant is not None:
            found = _moved(part.args[0])
            if found is not None:
                yield found[0], _difference(part.args[1].constant, *found)

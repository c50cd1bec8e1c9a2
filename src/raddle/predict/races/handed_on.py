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

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from raddle.encode.index import Index
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.accesses import Access, accesses_of
from raddle.model.actions import Read, Step, Write
from raddle.model.program import Event

MOST_STEPS: Final = 2_000
"""Of the ways of one pointer."""
Held = tuple[Term, int]
"""A variable, and the value that it had."""
Clock = npt.NDArray[np.int32]


@dataclass
class _Compared:
    """In one thread: an event that takes place only if a variable has that value; and what precedes whatever is behind
    that, as far as anybody has asked."""

    held: list[tuple[int, Held]]
    clocks: list[Clock] = field(default_factory=list)
    is_busy: bool = False

    def goes_on_before(self, event: int) -> bool:
        return len(self.clocks) < len(self.held) and self.held[len(self.clocks)][0] < event


class HandedOn:
    def __init__(self, index: Index) -> None:
        self._index: Final = index
        self._origins: dict[Held, frozenset[int] | None] = {}
        self._compared: dict[int, _Compared] = {}
        self._known: dict[tuple[int, int], Clock] = {}
        self._orders: dict[tuple[int, int, int], bool] = {}

    def precedes(self, first: int, second: int, cell: int) -> bool:
        key = (second, cell)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._what_precedes(second, cell)
        must = self._index.must
        return bool(known[must.thread[first]] >= must.position[first])

    def _what_precedes(self, event: int, cell: int) -> Clock:
        """For each thread the last position that precedes the event, when it touches the cell; -1: none."""
        known = self._by_decisions(event)
        accesses = [one for one in accesses_of(self._index.ctp.events[event]) if cell in one.cells]
        pointers = {self._pointer(one, cell) for one in accesses}
        held = pointers.pop() if len(pointers) == 1 else None
        if held is None or not self._is_read_before(held[0], event):
            return known
        clock = self._clock_of(held)
        return known if clock is None else np.maximum(known, clock)

    def _by_decisions(self, event: int) -> Clock:
        """By what its thread has compared with constants before."""
        thread = self._index.thread[event]
        compared = self._compared.get(thread)
        if compared is None:
            of_thread = self._index.ctp.of_thread(thread)
            compared = self._compared[thread] = _Compared(
                [(one.number, held) for one in of_thread for held in _compared_by(one) if held[0] in self._index.reads]
            )
        while not compared.is_busy and compared.goes_on_before(event):
            compared.is_busy = True  # what orders a read by its own pointer does not rest on itself
            clock = self._clock_of(compared.held[len(compared.clocks)][1])
            last = compared.clocks[-1] if compared.clocks else self._nothing
            compared.clocks.append(last if clock is None else np.maximum(last, clock))
            compared.is_busy = False
        at = bisect_left(compared.held, event, 0, len(compared.clocks), key=lambda one: one[0])
        return compared.clocks[at - 1] if at else self._nothing

    @cached_property
    def _nothing(self) -> Clock:
        return np.full(len(self._index.ctp.threads), -1, np.int32)

    def _clock_of(self, held: Held) -> Clock | None:
        """What must come before all of which the value may be; None: nobody knows."""
        origins = self._origins_of(held)
        if origins is None:
            return None
        clocks = [self._index.must.clock(origin) for origin in origins]
        return np.minimum.reduce(clocks) if clocks else np.full_like(self._nothing, np.iinfo(np.int32).max)

    # ---- what an access needs

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


def _compared_by(event: Event) -> Iterator[Held]:
    if not isinstance(event.action, Step):
        return
    guard = event.action.guard
    for part in guard.args if guard.op is Op.ALL else (guard,):
        if part.op is Op.EQ and part.args[1].constant is not None:
            found = _moved(part.args[0])
            if found is not None:
                yield found[0], _difference(part.args[1].constant, *found)

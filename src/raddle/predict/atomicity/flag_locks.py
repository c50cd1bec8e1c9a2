"""Cells that a program uses as locks of its own: a busy flag under a mutex, a spin lock.

In: a trace program's index. Out: for each event the cells that its thread has taken so, with the event since which it
has. A cell is a lock if all that is ever written to it are constants, at fixed addresses, and

- every thread writes in turn something else than the initial value (it comes in) and that value (it leaves);
- it comes in only where the cell has the initial value: it has read it, a branch holds for no other value that the cell
  can have, and nobody writes it in between: the read is of the same event, or one critical section holds both, and all
  that is written to the cell is under that lock.

Then the cell has its initial value exactly while nobody is in: who is in keeps all others out. (Where an exchange comes
before the branch, a thread that does not pass the branch has put one of the other values in the place of another.)
"""

from collections.abc import Iterator
from functools import cached_property

from raddle.encode.index import Index
from raddle.encode.sections import Section
from raddle.logic.arithmetic import Trap
from raddle.logic.evaluate import Evaluator, variables_of
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.actions import Mode, Read, Step

Taken = dict[int, int]
"""Cell -> the event since which a thread has it."""


def flag_sections(index: Index) -> dict[int, Taken]:
    """By event."""
    found: dict[int, Taken] = {}
    for cell in index.writes:
        for begin, end in _FlagLock(index, cell).sections() or ():
            for event in range(begin + 1, end):
                found.setdefault(event, {})[cell] = begin
    return found


class _FlagLock:
    def __init__(self, index: Index, cell: int) -> None:
        self._index = index
        self._ctp = index.ctp
        self._cell = cell
        self._initial = index.ctp.cells[cell].initial
        self._written: dict[int, int] = {}
        """By event."""

    def sections(self) -> list[tuple[int, int]] | None:
        """From where a thread has come in to where it leaves; None: it is no lock."""
        if self._ctp.cells[self._cell].hidden or not self._are_constants():
            return None
        by_thread: dict[int, list[int]] = {}
        comings = [event for event, value in self._written.items() if value != self._initial]
        for event, value in self._written.items():
            if value == self._initial and all(self._index.must(event, coming) for coming in comings):
                continue  # it is put there before anybody comes
            by_thread.setdefault(self._index.must.thread[event], []).append(event)
        if len(by_thread) < 2:
            return None
        found = []
        for thread, events in by_thread.items():
            whole = self._ctp.threads[thread]
            for place in range(0, len(events), 2):
                end = events[place + 1] if place + 1 < len(events) else whole.first + whole.count
                begin = self._comes_in(events[place], end)
                if begin is None or (place + 1 < len(events) and self._written[end] != self._initial):
                    return None
                found.append((begin, end))
        return found

    def _are_constants(self) -> bool:
        for event, write in self._index.writes[self._cell]:
            if write.value.op is not Op.CONSTANT or write.address is not None or write.made_up:
                return False
            assert isinstance(write.value.data, int)
            self._written[event] = write.value.data
        return True

    def _comes_in(self, event: int, end: int) -> int | None:
        """`event` writes, and before `end` the thread leaves. Out: since when it is in for certain."""
        if self._written[event] == self._initial:
            return None
        own = self._read_at(event)
        if own is not None:
            tests = self._tests(own, event, end)
            return next(tests, None)
        for section in self._guarding(event):
            read = self._last_read(section.acquire, event)
            if read is not None and next(self._tests(read[1], read[0], event + 1), None) is not None:
                return event
        return None

    def _guarding(self, event: int) -> Iterator[Section]:
        """The sections around it whose lock is held wherever the cell is written."""
        for section in self._index.sections.around(event):
            if section.mode is Mode.EXCLUSIVE and section.lock in self._locks:
                yield section

    @cached_property
    def _locks(self) -> set[int]:
        """Held exclusively wherever the cell is written."""
        held = (self._index.sections.around(event) for event in self._written)
        return set.intersection(*({one.lock for one in some if one.mode is Mode.EXCLUSIVE} for some in held))

    def _last_read(self, begin: int, event: int) -> tuple[int, Read] | None:
        """Of the cell, before the event, with no write of the thread in between."""
        for number in range(event - 1, begin, -1):
            if number in self._written:
                return None
            read = self._read_at(number)
            if read is not None:
                return number, read
        return None

    def _read_at(self, event: int) -> Read | None:
        action = self._ctp.events[event].action
        reads = action.reads if isinstance(action, Step) else ()
        return next((read for read in reads if read.cells == (self._cell,) and read.address is None), None)

    def _tests(self, read: Read, begin: int, end: int) -> Iterator[int]:
        """Branches on what was read, from `begin` to below `end`, that only the initial value passes."""
        others = {value for value in self._written.values() if value != self._initial}
        for number in range(begin, end):
            action = self._ctp.events[number].action
            if not isinstance(action, Step) or action.guard is self._ctp.terms.true:
                continue
            is_on_it = variables_of((action.guard,)) == [read.variable]
            if is_on_it and not any(_holds(action.guard, read.variable, value) for value in others):
                yield number


def _holds(condition: Term, variable: Term, value: int) -> bool:
    try:
        return Evaluator({variable: value})(condition) == 1
    except Trap:
        return False

"""Memory that a thread gives back: free(), delete, realloc(), and functions that return.

In: rows of one thread's walk. Out: drafts. Where the pointer depends on shared memory there is a Free for each block
that it may name, under the condition that it is this one; at most one of them is real. free(NULL) is no record, but in
other orders the pointer may name something: then the Frees stand where the pin does, and the real call is one visible
event more (predict/schedule.py).

realloc() is given what it was given (a pin). Whatever else it may be given it touches, before the pin: that is all that
is known, since it may leave a block where it is.
"""

from typing import Final

from raddle.logic.terms import Term
from raddle.model.actions import Free, Read, Step
from raddle.model.recorded.drafts import Building, Draft
from raddle.model.recorded.rows import Row, Rows
from raddle.model.recorded.units import Units
from raddle.model.recorded.value_sets import Symbolic

REALLOC: Final = frozenset({"realloc", "reallocarray"})


class GivingBack:
    """Puts drafts behind those of `units`."""

    def __init__(self, building: Building, rows: Rows, units: Units) -> None:
        self._b: Final = building
        self._rows: Final = rows
        self._thread: Final = rows.thread
        self._units: Final = units
        self._given: list[Row] = []
        """What the last call that frees was given, as far as it depends on others."""

    def given(self, row: Row) -> None:
        """The pin of an argument of free() or delete."""
        self.pinned(row)
        if not row.value:
            self._say_if_unknown(row, "nothing, as in the recorded run")
            self._give_back(row, row, self._blocks(row), row.index, goes_on=False)

    def pinned(self, row: Row) -> None:
        """The same where that is a decision of its own."""
        if self._given and self._given[-1].index != row.index:
            self._given.clear()
        self._given.append(row)
        self._is_symbolic(row)

    def is_left_open(self, row: Row) -> bool:
        """Which block it is: of the decision nothing is left but that it is one."""
        return self._b.pins_freed and (self._thread, row.number) in self._b.targets.freed

    def reallocated(self, row: Row) -> None:
        """The pin of an argument of realloc()."""
        if not row.value or self._b.freed.is_block(row.value):
            self._is_symbolic(row)
            others = tuple(block for block in self._blocks(row) if block != row.value)
            self._give_back(row, row, others, row.index, goes_on=True)

    def freed(self, row: Row) -> None:
        """The record."""
        block = self._b.freed.at(row.value)
        if block is None:
            return
        pin = next((one for one in self._given if (one.site, one.value) == (row.site, block.address)), None)
        is_open = pin is not None and (not self._b.pins_freed or self.is_left_open(pin))
        if pin is None or not is_open or self._term(pin).constant is not None:
            cells = self._b.freed.cells_in(block.address, block.size)
            if cells or (self._b.pins_freed and not block.stays):
                self._append(row, Free(cells, goes_on=block.stays), row.index + 1)
            return
        self._say_if_unknown(pin, "the block of the recorded run")
        blocks = tuple(dict.fromkeys((block.address, *self._blocks(pin))))
        self._give_back(row, pin, blocks, row.index + 1, goes_on=block.stays)

    def used(self, row: Row, address: int) -> None:
        """A lock or the like is about to be used."""
        cell = self._b.memory.cell_around(address) if address in self._b.locks else None
        if cell is not None:
            width = 8 * self._b.memory.extents[cell].size
            variable = self._b.variable(f"lock{self._thread}.{row.number}", width)
            self._b.cell_of[variable] = cell
            read = Read(variable, (cell,), early=True, of_lock=True)
            step = Step((read,), self._b.store.true, ())
            self._units.drafts.append(Draft(row.number, row.index, step, row.site))

    def frame_ended(self, row: Row) -> None:
        self._frames(row, self._b.frame_ends.at.get((self._thread, row.number), ()))

    def thread_ended(self, row: Row) -> None:
        self._frames(row, self._b.frame_ends.with_thread.get(self._thread, ()))

    def _frames(self, row: Row, cells: tuple[int, ...]) -> None:
        if cells:
            self._append(row, Free(cells, of_frame=True), row.index)

    def _term(self, pin: Row) -> Term:
        return self._units.values[pin.value_term]

    def _is_symbolic(self, row: Row) -> None:
        term = self._term(row)
        if term.constant is None:
            self._b.is_symbolic(Symbolic(self._thread, row.number, row.site, term, row.value, 1, how="freed"))

    def _blocks(self, pin: Row) -> tuple[int, ...]:
        return self._b.targets.freed.get((self._thread, pin.number), ())

    def _give_back(self, row: Row, pin: Row, blocks: tuple[int, ...], upto: int, *, goes_on: bool) -> None:
        term, store = self._term(pin), self._b.store
        if (self._thread, pin.number) in self._b.targets.partly:
            part = "a block of which only a part is looked at"
            self._b.assume(f"{self._b.wording.call(row.site)} may give back {part}", None)
        for address in blocks:
            cells = self._b.freed.cells_of(address)
            if cells or (self._b.pins_freed and not goes_on):
                when = store.equal(term, store.bits(address, term.width))
                self._append(row, Free(cells, when, goes_on=goes_on), upto)

    def _say_if_unknown(self, pin: Row, instead: str) -> None:
        if self._b.one_of_several:
            return  # of several runs only values count, and no value depends on it
        if self._term(pin).constant is None and (self._thread, pin.number) not in self._b.targets.freed:
            self._b.assume(f"{self._b.wording.call(pin.site)} gives back {instead}", None)

    def _append(self, row: Row, action: Free, upto: int) -> None:
        self._units.drafts.append(Draft(row.number, upto, action, row.site))

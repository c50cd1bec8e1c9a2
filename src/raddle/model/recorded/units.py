"""Accesses -> events: rows that the runtime performs without a scheduling point between them are one step.

The pieces of a long access, the reads and writes of memcpy and of a library call, a compare-and-swap with its outcome.
Where a call synchronises and also writes (pthread_create and the handle) a region holds the two together.
"""

from dataclasses import dataclass, field
from typing import Final

from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.actions import Against, Check, Join, OnceEnd, Order, Read, RegionBegin, RegionEnd, Step, Write
from raddle.model.recorded.drafts import Building, Draft, Effect
from raddle.model.recorded.orders import of_read, of_write
from raddle.model.recorded.rows import Row, Rows
from raddle.model.recorded.validity import condition_of
from raddle.model.recorded.value_sets import Symbolic
from raddle.model.recorded.values import SideCondition, Values
from raddle.trace.events import EventFlag, EventKind, PinCause

_LIBRARY: Final = int(EventFlag.LIBRARY)
_FAILED: Final = int(EventFlag.FAILED)
_READ, _WRITE, _UPDATE = int(EventKind.READ), int(EventKind.WRITE), int(EventKind.UPDATE)
_Address = tuple[Term, tuple[int, ...]]
"""Of an access that may go to several places."""
NOWHERE: Final = (1 << 64) - 1
"""The address of what is no access."""


@dataclass(frozen=True, slots=True)
class Synced:
    """The last record that became drafts: those from `first` to before `past`."""

    first: int
    past: int
    row: Row


@dataclass(slots=True)
class _Unit:
    """Accesses that become one event."""

    first: Row
    last: Row
    upto: int
    reads: list[Read] = field(default_factory=list)
    guards: list[Term] = field(default_factory=list)
    writes: dict[int, Write] = field(default_factory=dict)
    seen: list[Effect] = field(default_factory=list)
    left: list[Effect] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    assumed: list[str] = field(default_factory=list)
    copied: dict[tuple[int, int], tuple[Term, Term, str | None]] = field(default_factory=dict)
    """By place in its block and bytes: what realloc() read; and the guard where nobody sees it written elsewhere."""
    address: _Address | None = None
    """Of the last access."""


class Units:
    """Collects one thread's accesses, and puts steps behind `drafts`."""

    def __init__(self, building: Building, rows: Rows, drafts: list[Draft]) -> None:
        self._b: Final = building
        self._rows: Final = rows
        self._thread: Final = rows.thread
        self.drafts: Final = drafts
        self.synced: Synced | None = None
        self._flushed: tuple[Draft, Row] | None = None
        """The last step, and the last of its rows."""
        self._unit: _Unit | None = None
        self._variables: dict[int, list[tuple[Term, int, int]]] = {}  # row -> variable, offset, bytes
        self.values: Final = Values(building.store, rows.terms, self._read_terms(), rows.mentioned())
        self.known: Final = {building.store.true}
        """What holds as far as the thread has come: guards, and checks that it has passed."""
        self._after: dict[int, list[SideCondition]] = {}
        for side in self.values.side_conditions:
            self._after.setdefault(side.row, []).append(side)

    def _read_terms(self) -> dict[int, Term]:
        store = self._b.store
        found = {number: store.bits(value, 8 * size) for number, value, size in self._rows.settled_reads()}
        for row in self._rows.reads():
            parts = self._b.memory.parts(row.address, row.size)
            name = f"r{self._thread}.{row.number}"
            if len(parts) == 1:
                variable = self._b.variable(name, 8 * row.size)
                self._variables[row.number] = [(variable, 0, row.size)]
                self._b.cell_of[variable] = parts[0].cell
                found[row.number] = variable
                continue
            pieces = []
            for part in parts:
                variable = self._b.variable(f"{name}.{part.offset}", 8 * part.size)
                pieces.append((variable, part.offset, part.size))
                self._b.cell_of[variable] = part.cell
            self._variables[row.number] = pieces
            whole = pieces[0][0]
            for variable, *_ in pieces[1:]:
                whole = store.concat(variable, whole)
            found[row.number] = whole
        return found

    def term(self, number: int, value: int, width: int) -> Term:
        return self.values[number] if number else self._b.store.bits(value, width)

    def check(self, row: Row, condition: Term, against: Against, *, failed: bool = False) -> bool:
        """Unless it is known to hold. Out: whether the thread goes on: it did not fail."""
        if condition not in self.known:
            self.holds(condition)
            self.drafts.append(Draft(row.number, row.index, Check((), condition, against), row.site, failed=failed))
        return not failed

    def check_address(self, row: Row, term: Term, really: Term) -> None:
        """Before the access, or its pin: that there is something. `really`: when the source goes there."""
        valid = self._b.targets.valid.get((self._thread, row.number))
        if valid is not None:
            condition = condition_of(self._b.store, term, valid)
            if condition not in self.known:
                self.check(row, self._b.store.implies(really, condition), "address")

    def holds(self, condition: Term) -> None:
        """From here on, in every run that the thread goes on in."""
        self.known.update(condition.args if condition.op is Op.ALL else (condition,))
        self.known.add(condition)

    def belongs(self, row: Row) -> bool:
        """A pin of what the unit read."""
        unit = self._unit
        return (
            unit is not None
            and row.site == unit.last.site
            and row.stack == unit.last.stack
            and row.index == unit.last.index + 1
            and row.size in (PinCause.EXTERNAL_ARGUMENT, PinCause.OPAQUE_VALUE)
        )

    def must_hold(self, guard: Term, assumed: str | None) -> None:
        """Of what the unit read."""
        assert self._unit is not None
        self._unit.guards.append(guard)
        if assumed is not None:
            self._unit.assumed.append(assumed)

    def copy(self, value: Term, guard: Term, assumed: str | None) -> None:
        """What realloc() read last it writes in the same place of the new block."""
        assert self._unit is not None
        row = self._unit.last
        self._unit.copied[self._b.freed.place_in_block(row.address), row.size] = value, guard, assumed

    def swap_if(self, swapped: Term) -> None:
        """A compare-and-swap may turn out either way: it writes the new value, or what was there, or (where somebody
        might race with it) nowhere."""
        unit = self._unit
        assert unit is not None
        row, store = unit.last, self._b.store
        desired = self.term(row.written_term, row.written, 8 * row.size)
        failed, address = bool(row.flags & _FAILED), unit.address
        left = store.choice(swapped, desired, self.values[row.value_term])
        # One that failed orders as little as a write can: where it would have swapped, perhaps more.
        order = Order.RELAXED if failed and not self._b.one_of_several else of_write(self._rows.order(row))
        if row.address >> 3 in self._b.plain:
            address = self._or_nowhere(row, swapped, address)
        self._put(unit, row, address, left, row.value if failed else row.written, order)

    def _or_nowhere(self, row: Row, really: Term, address: _Address | None) -> _Address:
        store = self._b.store
        aim, places = address or (store.bits(row.address, 64), (row.address,))
        return store.choice(really, aim, store.bits(NOWHERE, aim.width)), (*places, NOWHERE)

    def is_outcome(self, row: Row) -> bool:
        """Whether the unit is a compare-and-swap, and this says whether it swapped."""
        unit = self._unit
        return (
            unit is not None
            and unit.last.kind == _UPDATE
            and row.number == unit.last.number + 1
            and row.site == unit.last.site
            and row.index == unit.last.index + 1
        )

    def _continues(self, row: Row) -> bool:
        unit = self._unit
        if unit is None or row.site != unit.last.site or row.stack != unit.last.stack:
            return False
        writes, wrote = row.kind == _WRITE, unit.last.kind == _WRITE
        if wrote and not writes:
            return False
        if row.index == unit.last.index:
            return True
        if row.flags & unit.last.flags & _LIBRARY:
            return self._rows.same_call(unit.last, row)
        return writes and not wrote and unit.last.kind == _READ and row.index == unit.last.index + 1

    def access(self, row: Row) -> None:
        if not self._continues(row):
            self.flush()
        address = self._address(row)
        unit = self._unit
        if unit is None:
            unit = self._unit = _Unit(row, row, 0)
        unit.last, unit.upto, unit.address = row, row.index + 1, address
        unit.rows.append(row.number)
        self._must_be_there(unit, row)
        if row.kind != _WRITE:
            self._reads(unit, row, address)
        if row.kind == _WRITE:
            self._writes(unit, row, address, row.value, row.value_term)
        elif row.kind == _UPDATE and not row.flags & _FAILED:
            self._writes(unit, row, address, row.written, row.written_term)

    def _must_be_there(self, unit: _Unit, row: Row) -> None:
        """The variable, of several that lie there one after the other, that it is meant for."""
        for cell in self._b.frame_ends.meant.get((self._thread, row.number), ()):
            variable = self._b.variable(f"life{self._thread}.{row.number}.{cell}", 8)
            self._b.cell_of[variable] = cell
            unit.reads.append(Read(variable, (cell,), early=True, of_lock=True))

    def _address(self, row: Row) -> _Address | None:
        """None: constant, or pinned. A pin stands before the access."""
        if not row.address_term:
            return None
        term, store = self.values[row.address_term], self._b.store
        if term.constant is not None:
            return None
        key = (self._thread, row.number)
        self._b.is_symbolic(Symbolic(*key, row.site, term, row.address, row.size, how="accessed"))
        self.check_address(row, term, self._really(row))
        candidates = self._b.targets.candidates.get(key)
        if candidates is not None:
            if key in self._b.targets.within and not self._b.one_of_several:
                self._b.assume(self._b.wording.stays_within(row.address, row.site), None)
            return term, candidates
        step = Step((), store.equal(term, store.bits(row.address, term.width)), ())
        self.drafts.append(Draft(row.number, row.index, step, row.site))
        if not self._b.one_of_several:
            self._b.assume(self._b.wording.pinned(PinCause.ADDRESS, term, row.site), self.drafts[-1])
        return None

    def _cells(self, row: Row, address: _Address | None, part: int) -> tuple[int, ...]:
        if address is None:
            return (self._b.memory.parts(row.address, row.size)[part].cell,)
        size = self._b.memory.parts(row.address, row.size)[part].size
        return tuple(
            self._b.nowhere[size] if each == NOWHERE else self._b.memory.parts(each, row.size)[part].cell
            for each in address[1]
        )

    def _reads(self, unit: _Unit, row: Row, address: _Address | None) -> None:
        here = self._b.memory.parts(row.address, row.size)
        order, really = of_read(self._rows.order(row)), self._really(row)
        shown = self._b.is_shown(self._thread, row.site, row.stack)
        aim, places = address or (None, ())
        for number, (variable, offset, size) in enumerate(self._variables[row.number]):
            cells = self._cells(row, address, number)
            if really is self._b.store.true:
                unit.reads.append(Read(variable, cells, aim, places, order, shown=shown))
            else:
                unit.reads.append(Read(variable, cells, aim, places, early=True, shown=shown))
            if really.constant is None:
                unit.reads.append(self._read_if(row, really, address, number, order))
            unit.seen.append((here[number].cell, row.value >> 8 * offset & (1 << 8 * size) - 1))

    def _really(self, row: Row) -> Term:
        """When the source reads there."""
        store = self._b.store
        if not self._rows.is_early(row):
            return store.true
        return self.term(row.written_term, row.written, 1)

    def _read_if(self, row: Row, really: Term, address: _Address | None, number: int, order: Order) -> Read:
        """To the same cell, or to none that matters (nowhere.py)."""
        part = self._b.memory.parts(row.address, row.size)[number]
        variable = self._b.variable(f"if{self._thread}.{row.number}.{part.offset}", 8 * part.size)
        self._b.cell_of[variable] = part.cell
        aim, places = self._or_nowhere(row, really, address)
        shown = self._b.is_shown(self._thread, row.site, row.stack)
        return Read(variable, self._cells(row, (aim, places), number), aim, places, order, shown=shown, of_early=True)

    def _writes(self, unit: _Unit, row: Row, address: _Address | None, value: int, term: int) -> None:
        self._put(unit, row, address, self._written(row, value, term), value, of_write(self._rows.order(row)))

    def _put(self, unit: _Unit, row: Row, address: _Address | None, written: Term, value: int, order: Order) -> None:
        aim, places = address or (None, ())
        here = {part.cell for part in self._b.memory.parts(row.address, row.size)}
        unit.left = [effect for effect in unit.left if effect[0] not in here]
        for number, part in enumerate(self._b.memory.parts(row.address, row.size)):
            cells = self._cells(row, address, number)
            piece = self._b.store.extract(written, 8 * part.offset, 8 * part.size)
            unit.writes[part.cell] = Write(piece, cells, aim, places, order)
            unit.left.append((part.cell, value >> 8 * part.offset & (1 << 8 * part.size) - 1))

    def _written(self, row: Row, value: int, term: int) -> Term:
        """What a join leaves in its result is what the thread returned."""
        if not term and self.synced is not None and self._is_tail(row):
            joined = self.drafts[self.synced.first].action if self.synced.first < len(self.drafts) else None
            cell = self._b.results.cell_of(joined.child) if isinstance(joined, Join) else None
            if cell is not None and isinstance(joined, Join):
                return self._result(row, joined.child, cell)
        if not term and self._unit is not None and self._unit.copied:
            copied = self._unit.copied.pop((self._b.freed.place_in_block(row.address), row.size), None)
            if copied is not None:
                return copied[0]
        return self.term(term, value, 8 * row.size)

    def _result(self, row: Row, child: int, cell: int) -> Term:
        unit = self._unit
        assert unit is not None
        variable = self._b.variable(f"r{self._thread}.{row.number}", 64)
        self._b.cell_of[variable] = cell
        unit.reads.append(Read(variable, (cell,)))
        unit.seen.append((cell, self._b.results.returned[child]))
        return self._b.store.extract(variable, 8 * (row.address - unit.first.address), 8 * row.size)

    def _is_tail(self, row: Row) -> bool:
        """Of the record that was last: what the same call wrote behind it."""
        if self.synced is None or not row.flags & _LIBRARY:
            return False
        record = self.synced.row
        return (
            self.synced.past == len(self.drafts)
            and record.site == row.site
            and record.stack == row.stack
            and self._rows.same_call(record, row)
        )

    def flush(self) -> None:
        unit, self._unit = self._unit, None
        if unit is None:
            return
        for _, kept, why in unit.copied.values():
            unit.guards.append(kept)
            unit.assumed += [] if why is None else [why]
        guard = self._b.store.all_of(unit.guards) if unit.guards else self._b.store.true
        step = Step(tuple(unit.reads), guard, tuple(unit.writes.values()))
        draft = Draft(unit.last.number, unit.upto, step, unit.last.site, unit.seen, unit.left, since=unit.rows[0])
        if self.synced is not None and self._is_tail(unit.first):
            self._join_up(self.synced, draft)
        else:
            self.drafts.append(draft)
        self._flushed = draft, unit.last
        for assumed in unit.assumed:
            self._b.assume(assumed, draft)
        self._side_conditions(unit)

    def _join_up(self, synced: Synced, draft: Draft) -> None:
        """A record and what its call wrote. Whenever a result is written the join can as well have been just before."""
        begun = synced.row
        if isinstance(self.drafts[-1].action, Join):
            self.drafts[-1].upto = begun.index
            self.drafts.append(draft)
        elif self._b.sync.in_region(self._thread):
            self.drafts.append(draft)
        else:
            self._hold_together(synced, draft)

    def _hold_together(self, synced: Synced, draft: Draft) -> None:
        begun, upto = synced.row, draft.upto
        self.drafts.insert(synced.first, Draft(begun.number, begun.index, RegionBegin(made_up=True), begun.site))
        if any(isinstance(each.action, OnceEnd) for each in self.drafts[synced.first :]):
            draft.upto = begun.index  # who comes later finds it written
            self.drafts.insert(synced.first + 1, draft)
        else:
            self.drafts.append(draft)
        self.drafts.append(Draft(draft.row, upto, RegionEnd(made_up=True), draft.site))

    def hold_with_create(self, create: Draft, row: Row) -> None:
        """The store of a thread's id comes before the thread is created, and nobody runs between the two."""
        if self._flushed is None or self._flushed[0] not in self.drafts[-2:-1] or self._b.sync.in_region(self._thread):
            return
        stored, last = self._flushed
        same_place = (last.site, last.stack) == (row.site, row.stack)
        if last.flags & _LIBRARY and same_place and self._rows.same_call(last, row):
            self.drafts.insert(-2, Draft(last.number, last.index, RegionBegin(made_up=True), stored.site))
            self.drafts.append(Draft(create.row, create.upto, RegionEnd(made_up=True), create.site))

    def _side_conditions(self, unit: _Unit) -> None:
        for row in unit.rows:
            for side in self._after.get(row, ()):
                self.drafts.append(Draft(unit.last.number, unit.upto, Step((), side.condition, ()), unit.last.site))
                if not self._b.one_of_several:
                    name, place = self._b.wording.read_by([side.condition]), self._b.wording.place(unit.last.site)
                    said = f"the observed value of {name}, read at {place}, was made an integer"
                    self._b.assume(said, self.drafts[-1])

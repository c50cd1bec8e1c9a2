"""Which values cells and terms may have, over all orders: small sets, or no bound.

In: a trace program in which accesses with a symbolic address are pinned, and those addresses. Out: a set for each term
asked for. A cell may hold its first value and whatever any write to it may write; an access with a symbolic address
touches each cell that its own set leads to. Everything is found together, growing from the first values until nothing
is new.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from typing import Final, Literal, Protocol

from raddle.logic.arithmetic import TWO, Trap, mask
from raddle.logic.evaluate import Evaluator
from raddle.logic.operators import Op
from raddle.logic.terms import COMPARISONS, Term
from raddle.model.actions import Step
from raddle.model.program import TraceProgram
from raddle.model.recorded.memory import Extent
from raddle.model.recorded.origins import Pointers

Values = frozenset[int] | None
"""None: no bound."""

MOST_VALUES: Final = 256
_POINTER: Final = 64
_MOST_COMBINATIONS: Final = 1024
_MOST_ROUNDS: Final = 400
_MOST_LOOKS: Final = 3_000_000
"""At cells, in all rounds together. Beyond these bounds nothing has a bound."""
_MOST_GROWTH: Final = 24
"""A cell that has grown so often is taken to have no bound."""


How = Literal["accessed", "pinned", "given", "freed"]
"""By an event of the walk; by one that the walk kept nothing of but the pin of its address, since it touched private
memory or many bytes; by a library function that was given the address; given back."""


@dataclass(frozen=True, slots=True)
class Symbolic:
    """An access of `size` bytes that went to `address`, which is the value of `term`."""

    thread: int
    row: int
    site: int
    term: Term
    address: int
    size: int
    how: How


class Surroundings(Protocol):
    """What is known about memory."""

    def addresses(self, access: Symbolic, values: Values) -> Iterable[int]:
        """Where an access goes, given the set of its address."""
        ...

    def extent(self, cell: int) -> Extent: ...

    def cell_of(self, extent: Extent) -> int | None:
        """The cell that lies exactly there."""
        ...

    def first_value(self, extent: Extent) -> int | None:
        """Of bytes that are no cell; None: they overlap one, or nobody knows."""
        ...


@dataclass(frozen=True, slots=True)
class _Place:
    """One cell, or what a symbolic address leads to: so many bytes, so far behind it."""

    cell: int
    via: Symbolic | None
    offset: int
    size: int


_Writing = tuple[_Place, Term]


class _CellAt(dict[tuple[int, int], int]):
    """Address and size -> the cell there. It is asked millions of times."""

    def __init__(self, cell_of: Callable[[Extent], int]) -> None:
        super().__init__()
        self._cell_of = cell_of

    def __missing__(self, key: tuple[int, int]) -> int:
        found = self[key] = self._cell_of(Extent(*key))
        return found


class ValueSets:
    """Of the addresses of all `symbolic`, and of the terms in these."""

    def __init__(self, ctp: TraceProgram, symbolic: Mapping[tuple[int, int], Symbolic], around: Surroundings) -> None:
        accessed = {key: one for key, one in symbolic.items() if one.how == "accessed"}
        self._around = around
        self._read_at: dict[Term, _Place] = {}
        self._writes: list[_Writing] = []
        self._cell_at = _CellAt(self._cell)
        self._reached: dict[tuple[int, Values], list[int]] = {}
        """By the number of a place, which is kept, and the values of its address: its cells."""
        for event in ctp.events:
            if not isinstance(event.action, Step):
                continue
            via = accessed.get((event.thread, event.origin))
            for read in event.action.reads:
                self._read_at[read.variable] = self._place(read.cells[0], via)
            for write in event.action.writes:
                self._writes.append((self._place(write.cells[0], via), write.value))
        self._held: list[Values] = [frozenset((cell.initial,)) for cell in ctp.cells]
        self._growth = [0] * len(ctp.cells)
        self._known: dict[Term, Values] = {}
        self._combinations: dict[Hashable, frozenset[int]] = {}
        """What operators make of sets: terms of different threads are often alike."""
        self._readers: dict[int, set[Term]] = {}
        """Cell -> the variables whose sets it is part of."""
        self._looks = 0
        self._settle([each.term for each in symbolic.values()])

    def _place(self, cell: int, via: Symbolic | None) -> _Place:
        extent = self._around.extent(cell)
        return _Place(cell, via, 0 if via is None else extent.address - via.address, extent.size)

    def of(self, term: Term) -> Values:
        known, stack = self._known, [term]
        while stack:
            top = stack[-1]
            if top not in known:
                missing = [one for one in self._made_of(top) if one not in known]
                if missing:
                    stack += missing
                    continue
                known[top] = self._computed(top)
            stack.pop()
        return known[term]

    def _made_of(self, term: Term) -> tuple[Term, ...]:
        """Whose sets its own is made of."""
        if term.op is Op.VARIABLE:
            place = self._read_at.get(term)
            return () if place is None or place.via is None else (place.via.term,)
        if term.op is Op.ITE:
            return term.args[:2]
        return () if term.op in COMPARISONS or term.width == 1 else term.args

    def pointers(self, ctp: TraceProgram, object_of: Callable[[int], int | None]) -> Pointers:
        """Of the same cells, where there are too many values."""
        cell_of = {variable: place.cell if place.via is None else None for variable, place in self._read_at.items()}
        written: dict[int, list[Term | int] | None] = {
            number: [cell.initial] if cell.width == _POINTER else [] for number, cell in enumerate(ctp.cells)
        }
        for place, term in self._writes:
            own = written.get(place.cell)
            if place.via is not None:
                for cell in self._cells(place):
                    written[cell] = None
            elif own is not None:
                own.append(term)
        return Pointers(cell_of, written, object_of)

    # ---- growing

    def _settle(self, roots: list[Term]) -> None:
        """In each round only what depends on cells that have grown is computed anew."""
        wanted = self._wanted(roots)
        users, writes_with = self._uses(wanted)
        todo = wanted
        for _ in range(_MOST_ROUNDS):
            grown = self._grow(todo)
            if self._looks > _MOST_LOOKS:
                break
            if not grown:
                return
            todo = [write for term in self._outdated(grown, users) for write in writes_with.get(term, ())]
        self._held = [None] * len(self._held)
        self._known = {}

    def _uses(self, writes: list[_Writing]) -> tuple[dict[Term, list[Term]], dict[Term, list[_Writing]]]:
        """Term -> the terms made of it; term -> the writes whose value or address it is."""
        users: dict[Term, list[Term]] = {}
        writes_with: dict[Term, list[_Writing]] = {}
        for write in writes:
            writes_with.setdefault(write[1], []).append(write)
            if write[0].via is not None:
                writes_with.setdefault(write[0].via.term, []).append(write)
        todo, seen = list(writes_with), set(writes_with)
        while todo:
            term = todo.pop()
            for part in self._made_of(term):
                users.setdefault(part, []).append(term)
                if part not in seen:
                    seen.add(part)
                    todo.append(part)
        return users, writes_with

    def _outdated(self, cells: Iterable[int], users: dict[Term, list[Term]]) -> list[Term]:
        """Forgets what was made of these cells. What is made of something unknown is unknown."""
        todo = [variable for cell in cells for variable in self._readers.get(cell, ())]
        found = []
        while todo:
            term = todo.pop()
            if term in self._known:
                del self._known[term]
                found.append(term)
                todo += users.get(term, ())
        return found

    def _wanted(self, roots: list[Term]) -> list[_Writing]:
        """The writes that may matter to the roots. Symbolic ones may go anywhere."""
        by_cell: dict[int, list[_Writing]] = {}
        for write in self._writes:
            by_cell.setdefault(-1 if write[0].via is not None else write[0].cell, []).append(write)
        found: dict[int, _Writing] = {}
        anywhere, left = -1, set(by_cell) - {-1}
        seen: set[Term] = set()
        terms, cells = list(roots), {anywhere}
        while terms or cells:
            for cell in cells:
                found |= {id(write): write for write in by_cell.get(cell, ())}
                terms += [write[1] for write in by_cell.get(cell, ())]
            cells = set()
            while terms:
                term = terms.pop()
                if term in seen:
                    continue
                seen.add(term)
                terms += term.args
                place = self._read_at.get(term)
                if place is not None and left:
                    cells |= left if place.via is not None else {place.cell} & left
                    left -= cells
        return list(found.values())

    def _grow(self, writes: list[_Writing]) -> Iterable[int]:
        grown: dict[int, Values] = {}
        for place, term in writes:
            if self._looks > _MOST_LOOKS:
                break
            value = self.of(term)
            for cell in self._cells(place):
                old = grown.get(cell, self._held[cell])
                new = None if old is None or value is None else old | value
                if new != old:
                    grown[cell] = new
        for cell, new in grown.items():
            self._growth[cell] += 1
            too_much = new is not None and (len(new) > MOST_VALUES or self._growth[cell] > _MOST_GROWTH)
            self._held[cell] = None if too_much else new
        return grown

    def _cells(self, place: _Place) -> Sequence[int]:
        if place.via is None:
            self._looks += 1
            return (place.cell,)
        values = self.of(place.via.term)
        found = self._reached.get((id(place), values))
        if found is None:
            at, offset, size = self._cell_at, place.offset, place.size
            found = [at[address + offset, size] for address in self._around.addresses(place.via, values)]
            self._reached[id(place), values] = found
        self._looks += len(found)
        return found

    def _cell(self, extent: Extent) -> int:
        """Also of bytes that nobody touched in the recorded run."""
        found = self._around.cell_of(extent)
        if found is not None:
            return found
        first = self._around.first_value(extent)
        self._held.append(None if first is None else frozenset((first,)))
        self._growth.append(0)
        return len(self._held) - 1

    # ---- terms

    def _computed(self, term: Term) -> Values:
        match term.op:
            case Op.CONSTANT:
                assert isinstance(term.data, int)
                return frozenset((term.data,))
            case Op.VARIABLE:
                place = self._read_at.get(term)
                return None if place is None else self._read(term, place)
            case Op.ITE:
                return _union((self.of(term.args[0]), self.of(term.args[1])))
            case op if op in COMPARISONS or term.width == 1:
                return frozenset((0, 1))
            case _:
                return self._combined(term)

    def _read(self, variable: Term, place: _Place) -> Values:
        cells = self._cells(place)
        for cell in cells:
            self._readers.setdefault(cell, set()).add(variable)
        return _union(self._held[cell] for cell in cells)

    def _combined(self, term: Term) -> Values:
        sets = [self.of(arg) for arg in term.args]
        combinations = 1
        for each in sets:
            if each is None:
                return _bounded(term)
            combinations *= len(each)
        if combinations > _MOST_COMBINATIONS:
            return _bounded(term)
        key = (term.op, term.width, term.data, tuple(arg.width for arg in term.args), tuple(sets))
        found = self._combinations.get(key)
        if found is None:
            found = self._combinations[key] = frozenset(_all_applied(term, [each for each in sets if each is not None]))
        return found if len(found) <= MOST_VALUES else _bounded(term)


def _all_applied(term: Term, sets: Sequence[frozenset[int]]) -> Iterator[int]:
    for values in product(*sets):
        with suppress(Trap):
            yield _applied(term, values)


def _applied(term: Term, values: tuple[int, ...]) -> int:
    if term.op in TWO:
        return TWO[term.op](values[0], values[1], term.args[0].width) & mask(term.width)
    return Evaluator(dict(zip(term.args, values, strict=True)))(term)


def _union(sets: Iterable[Values]) -> Values:
    found: set[int] = set()
    for each in sets:
        if each is None:
            return None
        found |= each
    return frozenset(found) if len(found) <= MOST_VALUES else None


def _bounded(term: Term) -> Values:
    """What the operator itself bounds: a remainder, a few bits."""
    last = term.args[-1].constant
    if last is None or last >= MOST_VALUES:
        return None
    if term.op is Op.UREM and last:
        return frozenset(range(last))
    if term.op is Op.AND:
        return frozenset(value for value in range(last + 1) if value & last == value)
    return None

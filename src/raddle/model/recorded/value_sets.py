"""Which values cells and terms may have, over all orders: small sets, or no bound.

In: a Ctp in which accesses with a symbolic address are pinned, and those addresses. Out: a set for each term asked for.
A cell may hold its first value and whatever any write to it may write; an access with a symbolic address touches each
cell that its own set leads to. Everything is found together, growing from the first values until nothing is new.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from typing import Final, Protocol

from raddle.logic.arithmetic import TWO, Trap, mask
from raddle.logic.evaluate import Evaluator, variables_of
from raddle.logic.operators import Op
from raddle.logic.terms import COMPARISONS, Term
from raddle.model.ctp import Ctp, Step
from raddle.model.recorded.memory import Extent

Values = frozenset[int] | None
"""None: no bound."""

MOST_VALUES: Final = 256
_MOST_COMBINATIONS: Final = 1024
_MOST_ROUNDS: Final = 400
_MOST_GROWTH: Final = 24
"""A cell that has grown so often is taken to have no bound."""


@dataclass(frozen=True, slots=True)
class Symbolic:
    """An access of `size` bytes that went to `address`, which is the value of `term`."""

    thread: int
    row: int
    site: int
    term: Term
    address: int
    size: int
    pinned_by_walk: bool
    """It touched private memory: the walk kept no event of it."""


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


class ValueSets:
    def __init__(self, ctp: Ctp, symbolic: Mapping[tuple[int, int], Symbolic], around: Surroundings) -> None:
        self._around = around
        self._read_at: dict[Term, _Place] = {}
        self._writes: list[tuple[_Place, Term]] = []
        self._more_cells: dict[Extent, int] = {}
        for event in ctp.events:
            if not isinstance(event.action, Step):
                continue
            via = symbolic.get((event.thread, event.origin))
            for read in event.action.reads:
                self._read_at[read.variable] = self._place(read.cells[0], via)
            for write in event.action.writes:
                self._writes.append((self._place(write.cells[0], via), write.value))
        self._held: list[Values] = [frozenset((cell.initial,)) for cell in ctp.cells]
        self._growth = [0] * len(ctp.cells)
        self._known: dict[Term, Values] = {}
        self._settle([each.term for each in symbolic.values()])

    def _place(self, cell: int, via: Symbolic | None) -> _Place:
        extent = self._around.extent(cell)
        return _Place(cell, via, 0 if via is None else extent.address - via.address, extent.size)

    def of(self, term: Term) -> Values:
        found = self._known.get(term, _MISSING)
        if found is _MISSING:
            found = self._known[term] = self._computed(term)
        return found  # type: ignore[return-value]

    # ---- growing

    def _settle(self, roots: list[Term]) -> None:
        wanted = self._wanted(roots)
        for _ in range(_MOST_ROUNDS):
            self._known = {}
            if not self._grow(wanted):
                return
        self._held = [None] * len(self._held)
        self._known = {}

    def _wanted(self, roots: list[Term]) -> list[tuple[_Place, Term]]:
        """The writes that may matter to the roots. Symbolic ones may go anywhere."""
        by_cell: dict[int, list[tuple[_Place, Term]]] = {}
        for write in self._writes:
            by_cell.setdefault(-1 if write[0].via is not None else write[0].cell, []).append(write)
        found: dict[int, tuple[_Place, Term]] = {}
        seen: set[int] = set()
        terms, everything = list(roots), False
        while terms or not everything:
            if not terms:
                terms = [write[1] for write in by_cell.get(-1, ())]
                found |= {id(write): write for write in by_cell.get(-1, ())}
                everything = True
            for variable in variables_of([terms.pop()] if terms else []):
                place = self._read_at.get(variable)
                cells = [] if place is None else [place.cell] if place.via is None else list(by_cell)
                for cell in cells:
                    if cell not in seen:
                        seen.add(cell)
                        found |= {id(write): write for write in by_cell.get(cell, ())}
                        terms += [write[1] for write in by_cell.get(cell, ())]
        return list(found.values())

    def _grow(self, writes: list[tuple[_Place, Term]]) -> bool:
        grown: dict[int, Values] = {}
        for place, term in writes:
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
        return bool(grown)

    def _cells(self, place: _Place) -> Iterable[int]:
        if place.via is None:
            return (place.cell,)
        addresses = self._around.addresses(place.via, self.of(place.via.term))
        return [self._cell(Extent(address + place.offset, place.size)) for address in addresses]

    def _cell(self, extent: Extent) -> int:
        """Also of bytes that nobody touched in the recorded run."""
        found = self._around.cell_of(extent)
        if found is not None:
            return found
        if extent not in self._more_cells:
            first = self._around.first_value(extent)
            self._more_cells[extent] = len(self._held)
            self._held.append(None if first is None else frozenset((first,)))
            self._growth.append(0)
        return self._more_cells[extent]

    # ---- terms

    def _computed(self, term: Term) -> Values:
        match term.op:
            case Op.CONSTANT:
                assert isinstance(term.data, int)
                return frozenset((term.data,))
            case Op.VARIABLE:
                place = self._read_at.get(term)
                return None if place is None else _union(self._held[cell] for cell in self._cells(place))
            case Op.ITE:
                return _union((self.of(term.args[0]), self.of(term.args[1])))
            case op if op in COMPARISONS or term.width == 1:
                return frozenset((0, 1))
            case _:
                return self._combined(term)

    def _combined(self, term: Term) -> Values:
        sets = [self.of(arg) for arg in term.args]
        combinations = 1
        for each in sets:
            if each is None:
                return _bounded(term)
            combinations *= len(each)
        if combinations > _MOST_COMBINATIONS:
            return _bounded(term)
        found = set()
        for values in product(*(each for each in sets if each is not None)):
            with suppress(Trap):
                found.add(_applied(term, values))
        return frozenset(found) if len(found) <= MOST_VALUES else _bounded(term)


_MISSING: Final = object()


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

"""Which accesses are made at an address that came out of memory, and how far it may have been moved on the way.

In: a trace program. Out: Addresses. An access is *followed* if its address is a value that was read, perhaps with a
constant added, and if whatever may be written where it was read is such a value too, or a constant. Then a thread comes
to a cell by such an access only if something near that cell's address is in its registers, in one of `cells`, or is yet
to be named (decision 47). Whoever computes addresses otherwise is not followed.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from raddle.logic.arithmetic import signed
from raddle.logic.bottom_up import bottom_up
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.actions import Free, Read, Step, Write
from raddle.model.program import Event, TraceProgram
from raddle.model.uses import reads_of

_WIDTH: Final = 64
_NO_ADDRESS: Final = 0
_ANYWHERE: Final = (-(1 << _WIDTH - 1), (1 << _WIDTH - 1) - 1)


@dataclass(frozen=True)
class _Form:
    """What a term may be: one of these variables and something from a range, or one of these constants."""

    variables: dict[Term, tuple[int, int]] = field(default_factory=dict)
    constants: frozenset[int] = frozenset()

    def moved(self, by: int) -> "_Form":
        moved = {variable: (low + by, high + by) for variable, (low, high) in self.variables.items()}
        return _Form(moved, frozenset(one + by & (1 << _WIDTH) - 1 for one in self.constants))

    def beside(self, other: "_Form") -> "_Form":
        variables = dict(self.variables)
        for variable, (low, high) in other.variables.items():
            mine = variables.get(variable, (low, high))
            variables[variable] = (min(low, mine[0]), max(high, mine[1]))
        return _Form(variables, self.constants | other.constants)

    @property
    def range(self) -> tuple[int, int]:
        """How far it may be from one of its variables, 0 among it."""
        ends = [end for ends in self.variables.values() for end in ends]
        return min([0, *ends]), max([0, *ends])


class Addresses:
    def __init__(self, program: TraceProgram, recurring: frozenset[int] = frozenset()) -> None:
        """`recurring`: events that may take place more than once."""
        self._program: Final = program
        self._recurring: Final = recurring
        self._forms: dict[Term, _Form | None] = {}
        self._read_of = {read.variable: read for event in program.events for read in reads_of(event)}
        self._written = self._writes_by_cell()
        self._unclear = self._unclear_cells()
        self.of_cell: Final = self._addresses_of_cells()
        """0: it has none, or several."""
        self._places = sorted((address, cell) for cell, address in enumerate(self.of_cell) if address != _NO_ADDRESS)
        self.cells: Final = self._sources()
        """From which addresses are taken that are followed."""
        self.low, self.high = self._range()
        """How far what is touched may be from the value that was found."""

    # ---- forms

    def _form(self, term: Term) -> _Form | None:
        """None: it is computed otherwise."""
        return bottom_up(term, self._forms, self._made)

    def _made(self, term: Term) -> _Form | None:
        match term.op:
            case Op.VARIABLE:
                return _Form({term: (0, 0)}) if term in self._read_of else None
            case Op.CONSTANT:
                return _Form(constants=frozenset({term.constant or 0}))
            case Op.ZEXT:
                return self._forms[term.args[0]]
            case Op.ITE:
                first, second = self._forms[term.args[0]], self._forms[term.args[1]]
                return None if first is None or second is None else first.beside(second)
            case Op.ADD | Op.SUB if term.width == _WIDTH:
                return self._sum(term)
            case _:
                return None

    def _sum(self, term: Term) -> _Form | None:
        first, second = term.args
        if term.op is Op.ADD and first.constant is not None:
            first, second = second, first
        by, of = second.constant, self._forms[first]
        if by is None or of is None:
            return None
        by = signed(by, _WIDTH)
        return of.moved(by if term.op is Op.ADD else -by)

    # ---- what may be written where addresses are read

    def _writes_by_cell(self) -> dict[int, list[tuple[Event, Write]]]:
        found: dict[int, list[tuple[Event, Write]]] = defaultdict(list)
        for event in self._program.events:
            for write in event.action.writes if isinstance(event.action, Step) else ():
                for cell in write.cells:
                    found[cell].append((event, write))
        return found

    def _unclear_cells(self) -> set[int]:
        """Those that may hold what nobody follows."""
        readers: dict[int, list[Term]] = defaultdict(list)
        for variable, read in self._read_of.items():
            for cell in read.cells:
                readers[cell].append(variable)
        users: dict[Term, set[int]] = defaultdict(set)
        unclear = set[int]()
        for cell, writes in self._written.items():
            for _, write in writes:
                form = self._form(write.value)
                if form is None:
                    unclear.add(cell)
                for variable in form.variables if form is not None else ():
                    users[variable].add(cell)
        left = list(unclear)
        while left:
            for variable in readers[left.pop()]:
                new = users[variable] - unclear
                unclear |= new
                left.extend(new)
        return unclear

    def _is_clear(self, form: _Form | None) -> bool:
        return form is not None and not any(
            cell in self._unclear for variable in form.variables for cell in self._read_of[variable].cells
        )

    # ---- accesses

    def follows(self, access: Read | Write) -> bool:
        return access.address is not None and self._is_clear(self._form(access.address))

    def _freed_at(self, free: Free) -> tuple[Term, int] | None:
        """The address that it is given, and which one it must be; None: that is not followed."""
        equal = free.when
        if equal is None or equal.op is not Op.EQ or self._program.branches is not None:
            return None
        for one, other in (equal.args, equal.args[::-1]):
            if other.constant is not None and self._is_clear(self._form(one)):
                return one, other.constant
        return None

    def follows_free(self, free: Free) -> bool:
        """What a thread keeps of its address is whether it is that memory."""
        return self._freed_at(free) is not None and all(self.of_cell[cell] != _NO_ADDRESS for cell in free.cells)

    def reads_some(self, event: Event) -> bool:
        """Whether it may come by an address there."""
        return any(cell in self.cells for read in reads_of(event) for cell in read.cells)

    def named_by(self, event: Event) -> set[int]:
        """Cells to which a constant of the event may lead."""
        found = set[int]()
        for form in self._forms_of(event):
            for constant in form.constants:
                first = bisect_left(self._places, (constant + self.low, -1))
                last = bisect_right(self._places, (constant + self.high, len(self.of_cell)))
                found.update(cell for _, cell in self._places[first:last])
        return found

    # ---- of all of them

    def _accesses(self) -> Iterator[tuple[Event, Read | Write]]:
        for event in self._program.events:
            for read in reads_of(event):
                yield event, read
            for write in event.action.writes if isinstance(event.action, Step) else ():
                yield event, write

    def _frees(self) -> Iterator[tuple[Free, Term, int]]:
        for event in self._program.events:
            if isinstance(event.action, Free):
                at = self._freed_at(event.action)
                if at is not None:
                    yield event.action, *at

    def _addresses_of_cells(self) -> list[int]:
        found: dict[int, set[int]] = defaultdict(set)
        for _, access in self._accesses():
            for cell, address in zip(access.cells, access.addresses, strict=False):
                found[cell].add(address)
        for free, _, address in self._frees():
            for cell in free.cells:
                if not found[cell]:
                    found[cell].add(address)
        one = (next(iter(found[cell])) if len(found[cell]) == 1 else _NO_ADDRESS for cell in range(self._cell_count))
        return list(one)

    @property
    def _cell_count(self) -> int:
        return len(self._program.cells)

    def _followed_terms(self) -> Iterator[Term]:
        for _, access in self._accesses():
            if access.address is not None and self.follows(access):
                yield access.address
        for free, term, _ in self._frees():
            if self.follows_free(free):
                yield term

    def _sources(self) -> frozenset[int]:
        found, left = set[int](), list(self._followed_terms())
        while left:
            form = self._form(left.pop())
            assert form is not None
            new = {cell for variable in form.variables for cell in self._read_of[variable].cells} - found
            found |= new
            left.extend(write.value for cell in new for _, write in self._written.get(cell, ()))
        return frozenset(found)

    def _forms_of(self, event: Event) -> Iterator[_Form]:
        """Of what it writes where addresses are read, and of addresses."""
        action = event.action
        accesses: Iterable[Read | Write] = (*reads_of(event), *(action.writes if isinstance(action, Step) else ()))
        for access in accesses:
            if access.address is not None and self.follows(access):
                yield self._known(access.address)
            if isinstance(access, Write) and not self.cells.isdisjoint(access.cells):
                yield self._known(access.value)
        at = self._freed_at(action) if isinstance(action, Free) else None
        if at is not None:
            yield self._known(at[0])

    def _known(self, term: Term) -> _Form:
        form = self._form(term)
        assert form is not None, "it is followed"
        return form

    def _range(self) -> tuple[int, int]:
        """Each event that writes takes place once at most, or as often as it likes; then comes one access."""
        low = high = low_of_last = high_of_last = 0
        for event in self._program.events:
            for write in event.action.writes if isinstance(event.action, Step) else ():
                if not self.cells.isdisjoint(write.cells):
                    least, most = self._known(write.value).range
                    if event.number in self._recurring and (least, most) != (0, 0):
                        return _ANYWHERE
                    low, high = low + least, high + most
        for _, access in self._accesses():
            if access.address is not None and self.follows(access):
                least, most = self._known(access.address).range
                low_of_last, high_of_last = min(low_of_last, least), max(high_of_last, most)
        for free, term, address in self._frees():
            if self.follows_free(free):
                least, most = self._known(term).range
                aways = [0, *(self.of_cell[cell] - address for cell in free.cells)]
                low_of_last = min(low_of_last, least + min(aways))
                high_of_last = max(high_of_last, most + max(aways))
        return low + low_of_last, high + high_of_last

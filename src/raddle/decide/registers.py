"""Where the search of states keeps values: which terms decide what can happen, on which cells these depend, and in
which register of its thread each of them stands, from where it can be computed to where it is last asked for."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from raddle.decide.shape import Shape
from raddle.decide.states_library import states_layout
from raddle.logic.bottom_up import bottom_up
from raddle.logic.evaluate import subterms
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.actions import Check, Free, Read, Step, Write
from raddle.model.program import Event, TraceProgram
from raddle.model.uses import reads_of

NOTHING: Final = 0xFFFFFFFF
CONSTANT: Final = 0x80000000
"""An operand that is no register."""
_DIVISIONS: Final = frozenset({Op.UDIV, Op.SDIV, Op.UREM, Op.SREM})


class NotSearched(Exception):
    """The search has no place for something in the trace program; the message says for what."""


class Needed:
    """Which terms decide what can happen, and which cells these depend on."""

    def __init__(self, ctp: TraceProgram, *, with_assertions: bool) -> None:
        self._with_assertions = with_assertions
        self.cells: set[int] = set()
        self._traps: dict[Term, bool] = {}
        read_of = {read.variable: read for event in ctp.events for read in reads_of(event)}
        writes: dict[int, list[Term]] = defaultdict(list)
        asked: list[Term] = []
        for event in ctp.events:
            asked += self.of_event(event)
            if isinstance(event.action, Step):
                for write in event.action.writes:
                    for cell in write.cells:
                        writes[cell].append(write.value)
        seen: set[Term] = set()
        while asked:
            term = asked.pop()
            if term in seen:
                continue
            seen.add(term)
            asked.extend(term.args)
            if term.op is Op.VARIABLE:
                for cell in read_of[term].cells:
                    if cell not in self.cells:
                        self.cells.add(cell)
                        asked += writes[cell]

    def condition(self, event: Event) -> Term | None:
        """None: it always holds."""
        match event.action:
            case Step(guard=guard):
                return guard
            case Check(condition=condition, against=against):
                return condition if self._with_assertions or against != "assertion" else None
            case Free(when=when):
                return when
            case _:
                return None

    def of_event(self, event: Event) -> Iterator[Term]:
        """But for what it writes; that too, if it may not be computed."""
        writes = event.action.writes if isinstance(event.action, Step) else ()
        accesses: list[Read | Write] = [*reads_of(event), *writes]
        yield from (access.address for access in accesses if access.address is not None)
        yield from (write.value for write in writes if self._may_trap(write.value))
        condition = self.condition(event)
        if condition is not None:
            yield condition

    def writes(self, write: Write) -> bool:
        """Whether somebody may ask what it writes."""
        return any(cell in self.cells for cell in write.cells) or self._may_trap(write.value)

    def _may_trap(self, term: Term) -> bool:
        return bottom_up(term, self._traps, self._trap_in)

    def _trap_in(self, term: Term) -> bool:
        own = term.op in _DIVISIONS and _may_trap(term.args[1])
        return own or any(self._traps[arg] for arg in term.args)


class TermRows:
    """Collects what the tables consist of."""

    def __init__(self) -> None:
        self.words: list[int] = []
        self.touches: list[tuple[int, ...]] = []
        self.terms: list[tuple[int, ...]] = []
        self._constants: dict[int, int] = {}
        self.tables: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}

    def listed(self, numbers: Iterable[int]) -> int:
        first = len(self.words)
        self.words.extend(numbers)
        return first

    def constant(self, value: int) -> int:
        return CONSTANT | self._constants.setdefault(value, len(self._constants))

    @property
    def constants(self) -> list[int]:
        return list(self._constants)

    def table(self, of: Read | Write) -> int:
        return self.tables.setdefault((of.addresses, of.cells), len(self.tables))


class Registers:
    """Where a thread keeps terms: from where they can be computed to where they are last asked for. Events are named by
    their rank in the thread (decide/shape.py)."""

    def __init__(self, shape: Shape, thread: int, needed: Needed, rows: TermRows) -> None:
        self._rows = rows
        events = shape.ordered[thread]
        read_at = {
            read.variable: (rank, number)
            for rank, event in enumerate(events)
            for number, read in enumerate(reads_of(event))
        }
        last: dict[Term, int] = {}
        asked_at: list[list[Term]] = []
        for rank, event in enumerate(events):
            asked = list(needed.of_event(event))
            if isinstance(event.action, Step):
                asked += (write.value for write in event.action.writes if needed.writes(write))
            for term in asked:
                last[term] = rank
            asked_at.append(asked)
        ordered = [term for term in subterms(last) if term.op is not Op.CONSTANT]
        ready: dict[Term, tuple[int, int]] = {}
        for term in ordered:
            _refuse(term)
            ready[term] = (
                read_at[term]
                if term.op is Op.VARIABLE
                else max(ready[arg] for arg in term.args if arg.op is not Op.CONSTANT)
            )
        for term in reversed(ordered):
            for arg in term.args:
                if arg.op is not Op.CONSTANT:
                    last[arg] = max(last.get(arg, -1), ready[term][0])
        self._last = last
        self._ready = ready
        self._behind: dict[tuple[int, int], list[Term]] = defaultdict(list)
        for term in ordered:
            if term.op is not Op.VARIABLE:
                self._behind[ready[term]].append(term)
        self._of: dict[Term, int] = {}
        self._traps: dict[Term, int] = {}
        self._free: list[int] = []
        self._dies: dict[int, list[int]] = defaultdict(list)
        self.count = 0
        self._dead = None if shape.is_chain(thread) else _Dead(shape, thread, asked_at, ready)

    def operand(self, term: Term) -> int:
        if term.op is Op.CONSTANT:
            assert isinstance(term.data, int)
            return self._rows.constant(term.data)
        return self._of[term]

    def is_ready_from(self, term: Term) -> int:
        """Of a thread that is a chain: the point from which on its register holds it."""
        return self._ready[term][0] + 1

    def read(self, variable: Term, rank: int) -> int:
        """Where what was read goes."""
        return self._new(variable, rank) if variable in self._last else NOTHING

    def computed(self, rank: int, read: int) -> tuple[int, int]:
        """What can be computed behind that read: first and number of its rows."""
        first = len(self._rows.terms)
        for term in self._behind.get((rank, read), ()):
            operands = [self.operand(arg) for arg in term.args]
            self._trap(term, operands, rank)
            number = term.data if term.op is Op.EXTRACT else term.args[1].width if term.op is Op.CONCAT else 0
            assert isinstance(number, int)
            row = (int(term.op), term.width, term.args[0].width, number, self._new(term, rank))
            self._rows.terms.append((*row, self._rows.listed(operands), len(operands)))
        return first, len(self._rows.terms) - first

    def trap(self, *terms: Term) -> int:
        """The register that says that one of these cannot be computed; at most one of them is such a term."""
        found = [self._traps[term] for term in terms if term in self._traps]
        if len(found) > 1:
            raise NotSearched("a write with two divisions that may trap")
        return found[0] if found else NOTHING

    def _trap(self, term: Term, operands: list[int], rank: int) -> None:
        """Behind a division, and behind what is made of one."""
        parts = [self._traps[arg] for arg in term.args if arg in self._traps]
        may = term.op in _DIVISIONS and _may_trap(term.args[1])
        if not may and not parts:
            return
        register = self._traps[term] = self._room(max(self._last[term], rank))
        rows, any_of = self._rows, (int(Op.ANY), 1, 1, 0, register)
        if may:
            row = (states_layout()["RD_TERM_TRAPS"], 1, term.args[0].width, int(term.op), register)
            rows.terms.append((*row, rows.listed(operands), len(operands)))
            parts.append(register)
        if len(parts) > 1 or not may:
            rows.terms.append((*any_of, rows.listed(parts), len(parts)))

    def _new(self, term: Term, rank: int) -> int:
        register = self._of[term] = self._room(max(self._last[term], rank))
        return register

    def _room(self, last: int) -> int:
        if self._free:
            register = self._free.pop()
        else:
            register = self.count
            self.count += 1
        self._dies[last].append(register)
        return register

    def forgotten(self, rank: int) -> list[int]:
        """Behind that event."""
        dead = self._dies.pop(rank, [])
        self._free += dead
        if self._dead is None:
            return dead
        kept = set(self._registers_of(self._dead.asked_behind(rank)))
        return [register for register in self._registers_of(self._dead.behind(rank)) if register not in kept]

    def _registers_of(self, terms: Iterable[Term]) -> Iterator[int]:
        for term in terms:
            yield self._of[term]
            if term in self._traps:
                yield self._traps[term]


class _Dead:
    """Of a thread that has several ways: which terms nobody asks for any more behind an event, on any of them."""

    def __init__(
        self, shape: Shape, thread: int, asked_at: list[list[Term]], ready: dict[Term, tuple[int, int]]
    ) -> None:
        self._terms: Final = list(ready)
        self._shape, self._events = shape, shape.ordered[thread]
        bit = {term: 1 << number for number, term in enumerate(self._terms)}
        self._asked, self._defined = [0] * len(self._events), [0] * len(self._events)
        for rank, asked in enumerate(asked_at):
            for term in asked:
                self._asked[rank] |= bit.get(term, 0)
        for term, (rank, _) in ready.items():
            self._defined[rank] |= bit[term]
            for arg in term.args:
                self._asked[rank] |= bit.get(arg, 0)
        self._later = [0] * shape.points[thread]
        """Point -> bits of the terms that are asked for from there on."""
        for rank in reversed(range(len(self._events))):
            source, target = self._ends(rank)
            self._later[source] |= (self._asked[rank] | self._later[target]) & ~self._defined[rank]

    def _ends(self, rank: int) -> tuple[int, int]:
        number = self._events[rank].number
        return self._shape.source[number], self._shape.target[number]

    def behind(self, rank: int) -> list[Term]:
        """Those that were asked for before it, or are made by it."""
        source, target = self._ends(rank)
        return self._named((self._later[source] | self._defined[rank]) & ~self._later[target])

    def asked_behind(self, rank: int) -> list[Term]:
        return self._named(self._later[self._ends(rank)[1]])

    def _named(self, bits: int) -> list[Term]:
        found = []
        while bits:
            low = bits & -bits
            found.append(self._terms[low.bit_length() - 1])
            bits ^= low
        return found


def _refuse(term: Term) -> None:
    if term.width > 64 or any(arg.width > 64 for arg in term.args):
        raise NotSearched("numbers of more than 64 bits")


def _may_trap(divisor: Term) -> bool:
    return divisor.op is not Op.CONSTANT or divisor.data in (0, (1 << divisor.width) - 1)

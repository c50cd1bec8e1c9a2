"""What takes part in violations of atomicity: blocks, and events outside of blocks, that share memory.

In: a trace program's index, and the place of each event. Out: `Shape`s. docs/rules.md, Atomicity: an instance is an
outermost block, or an event outside of blocks. Instances of which all accesses are at the same places, to the same
cells, in the same critical sections look the same to locks: they have one shape, and what is found out about shapes is
found out once.

Accesses are those of Steps and Checks: no early reads, no writes that are made up. Cells that only one thread touches,
or that nobody writes, do not count. Writes of one and the same constant do not depend on each other, nor do updates
that always take place, that commute, and whose old values nobody looks at (model/dependence.py).

A semaphore that begins with 1 and that every thread takes and posts in turn is a lock; so are some cells
(flag_locks.py).
"""

from collections import defaultdict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from raddle.encode.index import Index
from raddle.logic.evaluate import subterms, variables_of
from raddle.logic.operators import Op
from raddle.logic.traps import DIVISIONS
from raddle.model.actions import Check, Mode, Read, Step, Write
from raddle.model.noticing import ByItsWrite, Noticing, own_reads
from raddle.model.program import Event, TraceProgram
from raddle.predict.atomicity.flag_locks import flag_sections

Place = Hashable
Events = npt.NDArray[np.int64]
Touches = tuple[tuple[int, str], ...]
"""Cell, and what is done to it: READ, WRITE, or something that does not notice who else does the same; sorted."""
READ: Final = "read"
WRITE: Final = "write"
_COMMUTING: Final = {Op.ADD: "add", Op.SUB: "add", Op.AND: "and", Op.OR: "or", Op.XOR: "xor"}
"""Updates of which the order does not matter, as long as nobody looks at the old values."""


@dataclass(frozen=True, slots=True)
class Held:
    lock: int
    """Below 0: a semaphore or a cell that is used as one."""
    mode: Mode
    section: int
    """A number within the instance."""


@dataclass(frozen=True, slots=True)
class Spot:
    """An event of an instance."""

    place: int
    touches: Touches
    """What it may touch."""
    held: tuple[Held, ...]
    region: int
    """SV-COMP's: its number within the instance; -1: in none."""


@dataclass(eq=False)
class Shape:
    """All instances that look the same, by thread."""

    block: int
    """A number for the block in the source; -1: an event outside of blocks."""
    spots: tuple[Spot, ...]
    _found: dict[int, list[tuple[int, tuple[int, ...]]]] = field(default_factory=lambda: defaultdict(list), repr=False)
    _columns: dict[int, tuple[Events, Events]] = field(default_factory=dict, repr=False)

    @cached_property
    def by_cell(self) -> dict[int, dict[tuple[int, str], list[int]]]:
        """By cell, then by place and what is done there: the spots."""
        found: dict[int, dict[tuple[int, str], list[int]]] = defaultdict(lambda: defaultdict(list))
        for number, spot in enumerate(self.spots):
            for cell, kind in spot.touches:
                found[cell][spot.place, kind].append(number)
        return found

    def add(self, thread: int, transaction: int, events: tuple[int, ...]) -> None:
        self._found[thread].append((transaction, events))

    @property
    def threads(self) -> tuple[int, ...]:
        return tuple(self._found)

    def transactions(self, thread: int) -> Events:
        """Their numbers, in the thread's order."""
        return self._of(thread)[0]

    def events(self, thread: int) -> Events:
        """A row for each instance, a column for each spot."""
        return self._of(thread)[1]

    def _of(self, thread: int) -> tuple[Events, Events]:
        if thread not in self._columns:
            found = self._found[thread]
            numbers = np.array([number for number, _ in found], np.int64)
            self._columns[thread] = numbers, np.array([events for _, events in found], np.int64)
        return self._columns[thread]


class Instances:
    def __init__(
        self,
        index: Index,
        place_of: Callable[[int], Place],
        block_of: Callable[[int], Hashable] | None = None,
        noticing: Noticing | None = None,
        ignored: frozenset[int] = frozenset(),
    ) -> None:
        """`ignored`: events that count for no block."""
        self._index = index
        self._semaphores = _semaphore_sections(index)
        self._flags = flag_sections(index)
        self._place_of = place_of
        self._places: dict[Place, int] = {}
        self._blocks: dict[Hashable, int] = {}
        self._block_numbers: dict[int, int] = {}
        shared = _shared(index, noticing or Noticing(index.ctp))
        self.touches: dict[int, Touches] = {event: each for event, each in shared.items() if event not in ignored}
        """By event."""
        self.transaction_of: dict[int, int] = {}
        """By event that touches something: the block that it is in."""
        self.block_of = block_of or (lambda number: place_of(index.ctp.transactions[number][0]))
        self._shapes: dict[tuple[int, tuple[Spot, ...]], Shape] = {}
        self._enter()
        self.names: list[Place] = list(self._places)
        """By number of a place."""

    @property
    def shapes(self) -> list[Shape]:
        return list(self._shapes.values())

    def block_number(self, event: int) -> int:
        """Of an event in a block."""
        return self._block_numbers[self.transaction_of[event]]

    def _enter(self) -> None:
        inside: dict[int, list[int]] = defaultdict(list)
        for number, (first, last) in outermost(self._index.ctp).items():
            for event in range(first, last + 1):
                if event in self.touches:
                    self.transaction_of[event] = number
                    inside[number].append(event)
        outside = [event for event in self.touches if event not in self.transaction_of]
        for number, events in inside.items():
            block = self._blocks.setdefault(self.block_of(number), len(self._blocks))
            self._block_numbers[number] = block
            self._add(block, number, tuple(events))
        for event in outside:
            self._add(-1, -1, (event,))

    def _add(self, block: int, transaction: int, events: tuple[int, ...]) -> None:
        sections: dict[int, int] = {}
        regions: dict[int, int] = {}
        spots = tuple(self._spot(event, sections, regions) for event in events)
        shape = self._shapes.setdefault((block, spots), Shape(block, spots))
        shape.add(self._index.must.thread[events[0]], transaction, events)

    def _spot(self, event: int, sections: dict[int, int], regions: dict[int, int]) -> Spot:
        held = tuple(
            Held(section.lock, section.mode, sections.setdefault(section.acquire, len(sections)))
            for section in self._index.sections.around(event)
        )
        for semaphore, taken in self._semaphores.get(event, {}).items():
            number = sections.setdefault(taken, len(sections))
            held += (Held(-1 - semaphore, Mode.EXCLUSIVE, number),)
        for cell, taken in self._flags.get(event, {}).items():
            number = sections.setdefault(taken, len(sections))
            held += (Held(-1 - len(self._index.ctp.semaphores) - cell, Mode.EXCLUSIVE, number),)
        begin = self._index.region_of.get(event)
        region = -1 if begin is None else regions.setdefault(begin, len(regions))
        return Spot(self.place(event), self.touches[event], held, region)

    def place(self, event: int) -> int:
        return self._places.setdefault(self._place_of(event), len(self._places))


def outermost(ctp: TraceProgram) -> dict[int, tuple[int, int]]:
    """Blocks that are in no other one, by number among the transactions."""
    found: dict[int, tuple[int, int]] = {}
    end = -1
    for number in sorted(range(len(ctp.transactions)), key=lambda one: _first_and_length(ctp.transactions[one])):
        first, last = ctp.transactions[number]
        if first > end:
            found[number] = first, last
            end = last
    return found


def _first_and_length(block: tuple[int, int]) -> tuple[int, int]:
    """The longer ones first."""
    return block[0], block[0] - block[1]


def touches_of(event: Event, noticing: Noticing) -> Touches:
    """What its accesses may touch."""
    match event.action:
        case Step(reads, _, writes) as step:
            kinds = [(one, _kind(event, step, one, noticing)) for one in writes if not one.made_up]
            plain = [read for one, kind in kinds if kind in _COMMUTING.values() for read in own_reads(step, one)]
            read = {(cell, READ) for one in reads if not one.early and one not in plain for cell in one.cells}
            return tuple(sorted(read | {(cell, kind) for one, kind in kinds for cell in one.cells}))
        case Check(reads, _):
            return tuple(sorted({(cell, READ) for one in reads if not one.early for cell in one.cells}))
        case _:
            return ()


def _kind(event: Event, step: Step, write: Write, noticing: Noticing) -> str:
    value, own = write.value, own_reads(step, write)
    if value.op is Op.CONSTANT and not any(set(read.cells) & set(write.cells) for read in step.reads):
        return f"write {value.data}"
    others = [read for read in step.reads if read not in own and set(read.cells) & set(write.cells)]
    if len(own) != 1 or others or not isinstance(noticing.of(event, own[0]), ByItsWrite):
        return WRITE
    if not _always_writes(step, write):
        return WRITE
    old = own[0].variable
    if value.op not in _COMMUTING or value.args[0] is not old or old in variables_of(value.args[1:]):
        return WRITE
    return _COMMUTING[value.op]


def _always_writes(step: Step, write: Write) -> bool:
    """Whether the step writes wherever it reads the old value, also where it is next: one that does not notices that
    value."""
    where = write.address, write.addresses
    accesses: tuple[Read | Write, ...] = (*step.reads, *step.writes)
    same_way = all(one.address is None or (one.address, one.addresses) == where for one in accesses)
    values = [step.guard, *(one.value for one in step.writes)]
    return same_way and step.guard.constant == 1 and all(term.op not in DIVISIONS for term in subterms(values))


def conflict(one: str, other: str) -> bool:
    """Whether the order of two accesses to a cell may matter."""
    return one != other or one == WRITE


def _shared(index: Index, noticing: Noticing) -> dict[int, Touches]:
    """By event, of cells that several threads touch and one of them writes."""
    everything = {event.number: touches_of(event, noticing) for event in index.ctp.events}
    threads: dict[int, set[int]] = defaultdict(set)
    written: set[int] = set()
    for number, touches in everything.items():
        for cell, kind in touches:
            threads[cell].add(index.must.thread[number])
            if kind != READ:
                written.add(cell)
    kept = {cell for cell in written if len(threads[cell]) > 1 and not index.ctp.cells[cell].hidden}
    found = {
        number: tuple(one for one in touches if one[0] in kept) for number, touches in everything.items() if touches
    }
    return {number: touches for number, touches in found.items() if touches}


def _semaphore_sections(index: Index) -> dict[int, dict[int, int]]:
    """By event: semaphores that its thread has taken as a lock, with the event that took them."""
    found: dict[int, dict[int, int]] = defaultdict(dict)
    for semaphore, posts in index.semaphore_locks.items():
        for take, own in posts.items():
            thread = index.ctp.threads[index.must.thread[take]]
            for event in range(take, min(own, default=thread.first + thread.count)):
                found[event][semaphore] = take
    return found

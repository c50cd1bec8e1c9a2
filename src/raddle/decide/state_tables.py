"""Trace program, or paths -> tables for the search of its states (native/states).

A state holds values that somebody may still ask for, and nothing else: of what a thread has read the terms that its
later events evaluate, as soon as they can be computed; of the cells those that such terms depend on. What the search
cannot compute is refused by name.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from raddle.decide.addresses import Addresses
from raddle.decide.event_numbers import event_flag, flags_of, kind_numbers, use_of
from raddle.decide.point_facts import (
    PointFacts,
    facts_of,
    first_again,
    next_turn,
    reach_of,
    recurring,
    untouched_behind,
)
from raddle.decide.registers import NOTHING, Needed, NotSearched, Registers, TermRows
from raddle.decide.shape import Shape
from raddle.decide.states_library import states_layout
from raddle.model.actions import (
    Acquire,
    Arrive,
    Check,
    Count,
    Create,
    Free,
    Leave,
    Mode,
    Read,
    Step,
    Wait,
    Write,
)
from raddle.model.program import Event
from raddle.model.rules.actions import things_of, traits_of
from raddle.model.rules.traits import DECLARED, Family, Hold
from raddle.model.uses import reads_of

MOST_MASKED: Final = 64
"""Locks of which it is known that they keep threads apart: those that are taken most often."""
MOST_MASKS: Final = 0xFFFE
Array = npt.NDArray[Any]


@dataclass(frozen=True)
class StateTables:
    """One rd_program, and the arrays that it points into, which live as long as this."""

    program: Array
    arrays: tuple[Array, ...]
    events: int
    """How many there are."""

    @property
    def merges_freed(self) -> bool:
        return bool(self.program["merges_freed"][0])

    def with_who_freed(self) -> "StateTables":
        """Of states that hold who gave memory back, and what was there."""
        program = self.program.copy()
        program["merges_freed"] = False
        return replace(self, program=program)


def tables_of(shape: Shape, *, with_assertions: bool = True, reduced: bool = True) -> StateTables:
    """`with_assertions`: False leaves values aside that only assertions ask for, as if those held: then more may seem
    to be reached than can be. `reduced`: False looks at all orders, for comparison."""
    return _Tables(shape, with_assertions=with_assertions).made(reduced=reduced)


@dataclass(frozen=True, slots=True)
class _Where:
    """An event stands in its thread."""

    point: int
    """That it leaves."""
    rank: int
    mask: int
    """Number of the locks that are held there,"""
    joined: int
    """and of the set of threads that have been joined."""


class _Tables:
    def __init__(self, shape: Shape, *, with_assertions: bool) -> None:
        ctp = shape.program
        self._shape = shape
        self._ctp = ctp
        self._layout = states_layout()
        self._kinds = kind_numbers()
        self._needed = Needed(ctp, with_assertions=with_assertions)
        self._rows = TermRows()
        self._addresses = Addresses(ctp, recurring(shape))
        self._first: dict[Family, int] = {}
        """Number of the first object of each kind; cells come before all others."""
        self._objects = len(ctp.cells)
        for family in DECLARED:
            self._first[family] = self._objects
            self._objects += len(things_of(ctp, family))
        self._sources = self._objects
        """All cells from which addresses are taken, as one object more that is read."""
        self._objects += 1
        self._uses: dict[tuple[int, int], list[tuple[int, ...]]] = defaultdict(list)
        self._points: list[PointFacts] = []
        self._joined: dict[frozenset[int], int] = {frozenset(): 0}
        self._masks: dict[tuple[int, int], int] = {}
        self._masked = self._most_taken()
        size = (len(ctp.cells), len(ctp.threads))
        self._last_read, self._last_use = np.zeros(size, np.uint32), np.zeros(size, np.uint32)
        self._ends: dict[int, list[tuple[int, int, int]]] = defaultdict(list)

    def _number(self, name: str) -> int:
        return self._layout[name]

    def _most_taken(self) -> dict[int, int]:
        """By lock: its bit."""
        counts: dict[int, int] = defaultdict(int)
        for event in self._ctp.events:
            if isinstance(event.action, Acquire):
                counts[event.action.lock] += 1
        most = sorted(counts, key=lambda lock: -counts[lock])[:MOST_MASKED]
        return {lock: 1 << bit for bit, lock in enumerate(most)}

    def _mask(self, held: tuple[Hold, ...]) -> int:
        any_way = alone = 0
        for lock, mode in held:
            bit = self._masked.get(lock, 0)
            any_way |= bit
            alone |= bit if mode is Mode.EXCLUSIVE else 0
        number = self._masks.setdefault((any_way, alone), len(self._masks))
        if number > MOST_MASKS:
            raise NotSearched("so many sets of locks that are held")
        return number

    # ---- events

    def made(self, *, reduced: bool) -> StateTables:
        ctp, layout = self._ctp, self._layout
        events: list[tuple[int, ...]] = []
        registers = []
        for thread in range(len(ctp.threads)):
            rows, count = self._thread(thread)
            events += rows
            registers.append(count)
        threads = len(ctp.threads)
        creator = np.full(threads, NOTHING, np.uint32)
        for event in ctp.events:
            if isinstance(event.action, Create):
                creator[event.action.child] = event.thread
        leaving = [len(events) for thread in range(threads) for events in self._shape.leaving(thread)]
        firsts, nexts = ([of(self._shape, thread) for thread in range(threads)] for of in (first_again, next_turn))
        again = [pair for thread in range(threads) for pair in zip(firsts[thread], nexts[thread], strict=True)]
        held = [facts.held for facts in self._points]
        listed = {locks: self._rows.listed(locks) for locks in dict.fromkeys(held)}
        reach_first, reach = reach_of(self._shape)
        joined = [thread in some for some in self._joined for thread in range(threads)]
        initial = [cell.initial if number in self._needed.cells else 0 for number, cell in enumerate(ctp.cells)]
        for number in self._needed.cells:
            if ctp.cells[number].width > 64:
                raise NotSearched("numbers of more than 64 bits")
        asked = self._needed.cells if self._shape.is_graph else ()
        unwritten = [cell.unwritten and number in asked for number, cell in enumerate(ctp.cells)]
        others = [0] * (self._objects - len(ctp.cells))
        for number, semaphore in enumerate(ctp.semaphores):
            others[self._first[Family.SEMAPHORE] - len(ctp.cells) + number] = semaphore.initial
        uses = [self._uses.get((one, thread), []) for one in range(self._objects) for thread in range(threads)]
        frame_ends = [self._ends.get(cell, []) for cell in range(len(ctp.cells))]
        places = [sorted(zip(*key, strict=True)) for key in self._rows.tables]
        arrays: dict[str, Array] = {
            "thread_first": _summed(self._shape.points),
            "again": np.array(again, np.uint32),
            "leaving": _summed(leaving),
            "held": np.array([(listed[locks], len(locks)) for locks in held], np.uint32),
            "reach_first": reach_first,
            "reach": reach,
            "registers": np.array(registers, np.uint32),
            "creator": creator,
            "joined": np.array(joined, np.uint8),
            "events": np.array(events, layout.struct("rd_do")),
            "touches": np.array(self._rows.touches, layout.struct("rd_touch")),
            "terms": np.array(self._rows.terms, layout.struct("rd_term")),
            "words": np.array(self._rows.words, np.uint32),
            "constants": np.array(self._rows.constants, np.uint64),
            "table_first": _first(places),
            "places": _flat(places, layout.struct("rd_place")),
            "use_first": _first(uses),
            "uses": _flat(uses, layout.struct("rd_use")),
            "last_read": self._last_read,
            "last_use": self._last_use,
            "end_first": _first(frame_ends),
            "frame_ends": _flat(frame_ends, layout.struct("rd_frame_end")),
            "masks": np.array([bits for pair in self._masks for bits in pair], np.uint64),
            "initial": np.array(initial + others, np.uint64),
            "unwritten": np.array(unwritten, np.uint8),
            "carried": self._carried(),
            "address": np.array(self._addresses.of_cell, np.uint64),
            "sources": np.array(sorted(self._addresses.cells), np.uint32),
        }
        program = np.zeros(1, layout.struct("rd_program"))
        program["threads"], program["cells"], program["objects"] = threads, len(ctp.cells), self._objects
        program["first_lock"], program["locks"] = self._first[Family.LOCK], len(ctp.locks)
        program["carried_count"] = np.count_nonzero(arrays["carried"] != NOTHING)
        program["source_count"], program["source_object"] = len(self._addresses.cells), self._sources
        away = (self._addresses.low, self._addresses.high)
        program["least_away"], program["most_away"] = (end % (1 << 64) for end in away)
        program["is_graph"], program["reduced"] = self._shape.is_graph, reduced
        program["merges_freed"] = reduced and not self._shape.is_graph
        for name, array in arrays.items():
            program[name] = array.ctypes.data
        return StateTables(program, tuple(arrays.values()), len(ctp.events))

    def _carried(self) -> Array:
        """Cell -> its number among those that some atomic access writes and another one reads."""
        reads, writes = set[int](), set[int]()
        for event in self._ctp.events:
            for read in reads_of(event):
                reads.update(read.cells if read.order.is_atomic else ())
            for write in event.action.writes if isinstance(event.action, Step) else ():
                writes.update(write.cells if write.order.is_atomic else ())
        found = np.full(len(self._ctp.cells), NOTHING, np.uint32)
        for number, cell in enumerate(sorted(reads & writes)):
            found[cell] = number
        return found

    def _thread(self, thread: int) -> tuple[list[tuple[int, ...]], int]:
        shape = self._shape
        registers = Registers(shape, thread, self._needed, self._rows)
        facts = facts_of(shape, thread, self._first[Family.LOCK])
        self._points += facts
        behind = untouched_behind(shape, thread, self._touched)
        made = []
        for rank, event in enumerate(shape.ordered[thread]):
            here = facts[shape.source[event.number]]
            mask, joined = self._mask(here.holds), self._joined.setdefault(here.joined, len(self._joined))
            where = _Where(shape.source[event.number], rank, mask, joined)
            made.append(self._event(event, registers, where, behind[rank]))
            self._names(event, where)
        return made, registers.count

    def _touched(self, event: Event) -> set[int]:
        action = event.action
        if isinstance(action, Free):
            return set(action.cells)
        accesses: list[Read | Write] = [*reads_of(event), *(action.writes if isinstance(action, Step) else ())]
        return {cell for access in accesses for cell in access.cells}

    def _event(self, event: Event, registers: Registers, where: _Where, behind: list[int]) -> tuple[int, ...]:
        action, rows, of = event.action, self._rows, self._object(event)
        first, reads, writes, condition, cells, cell_count = len(rows.touches), 0, 0, rows.constant(1), 0, 0
        match action:
            case Step() | Check():
                reads, writes = self._accesses(event, action, registers, where)
            case Free() if not (action.of_frame and self._shape.is_graph):  # nothing is asked of frames of paths
                cells, cell_count = rows.listed(action.cells), len(action.cells)
                self._freed(event, action, where, registers)
            case _:
                self._used(event, of, where)
        asked = self._needed.condition(event)
        trap = NOTHING
        if asked is not None:
            condition, trap = registers.operand(asked), registers.trap(asked)
        dies, turns = registers.forgotten(where.rank), self._shape.turns.get(event.number, ())
        return (
            self._kinds[type(action)],
            of,
            self._first[Family.LOCK] + action.lock if isinstance(action, Wait) and action.lock is not None else NOTHING,
            self._flags(event),
            self._count(event),
            event.number,
            *(first, reads, writes, condition, trap, cells, cell_count),
            *(rows.listed(dies), len(dies), rows.listed(behind), len(behind), where.mask),
            *(self._shape.target[event.number], rows.listed(turns), len(turns)),
        )

    def _accesses(self, event: Event, action: Step | Check, registers: Registers, where: _Where) -> tuple[int, int]:
        writes = action.writes if isinstance(action, Step) else ()
        rows: list[tuple[int, ...]] = []
        for number, read in enumerate(action.reads):
            place, flags, address = self._place(read, registers)
            flags |= self._number("RD_TOUCH_NO_RACE") if read.early else 0
            flags |= self._number("RD_TOUCH_NO_USE") if read.early and not read.of_lock else 0
            self._enter(event, read, where, is_race=not read.early)
            trap = registers.trap(*([read.address] if read.address is not None else []))
            to = registers.read(read.variable, where.rank)
            rows.append((place, flags, address, to, 0, trap, *registers.computed(where.rank, number)))
        for write in writes:
            place, flags, address = self._place(write, registers)
            needed = self._needed.writes(write)
            flags |= self._number("RD_TOUCH_WRITES") | (self._number("RD_TOUCH_NEEDED") if needed else 0)
            if write.made_up:
                flags |= self._number("RD_TOUCH_NO_RACE") | self._number("RD_TOUCH_NO_USE")
            self._enter(event, write, where, is_race=not write.made_up)
            asked = [write.address] if write.address is not None else []
            trap = registers.trap(*asked, *([write.value] if needed else []))
            value = registers.operand(write.value) if needed else 0
            rows.append((place, flags, address, NOTHING, value, trap, 0, 0))
        self._rows.touches += rows
        return len(action.reads), len(writes)

    def _place(self, access: Read | Write, registers: Registers) -> tuple[int, int, int]:
        order = access.order
        flags = self._number("RD_TOUCH_ATOMIC") if order.is_atomic else 0
        flags |= self._number("RD_TOUCH_ACQUIRES") if order.acquires else 0
        flags |= self._number("RD_TOUCH_RELEASES") if order.releases else 0
        if access.address is None:
            flags |= self._number("RD_TOUCH_OF_LOCK") if self._ctp.cells[access.cells[0]].of_lock else 0
            return access.cells[0], flags, 0
        return self._rows.table(access), flags | self._number("RD_TOUCH_SYMBOLIC"), registers.operand(access.address)

    def _enter(self, event: Event, access: Read | Write, where: _Where, *, is_race: bool) -> None:
        name = "READ" if isinstance(access, Read) else "WRITE"
        kind = self._number(f"RD_USE_{name}")
        if is_race:
            kind |= self._number(f"RD_USE_RACE_{name}")
            kind |= 0 if access.order.is_atomic else self._number(f"RD_USE_PLAIN_{name}")
        kind |= self._number("RD_USE_FOLLOWED") if self._addresses.follows(access) else 0
        for cell in access.cells:
            self._use(cell, event, kind, where)
            self._last_use[cell, event.thread] = where.point + 1
            if isinstance(access, Read):
                self._last_read[cell, event.thread] = where.point + 1

    def _freed(self, event: Event, free: Free, where: _Where, registers: Registers) -> None:
        if free.of_frame and free.when is not None:
            raise NotSearched("variables of functions that end under a condition")
        names = ["RD_USE_WRITE"] if free.of_frame else ["RD_USE_WRITE", "RD_USE_RACE_WRITE", "RD_USE_PLAIN_WRITE"]
        kind = sum(map(self._number, names))
        told = (NOTHING, NOTHING)
        if free.when is not None and self._addresses.follows_free(free):
            kind |= self._number("RD_USE_FOLLOWED")
            told = (registers.operand(free.when), registers.is_ready_from(free.when))
        for cell in free.cells:
            self._use(cell, event, kind, where, told)
            self._last_use[cell, event.thread] = where.point + 1
            if free.of_frame:
                self._ends[cell].append((event.thread, where.point, event.number))

    def _names(self, event: Event, where: _Where) -> None:
        """Where it may come by an address."""
        if self._addresses.reads_some(event):
            self._use(self._sources, event, self._number("RD_USE_READ"), where)
        for cell in sorted(self._addresses.named_by(event)):
            self._use(cell, event, self._number("RD_USE_NAMES"), where)

    def _use(self, of: int, event: Event, kind: int, where: _Where, told: tuple[int, int] = (NOTHING, NOTHING)) -> None:
        self._uses[of, event.thread].append((where.point, kind, where.mask, where.joined, *told))

    # ---- synchronisation

    def _object(self, event: Event) -> int:
        """Its number among all objects; of creations and joins the thread."""
        of = traits_of(event.action).of
        return 0 if of is None else self._first.get(of.family, 0) + of.number

    def _flags(self, event: Event) -> int:
        ends = event.number in self._shape.ends
        stays = isinstance(event.action, Free) and self._shape.is_graph  # that changes nothing in paths
        return flags_of(event.action) | event_flag("ENDS") * ends | event_flag("GOES_ON") * stays

    def _count(self, event: Event) -> int:
        match event.action:
            case Count(value=value):
                return value
            case Arrive(barrier) | Leave(barrier):
                return self._ctp.barriers[barrier].parties
            case _:
                return 0

    def _used(self, event: Event, of: int, where: _Where) -> None:
        """What it does to its object, as far as other events depend on that."""
        action = event.action
        if isinstance(action, Wait) and action.lock is not None:
            self._use(self._first[Family.LOCK] + action.lock, event, self._number("RD_USE_RELEASE"), where)
        name = use_of(action)
        if name is not None:
            self._use(of, event, self._number(name), where)


def _first(groups: Sequence[Sequence[tuple[int, ...]]]) -> Array:
    return _summed([len(group) for group in groups])


def _summed(counts: Sequence[int]) -> Array:
    """Where each begins, and where the last ends."""
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.uint32)


def _flat(groups: Sequence[Sequence[tuple[int, ...]]], kind: np.dtype[Any]) -> Array:
    return np.array([row for group in groups for row in group], kind)

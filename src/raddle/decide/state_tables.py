"""Trace program -> tables for the search of its states (native/states).

A state holds values that somebody may still ask for, and nothing else: of what a thread has read the terms that its
later events evaluate, as soon as they can be computed; of the cells those that such terms depend on. What the search
cannot compute is refused by name.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from raddle.decide.registers import NOTHING, Needed, NotSearched, Registers, TermRows
from raddle.decide.states_library import states_layout
from raddle.model.ctp import (
    Acquire,
    Arrive,
    Broadcast,
    Check,
    Count,
    Create,
    Ctp,
    Event,
    Exit,
    Fence,
    Free,
    Join,
    Leave,
    Mode,
    OnceBegin,
    OnceEnd,
    OncePass,
    Post,
    ProcessEnd,
    Read,
    Refused,
    RegionBegin,
    RegionEnd,
    Release,
    Signal,
    Start,
    Step,
    Take,
    Wait,
    Wake,
    Write,
)
from raddle.model.standing import Hold, held_after, waits
from raddle.model.uses import reads_of

MOST_MASKED: Final = 64
"""Locks of which it is known that they keep threads apart: those that are taken most often."""
MOST_MASKS: Final = 0xFFFE
_KINDS: Final[dict[type, str]] = {
    Step: "STEP", Check: "CHECK", Free: "FREE", Fence: "FENCE", Start: "START", Exit: "EXIT", Create: "CREATE",
    Join: "JOIN", Acquire: "ACQUIRE", Release: "RELEASE", Refused: "REFUSED", Wait: "WAIT", Wake: "WAKE",
    Signal: "SIGNAL", Broadcast: "BROADCAST", Take: "TAKE", Post: "POST", Count: "COUNT", Arrive: "ARRIVE",
    Leave: "LEAVE", OnceBegin: "ONCE_BEGIN", OnceEnd: "ONCE_END", OncePass: "ONCE_PASS",
    RegionBegin: "REGION_BEGIN", RegionEnd: "REGION_END", ProcessEnd: "PROCESS_END",
}  # fmt: skip
Array = npt.NDArray[Any]


@dataclass(frozen=True)
class StateTables:
    """One rd_program, and the arrays that it points into, which live as long as this."""

    program: Array
    arrays: tuple[Array, ...]


def tables_of(ctp: Ctp, *, with_assertions: bool = True, reduced: bool = True) -> StateTables:
    """`with_assertions`: False leaves values aside that only assertions ask for, as if those held: then more may seem
    to be reached than can be. `reduced`: False looks at all orders, for comparison."""
    return _Tables(ctp, with_assertions=with_assertions).made(reduced=reduced)


class _Tables:
    def __init__(self, ctp: Ctp, *, with_assertions: bool) -> None:
        self._ctp = ctp
        self._layout = states_layout()
        self._needed = Needed(ctp, with_assertions=with_assertions)
        self._rows = TermRows()
        self._locks = len(ctp.cells)
        self._conditions = self._locks + len(ctp.locks)
        self._semaphores = self._conditions + len(ctp.conditions)
        self._barriers = self._semaphores + len(ctp.semaphores)
        self._onces = self._barriers + len(ctp.barriers)
        self._objects = self._onces + len(ctp.onces)
        self._uses: dict[tuple[int, int], list[tuple[int, int, int]]] = defaultdict(list)
        self._masks: dict[tuple[int, int], int] = {}
        self._masked = self._most_taken()
        shape = (len(ctp.cells), len(ctp.threads))
        self._last_read, self._last_use = np.zeros(shape, np.uint32), np.zeros(shape, np.uint32)
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
        creator, created_at = np.full((2, threads), NOTHING, np.uint32)
        joined_at = np.full((threads, threads), NOTHING, np.uint32)
        for event in ctp.events:
            match event.action:
                case Create(child):
                    creator[child], created_at[child] = event.thread, event.position
                case Join(child):
                    joined_at[event.thread, child] = min(joined_at[event.thread, child], event.position)
                case _:
                    pass
        last = [ctp.events[one.first + one.count - 1].action if one.count else None for one in ctp.threads]
        ends = [isinstance(action, Exit) for action in last]
        first = [one.first for one in ctp.threads] + [len(ctp.events)]
        initial = [cell.initial if number in self._needed.cells else 0 for number, cell in enumerate(ctp.cells)]
        for number in self._needed.cells:
            if ctp.cells[number].width > 64:
                raise NotSearched("numbers of more than 64 bits")
        others = [0] * (self._objects - len(ctp.cells))
        for number, semaphore in enumerate(ctp.semaphores):
            others[self._semaphores - len(ctp.cells) + number] = semaphore.initial
        uses = [self._uses.get((one, thread), []) for one in range(self._objects) for thread in range(threads)]
        frame_ends = [self._ends.get(cell, []) for cell in range(len(ctp.cells))]
        places = [sorted(zip(*key, strict=True)) for key in self._rows.tables]
        arrays: dict[str, Array] = {
            "thread_first": np.array(first, np.uint32),
            "registers": np.array(registers, np.uint32),
            "creator": creator,
            "created_at": created_at,
            "ends": np.array(ends, np.uint8),
            "joined_at": joined_at,
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
        }
        program = np.zeros(1, layout.struct("rd_program"))
        program["threads"], program["cells"], program["objects"] = threads, len(ctp.cells), self._objects
        program["reduced"] = reduced
        for name, array in arrays.items():
            program[name] = array.ctypes.data
        return StateTables(program, tuple(arrays.values()))

    def _thread(self, thread: int) -> tuple[list[tuple[int, ...]], int]:
        events = self._ctp.of_thread(thread)
        registers = Registers(events, self._needed, self._rows)
        held: tuple[Hold, ...] = ()
        made = []
        last: dict[int, int] = {}
        for event in events:
            for cell in self._touched(event):
                last[cell] = event.position
        behind: dict[int, list[int]] = defaultdict(list)
        for cell, position in last.items():
            behind[position].append(cell)
        for event in events:
            mask = self._mask(held)
            made.append(self._event(event, registers, mask, behind[event.position]))
            held = held_after(event, held)
        return made, registers.count

    def _touched(self, event: Event) -> set[int]:
        action = event.action
        if isinstance(action, Free):
            return set(action.cells)
        accesses: list[Read | Write] = [*reads_of(event), *(action.writes if isinstance(action, Step) else ())]
        return {cell for access in accesses for cell in access.cells}

    def _event(self, event: Event, registers: Registers, mask: int, behind: list[int]) -> tuple[int, ...]:
        action, rows = event.action, self._rows
        first, reads, writes, condition, cells, cell_count = len(rows.touches), 0, 0, rows.constant(1), 0, 0
        match action:
            case Step() | Check():
                reads, writes = self._accesses(event, action, registers, mask)
            case Free():
                cells, cell_count = rows.listed(action.cells), len(action.cells)
                self._freed(event, action, mask)
            case _:
                self._used(event, mask)
        asked = self._needed.condition(event)
        trap = NOTHING
        if asked is not None:
            condition, trap = registers.operand(asked), registers.trap(asked)
        dies = registers.forgotten(event.position)
        return (
            self._number(f"RD_DO_{_KINDS[type(action)]}"),
            self._object(event),
            self._locks + action.lock if isinstance(action, Wait) and action.lock is not None else NOTHING,
            self._flags(event),
            self._count(event),
            event.number,
            *(first, reads, writes, condition, trap, cells, cell_count),
            *(rows.listed(dies), len(dies), rows.listed(behind), len(behind), mask),
        )

    def _accesses(self, event: Event, action: Step | Check, registers: Registers, mask: int) -> tuple[int, int]:
        writes = action.writes if isinstance(action, Step) else ()
        rows: list[tuple[int, ...]] = []
        for number, read in enumerate(action.reads):
            place, flags, address = self._place(read, registers)
            flags |= self._number("RD_TOUCH_NO_RACE") if read.early else 0
            flags |= self._number("RD_TOUCH_NO_USE") if read.early and not read.of_lock else 0
            self._enter(event, read, mask, self._number("RD_USE_READ"))
            trap = registers.trap(*([read.address] if read.address is not None else []))
            to = registers.read(read.variable, event.position)
            rows.append((place, flags, address, to, 0, trap, *registers.computed(event.position, number)))
        for write in writes:
            place, flags, address = self._place(write, registers)
            needed = self._needed.writes(write)
            flags |= self._number("RD_TOUCH_WRITES") | (self._number("RD_TOUCH_NEEDED") if needed else 0)
            if write.made_up:
                flags |= self._number("RD_TOUCH_NO_RACE") | self._number("RD_TOUCH_NO_USE")
            self._enter(event, write, mask, self._number("RD_USE_WRITE"))
            asked = [write.address] if write.address is not None else []
            trap = registers.trap(*asked, *([write.value] if needed else []))
            value = registers.operand(write.value) if needed else 0
            rows.append((place, flags, address, NOTHING, value, trap, 0, 0))
        self._rows.touches += rows
        return len(action.reads), len(writes)

    def _place(self, access: Read | Write, registers: Registers) -> tuple[int, int, int]:
        atomic = self._number("RD_TOUCH_ATOMIC") if access.order.is_atomic else 0
        if access.address is None:
            return access.cells[0], atomic, 0
        return self._rows.table(access), atomic | self._number("RD_TOUCH_SYMBOLIC"), registers.operand(access.address)

    def _enter(self, event: Event, access: Read | Write, mask: int, kind: int) -> None:
        for cell in access.cells:
            self._use(cell, event, kind, mask)
            self._last_use[cell, event.thread] = event.position + 1
            if isinstance(access, Read):
                self._last_read[cell, event.thread] = event.position + 1

    def _freed(self, event: Event, free: Free, mask: int) -> None:
        if free.of_frame and free.when is not None:
            raise NotSearched("variables of functions that end under a condition")
        for cell in free.cells:
            self._use(cell, event, self._number("RD_USE_WRITE"), mask)
            self._last_use[cell, event.thread] = event.position + 1
            if free.of_frame:
                self._ends[cell].append((event.thread, event.position, event.number))

    def _use(self, of: int, event: Event, kind: int, mask: int) -> None:
        self._uses[of, event.thread].append((event.position, kind, mask))

    # ---- synchronisation

    def _object(self, event: Event) -> int:
        match event.action:
            case Acquire(lock) | Release(lock) | Refused(lock):
                return self._locks + lock
            case Wait(condition) | Wake(condition) | Signal(condition) | Broadcast(condition):
                return self._conditions + condition
            case Take(semaphore) | Post(semaphore) | Count(semaphore):
                return self._semaphores + semaphore
            case Arrive(barrier) | Leave(barrier):
                return self._barriers + barrier
            case OnceBegin(once) | OnceEnd(once) | OncePass(once):
                return self._onces + once
            case Create(child) | Join(child):
                return child
            case _:
                return 0

    def _flags(self, event: Event) -> int:
        action, names = event.action, ["WAITS"] if waits(event) else []
        match action:
            case Acquire(mode=Mode.SHARED) | Release(mode=Mode.SHARED) | Refused(mode=Mode.SHARED):
                names.append("SHARED")
            case Wake(cause="signal"):
                names.append("SIGNALLED")
            case Wake(cause="any"):
                names.append("ANY")
            case Leave(last=bool(last)):
                names.append("LAST" if last else "NOT_LAST")
            case Free(of_frame=of_frame, goes_on=goes_on):
                names += ["FRAME"] * of_frame + ["GOES_ON"] * goes_on
            case _:
                pass
        return sum(self._number(f"RD_EVENT_{name}") for name in names)

    def _count(self, event: Event) -> int:
        match event.action:
            case Count(value=value):
                return value
            case Arrive(barrier) | Leave(barrier):
                return self._ctp.barriers[barrier].parties
            case _:
                return 0

    def _used(self, event: Event, mask: int) -> None:
        """What it does to its object, as far as other events depend on that."""
        name = ""
        match event.action:
            case Acquire(mode=mode):
                name = "ACQUIRE" if mode is Mode.EXCLUSIVE else "ACQUIRE_SHARED"
            case Release() | Refused() | Signal() | Broadcast() | Take() | Post() | Count() | Arrive():
                name = _KINDS[type(event.action)]
            case Wait(lock=lock):
                name = "WAIT"
                if lock is not None:
                    self._use(self._locks + lock, event, self._number("RD_USE_RELEASE"), mask)
            case Wake(cause=cause) if cause != "signal":
                name = "TIMED_WAKE"
            case OnceBegin():
                name = "BEGIN"
            case OnceEnd():
                name = "END"
            case _:
                pass
        if name:
            self._use(self._object(event), event, self._number(f"RD_USE_{name}"), mask)


def _first(groups: Sequence[Sequence[tuple[int, ...]]]) -> Array:
    return np.concatenate([[0], np.cumsum([len(group) for group in groups])]).astype(np.uint32)


def _flat(groups: Sequence[Sequence[tuple[int, ...]]], kind: np.dtype[Any]) -> Array:
    return np.array([row for group in groups for row in group], kind)

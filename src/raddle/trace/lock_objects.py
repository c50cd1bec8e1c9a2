"""What a recorded run does to each lock, condition, semaphore and barrier as a piece of memory.

In: a trace in which the bytes of these objects count as shared (`with_lock_bytes`). Out: `lives_of`: for each object,
one life after the other, all that is done to it in the order of the run: it is initialised, overwritten, copied,
destroyed, or used. On a stack a life ends where another variable comes to lie there; memory of the heap is never used
again. That an object lies in memory which is given back is no part of this (trace/memory_faults.py).
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Final, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from raddle.base.trace_format import trace_format
from raddle.trace.access_orders import AccessOrders
from raddle.trace.events import EventKind, MemoryOrder
from raddle.trace.happens_before import At
from raddle.trace.initial_bytes import bytes_of
from raddle.trace.lock_bytes import SIZES, Sort, is_initialiser
from raddle.trace.recorded import Recording
from raddle.trace.run_accesses import places_of
from raddle.trace.used_results import only_tries, result_is_used
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import rewalk

Key = tuple[int, int]
"""Of an object: its address, and which life it is there."""
Deed = Literal["initialise", "overwrite", "copy", "destroy", "use"]
_C_FUNCTIONS: Final = ("pthread_", "sem_", "mtx_", "cnd_")
_OF_SORT: Final = {
    Sort.MUTEX: ("lock", "unlock", "trylock", "timedlock", "reacquire", "mutex_init"),
    Sort.RWLOCK: ("rdlock", "wrlock", "tryrdlock", "trywrlock", "timedrdlock", "timedwrlock", "rwunlock"),
    Sort.CONDITION: ("wait", "signal", "broadcast"),
    Sort.SEMAPHORE: ("sem_init", "sem_wait", "sem_trywait", "sem_timedwait", "sem_post", "sem_get"),
    Sort.BARRIER: ("barrier_init", "barrier_arrive"),
}
_SORTS: Final = {name: sort for sort, names in _OF_SORT.items() for name in names}
_ENDS: Final = ("wake", "barrier_leave")
"""Of waits: no use of the object, which may be destroyed by whoever ended them."""
_INITIALISES: Final = ("mutex_init", "sem_init", "barrier_init", "init")
_KINDS: Final = (*_SORTS, *_ENDS, "init", "destroy")


class State(IntEnum):
    """What the bytes of an object are."""

    NEVER = 0
    """Nobody has initialised them."""
    READY = 1
    DESTROYED = 2
    OVERWRITTEN = 3
    """With what is no object of its kind."""


class Use(NamedTuple):
    deed: Deed
    at: At
    place: int
    """In the order of the run."""
    visible: int
    """The number of the visible event of its thread that it is."""
    name: str
    """Of the record: `lock`; "": an access of the program's own code."""
    record: int = -1
    """Its position in Recording.sync."""
    leaves: State | None = None
    """What it makes of the object; None: nothing else than it was."""
    tries: bool = False
    """It destroys the object only if nobody has it."""

    @property
    def changes(self) -> bool:
        """It must not come about while others use the object."""
        return self.deed != "use"


@dataclass
class Life:
    """Of one object. `ends`: of waits there, that are no uses."""

    address: int
    number: int
    sort: Sort
    begins: State
    uses: list[Use] = field(default_factory=list)
    ends: list[Use] = field(default_factory=list)

    @property
    def key(self) -> Key:
        return self.address, self.number

    @property
    def size(self) -> int:
        return SIZES[self.sort]


def has_lock_objects(recording: Recording) -> bool:
    return bool(_records_of(recording).size)


def with_lock_bytes(trace: Trace, also: Iterable[int] = ()) -> Trace:
    """The same run, in which accesses to the bytes of such objects are rows of the walk; `also`: of those that other
    runs know there."""
    granules = {
        granule
        for address in {*_objects_of(trace.recording), *also}
        for granule in range(address >> 3, (address + max(SIZES.values()) - 1 >> 3) + 1)
    }
    missing = np.setdiff1d(np.array(sorted(granules), np.uint64), trace.shared)
    return rewalk(trace, missing) if missing.size else trace


def lives_of(trace: Trace, known: Mapping[int, Sort] | None = None) -> list[Life]:
    """`known`: what other runs use as such objects."""
    return _Lives(trace, known or {}).found()


def _records_of(recording: Recording) -> npt.NDArray[np.void]:
    return recording.of_kind(*(f"RD_{name.upper()}" for name in _KINDS))


def _objects_of(recording: Recording) -> set[int]:
    some = _records_of(recording)
    waits = some["value"][some["kind"] == trace_format()["RD_WAIT"]]
    return {int(address) for address in np.unique(np.concatenate([some["object"], waits]))}


class _Lives:
    def __init__(self, trace: Trace, known: Mapping[int, Sort]) -> None:
        self._trace = trace
        self._places = places_of(trace)
        self._orders = AccessOrders(trace.program)
        self._done: dict[int, list[tuple[Use, bytes, int]]] = {}
        """By object: what is done to it, the bytes that are written, and where in the object."""
        self._sorts: dict[int, Sort] = {}
        self._known = known

    def found(self) -> list[Life]:
        records = list(self._records())
        for address, name, use, _ in records:
            if name in _SORTS and not (name == "mutex_init" and address in self._sorts):
                self._sorts[address] = self._sort(name, use)
        self._sorts |= self._known
        for address, _, use, failed in records:
            if address in self._sorts and not failed:
                self._done.setdefault(address, []).append((use, b"", 0))
        self._enter_accesses()
        return [life for address in sorted(self._done) for life in self._of(address)]

    # ---- what the runtime recorded

    def _records(self) -> Iterator[tuple[int, str, Use, bool]]:
        """Object, kind, what is done, and whether that came to nothing."""
        fmt, sync = trace_format(), self._trace.recording.sync
        wanted = [fmt[f"RD_{name.upper()}"] for name in _KINDS]
        for thread, places in zip(self._trace.threads, self._places, strict=True):
            rows = np.flatnonzero(thread.events["kind"] == EventKind.SYNC)
            positions = thread.events["value"][rows].astype(np.int64)
            visible = (sync["flags"][positions] & fmt["RD_FLAG_VISIBLE"]) != 0
            chosen = visible & np.isin(sync["kind"][positions], wanted)
            for row, position in zip(rows[chosen].tolist(), positions[chosen].tolist(), strict=True):
                record = sync[position]
                at, index = At(thread.index, row), int(thread.events["index"][row])
                name = fmt.kind_name(int(record["kind"]))
                yield from self._of_record(name, record, Use("use", at, int(places[row]), index, name, position))

    def _of_record(self, name: str, record: Any, use: Use) -> Iterator[tuple[int, str, Use, bool]]:
        failed = bool(record["flags"] & trace_format()["RD_FLAG_FAILED"])
        address = int(record["object"])
        if name in _INITIALISES:
            yield address, name, use._replace(deed="initialise", leaves=State.READY), failed
        elif name == "destroy" and failed and self.is_looked_at(use):
            yield address, name, use, False  # it only asked
        elif name == "destroy":
            leaves = None if failed else State.DESTROYED
            tries = only_tries(self._trace.program, self._site(use))
            yield address, name, use._replace(deed="destroy", leaves=leaves, tries=tries), False
        else:
            yield address, name, use, False
            if name == "wait":
                yield int(record["value"]), "lock", use, False

    def is_looked_at(self, use: Use) -> bool:
        site = self._site(use)
        return site != 0 and result_is_used(self._trace.program, site)

    def _site(self, use: Use) -> int:
        return int(self._trace.threads[use.at.thread].events["site"][use.at.row])

    def _callee(self, use: Use) -> str:
        site = self._site(use)
        return self._trace.program.callee_at(site) if site else ""

    def _sort(self, name: str, use: Use) -> Sort:
        sort = _SORTS[name]
        return Sort.SPIN_LOCK if sort is Sort.MUTEX and self._callee(use).startswith("pthread_spin_") else sort

    # ---- what the program's own code does to the bytes

    def _enter_accesses(self) -> None:
        starts = np.array(sorted(self._sorts), np.uint64)
        if not starts.size:
            return
        ends = np.array([int(start) + SIZES[self._sorts[int(start)]] for start in starts], np.uint64)
        for thread, places in zip(self._trace.threads, self._places, strict=True):
            events = thread.events
            rows = np.flatnonzero(events["kind"] <= EventKind.UPDATE)
            address = events["address"][rows]
            near = np.searchsorted(starts, address + events["size"][rows] - np.uint64(1), side="right") - 1
            touches = (near >= 0) & (address < ends[np.maximum(near, 0)])
            rows, near = rows[touches], near[touches]
            orders = self._orders.of_rows(events[rows])
            for row, at, order in zip(rows.tolist(), near.tolist(), orders.tolist(), strict=True):
                if order == MemoryOrder.PLAIN:
                    self._access(At(thread.index, row), int(places[row]), int(starts[at]))

    def _access(self, at: At, place: int, start: int) -> None:
        event = self._trace.threads[at.thread].events[at.row]
        written = event["kind"] == EventKind.WRITE
        use = Use("overwrite" if written else "copy", at, place, int(event["index"]), "")
        data = int(event["value"]).to_bytes(8, "little")[: int(event["size"])] if written else b""
        self._done.setdefault(start, []).append((use, data, int(event["address"]) - start))

    # ---- one object

    def _of(self, address: int) -> list[Life]:
        sort = self._sorts[address]
        done = sorted(self._done[address], key=lambda one: one[0].place)
        begun = self._slots_around(address)
        lives: dict[int, Life] = {}
        contents: dict[int, bytearray] = {}
        for use, data, offset in done:
            number = bisect_right(begun, use.place)
            if number not in lives:
                begins, held = self._beginning(address, sort, done, on_stack=bool(begun))
                lives[number] = Life(address, number, sort, begins)
                contents[number] = bytearray(held)
            _enter(lives[number], contents[number], use, data, offset)
        for life in lives.values():
            life.uses = self._together(life.uses)
        return list(lives.values())

    def _together(self, uses: list[Use]) -> list[Use]:
        """The pieces of one access are one, and so are accesses of a thread with nothing in between that could order
        them with others: the last one stands for all."""
        kept: list[Use] = []
        for use in uses:
            last = kept[-1] if kept else None
            if last is None or use.name or last.name or last.deed != use.deed or self._is_parted(last.at, use.at):
                kept.append(use)
            else:
                kept[-1] = use._replace(at=last.at) if last.visible == use.visible else use
        return kept

    def _is_parted(self, one: At, other: At) -> bool:
        if one.thread != other.thread:
            return True
        kinds = self._trace.threads[one.thread].events["kind"][one.row : other.row]
        return bool((kinds == EventKind.SYNC).any())

    def _slots_around(self, address: int) -> list[int]:
        """When variables came to lie there: places in the run."""
        found: list[int] = []
        recorded = self._trace.recording.threads
        for thread, places in zip(self._trace.threads, self._places, strict=True):
            own = recorded[thread.index]
            if own.stack_low <= address < own.stack_high:
                slots = np.flatnonzero(thread.events["kind"] == EventKind.SLOT)
                begin, size = thread.events["address"][slots], thread.events["value"][slots]
                around = (begin <= np.uint64(address)) & (np.uint64(address) - begin < size)
                found += places[slots[around]].tolist()
        return sorted(found)

    def _beginning(self, address: int, sort: Sort, done: list[Any], *, on_stack: bool) -> tuple[State, bytes]:
        """What it is before anybody does anything to it. Where others than the program's own code may have put
        something there, it is taken as good."""
        size = SIZES[sort]
        variable = self._variable(address, size)
        if variable is not None:
            return (State.READY if is_initialiser(sort, variable) else State.NEVER), variable
        kind = self._allocated(address)
        known = all(self._is_own(use) for use, _, _ in done)
        if kind == "calloc":
            return (State.READY if is_initialiser(sort, bytes(size)) else State.NEVER), bytes(size)
        return (State.NEVER if known and (on_stack or kind == "malloc") else State.READY), bytes(size)

    def _is_own(self, use: Use) -> bool:
        """By a call of the program's own code. (A class of the C++ library may initialise what it uses where nobody
        sees it.)"""
        return not use.name or self._callee(use).startswith(_C_FUNCTIONS)

    def _variable(self, address: int, size: int) -> bytes | None:
        variables = self._trace.program.variables
        at = bisect_right(variables, address, key=lambda entry: entry[0]) - 1
        if at < 0 or address + size > variables[at][0] + variables[at][1]:
            return None
        start, whole, variable, within = variables[at]
        held = bytes(whole) if variable.initializer is None else bytes_of(variable.type, variable.initializer, within)
        return None if held is None else held[address - start : address - start + size]

    def _allocated(self, address: int) -> str:
        fmt, blocks = trace_format(), self._trace.recording.of_kind("RD_ALLOC")
        inside = (blocks["object"] <= address) & (address < blocks["object"] + blocks["value"])
        inside &= (blocks["flags"] & fmt["RD_FLAG_FAILED"]) == 0
        names = {fmt["RD_HEAP_CALLOC"]: "calloc", fmt["RD_HEAP_MALLOC"]: "malloc", fmt["RD_HEAP_ALIGNED"]: "malloc"}
        found: npt.NDArray[np.void] = blocks[inside]
        return names.get(int(found["result"][0]), "") if len(found) == 1 else ""


def _enter(life: Life, held: bytearray, use: Use, data: bytes, offset: int) -> None:
    if use.name in _ENDS:
        life.ends.append(use)
        return
    if use.deed == "overwrite":
        low = max(0, offset)
        held[low : offset + len(data)] = data[low - offset :][: life.size - low]
        leaves = State.READY if is_initialiser(life.sort, bytes(held)) else State.OVERWRITTEN
        use = use._replace(leaves=leaves)
    elif use.deed in ("initialise", "destroy") and use.leaves is not None:
        held[:] = bytes(life.size)
    life.uses.append(use)

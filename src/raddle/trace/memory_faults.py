"""Memory errors that a recorded run shows: accesses to what was given back, to nothing, or beside their object.

In: a trace that kept all accesses, also private ones (trace/walk_fast.py, with_private). Out: `MemoryFaults`. Decided
on what was recorded, without the trace program: it is how an error that was found there is confirmed. Only what is
certain counts: memory of which nothing is known (libraries, mmap) is taken as good.

    use-after-free   a block of the heap, after free(), delete or a realloc() that moved it
    double-free      a block that was given back before; free() of what is no block counts as dangling
    null             an address in the first page
    out-of-bounds    in the heap but in no block; across the end of a block; outside of the variable, or the slot on the
                     stack, that the instruction itself names
    dangling         a slot on the stack whose function has returned, or of a thread that has ended
    division         by zero, or without a result: the run ended there
"""

import signal
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from raddle.base.trace_format import trace_format
from raddle.trace.access_orders import NO_ACCESS, AccessOrders
from raddle.trace.events import EventKind, PinCause, ThreadTrace
from raddle.trace.happens_before import At
from raddle.trace.heap_blocks import HeapBlocks
from raddle.trace.linear_base import base_of
from raddle.trace.meant_objects import MeantObjects, Slot, Variable
from raddle.trace.run_accesses import places_of
from raddle.trace.stack_slots import StackSlots
from raddle.trace.walk import Trace

FaultKind = Literal["use-after-free", "double-free", "null", "dangling", "out-of-bounds", "division"]
FIRST_PAGE: Final = 4096
ON_OBJECTS: Final = (
    *("RD_LOCK", "RD_UNLOCK", "RD_TRYLOCK", "RD_TIMEDLOCK", "RD_RDLOCK", "RD_WRLOCK", "RD_TRYRDLOCK", "RD_TRYWRLOCK"),
    *("RD_TIMEDRDLOCK", "RD_TIMEDWRLOCK", "RD_RWUNLOCK", "RD_WAIT", "RD_REACQUIRE", "RD_SIGNAL", "RD_BROADCAST"),
    *("RD_SEM_WAIT", "RD_SEM_TRYWAIT", "RD_SEM_TIMEDWAIT", "RD_SEM_POST", "RD_SEM_GET", "RD_BARRIER_ARRIVE"),
    *("RD_ONCE_BEGIN", "RD_ONCE_PASS", "RD_MUTEX_INIT", "RD_SEM_INIT", "RD_BARRIER_INIT", "RD_INIT", "RD_DESTROY"),
)
"""Not the ends of waits: who woke the others may give back what they waited at."""
_TOUCHES: Final = (" load ", " atomicrmw ", " cmpxchg ", "@llvm.mem")

Rows = npt.NDArray[np.int64]


class MemoryFault(NamedTuple):
    kind: FaultKind
    at: At
    """The access, or the second free. Where the run ended before it could take place: behind the last row."""
    address: int
    size: int
    """0: not known."""
    freed: At | None = None
    allocated: At | None = None
    """Of a block: where it was allocated. Of a slot: where it came to be."""
    within: tuple[int, int] | None = None
    """Address and size of the object that it is meant for, or was in."""


class MemoryFaults:
    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._places = places_of(trace)
        self._blocks = HeapBlocks(trace, self._places)
        self._orders = AccessOrders(trace.program)
        self._meant = MeantObjects(trace.program)
        self._stacks = [(one.stack_low, one.stack_high) for one in trace.recording.threads]

    @cached_property
    def _slots(self) -> StackSlots:
        return StackSlots(self._trace, self._places)

    # ---- all of them

    def found(self) -> list[MemoryFault]:
        """One for each place and kind, in the order of the run."""
        found: dict[tuple[object, ...], MemoryFault] = {}
        for fault in sorted(self._every(), key=lambda one: self._place(one.at)):
            found.setdefault((fault.kind, self._kind_of(fault.at), self._kind_of(fault.freed)), fault)
        return list(found.values())

    def _every(self) -> Iterator[MemoryFault]:
        crash = self.crash()
        if crash is not None:
            yield crash
        yield from self._wrong_frees()
        yield from self._of_locks()
        for number, thread in enumerate(self._trace.threads):
            rows = np.flatnonzero(thread.events["kind"] <= EventKind.UPDATE)
            for row in self._suspicious(number, rows).tolist():
                fault = self._judged(number, row)
                if fault is not None and (crash is None or fault.at != crash.at):
                    yield fault

    def _place(self, at: At) -> tuple[int, int]:
        places = self._places[at.thread]
        return (0, int(places[at.row])) if at.row < len(places) else (1, 0)

    def _kind_of(self, at: At | None) -> object:
        """Equal for rows of the same instruction under the same calls of the same thread."""
        if at is None:
            return None
        thread = self._trace.threads[at.thread]
        if at.row >= len(thread.events):
            return at.thread, thread.stopped.site, thread.stopped.stack
        event = thread.events[at.row]
        return at.thread, int(event["site"]), int(event["stack"])

    # ---- one event

    def at_event(self, thread: int, number: int) -> MemoryFault | None:
        """Of the thread's visible event of that number, or of what the run ended at before it."""
        events = self._trace.threads[thread].events
        for fault in (self.crash(), *self._wrong_frees()):
            if fault is not None and fault.at.thread == thread and self._number(fault.at) == number:
                return fault
        for fault in (*self._of_locks(), *self._divisions(thread)):
            if fault.at.thread == thread and self._number(fault.at) == number:
                return fault
        for row in self.rows_of(thread, number).tolist():
            fault = self._beside_its_base(thread, row) or self._judged(thread, row)
            if fault is not None and self._orders.of_rows(events[row : row + 1])[0] != NO_ACCESS:
                return fault
        return None

    def rows_of(self, thread: int, number: int) -> Rows:
        """Of the accesses that the visible event is."""
        events = self._trace.threads[thread].events
        found: Rows = np.flatnonzero((events["index"] == number) & (events["kind"] <= EventKind.UPDATE))
        return found

    def _number(self, at: At) -> int:
        thread = self._trace.threads[at.thread]
        return int(thread.events["index"][at.row]) if at.row < len(thread.events) else thread_count(self._trace, thread)

    def _beside_its_base(self, number: int, row: int) -> MemoryFault | None:
        """Outside of the object that the instruction names, or to whose address what others may change was added."""
        thread = self._trace.threads[number]
        address, size = int(thread.events["address"][row]), int(thread.events["size"][row])
        place = int(self._places[number][row])

        def around(base: int) -> tuple[int, int] | None:
            return self._meant_at(base, place) or self._meant_at(base - 1, place) if base >= FIRST_PAGE else None

        term = int(thread.events["address_term"][row])
        within = self._meant_for(At(number, row), thread.events[row])
        within = within or around(base_of(thread, term, lambda value: around(value) is not None))
        if within is None or address < FIRST_PAGE or (within[0] <= address and address + size <= sum(within)):
            return None
        block = self._blocks.around(within[0])
        allocated = None if block is None else block.allocated
        return MemoryFault("out-of-bounds", At(number, row), address, size, None, allocated, within)

    def beside_their_base(self) -> Iterator[At]:
        """Accesses whose address others may change, outside of the object that it is made from: as far as that can be
        told, since one past the end of an object another one may begin."""
        for number, thread in enumerate(self._trace.threads):
            rows = np.flatnonzero((thread.events["kind"] <= EventKind.UPDATE) & (thread.events["address_term"] != 0))
            for row in rows[self._orders.of_rows(thread.events[rows]) != NO_ACCESS].tolist():
                if self._beside_its_base(number, row) is not None:
                    yield At(number, row)

    def object_of(self, thread: int, row: int) -> tuple[int, int] | None:
        """That the access lies in."""
        return self._meant_at(int(self._trace.threads[thread].events["address"][row]), int(self._places[thread][row]))

    def _meant_at(self, address: int, place: int) -> tuple[int, int] | None:
        """The object around it at that place of the run."""
        return self._object_at(address) or self._slots.around(address, place)

    def _object_at(self, address: int) -> tuple[int, int] | None:
        """The variable or the block around it."""
        variables = self._trace.program.variables
        at = bisect_right(variables, address, key=lambda entry: entry[0]) - 1
        if at >= 0 and address < variables[at][0] + variables[at][1]:
            return variables[at][0], variables[at][1]
        block = self._blocks.around(address)
        return None if block is None else (block.address, block.size)

    # ---- accesses

    def _suspicious(self, number: int, rows: Rows) -> Rows:
        """All that may be wrong, by cheap tests on whole columns."""
        thread = self._trace.threads[number]
        address, size = thread.events["address"][rows], thread.events["size"][rows].astype(np.uint64)
        wrong = address < FIRST_PAGE
        wrong |= self._blocks.wrong(address, size, self._places[number][rows])
        wrong |= self._beside(number, thread, rows)
        wrong |= self._slots.wrong(number, address, size, self._places[number][rows])
        found: Rows = rows[wrong]
        done: Rows = found[self._orders.of_rows(thread.events[found]) != NO_ACCESS]
        return done

    def _beside(self, number: int, thread: ThreadTrace, rows: Rows) -> npt.NDArray[np.bool_]:
        """Outside of the variable that the instruction names."""
        events = thread.events[rows]
        kinds, which = np.unique(2 * events["site"].astype(np.int64) + _writes(events), return_inverse=True)
        low, high = np.zeros(len(kinds), np.uint64), np.full(len(kinds), 2**64 - 1, np.uint64)
        slots = np.zeros(len(kinds), np.int64)
        for row, kind in enumerate(kinds.tolist()):
            match self._meant.at(kind // 2, writes=bool(kind % 2)):
                case Variable(address, size):
                    low[row], high[row] = address, address + size
                case Slot(alloca):
                    slots[row] = alloca
                case None:
                    pass
        begins, ends = events["address"], events["address"] + events["size"]
        wrong: npt.NDArray[np.bool_] = (begins < low[which]) | (ends > high[which])
        on_slots = np.flatnonzero(slots[which])
        if on_slots.size:
            alloca_of, stacks = slots[which][on_slots], events["stack"][on_slots]
            begin, past = self._slots.of_frame(number, alloca_of, stacks, rows[on_slots])
            wrong[on_slots] |= (begins[on_slots] < begin) | (ends[on_slots] > past)
        return wrong

    def _judged(self, number: int, row: int) -> MemoryFault | None:
        event = self._trace.threads[number].events[row]
        at, address, size = At(number, row), int(event["address"]), int(event["size"])
        if address < FIRST_PAGE:
            return MemoryFault("null", at, address, size)
        meant = self._meant_for(at, event)
        if meant is not None and not (meant[0] <= address and address + size <= sum(meant)):
            return MemoryFault("out-of-bounds", at, address, size, within=meant)
        place = int(self._places[number][row])
        return self._of_block(at, address, size, place) or self._of_slot(at, address, size, place)

    def _meant_for(self, at: At, event: Any) -> tuple[int, int] | None:
        match self._meant.at(int(event["site"]), writes=bool(event["kind"] != EventKind.READ)):
            case Variable(address, size):
                return address, size
            case Slot(alloca):
                row = np.array([at.row])
                begin, past = self._slots.of_frame(at.thread, np.array([alloca]), np.array([event["stack"]]), row)
                return (int(begin[0]), int(past[0] - begin[0])) if begin[0] else None
            case None:
                return None

    def _of_block(self, at: At, address: int, size: int, place: int) -> MemoryFault | None:
        block = self._blocks.around(address)
        if block is None:
            near = self._blocks.beside(address)
            if near is None:
                return None
            return MemoryFault("out-of-bounds", at, address, size, None, near.allocated, (near.address, near.size))
        within = block.address, block.size
        if block.freed is not None and place > block.freed_place:
            return MemoryFault("use-after-free", at, address, size, block.freed, block.allocated, within)
        if address + size > block.address + block.size:
            return MemoryFault("out-of-bounds", at, address, size, None, block.allocated, within)
        return None

    def _of_slot(self, at: At, address: int, size: int, place: int) -> MemoryFault | None:
        ended = self._slots.ended(at.thread, address, size, place)
        if ended is None:
            return None
        return MemoryFault("dangling", at, address, size, ended.end, ended.begin, (ended.address, ended.size))

    # ---- locks and the like, divisions

    def _of_locks(self) -> Iterator[MemoryFault]:
        """A lock, condition, semaphore or barrier in a block that was given back before."""
        fmt, sync = trace_format(), self._trace.recording.sync
        uses = np.flatnonzero(np.isin(sync["kind"], [fmt[name] for name in ON_OBJECTS]))
        for position in uses[self._blocks.gone(sync["object"][uses], uses)].tolist():
            at, address = self._blocks.row_of(position), int(sync["object"][position])
            block = self._blocks.around(address)
            assert at is not None and block is not None
            within = block.address, block.size
            yield MemoryFault("use-after-free", at, address, 1, block.freed, block.allocated, within)

    def _divisions(self, number: int) -> Iterator[MemoryFault]:
        """That have no result, also where the machine code does without them."""
        events = self._trace.threads[number].events
        for row in np.flatnonzero(events["kind"] == EventKind.DIVISION).tolist():
            divisor, width = int(events["value"][row]), int(events["size"][row])
            lowest = int(events["written"][row]) == 1 << (width - 1)
            too_large = bool(events["address"][row]) and lowest and divisor == (1 << width) - 1
            if not divisor or too_large:
                yield MemoryFault("division", At(number, row), 0, 0)

    # ---- frees, and how the run ended

    def _wrong_frees(self) -> Iterator[MemoryFault]:
        """That the runtime would not do: the run ends there."""
        fmt, sync = trace_format(), self._trace.recording.sync
        wrong = np.flatnonzero((sync["kind"] == fmt["RD_FREE"]) & ((sync["flags"] & fmt["RD_FLAG_MISUSE"]) != 0))
        for position in wrong.tolist():
            at = self._blocks.row_of(position)
            if at is None:
                continue
            address = int(sync["object"][position])
            block = self._blocks.beginning_at(address)
            if block is not None and block.freed is not None:
                within = block.address, block.size
                yield MemoryFault("double-free", at, address, block.size, block.freed, block.allocated, within)
            else:
                yield MemoryFault("dangling", at, address, 0)

    def fatal(self) -> MemoryFault | None:
        """What ended the run: a crash, or a free that the runtime would not do."""
        if self._trace.recording.outcome == "abort":
            return next(self._wrong_frees(), None)
        return self.crash()

    def crash(self) -> MemoryFault | None:
        """The access or division at which the system ended the run; None: it did not, or it is not known where."""
        recording = self._trace.recording
        number = crashed_thread(self._trace)
        if number is None or recording.final is None:
            return None
        thread = self._trace.threads[number]
        behind = At(number, len(thread.events))
        if recording.final.signal == signal.SIGFPE:
            return MemoryFault("division", behind, 0, 0)
        written = self._last_write(thread)
        if written is not None and not self.is_known(int(thread.events["address"][written])):
            beside = self._beside_its_base(number, written) or self._judged(number, written)
            event = thread.events[written]
            address, size = int(event["address"]), int(event["size"])
            return beside or MemoryFault(_kind_of(address), At(number, written), address, size)
        found = self._not_answered(thread)
        if found is None or self.is_known(found):
            return None
        meant = self._meant.at(thread.stopped.site, writes=False)
        if found >= FIRST_PAGE and isinstance(meant, Variable):
            return MemoryFault("out-of-bounds", behind, found, 0, within=(meant.address, meant.size))
        return MemoryFault(_kind_of(found), behind, found, 0)

    def _not_answered(self, thread: ThreadTrace) -> int | None:
        """The address at which a thread stopped: of an access, or what a function of a library was given."""
        stopped = thread.stopped
        if not stopped.site:
            return None
        within = self._trace.program.module_of(stopped.site)
        line = within.module.lines[stopped.site - within.site_base]
        if stopped.address or any(word in line for word in _TOUCHES):
            return stopped.address
        events = thread.events
        given = (events["kind"] == EventKind.PIN) & (events["site"] == stopped.site)
        given &= events["index"] == thread_count(self._trace, thread)
        values = events["value"][given & (events["size"] == PinCause.EXTERNAL_ARGUMENT)].tolist()
        return next((value for value in values if value < FIRST_PAGE), None)

    def _last_write(self, thread: ThreadTrace) -> int | None:
        """The row of the thread's last visible event, if that is a write: it is entered right before it is done."""
        events = thread.events
        last = events["index"] == max(0, thread_count(self._trace, thread) - 1)
        rows = np.flatnonzero(last & (events["kind"] == EventKind.WRITE))
        return int(rows[-1]) if rows.size else None

    def is_known(self, address: int) -> bool:
        """Whether there is memory for certain: the program's own."""
        if address < FIRST_PAGE:
            return False
        return self._object_at(address) is not None or any(low <= address < high for low, high in self._stacks)


def _writes(events: npt.NDArray[np.void]) -> npt.NDArray[np.bool_]:
    found: npt.NDArray[np.bool_] = events["kind"] != EventKind.READ
    return found


def thread_count(trace: Trace, thread: ThreadTrace) -> int:
    """Its visible events."""
    return trace.recording.threads[thread.index].count


def crashed_thread(trace: Trace) -> int | None:
    """The thread that ran when a fault ended the run."""
    recording = trace.recording
    if recording.final is None or recording.final.signal not in (signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE):
        return None
    switches = recording.of_kind("RD_SWITCH")
    index = int(switches["thread"][-1]) if switches.size else 0
    return next((number for number, thread in enumerate(trace.threads) if thread.index == index), None)


def _kind_of(address: int) -> FaultKind:
    return "null" if address < FIRST_PAGE else "dangling"

"""The given run of a trace program as rows for the linear passes (native/passes/passes.h).

In: a trace program's index. Out: `Observed`: the rows, and which earlier event each of them needs. Where the trace
program has no observed order, one is made by running it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from raddle.decide.event_numbers import kind_numbers
from raddle.encode.index import Index
from raddle.logic.evaluate import Evaluator
from raddle.logic.terms import Term
from raddle.model.actions import Broadcast, Check, Free, Order, Read, Signal, Step, Wait, Wake, Write
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.program import TraceProgram
from raddle.model.rules.actions import things_of
from raddle.model.rules.traits import DECLARED
from raddle.model.run import Ran, Refusal, moves_of, run
from raddle.model.worth import GrowingWorth
from raddle.predict.races.matters import cells_that_matter
from raddle.predict.races.passes_library import Counts, Numbers, RunRows, passes_layout
from raddle.predict.races.sync_rows import SyncRows


@dataclass(frozen=True)
class Observed:
    """`order`: events; `chosen`: by Signal, the Wait of the thread that it woke."""

    ctp: TraceProgram = field(repr=False)
    order: Sequence[int] = field(repr=False)
    rows: RunRows = field(repr=False)
    chosen: dict[int, int] = field(repr=False)

    @cached_property
    def time(self) -> Numbers:
        """By event: its place in the order; -1: it did not take place."""
        time = np.full(len(self.ctp.events), -1, np.int32)
        time[np.array(self.order, np.int64)] = np.arange(len(self.order), dtype=np.int32)
        return time

    @cached_property
    def _in_order(self) -> npt.NDArray[np.int64]:
        return np.array(self.order, np.int64)

    def touched(self, event: int) -> frozenset[int]:
        """The cells that it went to; none if it did not take place."""
        rows = self.rows.arrays[0]
        low, high = np.searchsorted(self._times_of_rows, [self.time[event], self.time[event] + 1])
        if self.time[event] < 0:
            return frozenset()
        found = rows[low:high]
        return frozenset(found["object"][found["kind"] != passes_layout()["RD_ROW_NOTHING"]].tolist())

    @cached_property
    def _times_of_rows(self) -> Numbers:
        found: Numbers = self.time[self.rows.arrays[0]["event"]]
        return found

    def moves_before(self, event: int) -> tuple[Move, ...]:
        """The run up to an event of it."""
        return self._moves(self.order[: int(self.time[event])])

    def moves_of(self, first: Counts, then: Counts) -> tuple[Move, ...]:
        """The events below `first` in their threads, and then those below `then`, each in the order of the run."""
        threads = np.asarray(self.rows.arrays[1])[self._in_order]
        positions = np.asarray(self.rows.arrays[2])[self._in_order]
        is_first = positions < first[threads]
        is_then = ~is_first & (positions < then[threads])
        return self._moves([*self._in_order[is_first].tolist(), *self._in_order[is_then].tolist()])

    def _moves(self, order: Sequence[int]) -> tuple[Move, ...]:
        if not self.chosen:
            return tuple(map(Move, order))
        moves: list[Move] = []
        waiting: dict[int, int] = {}
        """By thread that nobody has chosen yet: the condition."""
        for number in order:
            event, wait = self.ctp.events[number], self.chosen.get(number)
            chosen = None if wait is None else self.ctp.events[wait].thread
            match event.action:
                case Wait(condition):
                    waiting[event.thread] = condition
                case Wake():
                    waiting.pop(event.thread, None)
                case Broadcast(condition):
                    waiting = {thread: of for thread, of in waiting.items() if of != condition}
                case Signal(condition) if chosen is not None and waiting.get(chosen) == condition:
                    del waiting[chosen]
                    moves.append(Move(number, chosen))
                    continue
                case _:
                    pass
            moves.append(Move(number))
        return tuple(moves)


def observed_of(index: Index, matters: npt.NDArray[np.bool_] | None = None) -> Observed:
    """`matters`: cells_that_matter, where they are known already."""
    order, chosen = _order(index.ctp)
    values = None
    if _has_addresses(index.ctp):
        order, values = _values(index.ctp, order, chosen)
    rows = _Rows(index, chosen, values, cells_that_matter(index) if matters is None else matters)
    rows.follow(order)
    return Observed(index.ctp, order, _run_rows(index, rows.made), rows.sync.chosen_waits)


def _order(ctp: TraceProgram) -> tuple[Sequence[int], dict[int, int]]:
    """Events, and whom signals chose."""
    moves: tuple[Move, ...] = ()
    if not ctp.observed:
        moves = _some_run(ctp)
    elif any(isinstance(event.action, Signal) for event in ctp.events):
        moves = moves_of(ctp, ctp.observed)
    order = [move.event for move in moves] or ctp.observed
    return order, {move.event: move.chosen for move in moves if move.chosen is not None}


def _values(ctp: TraceProgram, order: Sequence[int], chosen: dict[int, int]) -> tuple[Sequence[int], Evaluator]:
    """What was read, and the part of the order that could be run: an assertion that failed is not in it."""
    machine, moves = Machine(ctp), [Move(number, chosen.get(number)) for number in order]
    taken = run(ctp, moves, machine)
    if isinstance(taken, Refusal):
        order = order[: taken.position]
        taken = run(ctp, moves[: taken.position], machine)
    assert isinstance(taken, Ran)
    return order, Evaluator(dict(taken.values))


def _some_run(ctp: TraceProgram) -> tuple[Move, ...]:
    """Thread by thread, as far as each can go, until nobody can."""
    machine = Machine(ctp)
    slots, worth, moves = list(machine.initial), GrowingWorth(), []
    moved = True
    while moved:
        moved = False
        for thread in machine.layout.threads:
            while (event := machine.next_event(slots, thread)) is not None:
                waiting = machine.waiting(slots, event.action.condition) if isinstance(event.action, Signal) else []
                chosen, size = next(iter(waiting), None), worth.size
                if not machine.attempt(slots, event, chosen, worth):
                    worth.forget(size)
                    break
                moves.append(Move(event.number, chosen))
                moved = True
    return tuple(moves)


def _has_addresses(ctp: TraceProgram) -> bool:
    for event in ctp.events:
        action = event.action
        if isinstance(action, Step | Check):
            for read in action.reads:
                if read.address is not None:
                    return True
        if isinstance(action, Step):
            for write in action.writes:
                if write.address is not None:
                    return True
        if isinstance(action, Free) and action.when is not None:
            return True
    return False


def access_flags(order: Order, *, writes: bool) -> int:
    layout = passes_layout()
    flags = layout["RD_ACCESS_WRITES"] if writes else 0
    flags |= layout["RD_ACCESS_ATOMIC"] if order.is_atomic else 0
    flags |= layout["RD_ACCESS_ACQUIRES"] if order.acquires else 0
    return flags | (layout["RD_ACCESS_RELEASES"] if order.releases else 0)


class _Rows:
    """`values`: what addresses are worth in the run."""

    def __init__(
        self, index: Index, chosen: dict[int, int], values: Evaluator | None, matters: npt.NDArray[np.bool_]
    ) -> None:
        layout = passes_layout()
        self.made: list[int] = []
        self.sync = SyncRows(index, chosen, self.made)
        self._events = index.ctp.events
        self._values = values
        self._matters: list[int] = (matters * layout["RD_ACCESS_MATTERS"]).tolist()
        self._written = [-1] * len(index.ctp.cells)
        self._flags = {
            (order, writes): access_flags(order, writes=writes) for order in Order for writes in (False, True)
        }
        self._read, self._write = layout["RD_ROW_READ"], layout["RD_ROW_WRITE"]
        self._goes_on = layout["RD_ACCESS_GOES_ON"]
        self._free, self._nothing = kind_numbers()[Free], layout["RD_ROW_NOTHING"]
        self._early, self._update = layout["RD_ACCESS_EARLY"], layout["RD_ACCESS_UPDATE"]

    def follow(self, order: Sequence[int]) -> None:
        events, made = self._events, self.made
        for number in order:
            event = events[number]
            action = event.action
            if isinstance(action, Step):
                self._step(number, event.thread, action.reads, action.writes)
            elif isinstance(action, Check):
                self._step(number, event.thread, action.reads, ())
            elif isinstance(action, Free):
                flags = self._flags[Order.PLAIN, True] | (self._goes_on if action.goes_on else 0)
                cells = action.cells if not action.of_frame and self._holds(action.when) else ()
                for cell in cells:
                    made += (self._free, event.thread, cell, flags, number, -1)
                if not cells:
                    made += (self._nothing, event.thread, 0, 0, number, -1)
            else:
                self.sync.add(event)

    def _step(self, number: int, thread: int, reads: tuple[Read, ...], writes: tuple[Write, ...]) -> None:
        made, written = self.made, self._written
        for read in reads:
            cell = read.cells[0] if read.address is None else self._cell(read)
            flags = self._flags[read.order, False] | self._matters[cell] | (self._early if read.early else 0)
            made += (self._read, thread, cell, flags, number, written[cell])
        for write in writes:
            cell = write.cells[0] if write.address is None else self._cell(write)
            flags = self._flags[write.order, True] | (self._early if write.made_up else 0)
            if write.order is not Order.PLAIN and self._is_read(reads, cell):
                flags |= self._update
            made += (self._write, thread, cell, flags, number, -1)
            written[cell] = number
        if not reads and not writes:
            made += (self._nothing, thread, 0, 0, number, -1)

    def _is_read(self, reads: tuple[Read, ...], cell: int) -> bool:
        """Atomically, by the same step."""
        return any(
            read.order.is_atomic and cell == (read.cells[0] if read.address is None else self._cell(read))
            for read in reads
        )

    def _holds(self, when: Term | None) -> bool:
        if when is None:
            return True
        assert self._values is not None
        return self._values(when) == 1

    def _cell(self, access: Read | Write) -> int:
        assert self._values is not None and access.address is not None
        return access.cells[access.addresses.index(self._values(access.address))]


def _run_rows(index: Index, made: list[int]) -> RunRows:
    ctp, layout = index.ctp, passes_layout()
    row = layout.struct("rd_row")
    rows = np.array(made, np.int32).reshape(-1, 6).view(row).reshape(-1)
    threads, positions = np.array(index.must.thread, np.int32), np.array(index.must.position, np.int32)
    counts = np.array([thread.count for thread in ctp.threads], np.int32)
    initials = np.array([semaphore.initial for semaphore in ctp.semaphores], np.int32)
    parties = np.array([barrier.parties for barrier in ctp.barriers], np.int32)
    arrays = (rows, threads, positions, counts, initials, parties)
    found = np.zeros(1, layout.struct("rd_run"))
    for name, array in zip(("rows", "threads", "positions", "counts", "initials", "parties"), arrays, strict=True):
        found[name] = array.ctypes.data
    found["row_count"], found["event_count"] = len(rows), len(ctp.events)
    found["thread_count"], found["cell_count"] = len(ctp.threads), len(ctp.cells)
    for family in DECLARED:
        found[f"{family.value}_count"] = len(things_of(ctp, family))
    return RunRows(found, arrays)

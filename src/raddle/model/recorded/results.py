"""What threads return, and whether they have ended: memory that the program sees only through joining.

In: a Trace. Out: `Results`: a hidden cell for each thread whose result depends on shared reads and is taken by a join
into shared memory; one for each thread that somebody tried to join and found running.
"""

import errno
from collections.abc import Set

import numpy as np

from raddle.base.trace_format import trace_format
from raddle.logic.arithmetic import mask, signed
from raddle.model.recorded.memory import Memory
from raddle.trace.events import EventKind, PinCause
from raddle.trace.taken_results import taken_results
from raddle.trace.walk import Trace

__all__ = ["EXITS", "Results", "found_running", "granules_in", "symbolic_results", "taken_results"]

EXITS = frozenset({"pthread_exit", "thrd_exit"})


class Results:
    """`taken`: threads whose result some join asked for; the cells: by thread. `of_constants`: a cell also holds what
    does not depend on shared reads, since the thread may return something else on another way."""

    def __init__(
        self,
        trace: Trace,
        taken: Set[int],
        cells: dict[int, int],
        watched: dict[int, int],
        *,
        of_constants: bool = False,
    ) -> None:
        exits = trace.recording.of_kind("RD_EXIT")
        self.returned = {int(record["thread"]): int(record["value"]) for record in exits}
        self.watched = watched
        self._cells = cells
        self._taken = taken
        self._of_constants = of_constants
        paths = [thread.path for thread in trace.threads]
        self.names = {cell: f"result of {paths[child]}" for child, cell in cells.items()}
        self.names |= {cell: f"end of {paths[child]}" for child, cell in watched.items()}

    def is_taken(self, thread: int) -> bool:
        """Some join asked for it."""
        return thread in self._taken

    def cell_of(self, thread: int) -> int | None:
        return self._cells.get(thread)

    def cell_for(self, thread: int, value: int, width: int) -> int | None:
        """Where the thread leaves that result; None: it has to be pinned."""
        result = signed(value, width) & mask(64)
        returned = self.returned.get(thread, result if self._of_constants else None)
        return self._cells.get(thread) if result == returned else None

    def constant_for(self, thread: int) -> tuple[int, int] | None:
        """The cell, and what is left there by a thread whose result depends on nothing shared."""
        cell = self._cells.get(thread) if self._of_constants else None
        return None if cell is None or thread not in self.returned else (cell, self.returned[thread])


def results_of_one(trace: Trace, memory: Memory) -> Results:
    """Adds the cells to the memory."""
    joins = taken_results(trace)
    taken = {child for child, _, _ in joins}
    shared = set(trace.shared.tolist())
    out_of_sight = {child for child, address, size in joins if not set(granules_in(address, size)) <= shared}
    cells = {child: memory.add(8) for child in sorted((taken - out_of_sight) & symbolic_results(trace))}
    return Results(trace, taken, cells, {child: memory.add(1) for child in found_running(trace)})


def results_out_of_sight(trace: Trace) -> frozenset[int]:
    """Granules that a join writes a symbolic result to, and that nobody else touches."""
    symbolic = symbolic_results(trace)
    places = (granules_in(address, size) for child, address, size in taken_results(trace) if child in symbolic)
    return frozenset(granule for place in places for granule in place) - frozenset(trace.shared.tolist())


def symbolic_results(trace: Trace) -> set[int]:
    """Threads whose result depends on shared reads."""
    found = set()
    for thread in trace.threads[1:]:
        pins = thread.events[thread.events["kind"] == EventKind.PIN]
        if ((pins["size"] == PinCause.RESULT) & (pins["stack"] == 0)).any():
            found.add(thread.index)
        sites = np.unique(pins["site"][pins["size"] == PinCause.EXTERNAL_ARGUMENT]).tolist()
        if any(site and trace.program.callee_at(site) in EXITS for site in sites):
            found.add(thread.index)
    return found


def found_running(trace: Trace) -> list[int]:
    fmt = trace_format()
    joins = trace.recording.of_kind("RD_JOIN")
    tried = joins[((joins["flags"] & fmt["RD_FLAG_FAILED"]) != 0) & (joins["result"] == errno.EBUSY)]
    return sorted({int(child) for child in tried["value"]})


def granules_in(address: int, size: int) -> range:
    return range(address >> 3, ((address + size - 1) >> 3) + 1)

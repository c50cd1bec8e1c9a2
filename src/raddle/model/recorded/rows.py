"""The rows of one thread's walk that can become events, as plain numbers, with what the recording knows of each."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import starmap
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from raddle.base.trace_format import trace_format
from raddle.model.recorded.crashes import Crash, crash_of
from raddle.trace.access_orders import NO_ACCESS, AccessOrders
from raddle.trace.events import EventFlag, EventKind, MemoryOrder, ThreadTrace
from raddle.trace.memory_faults import crashed_thread
from raddle.trace.status_checks import StatusChecks
from raddle.trace.walk import Trace

_READING = (int(EventKind.READ), int(EventKind.UPDATE))


class Row(NamedTuple):
    """See trace/events.py. `number`: its place among all events of the thread."""

    number: int
    kind: int
    flags: int
    site: int
    stack: int
    size: int
    index: int  # type: ignore[assignment] # hides tuple.index, which nobody needs
    address: int
    value: int
    written: int
    address_term: int
    value_term: int
    written_term: int


class Rows:
    """`turns`: the rows at which the thread took the baton; `settled`: accesses that need no event (settled.py).
    `either_way`: a compare-and-swap has the order that it has in any case, not that of how it turned out.
    `held`: more terms that are wanted. `unnoticed`: rows that become no events (alone_sync.py)."""

    def __init__(
        self,
        trace: Trace,
        thread: ThreadTrace,
        turns: Sequence[int],
        settled: npt.NDArray[np.bool_],
        orders: AccessOrders,
        *,
        either_way: bool = False,
        held: Iterable[int] = (),
        unnoticed: npt.NDArray[np.bool_] | None = None,
    ) -> None:
        self.thread = thread.index
        self.path = thread.path
        self.terms = thread.terms
        self._trace = trace
        self._turns = turns
        left_out = settled if unnoticed is None else settled | unnoticed
        numbers = np.flatnonzero(_relevant(thread.events) & ~left_out)
        self._settled_reads = np.flatnonzero(settled & (thread.events["kind"] == EventKind.READ))
        self._all_events = thread.events
        self.sites: npt.NDArray[np.uint32] = thread.events["site"]
        self.past = len(thread.events)
        self._events = thread.events[numbers]
        self._numbers = numbers
        columns = [numbers.tolist(), *(self._events[name].tolist() for name in Row._fields[1:])]
        self._rows = list(starmap(Row, zip(*columns, strict=True)))
        self._blocks: dict[int, int] | None = None
        self._access_orders = orders
        self._either_way = either_way
        self._held = held
        of_rows = orders.of_rows(self._events)
        named = (self._events["kind"] <= EventKind.UPDATE) & (of_rows != MemoryOrder.PLAIN)
        self._orders = dict(zip(numbers[named].tolist(), of_rows[named].tolist(), strict=True))

    def order(self, row: Row) -> MemoryOrder:
        """Of an access."""
        if self._either_way and row.kind == EventKind.UPDATE:
            return self._access_orders.of_swap(row.site, MemoryOrder(row.flags & 7))
        found = self._orders.get(row.number, MemoryOrder.PLAIN)
        return MemoryOrder(row.flags & 7) if found == NO_ACCESS else MemoryOrder(found)

    def is_early(self, row: Row) -> bool:
        """Whether the source does not read there in every case."""
        is_load = row.kind == EventKind.READ and not row.flags & EventFlag.LIBRARY
        return is_load and self._access_orders.is_early(row.site)

    def is_early_site(self, site: int) -> bool:
        """The same of a load that is no row."""
        return self._access_orders.is_early(site)

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def reads(self) -> Iterator[Row]:
        return (row for row in self._rows if row.kind in _READING)

    def settled_reads(self) -> Iterator[tuple[int, int, int]]:
        """(number, value, size) of reads that see the same in every order."""
        reads = self._all_events[self._settled_reads]
        return zip(self._settled_reads.tolist(), reads["value"].tolist(), reads["size"].tolist(), strict=True)

    def mentioned(self) -> list[int]:
        """The terms that events speak of, and those that the thread holds where that is asked for."""
        names = ("address_term", "value_term", "written_term")
        found = np.unique(np.concatenate([self._events[name] for name in names]))
        crashed = () if self.crash is None else (self.crash.term,)
        return sorted({number for number in (*found.tolist(), *self._held, *crashed) if number})

    def accessed_next(self, row: Row) -> int:
        """Bytes of the access behind a pin that goes to its value; 0: there is none, or the walk kept nothing of it."""
        at = int(np.searchsorted(self._numbers, row.number)) + 1
        while at < len(self._rows) and (self._rows[at].site, self._rows[at].stack) == (row.site, row.stack):
            if self._rows[at].kind <= EventKind.UPDATE and self._rows[at].address == row.value:
                return self._rows[at].size
            at += 1
        return 0

    def record(self, row: Row) -> Any:
        return self._trace.recording.sync[row.value]

    def same_call(self, first: Row, second: Row) -> bool:
        """Two things that the runtime recorded on one call into a library, with no other thread in between."""
        blocks = self._blocks_at()
        if blocks.get(first.index) != blocks.get(second.index):
            return False
        return bisect_right(self._turns, first.number) == bisect_right(self._turns, second.number)

    def _blocks_at(self) -> dict[int, int]:
        """Visible record -> how far the control flow was."""
        if self._blocks is None:
            sync = self._trace.recording.sync
            visible = (sync["flags"] & trace_format()["RD_FLAG_VISIBLE"]) != 0
            own = sync[visible & (sync["thread"] == self.thread)]
            self._blocks = dict(zip(own["count"].tolist(), own["blocks"].tolist(), strict=True))
        return self._blocks

    def goes_on(self, row: Row) -> bool:
        """Of an assertion: it is a check of a test framework, behind which the test goes on."""
        return self._checks.goes_on(row.site)

    @cached_property
    def _checks(self) -> StatusChecks:
        return StatusChecks(self._trace.program)

    def is_failure(self, row: Row, kind: str) -> bool:
        """Whether an end of the process is one by which the test fails: its status; an abort of the program's own."""
        if kind == "process_exit":
            return self._trace.program.failing.by_status(int(self.record(row)["value"]))
        return kind == "abort" and (bool(self._trace.recording.terminated) or self._is_abort(row))

    def ends_the_process(self, row: Row) -> bool:
        """Of a signal that the program sends itself: nobody handles it."""
        recording = self._trace.recording
        ending = recording.final
        is_last = row.value == len(recording.sync) - 1
        return is_last and ending is not None and ending.signal == int(recording.sync[row.value]["value"])

    @cached_property
    def crashes(self) -> bool:
        """Whether it is the thread in which the system ended the run."""
        number = crashed_thread(self._trace)
        return number is not None and self._trace.threads[number].index == self.thread

    @cached_property
    def crash(self) -> Crash | None:
        """What it did last, because it crashed there; None: it did not, or that is not known."""
        return crash_of(self._trace, self.thread)

    def _is_abort(self, row: Row) -> bool:
        return row.site != 0 and self._trace.program.callee_at(row.site) == "abort"


def _relevant(events: npt.NDArray[np.void]) -> npt.NDArray[np.bool_]:
    kind = events["kind"]
    access = (kind <= EventKind.UPDATE) & ((events["flags"] & EventFlag.SHARED) != 0)
    assertion = (kind == EventKind.ASSERTION) & ((events["value_term"] != 0) | (events["value"] == events["written"]))
    term = np.isin(kind, [EventKind.BRANCH, EventKind.CHOICE, EventKind.PIN]) & (events["value_term"] != 0)
    division = (kind == EventKind.DIVISION) & ((events["value_term"] != 0) | (events["written_term"] != 0))
    found: npt.NDArray[np.bool_] = access | assertion | term | division
    found |= np.isin(kind, [EventKind.SYNC, EventKind.SLOT_END])
    return found

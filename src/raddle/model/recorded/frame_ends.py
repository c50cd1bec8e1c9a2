"""Where variables of functions come to their end, for threads that still have their addresses.

In: a walk, its shared memory as cells, and which accesses need no event. Out: `FrameEnds`: for each row SLOT_END, and
for the end of each thread, the cells that are given back there.

Stacks are used again: the same cell is one variable after the other. A use is meant for the variable that was there in
the recorded run. So a cell is given back at the end of the first variable after which, in the recorded run, no other
thread comes to that cell: whoever comes later in another order comes too late. Where another thread's address is
symbolic it might be meant for any of them: then only the end of the last one counts. Variables of main itself are there
as long as the process is.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

import numpy as np

from raddle.model.recorded.addresses import Targets
from raddle.model.recorded.drafts import FrameEnds
from raddle.model.recorded.memory import Extent, Memory
from raddle.model.recorded.observed import Turn
from raddle.model.recorded.settled import Mask
from raddle.trace.events import EventFlag, EventKind, ThreadTrace
from raddle.trace.walk import Trace

_NEVER: Final = 1 << 60


def frame_ends(
    trace: Trace, memory: Memory, targets: Targets, settled: Sequence[Mask], turns: Sequence[Turn]
) -> FrameEnds:
    search = _Search(trace, memory, targets, settled, turns)
    return FrameEnds(search.at, search.with_thread)


class _Search:
    def __init__(
        self, trace: Trace, memory: Memory, targets: Targets, settled: Sequence[Mask], turns: Sequence[Turn]
    ) -> None:
        self.at: Final[dict[tuple[int, int], tuple[int, ...]]] = {}
        self.with_thread: Final[dict[int, tuple[int, ...]]] = {}
        self._memory = memory
        self._times = _Times(turns)
        stacks = [(one.stack_low, one.stack_high) for one in trace.recording.threads]
        slots = [_Slots(thread) for thread in trace.threads]
        of_stack = [
            memory.cells_in(Extent(low, high - low)) if any_ else ()
            for (low, high), any_ in zip(stacks, slots, strict=True)
        ]
        if not any(of_stack):
            return
        last = self._last_of_others(trace, settled, dict(_owners(of_stack)))
        aimed_at = self._aimed_at(targets, dict(_owners(of_stack)))
        for thread, cells in enumerate(of_stack):
            found: dict[int, list[int]] = defaultdict(list)
            for cell in cells:
                end = self._end_of(thread, slots[thread], cell, last.get(cell, -1), any_order=cell in aimed_at)
                if end is not None:
                    found[end].append(cell)
            for row, own in found.items():
                if row < _NEVER:
                    self.at[thread, row] = tuple(own)
                elif thread:
                    self.with_thread[thread] = tuple(own)

    def _last_of_others(self, trace: Trace, settled: Sequence[Mask], owner: dict[int, int]) -> dict[int, int]:
        """By cell on a stack: the turn in which another thread last came to it."""
        last: dict[int, int] = {}
        own = np.array(sorted(self._memory.extents[cell].address for cell in owner), np.uint64)
        for number, (thread, left_out) in enumerate(zip(trace.threads, settled, strict=True)):
            events = thread.events
            shared = (events["kind"] <= EventKind.UPDATE) & ((events["flags"] & EventFlag.SHARED) != 0) & ~left_out
            first = np.searchsorted(own, events["address"])
            past = np.searchsorted(own, events["address"] + events["size"].astype(np.uint64))
            for row in np.flatnonzero(shared & (past > first)).tolist():
                time = self._times.of(number, row)
                for part in self._memory.parts(int(events["address"][row]), int(events["size"][row])):
                    if owner.get(part.cell, number) != number:
                        last[part.cell] = max(last.get(part.cell, -1), time)
        return last

    def _aimed_at(self, targets: Targets, owner: dict[int, int]) -> set[int]:
        """Cells to which symbolic addresses of other threads may lead."""
        found: set[int] = set()
        for (thread, _), addresses in targets.candidates.items():
            for address in addresses:
                for cell in self._memory.cells_in(Extent(address, 8)):
                    if owner.get(cell, thread) != thread:
                        found.add(cell)
        return found

    def _end_of(self, thread: int, slots: "_Slots", cell: int, last: int, *, any_order: bool) -> int | None:
        """The row, _NEVER: the end of the thread; None: it is never given back, or nobody else ever comes to it."""
        lives = slots.around(self._memory.extents[cell])
        if not lives or (last < 0 and not any_order):
            return None
        for (row, end), following in zip(lives, [*lives[1:], None], strict=True):
            begins = _NEVER if following is None else self._times.of(thread, following[0])
            if last < begins and (following is None or not any_order):
                return None if slots.is_mains(row) else end
        return None


def _owners(of_stack: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    return [(cell, thread) for thread, cells in enumerate(of_stack) for cell in cells]


class _Times:
    """The turn in which a row took place."""

    def __init__(self, turns: Sequence[Turn]) -> None:
        self._begins: dict[int, list[int]] = defaultdict(list)
        self._turns: dict[int, list[int]] = defaultdict(list)
        for number, (thread, begin, _) in enumerate(turns):
            self._begins[thread].append(begin)
            self._turns[thread].append(number)

    def of(self, thread: int, row: int) -> int:
        return self._turns[thread][bisect_right(self._begins[thread], row) - 1]


class _Slots:
    """The lives of a thread's variables: rows of their beginning and end."""

    def __init__(self, thread: ThreadTrace) -> None:
        events, self._thread = thread.events, thread.index
        self._lives: dict[Extent, list[tuple[int, int]]] = defaultdict(list)
        self._stack_of: dict[int, int] = {}
        open_: dict[Extent, list[int]] = defaultdict(list)
        rows = np.flatnonzero(np.isin(events["kind"], (EventKind.SLOT, EventKind.SLOT_END)))
        names = ("kind", "address", "value", "stack")
        columns = (events[name][rows].tolist() for name in names)
        for row, kind, address, size, stack in zip(rows.tolist(), *columns, strict=True):
            extent = Extent(address, size)
            if kind == EventKind.SLOT:
                open_[extent].append(row)
                self._stack_of[row] = stack
            else:
                self._lives[extent] += [(begin, row) for begin in open_.pop(extent, ())]
        for extent, begins in open_.items():
            self._lives[extent] += [(begin, _NEVER) for begin in begins]

    def __bool__(self) -> bool:
        return bool(self._lives)

    def around(self, cell: Extent) -> list[tuple[int, int]]:
        """Of the variables that ever held it."""
        found = [
            life
            for extent, lives in self._lives.items()
            if extent.address <= cell.address and cell.end <= extent.end
            for life in lives
        ]
        return sorted(found)

    def is_mains(self, row: int) -> bool:
        return self._thread == 0 and self._stack_of[row] == 0

"""Where variables of functions come to their end, for threads that still have their addresses.

In: a walk, its shared memory as cells, and which accesses need no event. Out: `FrameEnds`: for each row SLOT_END, and
for the end of each thread, the cells that are given back there.

Stacks are used again: the same cell is one variable after the other. A use is meant for the variable that was there in
the recorded run: whoever comes after its end in another order comes too late. Where other threads use only one of the
variables of a cell, the cell is given back at its end. Where they use several, each of these has a hidden cell: its end
gives that back, and the uses that are meant for it say that it must be there. Where another thread's address is
symbolic it might be meant for any of them: then the cell itself is given back at the end of the last one. Variables of
main itself end where main returns; where it calls exit or pthread_exit they are there as long as the process is.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np

from raddle.model.recorded.addresses import Targets
from raddle.model.recorded.drafts import FrameEnds
from raddle.model.recorded.memory import Extent, Memory
from raddle.model.recorded.observed import Turn
from raddle.model.recorded.settled import Mask
from raddle.trace.events import EventFlag, EventKind, ThreadTrace
from raddle.trace.walk import Trace

_NEVER: Final = 1 << 60
_MOST_LIVES: Final = 2000
"""With hidden cells."""


class _Use(NamedTuple):
    """Of a cell, by another thread."""

    time: int
    thread: int
    row: int
    certain: bool
    """It goes there whenever the thread comes to it."""


def frame_ends(
    trace: Trace,
    memory: Memory,
    targets: Targets,
    settled: Sequence[Mask],
    turns: Sequence[Turn],
    is_early: Callable[[int], bool],
) -> FrameEnds:
    """`is_early`: whether the source does not always read where the load at that site does. May add hidden cells."""
    search = _Search(trace, memory, targets, settled, turns, is_early)
    return FrameEnds(
        {key: tuple(cells) for key, cells in search.at.items()},
        {thread: tuple(cells) for thread, cells in search.with_thread.items()},
        {key: tuple(cells) for key, cells in search.meant.items()},
        search.hidden,
        search.beyond,
    )


class _Search:
    def __init__(
        self,
        trace: Trace,
        memory: Memory,
        targets: Targets,
        settled: Sequence[Mask],
        turns: Sequence[Turn],
        is_early: Callable[[int], bool],
    ) -> None:
        self.at: Final[dict[tuple[int, int], list[int]]] = defaultdict(list)
        self.with_thread: Final[dict[int, list[int]]] = defaultdict(list)
        self.meant: Final[dict[tuple[int, int], list[int]]] = defaultdict(list)
        self.hidden: Final[dict[int, int]] = {}
        self.beyond: set[int] = set()
        self._of_life: dict[tuple[int, int], int] = {}
        """The hidden cell, by thread and the row where the life begins."""
        self._memory = memory
        self._targets = targets
        self._is_early = is_early
        self._times = _Times(turns)
        stacks = [(one.stack_low, one.stack_high) for one in trace.recording.threads]
        slots = [_Slots(thread) for thread in trace.threads]
        of_stack = [
            memory.cells_in(Extent(low, high - low)) if any_ else ()
            for (low, high), any_ in zip(stacks, slots, strict=True)
        ]
        if not any(of_stack):
            return
        uses = self._uses_of_others(trace, settled, dict(_owners(of_stack)))
        aimed_at = self._aimed_at(targets, dict(_owners(of_stack)))
        for thread, cells in enumerate(of_stack):
            for cell in cells:
                self._enter(slots[thread], thread, cell, uses.get(cell, []), any_order=cell in aimed_at)

    def _uses_of_others(self, trace: Trace, settled: Sequence[Mask], owner: dict[int, int]) -> dict[int, list[_Use]]:
        """By cell on a stack."""
        found: dict[int, list[_Use]] = defaultdict(list)
        own = np.array(sorted(self._memory.extents[cell].address for cell in owner), np.uint64)
        for number, (thread, left_out) in enumerate(zip(trace.threads, settled, strict=True)):
            events = thread.events
            shared = (events["kind"] <= EventKind.UPDATE) & ((events["flags"] & EventFlag.SHARED) != 0) & ~left_out
            first = np.searchsorted(own, events["address"])
            past = np.searchsorted(own, events["address"] + events["size"].astype(np.uint64))
            for row in np.flatnonzero(shared & (past > first)).tolist():
                parts = self._memory.parts(int(events["address"][row]), int(events["size"][row]))
                cells = [part.cell for part in parts if owner.get(part.cell, number) != number]
                if cells:
                    certain = (number, row) not in self._targets.candidates
                    certain &= events["kind"][row] != EventKind.READ or not self._is_early(int(events["site"][row]))
                    use = _Use(self._times.of(number, row), number, row, certain)
                    for cell in cells:
                        found[cell].append(use)
        return found

    def _aimed_at(self, targets: Targets, owner: dict[int, int]) -> set[int]:
        """Cells to which symbolic addresses of other threads may lead."""
        found: set[int] = set()
        for (thread, _), addresses in targets.candidates.items():
            for address in addresses:
                for cell in self._memory.cells_in(Extent(address, 8)):
                    if owner.get(cell, thread) != thread:
                        found.add(cell)
        return found

    def _enter(self, slots: "_Slots", thread: int, cell: int, uses: list[_Use], *, any_order: bool) -> None:
        lives = slots.around(self._memory.extents[cell])
        if not lives or not (uses or any_order):
            return
        begins = [self._times.of(thread, row) for row, _ in lives]
        meant = [max(0, bisect_right(begins, use.time) - 1) for use in uses]
        last = len(lives) - 1 if any_order else max(meant)
        apart = {number for use, number in zip(uses, meant, strict=True) if use.certain and number != last}
        if apart and len(self._of_life) >= _MOST_LIVES:
            self.beyond.add(cell)
            apart.clear()
        if apart and not any_order and all(use.certain for use in uses):
            apart.add(last)
        for number, (row, end) in enumerate(lives):
            if number == last and number not in apart:
                self._give_back(thread, end, cell)
            elif number in apart:
                hidden = self._hidden(thread, row, end, cell)
                for use in (one for one, own in zip(uses, meant, strict=True) if own == number and one.certain):
                    if hidden not in self.meant[use.thread, use.row]:
                        self.meant[use.thread, use.row].append(hidden)

    def _hidden(self, thread: int, row: int, end: int, cell: int) -> int:
        if (thread, row) not in self._of_life:
            made = self._of_life[thread, row] = self._memory.add(1)
            self.hidden[made] = self._memory.extents[cell].address
            self._give_back(thread, end, made)
        return self._of_life[thread, row]

    def _give_back(self, thread: int, end: int, cell: int) -> None:
        if end < _NEVER:
            self.at[thread, end].append(cell)
        elif thread:
            self.with_thread[thread].append(cell)


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
        events = thread.events
        self._lives: dict[Extent, list[tuple[int, int]]] = defaultdict(list)
        open_: dict[Extent, list[int]] = defaultdict(list)
        rows = np.flatnonzero(np.isin(events["kind"], (EventKind.SLOT, EventKind.SLOT_END)))
        names = ("kind", "address", "value")
        columns = (events[name][rows].tolist() for name in names)
        for row, kind, address, size in zip(rows.tolist(), *columns, strict=True):
            extent = Extent(address, size)
            if kind == EventKind.SLOT:
                open_[extent].append(row)
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

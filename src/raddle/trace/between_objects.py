"""Memory that is no variable of the program's and no block of the heap: where it may begin and end.

In: the program and its runs. Out: for an address, the most that an object around it may be: the stack of the thread on
which it lies, or all up to the next variable, block or stack. Objects do not overlap.
"""

from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property
from itertools import accumulate

import numpy as np

from raddle.trace.program import Program
from raddle.trace.recorded import Recording

_LAST = 1 << 48


class Between:
    def __init__(self, program: Program, recordings: Iterable[Recording]) -> None:
        self._program = program
        self._recordings = tuple(recordings)

    def object_at(self, address: int) -> tuple[int, int] | None:
        """The variable, or all that blocks of the heap there ever were: address, size."""
        at = bisect_right(self._begins, address)
        if not at or self._ends[at - 1] <= address or self.stack_of(address) is not None:
            return None
        around = [(begin, end) for begin, end in self._objects[:at] if address < end]
        begin, end = min(begin for begin, _ in around), max(end for _, end in around)
        return begin, end - begin

    def around(self, address: int) -> tuple[int, int]:
        """Address, size."""
        stack = self.stack_of(address)
        if stack is not None:
            return stack[0], stack[1] - stack[0]
        at = bisect_right(self._begins, address)
        begin = self._ends[at - 1] if at else 0
        end = self._begins[at] if at < len(self._begins) else _LAST
        return min(begin, address), end - min(begin, address)

    def stack_of(self, address: int) -> tuple[int, int] | None:
        """Where the stack begins and ends, if it is one."""
        return next(((low, high) for low, high in self._stacks if low <= address < high), None)

    @cached_property
    def _stacks(self) -> list[tuple[int, int]]:
        return sorted({(one.stack_low, one.stack_high) for run in self._recordings for one in run.threads})

    @cached_property
    def _objects(self) -> list[tuple[int, int]]:
        found = {(address, address + size) for address, size, *_ in self._program.variables} | set(self._stacks)
        for run in self._recordings:
            blocks = run.of_kind("RD_ALLOC")
            begins = blocks["object"].astype(np.uint64)
            found.update(zip(begins.tolist(), (begins + blocks["value"].astype(np.uint64)).tolist(), strict=True))
        return sorted(found)

    @cached_property
    def _begins(self) -> list[int]:
        return [begin for begin, _ in self._objects]

    @cached_property
    def _ends(self) -> list[int]:
        """Of all that begin up to there, the last end."""
        return list(accumulate((end for _, end in self._objects), max))

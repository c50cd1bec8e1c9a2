"""What lies where in the recorded program's memory: variables, blocks of the heap, slots on stacks.

In: a Trace. Out: `Objects`: the object around an address, and what its bytes hold before anybody writes them.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

import numpy as np
import numpy.typing as npt

from raddle.base.trace_format import trace_format
from raddle.trace.events import EventKind
from raddle.trace.initial_bytes import bytes_of
from raddle.trace.varying.unwritten import fresh_blocks
from raddle.trace.walk import Trace

NOWHERE: Final = 1 << 64
"""Behind all addresses."""


class Lies(Enum):
    """Where an object lies."""

    VARIABLE = "variable"
    HEAP = "heap"
    STACK = "stack"


@dataclass(frozen=True, slots=True)
class MemoryObject:
    address: int
    size: int
    lies: Lies

    @property
    def end(self) -> int:
        return self.address + self.size


class Objects:
    """Of one run; or of several of the same program, whose threads are numbered one run after the other."""

    def __init__(self, trace: Trace, *others: Trace) -> None:
        self._variables = trace.program.variables
        self._contents: dict[int, bytes | None] = {}
        found = [MemoryObject(entry[0], entry[1], Lies.VARIABLE) for entry in self._variables]
        self._variable_at = {entry[0]: number for number, entry in enumerate(self._variables)}
        fmt = trace_format()
        for each in (trace, *others):
            for record in each.recording.of_kind("RD_ALLOC"):
                if not record["flags"] & fmt["RD_FLAG_FAILED"]:
                    found.append(MemoryObject(int(record["object"]), int(record["value"]), Lies.HEAP))
        self._fresh = sorted(one for each in (trace, *others) for one in fresh_blocks(each.recording))
        self._slots = [_Slots(thread.events) for each in (trace, *others) for thread in each.threads]
        found += [MemoryObject(address, size, Lies.STACK) for slots in self._slots for address, size in slots.different]
        # of several at one address (a block that grew in place) the largest counts
        self._objects = sorted(set(found), key=lambda each: (each.address, each.size))
        self._starts = [each.address for each in self._objects]

    @property
    def lowest_of_program(self) -> int:
        """Of what the linker laid out, as far as it is known."""
        return min((one.address for one in self._objects if one.lies is Lies.VARIABLE), default=0)

    def around(self, address: int) -> MemoryObject | None:
        at = bisect_right(self._starts, address) - 1
        if at < 0 or address >= self._objects[at].address + max(1, self._objects[at].size):
            return None
        return self._objects[at]

    def is_constant(self, address: int) -> bool:
        """In a variable that the linker puts where nobody can write."""
        found = self.around(address)
        if found is None or found.lies is not Lies.VARIABLE:
            return False
        return self._variables[self._variable_at[found.address]][2].constant

    def named_by(self, address: int) -> int | None:
        """The beginning of the object that a pointer with this value is of: it may stand right behind its end."""
        found = self.around(address) or self.around(address - 1)
        return None if found is None else found.address

    def block_at(self, address: int) -> MemoryObject | None:
        """The block of the heap that begins there."""
        found = self.around(address)
        return found if found is not None and found.lies is Lies.HEAP and found.address == address else None

    def __iter__(self) -> Iterator[MemoryObject]:
        return iter(self._objects)

    def around_at(self, address: int, thread: int, row: int) -> MemoryObject | None:
        """The object around it when the thread comes to that row of its walk. Frames come and go: of the slots that
        were ever there it is the one that the thread made last; of another thread's it is known if there was one."""
        found = self.around(address)
        if found is None or found.lies is not Lies.STACK:
            return found
        own = self._slots[thread].last_around(address, row)
        if own is not None:
            return MemoryObject(*own, Lies.STACK)
        others = {one for slots in self._slots for one in slots.different if one[0] <= address < sum(one)}
        return MemoryObject(*others.pop(), Lies.STACK) if len(others) == 1 else None

    def initial(self, address: int, size: int) -> int | None:
        """What these bytes hold before anybody writes them; None: nobody knows. Fresh memory of the heap is zero."""
        lies = self.around(address)
        if lies is None or lies.lies is Lies.STACK:
            return None
        if lies.lies is Lies.HEAP:
            return 0
        contents = self._contents_of(lies.address)
        offset = address - lies.address
        if contents is None or offset + size > len(contents):
            return None
        return int.from_bytes(contents[offset : offset + size], "little")

    def holds_anything(self, address: int, size: int) -> bool:
        """Whether some of these bytes do before anybody writes them, where the program runs on its own."""
        lies = self.around(address)
        if lies is None or lies.lies is Lies.VARIABLE:
            return False
        at = bisect_right(self._fresh, (address + size - 1, NOWHERE)) - 1
        return lies.lies is Lies.STACK or (at >= 0 and self._fresh[at][1] > address)

    def _contents_of(self, address: int) -> bytes | None:
        if address not in self._contents:
            _, size, variable, within = self._variables[self._variable_at[address]]
            if variable.initializer is None:
                self._contents[address] = bytes(size)
            else:
                self._contents[address] = bytes_of(variable.type, variable.initializer, within)
        return self._contents[address]


class _Slots:
    """Of one thread's stack."""

    def __init__(self, events: npt.NDArray[np.void]) -> None:
        self._rows = np.flatnonzero(events["kind"] == EventKind.SLOT)
        self._addresses, self._sizes = events["address"][self._rows], events["value"][self._rows]
        pairs = zip(self._addresses.tolist(), self._sizes.tolist(), strict=True)
        self.different: Final[list[tuple[int, int]]] = list(dict.fromkeys(pairs))
        """Address and size."""

    def last_around(self, address: int, row: int) -> tuple[int, int] | None:
        """Of those made before the row."""
        behind = np.uint64(address) - self._addresses  # wraps around before the slot
        fits = np.flatnonzero((behind < self._sizes) & (self._rows < row))
        return (int(self._addresses[fits[-1]]), int(self._sizes[fits[-1]])) if fits.size else None

"""Calls of one thread to functions outside of the program that may keep something, or look at memory unseen.

In: a walk, call by call. Out: `ForeignCall`: which function, where, after which children were created and joined, and
which memory it was given a way to.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from raddle.trace.program import Program
from raddle.trace.recorded import Recording
from raddle.trace.state_emitter import StateEmitter

ASSEMBLY: Final = "assembly"
"""Stands for a name."""
COMMON_MAPPING: Final = "mmap of a file"
"""The same: memory that may lie at two addresses."""
_MAP_SHARED: Final = 1
_MAP_ANONYMOUS: Final = 0x20
_MOST_STEPS: Final = 3
"""From pointer to pointer."""
_NO_POINTER: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class ForeignCall:
    name: str
    """As the linker knows it; `assembly`."""
    site: int
    begun: frozenset[str]
    """Its own children that there are."""
    joined: frozenset[str]
    """Those of them that are over."""
    reached: frozenset[tuple[int, int]]
    """Objects (address, size) that one comes to from what it was given; constants are none."""
    anywhere: bool
    """It may look at all memory."""
    depends: bool = False
    """What lies there (it is the thread's own) depends on what was read from memory that others touch."""
    kept_depends: bool = False
    """The same of what was given to calls before it."""


class ForeignCalls:
    def __init__(self, program: Program, recording: Recording, memory: StateEmitter) -> None:
        self._memory = memory
        self._paths = [thread.path for thread in recording.threads]
        self._variables = [(address, size) for address, size, *_ in program.variables]
        self._constant = {(at, size) for at, size, variable, _ in program.variables if variable.constant}
        blocks = recording.of_kind("RD_ALLOC")
        self._begins = blocks["object"].astype(np.uint64)
        self._ends = self._begins + blocks["value"].astype(np.uint64)
        self._found: dict[tuple[str, int, int, int], ForeignCall] = {}
        self._given: dict[int, None] = {}  # to calls so far

    def all(self) -> tuple[ForeignCall, ...]:
        return tuple(self._found.values())

    def add(self, name: str, site: int, given: Sequence[int], *, anywhere: bool = False) -> None:
        begun, joined = self._memory.begun, self._memory.joined
        if name in ("mmap", "mmap64") and len(given) > 3 and given[3] & (_MAP_SHARED | _MAP_ANONYMOUS) == _MAP_SHARED:
            name = COMMON_MAPPING
        key = (name, site, len(begun), len(joined))
        reached = self._reached(given)
        depends, kept_depends = self._depends(reached), self._depends(self._reached(self._given))
        self._given.update(dict.fromkeys(given))
        known = self._found.get(key)
        if known is None:
            paths = self._paths
            children, over = frozenset(paths[one] for one in begun), frozenset(paths[one] for one in joined)
            self._found[key] = ForeignCall(name, site, children, over, reached, anywhere, depends, kept_depends)
        elif not reached <= known.reached or depends > known.depends or kept_depends > known.kept_depends:
            reached |= known.reached
            depends, kept_depends = depends or known.depends, kept_depends or known.kept_depends
            self._found[key] = replace(known, reached=reached, depends=depends, kept_depends=kept_depends)

    def _depends(self, reached: Iterable[tuple[int, int]]) -> bool:
        return any(self._memory.memory.has_terms(begin, size) for begin, size in reached)

    def _reached(self, given: Iterable[int]) -> frozenset[tuple[int, int]]:
        objects: set[tuple[int, int]] = set()
        for value in given:
            self._reach(value, _MOST_STEPS, objects)
        return frozenset(objects - self._constant)

    def _reach(self, value: int, steps: int, found: set[tuple[int, int]]) -> None:
        begin, size = self._object(value)
        if (begin, size) in found or value < _NO_POINTER:
            return
        found.add((begin, size))
        if steps:
            for word in self._memory.memory.words(begin, size):
                self._reach(word, steps - 1, found)

    def _object(self, address: int) -> tuple[int, int]:
        """The variable, or the block of the heap, whoever allocated it, that it points into; where none is known, the
        word."""
        at = bisect_right(self._variables, (address, 2**64)) - 1
        if at >= 0 and address < sum(self._variables[at]):
            return self._variables[at]
        for begin, size in self._memory.slots:
            if begin <= address < begin + size:
                return begin, size
        return self._memory.block_around(address) or self._anybodys_block(address) or (address, 8)

    def _anybodys_block(self, address: int) -> tuple[int, int] | None:
        """All that blocks there ever held: one may have taken the place of another."""
        around = np.flatnonzero((self._begins <= address) & (address < self._ends))
        if not around.size:
            return None
        begin = int(self._begins[around].min())
        return begin, int(self._ends[around].max()) - begin

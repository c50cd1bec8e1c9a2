"""Executions of functions and of loop bodies that look as if they were meant to be atomic.

In: what was executed, and what is declared anyway. Out: the innermost ones that touch the same object in two critical
sections, or read some memory and later write it outside of one. What is done in different iterations of a loop says
nothing about the code around the loop; nor does the whole life of a thread, or the inside of a library.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final, NamedTuple

from raddle.model.accesses import accesses_of
from raddle.model.actions import Free
from raddle.model.program import TraceProgram
from raddle.model.recorded.objects import Lies, MemoryObject, Objects
from raddle.trace.held_locks import HeldLocks
from raddle.trace.program import is_system_header
from raddle.trace.walk import Trace

_MOST_ACCESSES: Final = 100
"""Of one execution: who does more hardly means it to be atomic."""
_MOST_EXECUTIONS: Final = 8
"""Of one function or loop in one thread."""


class Activation(NamedTuple):
    """One execution, between two rows of a thread's walk: of entry number `entry`."""

    thread: int
    entry: int
    begin: int
    end: int


class _Touched(NamedTuple):
    row: int
    thing: MemoryObject
    cells: frozenset[int]
    reads: bool
    writes: bool
    sections: frozenset[int]
    """Rows at which the locks were got that are held."""


@dataclass
class _Node:
    activation: Activation
    inner: list["_Node"] = field(default_factory=list)
    is_found: bool = False
    """It, or one inside of it."""

    def child_around(self, row: int) -> "_Node | None":
        at = bisect_right(self.inner, row, key=lambda node: node.activation.begin) - 1
        return self.inner[at] if at >= 0 and row < self.inner[at].activation.end else None


def meant_to_be_atomic(
    ctp: TraceProgram, trace: Trace, activations: Iterable[Activation], declared: Iterable[Activation]
) -> tuple[Activation, ...]:
    covered: defaultdict[int, list[Activation]] = defaultdict(list)
    for one in declared:
        covered[one.thread].append(one)
    by_thread: defaultdict[int, list[Activation]] = defaultdict(list)
    for one in activations:
        by_thread[one.thread].append(one)
    looking = _Looking(ctp, trace)
    found: list[Activation] = []
    executions: defaultdict[tuple[int, int], int] = defaultdict(int)
    for thread, own in by_thread.items():
        for one in looking.innermost(sorted(own, key=lambda each: each.begin), thread):
            inside = any(block.begin <= one.end and one.begin <= block.end for block in covered[thread])
            executions[thread, one.entry] += 1
            if not inside and executions[thread, one.entry] <= _MOST_EXECUTIONS:
                found.append(one)
    return tuple(sorted(found))


class _Looking:
    def __init__(self, ctp: TraceProgram, trace: Trace) -> None:
        self._ctp = ctp
        self._trace = trace
        self._objects = Objects(trace)
        self._held = HeldLocks(trace)
        self._is_library: dict[int, bool] = {}

    def innermost(self, activations: Sequence[Activation], thread: int) -> Iterator[Activation]:
        """By their beginnings: what is inside of another comes later."""
        touched = sorted(self._touched(thread))
        for node in reversed(_nested(activations)):
            node.is_found = any(inner.is_found for inner in node.inner)
            if not node.is_found and self._may_be_meant(node.activation) and self._is_in_parts(node, touched):
                node.is_found = True
                yield node.activation

    def _touched(self, thread: int) -> Iterator[_Touched]:
        for event in self._ctp.of_thread(thread):
            accesses = () if isinstance(event.action, Free) else tuple(accesses_of(event))
            cells = frozenset(cell for access in accesses for cell in access.cells if not self._ctp.cells[cell].hidden)
            if event.origin is None or not cells:
                continue
            address = int(self._trace.threads[thread].events["address"][event.origin])
            thing = self._objects.around(address) or MemoryObject(address, 1, Lies.STACK)
            yield _Touched(
                event.origin,
                thing,
                cells,
                any(not access.writes for access in accesses),
                any(access.writes for access in accesses),
                frozenset(lock.row for lock in self._held.at(thread, event.origin)),
            )

    def _may_be_meant(self, one: Activation) -> bool:
        """The program's own code, and not all that its thread does."""
        thread, is_loop = self._trace.threads[one.thread], self._trace.blocks.entries[one.entry].loop
        if self._is_of_library(int(thread.events["site"][one.begin])):
            return False
        if is_loop:
            return True
        node = int(thread.events["stack"][one.begin])
        while node:
            parent, site = (int(part) for part in thread.stacks[node])
            if not self._is_of_library(site):
                return True
            node = parent
        return False

    def _is_of_library(self, site: int) -> bool:
        known = self._is_library.get(site)
        if known is None:
            place = self._trace.program.place_of(site)
            known = self._is_library[site] = place is None or is_system_header(place.file)
        return known

    def _is_in_parts(self, node: _Node, touched: Sequence[_Touched]) -> bool:
        """Whether it does in several steps what looks like one."""
        first, past = (
            bisect_left(touched, row, key=lambda each: each.row) for row in (node.activation.begin, node.activation.end)
        )
        if past - first > _MOST_ACCESSES:
            return False
        return any(
            _belong_together(one, other) and self._are_parts(node, one.row, other.row)
            for one, other in combinations(touched[first:past], 2)
        )

    def _are_parts(self, node: _Node, row: int, other: int) -> bool:
        """Whether they are parts of this very execution: not of an inner one, nor of iterations of a loop in it."""
        one, two = node.child_around(row), node.child_around(other)
        if one is None or two is None:
            return True
        entry = one.activation.entry
        return one is not two and not (entry == two.activation.entry and self._trace.blocks.entries[entry].loop)


def _belong_together(one: _Touched, other: _Touched) -> bool:
    if one.thing != other.thing or one.sections & other.sections:
        return False
    if one.sections and other.sections:
        return True
    return one.reads and other.writes and bool(one.cells & other.cells)


def _nested(activations: Sequence[Activation]) -> list[_Node]:
    nodes: list[_Node] = []
    around: list[_Node] = []
    for one in activations:
        while around and around[-1].activation.end < one.begin:
            around.pop()
        nodes.append(_Node(one))
        if around:
            around[-1].inner.append(nodes[-1])
        around.append(nodes[-1])
    return nodes

"""Which blocks are torn, and what goes wrong with memory, in one walked run of a program of
tests/support/random_blocks.py: plain, slow, and on its own.

docs/rules.md, Atomicity and Memory. What becomes of a value that was read stands in the
program's comments; which blocks there are, in its lines. From the walk come only the accesses in their order, with
their values.
"""

import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from raddle.base.trace_format import trace_format
from raddle.trace.events import EventFlag, EventKind
from raddle.trace.order import turns
from raddle.trace.walk import Trace
from tests.support.endings import is_of_the_ending
from tests.support.random_blocks import RandomProgram

_COMPARE: Final[dict[str, Callable[[int, int], bool]]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_ACCESSES: Final = (EventKind.READ, EventKind.WRITE, EventKind.UPDATE)
ELEMENTS: Final = 3
"""Of the array that is allocated."""
INTEGER, POINTER = 4, 8
"""Sizes."""


@dataclass(frozen=True)
class Access:
    """Of an integer or a pointer in memory that threads may share."""

    thread: str
    index: int
    line: int
    address: int
    size: int
    before: int
    """What was there."""
    written: int | None
    """None: it only reads."""
    reads: bool
    words: tuple[str, ...]
    """What becomes of what it reads; of an update, what it does."""

    def acts_on(self, value: int) -> int:
        """What it leaves there."""
        if self.written is None:
            return value
        if not self.reads:
            return self.written
        match self.words:
            case ("add", by, *_):
                return value + int(by)
            case ("or", by, *_):
                return value | int(by)
            case _:
                return self.written

    def notices(self, one: int, other: int) -> bool:
        if not self.reads or one == other:
            return False
        if self.words[-3:-2] == ("if",):
            compare, to = _COMPARE[self.words[-2]], int(self.words[-1])
            return compare(one, to) != compare(other, to)
        return not (self.written is not None and self.words[-1:] == ("unused",))


def dependent(first: Access, second: Access) -> bool:
    """`first` comes first in the run."""
    if first.address != second.address or (first.written is None and second.written is None):
        return False
    seen = {first.before} if first.written is not None else {first.before, second.before}
    return any(_dependent_with(value, first, second) for value in seen)


def _dependent_with(value: int, first: Access, second: Access) -> bool:
    after_first, after_second = first.acts_on(value), second.acts_on(value)
    return (
        second.acts_on(after_first) != first.acts_on(after_second)
        or first.notices(value, after_second)
        or second.notices(after_first, value)
    )


@dataclass
class WalkedRun:
    """Accesses in their order; and what was given back when."""

    program: RandomProgram
    trace: Trace
    accesses: list[Access] = field(default_factory=list)
    faults: list[tuple[str, Access]] = field(default_factory=list)
    """What goes wrong, and the access with which it does or which read what leads there."""

    def __post_init__(self) -> None:
        memory: dict[int, int] = {}
        freed: dict[int, int] = {}
        """Address and size."""
        sizes: dict[int, int] = {}
        fmt = trace_format()
        for thread, first, past in turns(self.trace):
            path = self.trace.threads[thread].path
            for event in self.trace.threads[thread].events[first:past]:
                if is_of_the_ending(self.trace.program, int(event["site"])):
                    continue
                if event["kind"] in _ACCESSES:
                    self._access(path, event, memory, freed)
                elif event["kind"] == EventKind.SYNC:
                    record = self.trace.recording.sync[int(event["value"])]
                    kind, block = fmt.kinds[int(record["kind"])], int(record["object"])
                    if kind == "alloc":
                        sizes[block] = int(record["value"])
                    elif kind == "free":
                        self._free(path, event, block, sizes.get(block, 0), freed)

    def _line(self, event: Any) -> int:
        place = self.trace.program.place_of(int(event["site"]))
        return place.line if place is not None else 0

    def _access(self, path: str, event: Any, memory: dict[int, int], freed: dict[int, int]) -> None:
        kind, address, line = event["kind"], int(event["address"]), self._line(event)
        size, value = int(event["size"]), int(event["value"])
        failed = bool(event["flags"] & EventFlag.FAILED)
        words = tuple(self.program.note(line).split())
        before = memory.get(address, 0) if kind == EventKind.WRITE else value
        written = None
        if kind == EventKind.WRITE:
            written = value
        elif kind == EventKind.UPDATE and not failed:
            written = int(event["written"])
        access = Access(
            path, int(event["index"]), line, address, size, _signed(before, size),
            None if written is None else _signed(written, size), kind != EventKind.WRITE, words,
        )  # fmt: skip
        memory[address] = before if written is None else written
        self.accesses.append(access)
        self.faults += [(fault, access) for fault in _faults(access, freed)]

    def _free(self, path: str, event: Any, block: int, size: int, freed: dict[int, int]) -> None:
        if block in freed:
            line = self._line(event)
            self.faults.append(("double-free", Access(path, int(event["index"]), line, block, 0, 0, None, True, ())))
        freed[block] = size

    # ---- blocks

    def torn(
        self, is_good: Callable[[Access], bool], comes_after: Callable[[Access, Access], bool]
    ) -> Iterator[tuple[int, int, int, int]]:
        """The lines of first, there, back and last. `comes_after(one, other)`: in every equivalent run as well."""
        good = [(place, one) for place, one in enumerate(self.accesses) if is_good(one)]
        edges = [(i, j) for i, a in good for j, b in good if i < j and a.thread != b.thread and dependent(a, b)]
        for first, there in edges:
            for back, last in edges:
                one, two, three, four = (self.accesses[place] for place in (first, there, back, last))
                ours, theirs = self._instance(one), self._instance(two)
                if ours[0] != "block" or ours != self._instance(four) or first >= last:
                    continue
                if there != back and (theirs[0] != "block" or theirs != self._instance(three)):
                    continue
                if there < last or not comes_after(two, four):
                    yield one.line, two.line, three.line, four.line

    def _instance(self, access: Access) -> tuple[object, ...]:
        for number, (first, last) in enumerate(self.program.blocks):
            if first <= access.line <= last:
                return "block", number
        return "event", access.thread, access.index


def _faults(access: Access, freed: dict[int, int]) -> Iterator[str]:
    value, words = access.before, access.words
    if access.reads and access.size == POINTER and "follows" in words and value == 0:
        yield "null"
    if access.reads and access.size == INTEGER and "index" in words and not 0 <= value < ELEMENTS:
        yield "out-of-bounds"
    if access.reads and access.size == INTEGER and "divides" in words and value == 0:
        yield "division"
    if any(block <= access.address < block + size for block, size in freed.items()):
        yield "use-after-free"


def _signed(value: int, size: int) -> int:
    """Of the size that was accessed; pointers are small enough."""
    return value - (1 << 8 * size) if value >> 8 * size - 1 & 1 else value

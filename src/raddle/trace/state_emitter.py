"""The walk's emitter that also keeps what the thread's own memory holds, and what the runtime did that matters later.

In: what the walk emits. Out: `memory`; what was allocated, created, initialised; why the memory is not known for sure.
"""

from bisect import bisect, insort
from collections import Counter
from collections.abc import Container, Hashable, Sequence
from hashlib import blake2b
from typing import Final

from raddle.base.trace_format import trace_format
from raddle.trace.alone import Phase
from raddle.trace.alone_emitter import AloneEmitter
from raddle.trace.emitter import Scalar
from raddle.trace.events import EventFlag
from raddle.trace.private_bytes import PrivateBytes
from raddle.trace.recorded import Recording
from raddle.trace.streams import Streams

_ALIGNMENT: Final = 16  # of what native/heap.c hands out
_ERRNO: Final = 4  # bytes
_POINTER: Final = 8
_GRANULE: Final = 8
_STACK: Final = 1 << 32  # more than any has
WRITTEN_BY_NOBODY: Final = "memory of the thread's own was written by nobody that is known"
NEVER_WRITTEN: Final = "a variable is read that was never written"
GIVEN_BACK: Final = "memory is read that was given back"
UNKNOWN_CONTENTS: Final = frozenset({WRITTEN_BY_NOBODY, NEVER_WRITTEN, GIVEN_BACK})
"""Doubts about what was read."""


class StateEmitter(AloneEmitter):
    def __init__(
        self,
        streams: Streams,
        shared: Container[int],
        recording: Recording,
        phases: Sequence[Phase] = (),
        *,
        keep_freed: bool = False,
        flagged: Container[int] = (),
    ) -> None:
        """`keep_freed`: what the thread has given back makes states different. `flagged`: blocks, by where they begin,
        of which flags tell that they were given back."""
        super().__init__(streams, shared, recording, phases)
        fmt = trace_format()
        self.memory = PrivateBytes(self._private.bytes)
        self.doubt: str | None = None
        """Why nothing is known for sure any more."""
        self.outside = b""
        """All that went on between the program and libraries that may keep something to themselves."""
        self.crossings = 0
        self.heap_end = 0
        self.created = 0
        self.begun: set[int] = set()
        """Threads that it created; `joined`: that it joined."""
        self.joined: set[int] = set()
        self.deeper: Counter[int] = Counter()
        """Of recursive locks: how often more than once each is held."""
        self.let_go: tuple[tuple[int, int], ...] = ()
        """Threads that it joined or detached: what was done, and their handles."""
        self.heap = 0
        """Of the blocks that it has and of those that it gave back: equal ones make equal numbers."""
        self.errno_by: Hashable = None
        """What set errno last; None: the program itself, or nothing."""
        self.errno_at: int | None = None
        self.ended: tuple[int, ...] = ()
        """How the last operation did that an event tells of."""
        self.lives: Counter[int] = Counter()
        """Of locks and the like, by address: how often each was initialised or destroyed."""
        self.slots: list[tuple[int, int]] = []
        """Of all functions that were entered and not left: address, size."""
        self.touched: set[int] = set()
        """Granules, read or written since there are other threads; `wrote`: written."""
        self.wrote: set[int] = set()
        self._strewn: set[int] = set()  # addresses that depend on what was read from memory that others touch
        self._dependent: set[int] = set()  # granules of which the contents do
        self._begins_alone = streams.path == "main"
        self.moving = False
        """What is read now is only handed on."""
        self.moved: list[bytes] = []
        self.shared = shared
        self._unwritten: dict[tuple[int, int], tuple[int, int]] = {}  # as first seen, and when
        self._given: set[int] = set()  # variables on the stack that libraries were told of
        self._told: set[int] = set()  # and those of which memory tells
        self._blocks: list[tuple[int, int]] = []  # of the heap: address, size; sorted
        self._freed: list[tuple[int, int]] = []  # address, size; sorted
        self._keep_freed = keep_freed
        self._flagged = flagged
        self._records = recording.sync
        self._alloc, self._free, self._create = fmt["RD_ALLOC"], fmt["RD_FREE"], fmt["RD_CREATE"]
        self._join, self._detach, self._woken = fmt["RD_JOIN"], fmt["RD_DETACH_THREAD"], fmt["RD_FUTEX_WOKEN"]
        lives = ("RD_MUTEX_INIT", "RD_SEM_INIT", "RD_BARRIER_INIT", "RD_INIT", "RD_DESTROY")
        self._lives = {fmt[name] for name in lives}
        self._unlock, self._inner = fmt["RD_UNLOCK"], fmt["RD_FLAG_RECURSIVE"]
        self._undone = fmt["RD_FLAG_FAILED"] | fmt["RD_FLAG_MISUSE"]

    @property
    def rows(self) -> int:
        return len(self._events)

    @property
    def given_back(self) -> tuple[tuple[int, int], ...]:
        return tuple(self._freed) if self._keep_freed else ()

    def cross(self, *what: object) -> None:
        """Control goes to a library or comes from it. What it does next may depend on all of the thread's memory."""
        self.crossings += 1
        said = repr((self.outside, what, self.memory.digest)).encode()
        self.outside = blake2b(said, digest_size=16).digest()
        self.memory.settle([slot for slot in self.slots if slot[0] not in self._given and slot[0] not in self._told])

    def phase_is_over(self) -> None:
        """What the thread has made of its memory before there were others is the same in every run."""
        self.cross("alone")
        self.memory.settle(())

    def give_up(self, why: str) -> None:
        self.doubt = self.doubt or why

    # ---- accesses

    def read(self, index: int, address: Scalar, size: int, value: int, flags: int = 0) -> int:
        if not self._touches_shared(address[0], size):
            self._look(address[0], size, value, moving=self.moving or bool(flags & EventFlag.LIBRARY))
        return super().read(index, address, size, value, flags)

    def write(self, index: int, address: Scalar, size: int, value: Scalar, flags: int = 0) -> None:
        super().write(index, address, size, value, flags)
        self._note_write(address[0], size)
        self._note_dependence(address, size, value[1])
        if not self._touches_shared(address[0], size):
            self.memory.put(address[0], size, value[0], self.crossings)
            if address[0] == self.errno_at:
                self.errno_by = None
        if size == _POINTER and self.slots and abs(value[0] - self.slots[-1][0]) < _STACK:
            self._told.update(begin for begin, there in self.slots if begin <= value[0] <= begin + there)

    def old_value(self, address: Scalar, size: int, value: int) -> int:
        if not self._touches_shared(address[0], size):
            self._look(address[0], size, value, moving=False)
        return super().old_value(address, size, value)

    def update(self, index: int, address: Scalar, size: int, old: Scalar, new: Scalar, flags: int) -> None:
        super().update(index, address, size, old, new, flags)
        self._note_write(address[0], size)
        self._note_dependence(address, size, new[1])
        if not flags & EventFlag.FAILED and not self._touches_shared(address[0], size):
            self.memory.put(address[0], size, new[0], self.crossings)

    def read_bytes(self, index: int, address: int, data: bytes, flags: int = 0) -> list[Scalar]:
        if self.moving:
            self.moved.append(data)
        return super().read_bytes(index, address, data, flags)

    def copy(self, read_index: int, to: int, source: int, data: bytes) -> None:
        unwritten = [number for number in range(len(data)) if self._is_unwritten(source + number, 1)]
        self.moving = True
        super().copy(read_index, to, source, data)
        self.moving = False
        for number in unwritten:
            self.memory.forget(to + number, 1)

    def _touches_shared(self, address: int, size: int) -> bool:
        low, high = address >> 3 in self._shared, (address + size - 1) >> 3 in self._shared
        if self.begun or not self._begins_alone:
            self.touched.update((address >> 3, (address + size - 1) >> 3))
        if low != high:
            self.give_up("an access lies half in memory that others touch")
        return low or high

    def _note_write(self, address: int, size: int) -> None:
        if self.begun or not self._begins_alone:
            self.wrote.update((address >> 3, (address + size - 1) >> 3))

    def _note_dependence(self, address: Scalar, size: int, term: int) -> None:
        granules = (address[0] >> 3, (address[0] + size - 1) >> 3)
        if address[1]:
            self._strewn.add(address[0])
        if term:
            self._dependent.update(granules)
        elif size == _GRANULE and not address[0] % _GRANULE:
            self._dependent.discard(granules[0])

    def depends(self, begin: int, size: int) -> bool:
        """Whether what the thread has put into this object, or where in it, depends on what it read from memory that
        others touch."""
        if any(begin <= address < begin + size for address in self._strewn) or self.memory.has_terms(begin, size):
            return True
        span = range(begin >> 3, (begin + size + 7) >> 3)
        return any(granule in span for granule in self._dependent)

    def dependent(self) -> frozenset[int]:
        """Granules of which `depends` is true."""
        return frozenset(self._dependent | {address >> 3 for address in self._strewn} | self.memory.with_terms())

    def is_shared(self, begin: int, size: int) -> bool:
        """Whether others touch some of it."""
        return any(granule in self._shared for granule in range(begin >> 3, (begin + size + 7) >> 3))

    def _look(self, address: int, size: int, value: int, *, moving: bool) -> None:
        """At what the thread itself has left there, if it has."""
        since = self.memory.differs(address, size, value)
        if since is not None:
            if since == self.crossings:
                self.give_up(WRITTEN_BY_NOBODY)
            self.memory.put(address, size, value, self.crossings)
        elif self.memory.known(address, size):
            return
        elif self._is_unwritten(address, size):
            if not moving:
                self.give_up(NEVER_WRITTEN)
        elif self._is_freed(address):
            self.give_up(GIVEN_BACK)
        else:
            first = self._unwritten.setdefault((address, size), (value, self.crossings))
            if first[0] != value:
                if first[1] == self.crossings:
                    self.give_up(WRITTEN_BY_NOBODY)
                self._unwritten[address, size] = (value, self.crossings)

    def _is_unwritten(self, address: int, size: int) -> bool:
        """In a variable on the stack, of which nothing there is known: it holds what others left."""
        if self.memory.known(address, size) or address >> 3 in self._shared:
            return False
        return any(begin <= address < begin + there and begin not in self._given for begin, there in self.slots)

    def _is_freed(self, address: int) -> bool:
        at = bisect(self._freed, (address, 2**64))
        return at > 0 and address < sum(self._freed[at - 1])

    def give(self, pointer: int) -> None:
        """To a library, which may write there unseen."""
        self._given.update(begin for begin, there in self.slots if begin <= pointer < begin + there)

    def add_slot(self, address: int, size: int) -> None:
        """A variable on the stack. Nothing is in it yet."""
        self.memory.forget(address, size)
        self._strewn = {one for one in self._strewn if not address <= one < address + size}
        if self._dependent:
            self._dependent.difference_update(range(address >> 3, (address + size + 7) >> 3))
        self._given.discard(address)
        self._told.discard(address)
        self.slots.append((address, size))

    def set_errno(self, by: Hashable) -> None:
        """By a library: what the program had written there is gone."""
        self.errno_by = by
        if self.errno_at is not None:
            self.memory.forget(self.errno_at, _ERRNO)
            self._unwritten.pop((self.errno_at, _ERRNO), None)

    # ---- what the runtime did

    def sync(self, index: int, position: int) -> None:
        super().sync(index, position)
        record = self._records[position]
        kind, address = int(record["kind"]), int(record["object"])
        self.ended = kind, int(record["flags"]), int(record["result"]), int(record["extra"]) * (kind == self._woken)
        if int(record["flags"]) & self._undone:
            return
        if int(record["flags"]) & self._inner:
            self.deeper[address] += -1 if kind == self._unlock else 1
        if kind == self._alloc:
            self._allocated(address, int(record["value"]))
        elif kind == self._free and address not in self._flagged:
            self.memory.forget(address, int(record["value"]))
            insort(self._freed, (address, int(record["value"])))
            self._freed_block(address)
        elif kind == self._create:
            self.created += 1
            self.begun.add(int(record["value"]))
        elif kind == self._join:
            self.joined.add(int(record["value"]))
            self.let_go = tuple(sorted({*self.let_go, (kind, address)}))
        elif kind == self._detach:
            self.let_go = tuple(sorted({*self.let_go, (kind, address)}))
        elif kind in self._lives:
            self.lives[address] += 1

    def _allocated(self, address: int, size: int) -> None:
        """Behind the last block, or a block was changed where it lay."""
        end = (address + size + _ALIGNMENT - 1) // _ALIGNMENT * _ALIGNMENT
        at = bisect(self._blocks, (address, -1))
        is_known = at < len(self._blocks) and self._blocks[at][0] == address
        self.heap_end = max(end, self.heap_end) if is_known else end
        if is_known:
            self.heap ^= _number(*self._blocks[at])
            self._blocks[at] = address, size
        else:
            self._blocks.insert(at, (address, size))
        self.heap ^= _number(address, size)

    def _freed_block(self, address: int) -> None:
        at = bisect(self._blocks, (address, -1))
        if at < len(self._blocks) and self._blocks[at][0] == address:
            self.heap ^= _number(*self._blocks[at])
        self.heap ^= _number(address, -1)

    def block_around(self, address: int) -> tuple[int, int] | None:
        """Of the heap, that the thread allocated: where it begins, its size."""
        at = bisect(self._blocks, (address, 2**64)) - 1
        return self._blocks[at] if at >= 0 and address < sum(self._blocks[at]) else None


def _number(address: int, size: int) -> int:
    return int.from_bytes(blake2b(b"%d %d" % (address, size), digest_size=16).digest())

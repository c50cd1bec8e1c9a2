"""Calls of one thread to functions outside of the program that may keep something, or look at memory unseen.

In: a walk, call by call. Out: `ForeignCall`: which function, where, after which children were created and joined, and
which memory it was given a way to, as base/library says of it.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final, Literal

import numpy as np

from raddle.base.library.functions import ALL, Extent, How, LibraryFunction, Mark
from raddle.trace.between_objects import Between
from raddle.trace.constant_text import text_at
from raddle.trace.formats import conversions
from raddle.trace.frames import Held
from raddle.trace.library_calls import by_number
from raddle.trace.program import Program
from raddle.trace.recorded import Recording
from raddle.trace.state_emitter import StateEmitter

ASSEMBLY: Final = LibraryFunction(
    "assembly",
    frozenset(),
    reads=(Extent(ALL, How.DEEP),),
    writes=(Extent(ALL, How.DEEP),),
)
"""Stands for a function."""
COMMON_MAPPING: Final = "mmap of a file"
"""The name of the same: memory that may lie at two addresses."""
_MAP_SHARED: Final = 1
_MAP_ANONYMOUS: Final = 0x20
_STEPS: Final = {How.POINTER: 1, How.VECTOR: 1, How.FORMAT: 1, How.SCAN: 1, How.LIST: 2, How.DEEP: 3}
"""From pointer to pointer."""
_NO_POINTER: Final = 1 << 16
_MOST_LOOKED_AT: Final = 1 << 16
_INTERNAL: Final = re.compile(r" (?:internal|private) ")

Object = tuple[int, int]
"""Address, size."""
UNBOUNDED: Final = 0
"""The size of what is no variable of the program's, of the thread's own, nor a block of the heap: nobody knows where it
begins and ends. The address is that which was given."""
Reach = dict[Object, int]
"""Objects, and over how many pointers in them one may go on."""
Which = Literal["reads", "writes", "keeps", "fills"]


@dataclass(frozen=True, slots=True)
class ForeignCall:
    does: LibraryFunction
    site: int
    begun: frozenset[str]
    """Its own children that there are."""
    joined: frozenset[str]
    """Those of them that are over."""
    reads: frozenset[Object]
    """What it may read of the memory that one comes to from what it was given; constants are none."""
    writes: frozenset[Object]
    keeps: frozenset[Object]
    """What later calls may read; `fills`: write."""
    fills: frozenset[Object]
    anywhere: bool
    """It may look at all memory."""
    further: frozenset[tuple[Which, Object, int]] = frozenset()
    """Objects in which others may have put pointers, and over how many of them it may go on from there."""
    dependent: frozenset[int] = frozenset()
    """Where it goes on: all granules of the thread's own that depend on what was read from memory that others touch."""
    depends: bool = False
    """What lies there (it is the thread's own) depends on what was read from memory that others touch."""
    kept_depends: bool = False
    """The same of what was kept by calls before it."""
    listed_depends: bool = False
    """So does an address in a va_list that it was given."""

    @property
    def name(self) -> str:
        return self.does.name

    @property
    def reached(self) -> frozenset[Object]:
        return self.reads | self.writes


class ForeignCalls:
    def __init__(self, program: Program, recording: Recording, memory: StateEmitter) -> None:
        self._program = program
        self._memory = memory
        self._paths = [thread.path for thread in recording.threads]
        self._variables = [(address, size) for address, size, *_ in program.variables]
        self._constant = {(at, size) for at, size, variable, _ in program.variables if variable.constant}
        blocks = recording.of_kind("RD_ALLOC")
        self._begins = blocks["object"].astype(np.uint64)
        self._ends = self._begins + blocks["value"].astype(np.uint64)
        self._between = Between(program, (recording,))
        self._found: dict[tuple[str, int, int, int], ForeignCall] = {}
        self._kept: dict[int, None] = {}  # pointers that calls so far may have kept

    def all(self) -> tuple[ForeignCall, ...]:
        return tuple(self._found.values())

    def add(self, does: LibraryFunction, site: int, given: Sequence[Held], *, anywhere: bool = False) -> None:
        """`given`: by argument."""
        values = [[leaf[0] for leaf in held if leaf is not None] for held in given]
        if does.name in ("mmap", "mmap64") and not does.is_foreign and _is_common(values):
            does = replace(does, name=COMMON_MAPPING, marks=does.marks | {Mark.MAPS})
        matters = does.looks_unseen or Mark.DESTROYS in does.marks
        reads = self._extents(does.reads, values) if matters else {}
        writes = self._extents(does.writes, values) if matters else {}
        before = self._reached(self._kept, 3)
        kept_depends = self._depends(before)
        if does.is_foreign:
            before |= self._reached(self._exported, 3) if does.knows_program else {}
            reads, writes = before | reads, before | writes
        keeps = [value for one in does.keeps for value in _of(values, one.argument)]
        fills = [value for one in does.keeps if one.written for value in _of(values, one.argument)]
        self._kept.update(dict.fromkeys(keeps))
        unknown_list, listed_depends = self._listed(does, values)
        reached: dict[Which, Reach] = {
            "reads": reads,
            "writes": writes,
            "keeps": self._reached(keeps, 3),
            "fills": self._reached(fills, 3),
        }
        further = self._further(reached)
        made = ForeignCall(
            does,
            site,
            begun=self._names(self._memory.begun),
            joined=self._names(self._memory.joined),
            **{which: frozenset(objects.keys() - self._constant) for which, objects in reached.items()},
            anywhere=anywhere or unknown_list,
            further=further,
            dependent=self._memory.dependent() if further else frozenset(),
            depends=self._depends({**reads, **writes}),
            kept_depends=kept_depends,
            listed_depends=listed_depends,
        )
        key = (does.name, site, len(made.begun), len(made.joined))
        known = self._found.get(key)
        self._found[key] = made if known is None else _both(known, made)

    def _names(self, threads: Iterable[int]) -> frozenset[str]:
        return frozenset(self._paths[one] for one in threads)

    def _further(self, reached: dict[Which, Reach]) -> frozenset[tuple[Which, Object, int]]:
        return frozenset(
            (which, one, steps)
            for which, objects in reached.items()
            for one, steps in objects.items()
            if steps and one not in self._constant and not self._is_own(one)
        )

    def _is_own(self, one: Object) -> bool:
        """Nobody else can have put a pointer there."""
        begin, size = one
        own = one in self._memory.slots or self._memory.block_around(begin) == one
        return own and size <= _MOST_LOOKED_AT and not self._memory.is_shared(begin, size)

    @property
    def _exported(self) -> list[int]:
        """Addresses of variables that other files know by their names."""
        return [
            at
            for at, _, variable, within in self._program.variables
            if not variable.constant and not _INTERNAL.search(within.module.lines[variable.line])
        ]

    def _depends(self, reached: Iterable[Object]) -> bool:
        return any(self._memory.depends(*self._bounded(one)) for one in reached)

    def _bounded(self, reached: Object) -> Object:
        """What has no known size may be all that is not known to be something else."""
        return reached if reached[1] != UNBOUNDED else self._between.around(reached[0])

    def _listed(self, does: LibraryFunction, values: list[list[int]]) -> tuple[bool, bool]:
        """Of a va_list that it is given: whether it is not known where its arguments lie (capture/variadic.py puts them
        one behind the other), and whether an address among them depends on what was read from memory that others
        touch."""
        at = next((one.argument for one in does.reads if one.how is How.LIST), None)
        if at is None:
            return False, False
        (tag, *_), formats = _of(values, at) or [0], [one.argument for one in does.reads if one.how is How.FORMAT]
        first, saved = (next(iter(self._memory.memory.words(tag + offset, 8)), None) for offset in (8, 16))
        if first is None or saved != 0:
            return True, True
        format_at = next(iter(_of(values, formats[0])), 0) if formats else 0
        letters = conversions(text_at(self._program, format_at) or None)
        if letters is None:
            return False, self._depends([self._object(first)])
        return False, self._depends((first + 8 * number, 8) for number, letter in enumerate(letters) if letter == "s")

    def _extents(self, extents: Iterable[Extent], values: list[list[int]]) -> Reach:
        objects: Reach = {}
        for one in extents:
            pointers = _of(values, one.argument)
            if one.how in (How.FORMAT, How.SCAN):
                pointers += [value for behind in values[one.argument :] for value in behind]
            for value in pointers:
                self._reach(value, _STEPS.get(one.how, 0), objects)
        return objects

    def _reached(self, given: Iterable[int], steps: int) -> Reach:
        objects: Reach = {}
        for value in given:
            self._reach(value, steps, objects)
        return objects

    def _reach(self, value: int, steps: int, found: Reach) -> None:
        one = self._object(value)
        if found.get(one, -1) >= steps or value < _NO_POINTER:
            return
        found[one] = steps
        if steps:
            for word in self._memory.memory.words(*self._bounded(one)):
                self._reach(word, steps - 1, found)

    def _object(self, address: int) -> Object:
        """The variable, or the block of the heap, whoever allocated it, that it points into."""
        at = bisect_right(self._variables, (address, 2**64)) - 1
        if at >= 0 and address < sum(self._variables[at]):
            return self._variables[at]
        for begin, size in self._memory.slots:
            if begin <= address < begin + size:
                return begin, size
        return self._memory.block_around(address) or self._anybodys_block(address) or (address, UNBOUNDED)

    def _anybodys_block(self, address: int) -> Object | None:
        """All that blocks there ever held: one may have taken the place of another."""
        around = np.flatnonzero((self._begins <= address) & (address < self._ends))
        if not around.size:
            return None
        begin = int(self._begins[around].min())
        return begin, int(self._ends[around].max()) - begin


def _as_asked(does: LibraryFunction, given: Sequence[Held]) -> LibraryFunction:
    """setlocale(LC_ALL, NULL) changes nothing; who does is known anyway."""
    leaf = given[-1][0] if given and given[-1] else None
    if leaf is not None and leaf[0] == 0:
        return replace(does, world=None, asks=False, changes=False, reads=())
    return replace(does, marks=does.marks | {Mark.STEERS})


def as_called(does: LibraryFunction, program: Program, given: Sequence[Held]) -> LibraryFunction:
    """The same function, as this call has it. Of a format that is not known, or that has something written, or numbers
    its arguments, the log does not tell what it does."""
    if Mark.STEERS_IF_GIVEN in does.marks:
        return _as_asked(does, given)
    does = by_number(does, [held[0][0] if held and held[0] is not None else None for held in given[:3]])
    at = next((one.argument for one in does.reads if one.how is How.FORMAT), None)
    if at is None or Mark.RECORDED not in does.marks or len(given) < at:
        return does
    if conversions(_text(program, given[at - 1])) is not None:
        return does
    behind = Extent(at, How.SCAN)
    marks = does.marks - {Mark.RECORDED, Mark.STEADY, Mark.STEADY_OUTPUT}
    return replace(does, reads=(*does.reads, behind), writes=(*does.writes, behind), marks=marks)


def _text(program: Program, held: Held) -> str | None:
    address = held[0][0] if held and held[0] is not None else 0
    found = text_at(program, address)
    return found or None


def _of(values: list[list[int]], argument: int) -> list[int]:
    chosen = values if argument == ALL else values[argument - 1 : argument]
    return list(chain.from_iterable(chosen))


def _both(one: ForeignCall, other: ForeignCall) -> ForeignCall:
    """The same place at the same time, once more."""
    return replace(
        one,
        reads=one.reads | other.reads,
        writes=one.writes | other.writes,
        keeps=one.keeps | other.keeps,
        fills=one.fills | other.fills,
        anywhere=one.anywhere or other.anywhere,
        further=one.further | other.further,
        dependent=one.dependent | other.dependent,
        depends=one.depends or other.depends,
        kept_depends=one.kept_depends or other.kept_depends,
        listed_depends=one.listed_depends or other.listed_depends,
    )


def _is_common(values: list[list[int]]) -> bool:
    flags = _of(values, 4)
    return bool(flags) and flags[0] & (_MAP_SHARED | _MAP_ANONYMOUS) == _MAP_SHARED

"""The reference walk, which also tells at the blocks where ways meet what the thread's future depends on.

The walk is trace/walk_reference.py's own. Here are the frames as states name them, what they may still read, and the
border to libraries.
"""

from bisect import bisect_left
from collections.abc import Hashable
from itertools import chain
from typing import Final, NamedTuple

from raddle.base.library.functions import LibraryFunction, Mark
from raddle.base.library.lookup import lookup
from raddle.ir import instructions as ins
from raddle.ir.liveness import Liveness
from raddle.ir.module import Function
from raddle.ir.probes import CallProbe, block_mark, intrinsic_of
from raddle.ir.types import size_of
from raddle.ir.values import Unmodelled
from raddle.trace.blocks import Selection
from raddle.trace.foreign_calls import ASSEMBLY, ForeignCalls, as_called
from raddle.trace.frames import Frame, Held
from raddle.trace.library_calls import (
    ERRNO,
    FAILING_IN_ONE_WAY,
    FLOATING,
    LibraryCalls,
    is_idle,
    may_have_failed,
)
from raddle.trace.program import LoadedFunction, Program
from raddle.trace.recorded import Recording
from raddle.trace.state_emitter import StateEmitter
from raddle.trace.streams import Streams
from raddle.trace.walk_reference import Walk

Holding = tuple[Hashable, int, int]
"""Which register or memory; its value in the walked run; its term (of the walk's table), 0: a constant.

Memory goes by (address, bytes, b): it holds the bytes of the term from number b on. Registers by (depth of the frame,
name, number of the leaf)."""

MOST_HELD: Final = 2_000_000
"""In all states of a thread together."""

Entry = tuple[int, int, Hashable, tuple[Holding, ...]]


class _Code(NamedTuple):
    """What is known of a function."""

    liveness: Liveness
    meeting: frozenset[str]
    """Labels of the blocks that are come to in several ways."""


class _Activation:
    """What is known of a frame besides."""

    def __init__(self, code: _Code, *, by_library: bool, first_slot: int) -> None:
        self.code = code
        self.by_library = by_library
        self.first_slot = first_slot  # of its own among those of all frames
        self.unclear = code.liveness.function.variadic
        """It may read what no register or variable shows: arguments of any number; registers as they were at setjmp."""
        self.calling: tuple[ins.Call, Hashable, tuple[Holding, ...]] | None = None  # while it is in a call


class StateWalk(Walk):
    def __init__(
        self, program: Program, recording: Recording, streams: Streams, out: StateEmitter, selection: Selection
    ) -> None:
        super().__init__(program, streams, out, selection)
        self.made = out
        self.foreign = ForeignCalls(program, recording, out)
        self.entries: list[Entry] = []
        self._held = 0
        self._codes: dict[int, _Code] = {}
        self._activations: list[_Activation] = []  # of the frames
        self._direct = False
        self._handed_over: list[bytes] = []
        self._specific: dict[int, int] = {}
        self._library = LibraryCalls(program)
        self._inputs = _Inputs(recording, streams)

    # ---- states

    def go(self, frame: Frame, label: str) -> None:
        super().go(frame, label)
        if self.made.doubt is None and label in self._activations[-1].code.meeting:
            self._arrive(frame)

    def _arrive(self, frame: Frame) -> None:
        if self.made.in_phase or self.handlers_running or any(one.unclear for one in self._activations):
            return
        depth = len(self.frames) - 1
        code = self._activations[-1].code
        self._forget_overwritten(frame, code.liveness)
        inner = self._registers(frame, depth, code.liveness.at_entry[frame.block.label])
        outer = [self._outer(number) for number in range(depth)]
        if inner is None or None in outer:
            return
        sites: list[Hashable] = []
        held: list[Holding] = []
        for found in outer:
            assert found is not None
            sites.append(found[0])
            held += found[1]
        sites.append((frame.loaded.entry_site, frame.loaded.within.site_base + frame.block.line, *self._about(depth)))
        where = (tuple(sites), *self._outside())
        entry = (self.made.rows, self.streams.count, where, (*held, *inner, *self.made.memory.pieces()))
        self._held += len(entry[3])
        if self._held > MOST_HELD:
            self.made.give_up("the thread holds too much to be compared")
        self.entries.append(entry)

    def _forget_overwritten(self, frame: Frame, liveness: Liveness) -> None:
        """What is written next, before anything may read it, is nothing that the future depends on."""
        for register, size in liveness.overwritten(frame.block.label):
            leaf = frame.registers[register][0] if register in frame.registers else None
            if leaf is not None:
                self.made.memory.forget(leaf[0], size)

    def _outer(self, depth: int) -> tuple[Hashable, tuple[Holding, ...]] | None:
        """A frame that waits for its callee; None: it holds something that is not known."""
        frame, activation = self.frames[depth], self._activations[depth]
        call = frame.calling
        assert call is not None
        if activation.calling is None or activation.calling[0] is not call:
            held = self._registers(frame, depth, activation.code.liveness.behind(call))
            if held is None:
                return None
            activation.calling = call, (frame.loaded.entry_site, frame.site(call), *self._about(depth)), held
        return activation.calling[1:]

    def _registers(self, frame: Frame, depth: int, names: tuple[str, ...]) -> tuple[Holding, ...] | None:
        held: list[Holding] = []
        for name in names:
            for number, leaf in enumerate(frame.registers.get(name, ())):
                if leaf is None:
                    return None
                held.append(((depth, name, number), *leaf))
        return tuple(held)

    def _about(self, depth: int) -> tuple[Hashable, ...]:
        """Where its variables lie, and which blocks that are to be atomic are open in it."""
        frame = self.frames[depth]
        past = self._activations[depth + 1].first_slot if depth + 1 < len(self.frames) else len(self.made.slots)
        return tuple(self.made.slots[self._activations[depth].first_slot : past]), tuple(frame.blocks), frame.marks

    def _outside(self) -> tuple[Hashable, ...]:
        made = self.made
        return (
            made.outside,
            made.heap_end,
            made.created,
            made.given_back,
            made.heap,
            made.let_go,
            tuple(sorted(one for one in made.deeper.items() if one[1])),
            self._inputs.before(self.streams.blocks_read),
            tuple(sorted(made.lives.items())),
            tuple(sorted(self._specific.items())),
            made.errno_by,
        )

    # ---- into functions and out of them

    def arguments_for(self, frame: Frame | None, entered: LoadedFunction) -> tuple[int, list[Held | None] | None]:
        found = super().arguments_for(frame, entered)
        self._direct = found[1] is not None
        return found

    def enter_local(self, frame: Frame, call: ins.Call) -> None:
        self._direct = True
        super().enter_local(frame, call)

    def enter(self, loaded: LoadedFunction, stack: int, arguments: list[Held | None], uncaught: bool) -> None:
        by_library = not self._direct and not self._is_in_steady()
        self._direct = False
        handed_over, self._handed_over = (self._handed_over if arguments else []), []
        self._activations.append(
            _Activation(self._code(loaded), by_library=by_library, first_slot=len(self.made.slots))
        )
        super().enter(loaded, stack, arguments, uncaught)
        frame = self.frames[-1]
        copied = iter(handed_over)
        for parameter in loaded.function.parameters:
            if parameter.byval is not None:
                self._take_copy(frame, parameter.name, size_of(parameter.byval), next(copied, None))
        if by_library:
            self._cross("enters", frame.loaded.entry_site, list(frame.registers.values()))

    def _take_copy(self, frame: Frame, register: str, size: int, copied: bytes | None) -> None:
        """A parameter that is a copy of what the caller has: written by the call, though no event tells of it."""
        leaf = frame.registers[register][0]
        assert leaf is not None
        self.made.add_slot(leaf[0], size)
        if copied is None or len(copied) != size:
            self.made.give_up("a library hands over a copy of memory")
            return
        for number, byte in enumerate(copied):
            if (leaf[0] + number) >> 3 not in self.made.shared:
                self.made.memory.put(leaf[0] + number, 1, byte, self.made.crossings)

    def _is_in_steady(self) -> bool:
        """Whether control is in a library function that keeps nothing."""
        call = self.frames[-1].calling if self.frames else None
        return call is not None and self._library.is_steady(self._called(self.frames[-1], call))

    def _called(self, frame: Frame, call: ins.Call) -> LibraryFunction:
        """By a call to a library."""
        found = self._library.at(self.callee(frame, call))
        return as_called(found, self.program, self._leaves(frame, call))

    def _code(self, loaded: LoadedFunction) -> _Code:
        found = self._codes.get(loaded.entry_site)
        if found is None:
            found = self._codes[loaded.entry_site] = _Code(Liveness(loaded.function), _meeting(loaded.function))
        return found

    def gone(self, frame: Frame, *, returned: bool) -> None:
        super().gone(frame, returned=returned)
        if len(self.frames) >= len(self._activations):  # the thread ends inside of a function
            return
        first = self._activations.pop().first_slot
        for address, size in self.made.slots[first:]:
            self.made.memory.forget(address, size)
        del self.made.slots[first:]

    def leave_by_return(self, frame: Frame, instruction: ins.Return) -> None:
        if self._activations[-1].by_library:
            leaves = frame.leaves(instruction.operand) if instruction.operand is not None else []
            super().leave_by_return(frame, instruction)
            self._cross("leaves", leaves)
        else:
            super().leave_by_return(frame, instruction)

    # ---- libraries

    def call(self, frame: Frame, instruction: ins.Call) -> None:
        self._activations[-1].calling = None
        inside = isinstance(self.probe(frame, instruction), CallProbe)
        target = self.callee(frame, instruction) if inside else 0
        super().call(frame, instruction)
        assembly = instruction.callee.value
        if isinstance(assembly, Unmodelled) and block_mark(instruction) is None:
            if not is_idle(assembly.text):
                given = self._give(frame, instruction)
                self._cross("assembly", given, frame.registers.get(instruction.result or "", []))
                anywhere = "~{memory}" in assembly.text
                self.foreign.add(ASSEMBLY, frame.site(instruction), given, anywhere=anywhere)
        elif inside and target not in self.program.function_by_address:
            self._call_library(frame, instruction)
        elif (intrinsic_of(instruction.callee.value) or "").startswith(FLOATING):
            self.foreign.add(lookup("fesetenv"), frame.site(instruction), ())
        elif (intrinsic_of(instruction.callee.value) or "").startswith(("x86.rd", "readcyclecounter")):
            self._cross("machine", frame.registers.get(instruction.result or "", []))

    def _call_library(self, frame: Frame, call: ins.Call) -> None:
        does = self._called(frame, call)
        if Mark.TWICE in does.marks:
            self._activations[-1].unclear = True
        elif Mark.VALUE_BY_KEY in does.marks:
            key, value = (frame.scalar(argument.operand)[0] for argument in call.arguments[:2])
            self._specific[key] = value
        elif not self._library.is_steady(does):
            given = self._give(frame, call)
            self._cross("calls", does.name, given)
            self.foreign.add(does, frame.site(call), given)
        elif does.looks_unseen or does.locks or does.marks & {Mark.GENERATOR, Mark.DESTROYS, Mark.WAKES}:
            self.foreign.add(does, frame.site(call), self._leaves(frame, call))

    def _leaves(self, frame: Frame, call: ins.Call) -> list[Held]:
        return [frame.leaves(argument.operand) for argument in call.arguments]

    def _give(self, frame: Frame, call: ins.Call) -> list[Held]:
        given = self._leaves(frame, call)
        for leaf in chain.from_iterable(given):
            if leaf is not None:
                self.made.give(leaf[0])
        return given

    def come_back(self, frame: Frame) -> None:
        call = frame.calling
        assert call is not None
        outside = self.callee(frame, call) not in self.program.function_by_address
        does = self._called(frame, call) if outside else None
        is_steady = does is not None and self._library.is_steady(does)
        super().come_back(frame)
        if does is None:
            return
        result = frame.registers.get(call.result or "", [])
        first = result[0] if result else None
        if not is_steady:
            self._cross("comes back", result)
            self.made.set_errno("libraries")
        elif does.name == ERRNO and first is not None:
            self.made.errno_at = first[0]
        elif first is not None and may_have_failed(does, first[0]):
            given = _values(self._leaves(frame, call))
            seen = () if does.name in FAILING_IN_ONE_WAY else (repr(given), self.made.memory.digest)
            self.made.set_errno((does.name, self.made.ended, seen))

    def _cross(self, what: str, *given: object) -> None:
        """What a library is given is pinned: constants."""
        values = _values(given)
        if values is None:
            self.made.give_up("a library is given a value that is not known")
        self.made.cross(what, values)

    # ---- variables on the stack

    def alloca(self, frame: Frame, instruction: ins.Alloca) -> None:
        super().alloca(frame, instruction)
        count = 1 if instruction.count is None else frame.scalar(instruction.count)[0]
        assert instruction.result is not None
        leaf = frame.registers[instruction.result][0]
        assert leaf is not None
        self.made.add_slot(leaf[0], size_of(instruction.allocated) * count)

    def intrinsic(self, frame: Frame, call: ins.Call) -> None:
        super().intrinsic(frame, call)
        name = intrinsic_of(call.callee.value) or ""
        if name.startswith("va_"):
            self._give(frame, call)
        elif name == "stackrestore":
            above, first = frame.scalar(call.arguments[0].operand)[0], self._activations[-1].first_slot
            kept = [slot for slot in self.made.slots[first:] if slot[0] >= above]
            self.made.slots[first:] = kept

    def read_byval(self, frame: Frame, call: ins.Call) -> None:
        self.made.moving, self.made.moved = True, []
        super().read_byval(frame, call)
        self._handed_over, self.made.moving = self.made.moved, False


class _Inputs:
    """Values from outside: the n-th of a kind is the same in all runs."""

    def __init__(self, recording: Recording, streams: Streams) -> None:
        records = recording.of_kind("RD_INPUT")
        records = records[records["thread"] == streams.thread.index]
        self._kinds: list[int] = records["object"].tolist()
        self._blocks: list[int] = records["blocks"].tolist()
        self._counts: list[tuple[tuple[int, int], ...]] = [()]
        counts: dict[int, int] = {}
        for kind in self._kinds:
            counts[kind] = counts.get(kind, 0) + 1
            self._counts.append(tuple(sorted(counts.items())))

    def before(self, blocks: int) -> tuple[tuple[int, int], ...]:
        """By kind, how many there were: the call of each has left a record behind it."""
        return self._counts[bisect_left(self._blocks, blocks)]


def _meeting(function: Function) -> frozenset[str]:
    seen: set[str] = set()
    several: set[str] = set()
    for block in function.blocks:
        for label in block.successors:
            (several if label in seen else seen).add(label)
    return frozenset(several)


def _values(given: object) -> object:
    """Without terms; None: there is one that is not known."""
    match given:
        case (int(value), int()):
            return value
        case list() | tuple():
            values = [_values(one) for one in given]
            return None if None in values else values
        case _:
            return given

"""The reference walk of one thread, in which numbers that vary are terms, and nothing else is.

The walk is trace/walk_reference.py's own: what it does with terms (registers, arguments, the thread's memory) is what
is wanted here. Here is where such numbers begin, what libraries make of them, and which branches decide but numbers.
"""

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Final

from raddle.base.library.functions import ALL, How, LibraryFunction, Mark
from raddle.ir import instructions as ins
from raddle.ir.probes import intrinsic_of
from raddle.ir.types import IntType, PointerType, Type, resolved, size_of, width_of
from raddle.ir.values import Expression, Local, Operand, Unmodelled, Unset
from raddle.trace.emitter import Scalar
from raddle.trace.frames import Frame, Held
from raddle.trace.library_calls import LibraryCalls
from raddle.trace.names import Names
from raddle.trace.program import LoadedFunction, Program, is_system_header
from raddle.trace.streams import Streams
from raddle.trace.terms import COMPARE
from raddle.trace.varying.forms import Form
from raddle.trace.varying.noted import GIVEN, Handed, Noted, doubt
from raddle.trace.varying.scopes import Scope, Scopes
from raddle.trace.varying.sources import (
    CALENDAR_SIZE,
    CLOCK_INSTRUCTIONS,
    TASK,
    TIME_SIZE,
    Kind,
    Origin,
    Source,
    kind_of,
)
from raddle.trace.walk_reference import Walk

_LISTS: Final = ("va_start", "va_copy")
_ORDERED: Final = frozenset({"ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"})
_WAITS: Final = re.compile(
    r"condition_variable|timed|wait|sleep|semaphore|futex|future|latch|barrier|chrono|until|_for"
)
"""Functions of the C++ library that look at a clock to know how long to wait: how that ends is an event."""
_CONTAINERS: Final = re.compile(
    r"Hashtable|_Rb_tree|__tree|__hash|8__detail|St(?:3__1)?\d*(?:unordered_)?(?:multi)?(?:map|set)I"
)
"""They go by where their keys lie, or by a hash of it: only the order in which they are gone through shows that."""


@dataclass(frozen=True)
class OfRun:
    """What the walks of all threads have in common."""

    program: Program
    library: LibraryCalls
    names: Names
    is_output: Callable[[int], bool]
    """Of a call by its site."""
    shared: Collection[int]
    """Granules."""


@dataclass
class VaryingFrame(Frame):
    scope: Scope | None = None
    """It is between a branch that depends on such a number and where its sides meet,"""
    decided_by: frozenset[Origin] = frozenset()
    """on these."""
    all_by: frozenset[Origin] = frozenset()
    """All that it makes and writes depends on these."""
    known_as: Callable[[Scalar, int], Scalar] | None = None
    anything: Callable[[int], Scalar] | None = None
    """A number of so many bits that nobody has given a value."""

    def _constant(self, operand: Operand) -> Scalar | None:
        """The address of a variable, as a number; a number without a value."""
        found = super()._constant(operand)
        if isinstance(operand.value, Unset) and found is not None and self.anything is not None:
            return self.anything(width_of(operand.type) or 0)
        of_address = isinstance(operand.value, Expression) and isinstance(resolved(operand.type), IntType)
        if found is None or not of_address or self.known_as is None:
            return found
        return self.known_as(found, width_of(operand.type) or 0)


class VaryingWalk(Walk):
    frame_type = VaryingFrame

    def __init__(self, run: OfRun, streams: Streams, out: Noted) -> None:
        super().__init__(run.program, streams, out)
        self.noted = out
        self._run = run
        low, high = streams.thread.stack_low, streams.thread.stack_high
        self._scopes = Scopes(run.is_output, lambda at: low <= at < high and at >> 3 not in run.shared)
        self._index = streams.thread.index
        self._handed: tuple[ins.Call | None, dict[int, Handed]] = None, {}
        """What a call gives by value in memory, by the number of the argument."""
        out.is_the_librarys = self._is_the_librarys
        out.name_of = lambda address: run.names.of(address).text

    def enter(self, loaded: LoadedFunction, stack: int, arguments: list[Held | None], uncaught: bool) -> None:
        caller = self.frames[-1] if self.frames else None
        super().enter(loaded, stack, arguments, uncaught)
        frame = self.frames[-1]
        assert isinstance(frame, VaryingFrame)
        frame.known_as, frame.anything = self.noted.as_address, self._anything
        if isinstance(caller, VaryingFrame):
            frame.all_by = caller.all_by
        if caller is not None and caller.calling is not None:
            self._take_over(caller, caller.calling, frame)

    def _take_over(self, caller: Frame, call: ins.Call, frame: Frame) -> None:
        """What is given by value in memory."""
        by, handed = self._handed
        if by is not call or not (caller.local or self.callee(caller, call) == frame.loaded.address):
            return
        for number, varying in handed.items():
            at = frame.registers[frame.loaded.function.parameters[number].name][0]
            if at is not None:
                self.noted.hand_over(at[0], varying)

    # ---- memory and numbers without a value

    def _anything(self, width: int) -> Scalar:
        origin = self.noted.origin_here("uninitialised", "")
        return self.noted.vary(0, width, Source(frozenset({origin}), frozenset()))

    def alloca(self, frame: Frame, instruction: ins.Alloca) -> None:
        super().alloca(frame, instruction)
        count = 1 if instruction.count is None else frame.scalar(instruction.count)[0]
        size = size_of(instruction.allocated) * count
        at = frame.registers[instruction.result or ""][0]
        if at is not None and size:
            self._run.names.enter_slot(self.streams.path, at[0], size, frame.site(instruction))

    def read_byval(self, frame: Frame, call: ins.Call) -> None:
        super().read_byval(frame, call)
        self._handed = (
            call,
            {
                number: self.noted.handed(frame.scalar(argument.operand)[0], size_of(argument.byval))
                for number, argument in enumerate(call.arguments)
                if argument.byval is not None
            },
        )

    def _fills(self, frame: Frame, arguments: Iterable[Operand]) -> None:
        """A library writes there, up to the end of the variable or block, and no event tells."""
        for operand in arguments:
            for leaf in frame.leaves(operand) if isinstance(resolved(operand.type), PointerType) else ():
                end = self._run.names.end_of(leaf[0]) if leaf is not None else None
                if leaf is not None and end is not None:
                    self.noted.filled.add(leaf[0], end - leaf[0])

    # ---- addresses as numbers

    def cast(self, frame: Frame, instruction: ins.Cast) -> None:
        super().cast(frame, instruction)
        if instruction.opcode in ("ptrtoint", "ptrtoaddr"):
            self._as_address(frame, instruction)

    def load(self, frame: Frame, instruction: ins.Load) -> None:
        super().load(frame, instruction)
        if isinstance(resolved(instruction.type), IntType):
            self._as_address(frame, instruction)

    def _as_address(self, frame: Frame, instruction: ins.Placed) -> None:
        held = frame.registers.get(instruction.result or "")
        if held and held[0] is not None:
            frame.set_leaves(instruction, [self.noted.as_address(held[0], width_of(instruction.type) or 0)])

    def compare(self, frame: Frame, instruction: ins.Compare) -> None:
        """Of two pointers: which lies lower depends on where their objects lie, unless that is one."""
        if not isinstance(resolved(instruction.left.type), PointerType) or self.is_opaque(frame, instruction):
            super().compare(frame, instruction)
            return
        left, right = frame.scalar(instruction.left), frame.scalar(instruction.right)
        varies = any(self.noted.forms.of(term).varies for _, term in (left, right))
        if varies or (instruction.predicate in _ORDERED and self._are_in_two(left[0], right[0])):
            left, right = self.noted.as_name(left), self.noted.as_name(right)
        frame.set(instruction, self.apply(COMPARE["icmp", instruction.predicate], left, right, 64, 1))

    def _are_in_two(self, one: int, other: int) -> bool:
        """Objects that are known. (A bound far behind an object is in none.)"""
        first, second = self.noted.objects.at(one), self.noted.objects.at(other)
        return bool(first and second) and first.isdisjoint(second)

    # ---- libraries

    def call(self, frame: Frame, instruction: ins.Call) -> None:
        self.noted.given = frozenset()
        super().call(frame, instruction)
        name = intrinsic_of(instruction.callee.value) or ""
        if name.startswith(CLOCK_INSTRUCTIONS):
            self._vary(frame, instruction, self.noted.origin_here("clock", name))
        if name.startswith(_LISTS) or isinstance(instruction.callee.value, Unmodelled):
            self._fills(frame, (argument.operand for argument in instruction.arguments))

    def drain(self, *, upto: int | None = None) -> bool:
        does, given = self._called(), self.noted.given
        before, self.noted.copying = self.noted.writing, does is not None and Mark.COPIES in does.marks
        if does is not None:
            by_clock = {self.noted.origin_here("clock", does.name)} if Mark.CLOCK in does.marks else frozenset()
            self.noted.writing = before.union(by_clock, given if Mark.COMPUTES in does.marks else ())
        found = super().drain(upto=upto)
        self.noted.writing, self.noted.copying = before, False
        return found

    def _called(self) -> LibraryFunction | None:
        """The library function that the thread is in."""
        frame = self.frames[-1] if self.frames else None
        return None if frame is None or frame.calling is None else self._called_by(frame, frame.calling)

    def resume(self, frame: Frame) -> None:
        call = frame.calling
        if call is not None and not frame.local and self.callee(frame, call) not in self.program.function_by_address:
            self._came_back(frame, call)
        super().resume(frame)

    def _called_by(self, frame: Frame, call: ins.Call) -> LibraryFunction | None:
        """None: a function of the program."""
        address = self.callee(frame, call)
        return None if address in self.program.function_by_address else self._run.library.at(address)

    def _came_back(self, frame: Frame, call: ins.Call) -> None:
        does = self._called_by(frame, call)
        assert does is not None
        given, self.noted.given = self.noted.given, frozenset()
        self._fills(frame, (argument.operand for argument in _written_unseen(does, call)))
        kind = kind_of(does) if self._tells(frame, call, does) else None
        if kind is not None:
            self._vary(frame, call, self.noted.origin_here(kind, does.name), is_told=not _is_elsewhere(does))
            if _is_elsewhere(does) and Mark.RECORDED not in does.marks:
                self._vary_memory(frame, call, does, kind)
        elif given and Mark.COMPUTES in does.marks:
            for number, leaf in enumerate(frame.registers.get(call.result or "", ())):
                self._vary_leaf(frame, call, number, leaf, Source(given, frozenset()))
        elif given and not self._takes(does, given) and not self._puts_out(frame, call, does):
            name = self.program.outside.get(self.callee(frame, call), "")
            self.noted.note(Form((), given), f"{GIVEN} {name or 'a function'}")

    def _puts_out(self, frame: Frame, call: ins.Call, does: LibraryFunction) -> bool:
        """And the program does not find it again."""
        if self._run.is_output(frame.site(call)):
            return True
        return Mark.STEADY_OUTPUT in does.marks and not does.is_output and not self._run.library.opens

    @staticmethod
    def _takes(does: LibraryFunction, given: frozenset[Origin]) -> bool:
        """Whatever it is; but nobody gives back what is no block."""
        if Mark.FREES in does.marks:
            return all(origin.kind != "uninitialised" for origin in given)
        return bool(does.marks & {Mark.IDLE, Mark.UNMOVED, Mark.ENDS})

    def _tells(self, frame: Frame, call: ins.Call, does: LibraryFunction) -> bool:
        """A calendar says of a time that is always the same what is always the same."""
        if Mark.CALENDAR not in does.marks:
            return True
        return self.noted.may_vary(frame.scalar(call.arguments[0].operand)[0], TIME_SIZE)

    def _vary(self, frame: Frame, call: ins.Call, origin: Origin, *, is_told: bool = True) -> None:
        """What is returned is such a number, or (not `is_told`) a pointer or whether it worked."""
        for number, leaf in enumerate(frame.registers.get(call.result or "", ()) if is_told else ()):
            if leaf is None:
                continue
            objects = frozenset[tuple[str, int]]()
            if origin.kind == "identity":
                objects = frozenset({self._identity(origin.name, leaf[0])})
            self._vary_leaf(frame, call, number, leaf, Source(frozenset({origin}), objects))

    def _identity(self, name: str, number: int) -> tuple[str, int]:
        if number >= 1 << 32:
            self.noted.objects.threads.setdefault(number, self._index)
            return "thread", self._index
        return TASK, {"getpid": 0, "getppid": -1}.get(name, self._index)

    def _vary_leaf(self, frame: Frame, call: ins.Call, number: int, leaf: Scalar | None, source: Source) -> None:
        if leaf is not None and call.result is not None and not leaf[1]:
            held = list(frame.registers[call.result])
            of = width_of(call.type) if len(held) == 1 else 64
            held[number] = self.noted.vary(leaf[0], of or 64, source)
            frame.set_leaves(call, held)

    def _vary_memory(self, frame: Frame, call: ins.Call, does: LibraryFunction, kind: Kind) -> None:
        """It writes, unseen, what varies: where its row says, or behind its result."""
        origins, size = frozenset({self.noted.origin_here(kind, does.name)}), CALENDAR_SIZE if kind == "clock" else 4
        where = [frame.scalar(call.arguments[extent.argument - 1].operand) for extent in does.writes]
        result = frame.registers.get(call.result or "", [])
        if not where and result and result[0] is not None:
            where = [result[0]]
        doubt(self.noted.in_doubt, [(at, size) for at, _ in where if at], origins)

    # ---- branches

    def branch(self, frame: Frame, instruction: ins.Branch) -> None:
        condition = self.noted.forms.of(frame.scalar(instruction.condition)[1])
        if condition.varies:
            self._decide(frame, condition)
            taken = frame.scalar(instruction.condition)[0]
            self.go(frame, instruction.if_true if taken else instruction.if_false)
        else:
            super().branch(frame, instruction)

    def _decide(self, frame: Frame, condition: Form) -> None:
        assert isinstance(frame, VaryingFrame)
        if frame.scope is not None:
            frame.decided_by |= condition.origins
            return
        frame.scope = self._scopes.of(frame)
        if frame.scope is not None:
            frame.decided_by = condition.origins
        else:
            self.noted.note(condition, "decides")

    def _is_the_librarys(self, origins: frozenset[Origin], is_given: bool) -> bool:
        """A container goes by where its keys lie, a wait by how long it is: what comes of it does not. Of others all
        that they make may depend on it."""
        frame = self.frames[-1] if self.frames else None
        place = self.program.innermost_place_of(self.noted.site)
        if not isinstance(frame, VaryingFrame) or place is None or not is_system_header(place.file):
            return False
        names = all(origin.kind in ("identity", "address") for origin in origins)
        if (_CONTAINERS if names else _WAITS).search(frame.loaded.function.name) is not None:
            return True
        if not is_given:
            frame.all_by |= origins
            self.noted.writing |= origins
        return not is_given

    def go(self, frame: Frame, label: str) -> None:
        super().go(frame, label)
        assert isinstance(frame, VaryingFrame)
        if frame.scope is None or frame.scope.meets != label:
            return
        origins, scope = frame.decided_by, frame.scope
        frame.scope, frame.decided_by = None, frozenset()
        for phi in frame.block.phis:
            frame.set_leaves(phi, self._varied(frame.registers.get(phi.result or "", []), phi.type, origins))
        doubt(self.noted.in_doubt, scope.writes, origins)

    def _varied(self, held: Held, of: Type, origins: frozenset[Origin]) -> Held:
        width, source = width_of(of), Source(origins, frozenset())
        if width is None:
            return held
        return [None if leaf is None else self.noted.vary(leaf[0], width, source) for leaf in held]

    def leave_by_return(self, frame: Frame, instruction: ins.Return) -> None:
        assert isinstance(frame, VaryingFrame)
        operand = instruction.operand
        if frame.all_by and operand is not None and isinstance(operand.value, Local):
            held = self._varied(frame.registers[operand.value.name], operand.type, frame.all_by)
            frame.registers[operand.value.name] = held
        super().leave_by_return(frame, instruction)
        outer = self.frames[-1] if self.frames else None
        self.noted.writing = outer.all_by if isinstance(outer, VaryingFrame) else frozenset()


def _is_elsewhere(does: LibraryFunction) -> bool:
    """What it tells is in memory."""
    return does.tells_whether_it_worked or Mark.CALENDAR in does.marks


def _written_unseen(does: LibraryFunction, call: ins.Call) -> tuple[ins.Argument, ...]:
    """Arguments behind which it may write. What functions of the C++ library do to their objects no event tells."""
    extents = () if Mark.RECORDED in does.marks else does.writes
    of_a_class = "cxx" in does.homes and does.name.startswith("_Z")
    if of_a_class or any(one.argument == ALL or one.how in (How.SCAN, How.LIST) for one in extents):
        return call.arguments
    wanted = {one.argument for one in extents} | {one.argument for one in does.keeps if one.written}
    return tuple(argument for number, argument in enumerate(call.arguments, 1) if number in wanted)

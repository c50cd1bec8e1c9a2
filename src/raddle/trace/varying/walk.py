"""The reference walk of one thread, in which numbers that vary are terms, and nothing else is.

The walk is trace/walk_reference.py's own: what it does with terms (registers, arguments, the thread's memory) is what
is wanted here. Here is where such numbers begin, what libraries make of them, and which branches decide but numbers.
"""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final

from raddle.ir import instructions as ins
from raddle.ir.probes import intrinsic_of
from raddle.ir.types import IntType, PointerType, Type, resolved, width_of
from raddle.ir.values import Expression, Local, Operand
from raddle.trace.emitter import Scalar
from raddle.trace.frames import Frame, Held
from raddle.trace.program import LoadedFunction, Program, is_system_header
from raddle.trace.streams import Streams
from raddle.trace.terms import COMPARE
from raddle.trace.varying.forms import Form
from raddle.trace.varying.noted import GIVEN, Noted, doubt
from raddle.trace.varying.scopes import Scope, Scopes
from raddle.trace.varying.sources import (
    CALENDAR,
    CALENDAR_SIZE,
    CLOCK_INSTRUCTIONS,
    TASK,
    TIME_SIZE,
    Origin,
    Source,
    kind_of,
)
from raddle.trace.walk_reference import Walk

_ORDERED: Final = frozenset({"ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"})
_WAITS: Final = re.compile(
    r"condition_variable|timed|wait|sleep|semaphore|futex|future|latch|barrier|chrono|until|_for"
)
"""Functions of the C++ library that look at a clock to know how long to wait: how that ends is an event."""
_CONTAINERS: Final = re.compile(
    r"Hashtable|_Rb_tree|__tree|__hash|8__detail|St(?:3__1)?\d*(?:unordered_)?(?:multi)?(?:map|set)I"
)
"""They go by where their keys lie, or by a hash of it: only the order in which they are gone through shows that."""
_TAKES_ANYTHING: Final = re.compile(
    r"free|_?exit|_Exit|\w*sleep|srand(?:om|48)?|(?:pthread|sem|mtx|cnd|thrd)_\w*(?:timed|clock)\w+|alarm|_Z(?:dl|da)\w+"
    r"|(?:thrd|pthread)_(?:equal|kill)"
)
_COMPUTES: Final = re.compile(
    r"v?sn?printf|difftime|mktime|timegm|[l]{0,2}abs|l?l?div|mem(?:cmp|chr)|str(?:len|n?cmp|chr|rchr|str|ftime)|bcmp|ctime_r"
    r"|asctime_r|_ZSt\d+_Hash_bytes\w*|(?:sqrt|pow|exp|log|log2|log10|floor|ceil|round|trunc|fmod|sin|cos|tan|fabs)[fl]?"
)
"""What comes of them depends on what they are given alone."""


@dataclass
class VaryingFrame(Frame):
    scope: Scope | None = None
    """It is between a branch that depends on such a number and where its sides meet,"""
    decided_by: frozenset[Origin] = frozenset()
    """on these."""
    all_by: frozenset[Origin] = frozenset()
    """All that it makes and writes depends on these."""
    known_as: Callable[[Scalar, int], Scalar] | None = None

    def _constant(self, operand: Operand) -> Scalar | None:
        """The address of a variable, as a number."""
        found = super()._constant(operand)
        of_address = isinstance(operand.value, Expression) and isinstance(resolved(operand.type), IntType)
        if found is None or not of_address or self.known_as is None:
            return found
        return self.known_as(found, width_of(operand.type) or 0)


class VaryingWalk(Walk):
    frame_type = VaryingFrame

    def __init__(
        self,
        program: Program,
        streams: Streams,
        out: Noted,
        is_output: Callable[[int], bool],
        shared: Collection[int],
    ) -> None:
        super().__init__(program, streams, out)
        self.noted = out
        self._is_output = is_output
        low, high = streams.thread.stack_low, streams.thread.stack_high
        self._scopes = Scopes(is_output, lambda at: low <= at < high and at >> 3 not in shared)
        self._index = streams.thread.index
        out.is_the_librarys = self._is_the_librarys

    def enter(self, loaded: LoadedFunction, stack: int, arguments: list[Held | None], uncaught: bool) -> None:
        caller = self.frames[-1] if self.frames else None
        super().enter(loaded, stack, arguments, uncaught)
        frame = self.frames[-1]
        assert isinstance(frame, VaryingFrame)
        frame.known_as = self.noted.as_address
        if isinstance(caller, VaryingFrame):
            frame.all_by = caller.all_by

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
        if left[1] or right[1] or (instruction.predicate in _ORDERED and self._are_in_two(left[0], right[0])):
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

    def drain(self, *, upto: int | None = None) -> None:
        name, given = self._called(), self.noted.given
        kind = kind_of(name)
        by_clock = frozenset({self.noted.origin_here(kind, name)}) if kind == "clock" else frozenset()
        computed = given if _COMPUTES.fullmatch(name) else frozenset()
        before, self.noted.writing = self.noted.writing, self.noted.writing | by_clock | computed
        super().drain(upto=upto)
        self.noted.writing = before

    def _called(self) -> str:
        """The library function that the thread is in."""
        frame = self.frames[-1] if self.frames else None
        if frame is None or frame.calling is None:
            return ""
        return self.program.outside.get(self.callee(frame, frame.calling), "")

    def resume(self, frame: Frame) -> None:
        call = frame.calling
        if call is not None and not frame.local and self.callee(frame, call) not in self.program.function_by_address:
            self._came_back(frame, call, self._called_by(frame, call))
        super().resume(frame)

    def _called_by(self, frame: Frame, call: ins.Call) -> str:
        return self.program.outside.get(self.callee(frame, call), "")

    def _came_back(self, frame: Frame, call: ins.Call, name: str) -> None:
        given, self.noted.given = self.noted.given, frozenset()
        kind = kind_of(name) if self._tells(frame, call, name) else None
        if kind is not None:
            self._vary(frame, call, self.noted.origin_here(kind, name))
            if name in CALENDAR or name == "getcpu":
                self._vary_memory(frame, call, name)
        elif given and _COMPUTES.fullmatch(name):
            for number, leaf in enumerate(frame.registers.get(call.result or "", ())):
                self._vary_leaf(frame, call, number, leaf, Source(given, frozenset()))
        elif given and not _TAKES_ANYTHING.fullmatch(name) and not self._is_output(frame.site(call)):
            self.noted.note(Form((), given), f"{GIVEN} {name or 'a function'}")

    def _tells(self, frame: Frame, call: ins.Call, name: str) -> bool:
        """A calendar says of a time that is always the same what is always the same."""
        return name not in CALENDAR or self.noted.may_vary(frame.scalar(call.arguments[0].operand)[0], TIME_SIZE)

    def _vary(self, frame: Frame, call: ins.Call, origin: Origin) -> None:
        """What is returned is such a number."""
        for number, leaf in enumerate(frame.registers.get(call.result or "", ())):
            if leaf is None:
                continue
            objects = frozenset[tuple[str, int]]()
            if origin.kind == "identity":
                of_process = origin.name == "getpid"
                objects = frozenset({(TASK if leaf[0] < 1 << 32 else "thread", 0 if of_process else self._index)})
            if origin.name in ("pthread_self", "thrd_current"):
                self.noted.objects.threads.setdefault(leaf[0], self._index)
            if origin.name in CALENDAR or origin.name in ("clock_gettime", "gettimeofday", "timespec_get", "getcpu"):
                continue  # a pointer, or whether it worked
            self._vary_leaf(frame, call, number, leaf, Source(frozenset({origin}), objects))

    def _vary_leaf(self, frame: Frame, call: ins.Call, number: int, leaf: Scalar | None, source: Source) -> None:
        if leaf is not None and call.result is not None and not leaf[1]:
            held = list(frame.registers[call.result])
            of = width_of(call.type) if len(held) == 1 else 64
            held[number] = self.noted.vary(leaf[0], of or 64, source)
            frame.set_leaves(call, held)

    def _vary_memory(self, frame: Frame, call: ins.Call, name: str) -> None:
        """It writes, unseen, what varies."""
        origins = frozenset({self.noted.origin_here(kind_of(name) or "clock", name)})
        where = [frame.scalar(argument.operand)[0] for argument in call.arguments]
        if name == "getcpu":
            doubt(self.noted.in_doubt, [(at, 4) for at in where[:2] if at], origins)
            return
        result = frame.registers.get(call.result or "", [])
        at = where[CALENDAR[name]] if CALENDAR[name] else result[0][0] if result and result[0] is not None else 0
        if at:
            doubt(self.noted.in_doubt, [(at, CALENDAR_SIZE)], origins)

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

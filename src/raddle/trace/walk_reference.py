"""The reference walk: one thread's block stream and the IR -> its symbolic events, in plain Python.

Slow and obvious; trace/walk_fast.py does the same in C and must yield the same columns. Every recomputed address,
stored value, argument, result and block is checked against the log; a difference raises WalkMismatch.
"""

from collections.abc import Callable, Container
from contextlib import suppress
from typing import Any

from raddle.base.trace_format import trace_format
from raddle.ir import instructions as ins
from raddle.ir.failures import Catching, Sides, catching_of, failing_sides, is_thread_routine
from raddle.ir.module import Function
from raddle.ir.probes import (
    CallProbe,
    CopyProbe,
    FillProbe,
    LocalCallProbe,
    ResultProbe,
    is_atomic_function,
)
from raddle.ir.types import leaves_of, shape_of, width_of
from raddle.ir.values import Global
from raddle.logic.arithmetic import Trap
from raddle.trace.emitter import Emitter
from raddle.trace.events import EventFlag, PinCause, ThreadTrace
from raddle.trace.frames import Frame, Held
from raddle.trace.memory_steps import MemorySteps
from raddle.trace.program import LoadedFunction, Program
from raddle.trace.recorded import RecordedThread, Recording
from raddle.trace.streams import Ended, Streams
from raddle.trace.value_steps import ValueSteps


def walk_thread(
    program: Program, recording: Recording, thread: RecordedThread, shared: Container[int], *, keep_private: bool
) -> ThreadTrace:
    """`shared`: the 8-byte granules (address >> 3) whose reads are symbolic; `keep_private`: emit the others too."""
    streams = Streams(recording, thread)
    return Walk(program, streams, Emitter(streams, shared, keep_private=keep_private)).run(thread.index)


class Walk(ValueSteps, MemorySteps):
    def __init__(self, program: Program, streams: Streams, emitter: Emitter) -> None:
        super().__init__(streams, emitter)
        self.program = program
        self._thread = streams.thread
        self.frames: list[Frame] = []
        self.sides: dict[int, Sides] = {}
        self._read_kind = trace_format()["RD_READ"]
        self._deadlock_kind = trace_format()["RD_DEADLOCK"]
        self._fence_kind = trace_format()["RD_FENCE"]
        self._write_kind = trace_format()["RD_WRITE"]
        self._handler_changes = {trace_format()["RD_SIGNAL_DELIVER"]: 1, trace_format()["RD_SIGNAL_RETURN"]: -1}
        self._handlers_running = 0
        self._handlers: dict[type, Callable[[Frame, Any], None]] = {
            ins.Binary: self.binary,
            ins.Negate: self.negate,
            ins.Compare: self.compare,
            ins.Cast: self.cast,
            ins.Freeze: self.freeze,
            ins.Select: self.select,
            ins.ElementAddress: self.element_address,
            ins.ExtractValue: self.extract_value,
            ins.InsertValue: self.insert_value,
            ins.Alloca: self.alloca,
            ins.Load: self.load,
            ins.Store: self.store,
            ins.AtomicUpdate: self.atomic_update,
            ins.CompareExchange: self.compare_exchange,
            ins.Fence: self._fence,
            ins.Call: self._call,
            ins.Opaque: self.result,
            ins.LandingPad: self.result,
            ins.Jump: self._jump,
            ins.Branch: self._branch,
            ins.Switch: self._switch,
            ins.IndirectJump: self._indirect_jump,
            ins.Return: self._return,
            ins.Resume: self._resume_unwinding,
            ins.Unreachable: self._unreachable,
        }

    def run(self, index: int) -> ThreadTrace:
        try:
            while True:
                frame = self.frames[-1] if self.frames else None
                if frame is None or frame.calling is not None:
                    self._outside(frame)
                elif frame.interrupted is not None:
                    self._interrupted(frame, frame.interrupted)
                else:
                    self._inside(frame)
        except (Ended, Trap):
            pass
        with suppress(Ended):  # a record may be in the log whose bytes are not
            self._drain()
        self.streams.check_used_up()
        return self.out.trace(index, self.streams.path)

    def _outside(self, frame: Frame | None) -> None:
        """Control is in a library (or nowhere yet): the next record says how it comes back."""
        self.out.site, self.out.stack = 0, 0
        if frame is not None and frame.calling is not None:
            self.out.site, self.out.stack = frame.site(frame.calling), frame.stack
        self._drain()
        site = self.streams.peek_site()
        if frame is not None and frame.calling is not None and site == frame.site(frame.calling):
            self.streams.take_record()
            self._come_back(frame)
            return
        entered = self.program.function_by_entry.get(site)
        if entered is not None:
            self.streams.take_record()
            stack, arguments = self._arguments_for(frame, entered)
            uncaught = self._is_uncaught(frame, entered, direct=arguments is not None)
            self._enter(entered, stack, arguments or [], uncaught)
            return
        self._unwind(site)

    def _interrupted(self, frame: Frame, load: ins.Load) -> None:
        """Handlers of signals run before the load."""
        self.out.site, self.out.stack = frame.site(load), frame.stack
        self._drain()
        if self._handlers_running == frame.handlers:
            frame.interrupted = None
            return
        site = self.streams.peek_site()
        entered = self.program.function_by_entry.get(site)
        if entered is None:
            self._unwind(site)
            return
        self.streams.take_record()
        self._enter(entered, self.out.called(frame.stack, frame.site(load)), [], uncaught=False)

    def _arguments_for(self, frame: Frame | None, entered: LoadedFunction) -> tuple[int, list[Held | None] | None]:
        """Call stack, and the arguments where the pending call is the one that entered the function."""
        if frame is None or frame.calling is None:
            return 0, None
        stack = self.out.called(frame.stack, frame.site(frame.calling))
        if self._callee(frame, frame.calling) != entered.address:
            return stack, None
        return stack, self._passed(frame, frame.calling, entered.function)

    def _is_uncaught(self, caller: Frame | None, entered: LoadedFunction, *, direct: bool) -> bool:
        """Whether an exception out of the function that is entered ends the process, as far as frames tell."""
        if caller is None:
            return self._thread.index == 0 or (
                entered.address == self._thread.start_routine or is_thread_routine(entered.function.name)
            )
        if not direct or caller.calling is None:
            return False  # a library is in between, and may catch
        match catching_of(caller.calling, caller.loaded.function):
            case Catching.NO:
                return caller.uncaught
            case Catching.ENDS:
                return True
            case Catching.MAYBE:
                return False

    def _passed(self, frame: Frame, call: ins.Call, entered: Function) -> list[Held | None]:
        """Arguments, where a parameter takes them as they are; others are pinned: the callee finds them in its log."""
        passed: list[Held | None] = []
        shapes = [shape_of(parameter.type) for parameter in entered.parameters]
        for number, argument in enumerate(call.arguments):
            leaves = None if argument.byval is not None else frame.leaves(argument.operand)
            if leaves is not None and shapes[number : number + 1] != [shape_of(argument.operand.type)]:
                for leaf in leaves:
                    if leaf is not None:
                        self.out.pin(leaf, PinCause.EXTERNAL_ARGUMENT)
                leaves = None
            passed.append(leaves)
        return passed

    def _come_back(self, frame: Frame) -> None:
        call = frame.calling
        assert call is not None
        self.out.site, self.out.stack = frame.site(call), frame.stack
        leaves: Held = []
        for number, (_, leaf) in enumerate(leaves_of(call.type) if call.result is not None else ()):
            width = width_of(leaf)
            if width is None:
                leaves.append(None)
                continue
            value = self.streams.take_value(8)
            known = frame.returned[number] if frame.returned is not None and number < len(frame.returned) else None
            if known is not None and known[0] != value:
                raise self.streams.mismatch(f"{frame.loaded.function.name} got {value}, walked result is {known[0]}")
            leaves.append((value, known[1] if known is not None else 0))
        frame.set_leaves(call, leaves)
        frame.called_sites.add(call.line)
        self._resume(frame)

    def _resume(self, frame: Frame) -> None:
        call = frame.calling
        frame.calling, frame.returned, frame.local = None, None, False
        if call is not None and call.targets:
            self.go(frame, call.targets[0])

    def _unwind(self, site: int) -> None:
        """longjmp or an exception: control comes back in an outer frame, or in a library that it had called."""
        for depth in range(len(self.frames) - 1, -1, -1):
            frame = self.frames[depth]
            line = site - frame.loaded.within.site_base
            if line in frame.called_sites:
                self._leave_above(depth)
                self.streams.take_record()
                block, position = _position_of(frame.loaded.function, line)
                frame.block, frame.position = frame.loaded.function.blocks[block], position + 1
                call = frame.block.instructions[position]
                assert isinstance(call, ins.Call)
                frame.calling, frame.returned = call, None
                self._come_back(frame)
                return
            pending = frame.calling
            if pending is not None and pending.line == line and not frame.local:
                self._leave_above(depth)
                self.streams.take_record()
                frame.returned = None
                self._come_back(frame)
                return
            if pending is not None and pending.targets:
                pad = frame.loaded.function.block_by_label[pending.targets[1]]
                if pad.line == line:
                    self._leave_above(depth)
                    frame.calling, frame.returned, frame.local = None, None, False
                    self.go(frame, pad.label)
                    return
        raise self.streams.mismatch(f"control came back at site {site}, which no frame awaits")

    def _leave_above(self, depth: int) -> None:
        """Of handlers too, where control left them for good."""
        frame = self.frames[depth]
        frame.interrupted, self._handlers_running = None, frame.handlers
        del self.frames[depth + 1 :]

    def _drain(self, *, upto: int | None = None) -> None:
        """Events of the runtime at this point, up to the first of that kind."""
        while (found := self.streams.next_sync()) is not None:
            (kind, _, _, _, count, address, value, *_), position = found
            if count != self.streams.count:
                raise self.streams.mismatch(f"the runtime's record has number {count}")
            if kind == self._deadlock_kind:
                self.out.waits_for_ever(position)
                continue
            index = self.streams.begin_visible()
            if kind == self._read_kind:
                for piece in self.out.read_bytes(index, address, self.streams.take_bytes(value), EventFlag.LIBRARY):
                    self.out.pin(piece, PinCause.EXTERNAL_ARGUMENT)
            elif kind == self._write_kind:
                self.out.write_bytes(index, address, self.streams.take_bytes(value), EventFlag.LIBRARY)
            else:
                self._handlers_running += self._handler_changes.get(kind, 0)
                self.out.sync(index, position)
                if kind == upto:
                    return

    def _enter(self, loaded: LoadedFunction, stack: int, arguments: list[Held | None], uncaught: bool) -> None:
        """Behind the record of its first block: parameters are in the log, their terms with the caller."""
        function = loaded.function
        sides = self.sides.get(id(function))
        if sides is None:
            sides = self.sides[id(function)] = failing_sides(function, loaded.within.module)
        frame = Frame(loaded, stack, sides, uncaught, function.entry, handlers=self._handlers_running)
        for number, parameter in enumerate(function.parameters):
            given = arguments[number] if number < len(arguments) else None
            frame.registers[parameter.name] = self._parameter(leaves_of(parameter.type), given, function)
        self.frames.append(frame)
        self.out.stack = stack
        if is_atomic_function(function.name):
            self._drain()

    def _parameter(self, leaves: Any, given: Held | None, function: Function) -> Held:
        held: Held = []
        for number, (_, leaf) in enumerate(leaves):
            width = width_of(leaf)
            if width is None:
                held.append(None)
                continue
            value = self.streams.take_value(8)
            passed = given[number] if given is not None else None
            if passed is not None and passed[0] != value:
                raise self.streams.mismatch(f"argument of {function.name}: {passed[0]} passed, {value} arrived")
            held.append((value, passed[1] if passed is not None else 0))
        return held

    def _inside(self, frame: Frame) -> None:
        """Instructions up to one that leaves the frame or its block."""
        block = frame.block
        out = self.out
        out.stack = frame.stack
        base = frame.loaded.within.site_base
        while frame.block is block and frame.calling is None:
            instruction = block.instructions[frame.position]
            if type(instruction) is ins.Load and self.streams.signal_comes():
                frame.interrupted = instruction
                return
            frame.position += 1
            out.site = base + instruction.line
            if type(instruction) is ins.Phi:
                continue
            self._handlers[type(instruction)](frame, instruction)
            if not self.frames or self.frames[-1] is not frame:
                return

    def go(self, frame: Frame, label: str) -> None:
        """To a block of the same function."""
        function = frame.loaded.function
        target = function.block_by_label[label]
        site = frame.loaded.within.site_base + target.line
        if label not in function.silent:
            if self.streams.peek_site() != site:
                seen = self.streams.peek_site()
                raise self.streams.mismatch(f"{function.name} goes to {label} (site {site}), log has {seen}")
            self.streams.take_record()
        previous = frame.block.label
        phis = [phi for phi in target.instructions if isinstance(phi, ins.Phi)]
        computed = []
        for phi in phis:
            incoming = next(value for value, source in phi.incoming if source == previous)
            computed.append(None if self.probe(frame, phi) is not None else frame.leaves(incoming))
        for phi, leaves in zip(phis, computed, strict=True):
            if leaves is not None:
                frame.set_leaves(phi, leaves)
        frame.previous, frame.block, frame.position = previous, target, 0
        for phi, leaves in zip(phis, computed, strict=True):
            if leaves is None:
                frame.set_leaves(phi, self.logged_leaves(phi))

    def _fence(self, frame: Frame, instruction: ins.Fence) -> None:
        self._drain(upto=self._fence_kind)

    def _call(self, frame: Frame, instruction: ins.Call) -> None:
        probe = self.probe(frame, instruction)
        match probe:
            case CopyProbe():
                self.copy(frame, instruction)
            case FillProbe():
                self.fill(frame, instruction)
            case CallProbe() | LocalCallProbe():
                self.read_byval(frame, instruction)
                frame.calling, frame.local = instruction, isinstance(probe, LocalCallProbe)
                if frame.local:
                    self._enter_local(frame, instruction)
                else:
                    self._pin_arguments(frame, instruction)
            case ResultProbe():
                self.result(frame, instruction)
            case _:
                self.intrinsic(frame, instruction)

    def _callee(self, frame: Frame, call: ins.Call) -> int:
        return frame.scalar(call.callee)[0]

    def _pin_arguments(self, frame: Frame, call: ins.Call) -> None:
        self.out.pin(frame.scalar(call.callee), PinCause.CALL_TARGET)
        if self._callee(frame, call) not in self.program.function_by_address:
            for argument in call.arguments:
                for leaf in frame.leaves(argument.operand):
                    if leaf is not None:
                        self.out.pin(leaf, PinCause.EXTERNAL_ARGUMENT)

    def _enter_local(self, frame: Frame, call: ins.Call) -> None:
        assert isinstance(call.callee.value, Global)
        within = frame.loaded.within
        target = LoadedFunction(within.module.functions[call.callee.value.name], within)
        if self.streams.peek_site() != target.entry_site:
            raise self.streams.mismatch(f"call of {target.function.name} did not enter it")
        self.streams.take_record()
        stack = self.out.called(frame.stack, frame.site(call))
        uncaught = self._is_uncaught(frame, target, direct=True)
        self._enter(target, stack, self._passed(frame, call, target.function), uncaught)

    def _jump(self, frame: Frame, instruction: ins.Jump) -> None:
        self.go(frame, instruction.target)

    def _branch(self, frame: Frame, instruction: ins.Branch) -> None:
        condition = frame.scalar(instruction.condition)
        fails = frame.sides.failing.get(instruction.line)
        throws = frame.sides.throwing.get(instruction.line) if frame.uncaught else None
        if fails is None and throws is not None and (condition[1] or condition[0] == throws):
            fails = throws
        self.out.branch(condition, fails)
        self.go(frame, instruction.if_true if condition[0] else instruction.if_false)

    def _switch(self, frame: Frame, instruction: ins.Switch) -> None:
        selector = frame.scalar(instruction.selector)
        self.out.choice(selector)
        taken = next((label for value, label in instruction.cases if value == selector[0]), instruction.default)
        self.go(frame, taken)

    def _indirect_jump(self, frame: Frame, instruction: ins.IndirectJump) -> None:
        self.out.choice(frame.scalar(instruction.address))
        line = self.streams.peek_site() - frame.loaded.within.site_base
        target = frame.loaded.function.block_by_line.get(line)
        if target is None or target.label not in instruction.targets:
            raise self.streams.mismatch("an indirect jump went elsewhere")
        self.go(frame, target.label)

    def _return(self, frame: Frame, instruction: ins.Return) -> None:
        if is_atomic_function(frame.loaded.function.name):
            self._drain()
        leaves = frame.leaves(instruction.operand) if instruction.operand is not None else []
        self.frames.pop()
        if not self.frames:
            self._pin_leaves(leaves, PinCause.RESULT)
            return
        caller = self.frames[-1]
        if caller.interrupted is not None:
            self._pin_leaves(leaves, PinCause.RESULT)
            return
        call = caller.calling
        assert call is not None
        if caller.local:
            caller.set_leaves(call, leaves)
            caller.called_sites.add(call.line)
            self._resume(caller)
            return
        if self._callee(caller, call) != frame.loaded.address:
            self._pin_leaves(leaves, PinCause.RESULT)
        elif shape_of(call.type) == shape_of(frame.loaded.function.result):
            caller.returned = leaves
        elif call.result is not None:
            self._pin_leaves(leaves, PinCause.OPAQUE_VALUE)

    def _pin_leaves(self, leaves: Held, cause: PinCause) -> None:
        for leaf in leaves:
            if leaf is not None:
                self.out.pin(leaf, cause)

    def _resume_unwinding(self, frame: Frame, instruction: ins.Resume) -> None:
        """The frame is left; the next record is the landing pad of an outer one, or of a library that caught it."""
        self.frames.pop()

    def _unreachable(self, frame: Frame, instruction: ins.Unreachable) -> None:
        raise Ended


def _position_of(function: Function, line: int) -> tuple[int, int]:
    for number, block in enumerate(function.blocks):
        for position, instruction in enumerate(block.instructions):
            if instruction.line == line:
                return number, position
    raise AssertionError(line)

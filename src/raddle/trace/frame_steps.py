"""Steps of the reference walk into functions and out of them: calls, returns, exceptions, and what the runtime did.

The walk's frames are here; native/walker/frames.c and leave.c are the same in C.
"""

from typing import Any

from raddle.base.failing import MOST_STATUS
from raddle.base.trace_format import trace_format
from raddle.ir import instructions as ins
from raddle.ir.failures import MAIN, Catching, Sides, catching_of, failing_sides, is_thread_routine
from raddle.ir.module import Function
from raddle.ir.probes import is_atomic_function
from raddle.ir.types import leaves_of, shape_of, width_of
from raddle.ir.values import Global, Operand
from raddle.logic.operators import Op
from raddle.trace.blocks import NO_BLOCKS, Selection
from raddle.trace.emitter import Emitter, Scalar
from raddle.trace.events import EventFlag, PinCause
from raddle.trace.frames import Frame, Held
from raddle.trace.memory_steps import MemorySteps
from raddle.trace.open_blocks import OpenBlocks
from raddle.trace.program import LoadedFunction, Program
from raddle.trace.streams import Streams
from raddle.trace.value_steps import ValueSteps


class FrameSteps(ValueSteps, MemorySteps):
    frame_type: type[Frame] = Frame

    def __init__(self, program: Program, streams: Streams, emitter: Emitter, selection: Selection = NO_BLOCKS) -> None:
        super().__init__(streams, emitter)
        self.program = program
        self.blocks = OpenBlocks(selection, emitter)
        self.frames: list[Frame] = []
        self.sides: dict[int, Sides] = {}
        self.handlers_running = 0
        self._thread = streams.thread
        fmt = trace_format()
        self._read_kind, self._write_kind = fmt["RD_READ"], fmt["RD_WRITE"]
        self._deadlock_kind, self._exit_kind = fmt["RD_DEADLOCK"], fmt["RD_EXIT"]
        self._handler_changes = {fmt["RD_SIGNAL_DELIVER"]: 1, fmt["RD_SIGNAL_RETURN"]: -1}

    def arguments_for(self, frame: Frame | None, entered: LoadedFunction) -> tuple[int, list[Held | None] | None]:
        """Call stack, and the arguments where the pending call is the one that entered the function."""
        if frame is None or frame.calling is None:
            return 0, None
        stack = self.out.called(frame.stack, frame.site(frame.calling))
        if self.callee(frame, frame.calling) != entered.address:
            return stack, None
        return stack, self._passed(frame, frame.calling, entered.function)

    def is_uncaught(self, caller: Frame | None, entered: LoadedFunction, *, direct: bool) -> bool:
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

    def enter_local(self, frame: Frame, call: ins.Call) -> None:
        assert isinstance(call.callee.value, Global)
        within = frame.loaded.within
        target = LoadedFunction(within.module.functions[call.callee.value.name], within)
        if self.streams.peek_site() != target.entry_site:
            raise self.streams.mismatch(f"call of {target.function.name} did not enter it")
        self.streams.take_record()
        stack = self.out.called(frame.stack, frame.site(call))
        uncaught = self.is_uncaught(frame, target, direct=True)
        self.enter(target, stack, self._passed(frame, call, target.function), uncaught)

    def enter(self, loaded: LoadedFunction, stack: int, arguments: list[Held | None], uncaught: bool) -> None:
        """Behind the record of its first block: parameters are in the log, their terms with the caller."""
        function = loaded.function
        sides = self.sides.get(id(function))
        if sides is None:
            sides = self.sides[id(function)] = failing_sides(function, loaded.within.module, self.program.failing)
        frame = self.frame_type(loaded, stack, sides, uncaught, function.entry, handlers=self.handlers_running)
        for number, parameter in enumerate(function.parameters):
            given = arguments[number] if number < len(arguments) else None
            frame.registers[parameter.name] = self._parameter(leaves_of(parameter.type), given, function)
        self.frames.append(frame)
        self.out.stack = stack
        self.blocks.enter(frame)
        if is_atomic_function(function.name):
            self.drain_border()

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
        phis = target.phis
        computed = []
        for phi in phis:
            incoming = next(value for value, source in phi.incoming if source == previous)
            computed.append(None if self.probe(frame, phi) is not None else frame.leaves(incoming))
        for phi, leaves in zip(phis, computed, strict=True):
            if leaves is not None:
                frame.set_leaves(phi, leaves)
        frame.previous, frame.block, frame.position, frame.arrived = previous, target, 0, True
        for phi, leaves in zip(phis, computed, strict=True):
            if leaves is None:
                frame.set_leaves(phi, self.logged_leaves(phi))

    def callee(self, frame: Frame, call: ins.Call) -> int:
        return frame.scalar(call.callee)[0]

    def drain_border(self) -> None:
        """Of a region. The thread may have been stopped before it: it has done nothing that lies behind it."""
        before = self.streams.count
        self.drain()
        if self.streams.count == before:
            self.streams.end_if_stopped()

    def drain(self, *, upto: int | None = None) -> bool:
        """Events of the runtime at this point, up to the first of that kind; out: whether it came to one."""
        while (found := self.streams.next_sync()) is not None:
            (kind, _, _, _, count, address, value, *_), position = found
            if count != self.streams.count:
                raise self.streams.mismatch(f"the runtime's record has number {count}")
            if kind == self._deadlock_kind:
                self.out.waits_for_ever(position)
                continue
            if kind == self._exit_kind:
                for frame in reversed(self.frames):  # it ends inside of a function
                    self.gone(frame, returned=True)
            index = self.streams.begin_visible()
            if kind == self._read_kind:
                for piece in self.out.read_bytes(index, address, self.streams.take_bytes(value), EventFlag.LIBRARY):
                    self.out.pin(piece, PinCause.EXTERNAL_ARGUMENT)
            elif kind == self._write_kind:
                self.out.write_bytes(index, address, self.streams.take_bytes(value), EventFlag.LIBRARY)
            else:
                self.handlers_running += self._handler_changes.get(kind, 0)
                self.out.sync(index, position)
                if kind == upto:
                    return True
        return False

    def come_back(self, frame: Frame) -> None:
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
        self.resume(frame)

    def resume(self, frame: Frame) -> None:
        call = frame.calling
        frame.calling, frame.returned, frame.local = None, None, False
        if call is not None and call.targets:
            self.go(frame, call.targets[0])

    def leave_by_return(self, frame: Frame, instruction: ins.Return) -> None:
        if is_atomic_function(frame.loaded.function.name):
            self.drain_border()
        leaves = frame.leaves(instruction.operand) if instruction.operand is not None else []
        if frame.loaded.function.name == MAIN and instruction.operand is not None and len(self.frames) == 1:
            self.judge_status(frame, instruction.operand)
        self.gone(self.frames.pop(), returned=True)
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
            self.resume(caller)
            return
        if self.callee(caller, call) != frame.loaded.address:
            self._pin_leaves(leaves, PinCause.RESULT)
        elif shape_of(call.type) == shape_of(frame.loaded.function.result):
            caller.returned = leaves
        elif call.result is not None:
            self._pin_leaves(leaves, PinCause.OPAQUE_VALUE)

    def judge_status(self, frame: Frame, operand: Operand) -> None:
        """The process is to end with it: an assertion that nobody wrote, where it depends on others, or fails."""
        passing, width = self.program.failing.passing, width_of(operand.type)
        status = frame.leaves(operand)[0]
        if passing is None or width is None or status is None:
            return
        kept = self.apply(Op.AND, status, (MOST_STATUS, 0), width, width)
        passes: Scalar = (0, 0)
        for number in sorted(passing):
            one = self.apply(Op.EQ, kept, (number, 0), width, 1)
            passes = self.apply(Op.OR, passes, one, 1, 1)
        if passes[1] or not passes[0]:
            self.out.branch(passes, 0)

    def _pin_leaves(self, leaves: Held, cause: PinCause) -> None:
        for leaf in leaves:
            if leaf is not None:
                self.out.pin(leaf, cause)

    def leave_by_exception(self, frame: Frame, instruction: ins.Resume) -> None:
        """The frame is left; the next record is the landing pad of an outer one, or of a library that caught it."""
        self.gone(self.frames.pop(), returned=False)

    def leave_unwound(self) -> Frame | None:
        """A library calls, and an exception has left those whose call is not into a library: nothing comes back to
        them. Returns the innermost of the others."""
        while self.frames and self.frames[-1].local:
            self.gone(self.frames.pop(), returned=False)
        return self.frames[-1] if self.frames else None

    def gone(self, frame: Frame, *, returned: bool) -> None:
        """A frame was left, and its slots and blocks end."""
        while frame.slots:
            self.out.slot_end(*frame.slots.pop())
        self.blocks.leave(frame, returned=returned)

    def unwind(self, site: int) -> None:
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
                self.come_back(frame)
                return
            pending = frame.calling
            if pending is not None and pending.line == line and not frame.local:
                self._leave_above(depth)
                self.streams.take_record()
                frame.returned = None
                self.come_back(frame)
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
        while len(self.frames) > depth + 1:
            self.gone(self.frames.pop(), returned=False)
        frame = self.frames[depth]
        frame.interrupted, self.handlers_running = None, frame.handlers


def _position_of(function: Function, line: int) -> tuple[int, int]:
    for number, block in enumerate(function.blocks):
        for position, instruction in enumerate(block.instructions):
            if instruction.line == line:
                return number, position
    raise AssertionError(line)

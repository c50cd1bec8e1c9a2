"""The reference walk: one thread's block stream and the IR -> its symbolic events, in plain Python.

Slow and obvious; trace/walk_fast.py does the same in C and must yield the same columns. Every recomputed address,
stored value, argument, result and block is checked against the log; a difference raises WalkMismatch.
"""

from collections.abc import Callable, Container, Sequence
from contextlib import suppress
from typing import Any

from raddle.base.trace_format import trace_format
from raddle.ir import instructions as ins
from raddle.ir.failures import is_ending
from raddle.ir.probes import CallProbe, CopyProbe, FillProbe, LocalCallProbe, ResultProbe, block_mark
from raddle.logic.arithmetic import Trap
from raddle.trace.alone import Phase
from raddle.trace.alone_emitter import AloneEmitter
from raddle.trace.blocks import NO_BLOCKS, Selection
from raddle.trace.emitter import Emitter
from raddle.trace.events import PinCause, Stopped, ThreadTrace
from raddle.trace.frame_steps import FrameSteps
from raddle.trace.frames import Frame
from raddle.trace.program import Program
from raddle.trace.recorded import RecordedThread, Recording
from raddle.trace.streams import Ended, Streams


def walk_thread(
    program: Program,
    recording: Recording,
    thread: RecordedThread,
    shared: Container[int],
    *,
    keep_private: bool,
    selection: Selection = NO_BLOCKS,
    phases: Sequence[Phase] = (),
) -> ThreadTrace:
    """`shared`: the 8-byte granules (address >> 3) whose reads are symbolic; `keep_private`: emit the others too.
    `phases`: in which what the thread does alone is no event unless others may see it."""
    streams = Streams(recording, thread)
    if phases:
        out: Emitter = AloneEmitter(streams, shared, recording, phases)
    else:
        out = Emitter(streams, shared, keep_private=keep_private)
    return Walk(program, streams, out, selection).run(thread.index)


class Walk(FrameSteps):
    def __init__(self, program: Program, streams: Streams, emitter: Emitter, selection: Selection = NO_BLOCKS) -> None:
        super().__init__(program, streams, emitter, selection)
        self._fence_kind = trace_format()["RD_FENCE"]
        self.handlers: dict[type, Callable[[Frame, Any], None]] = {
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
            ins.Call: self.call,
            ins.Opaque: self.result,
            ins.LandingPad: self.result,
            ins.Jump: self._jump,
            ins.Branch: self.branch,
            ins.Switch: self._switch,
            ins.IndirectJump: self._indirect_jump,
            ins.Return: self.leave_by_return,
            ins.Resume: self.leave_by_exception,
            ins.Unreachable: self._unreachable,
        }

    def run(self, index: int) -> ThreadTrace:
        stopped = self.follow()
        return self.out.trace(index, self.streams.path, stopped)

    def follow(self) -> Stopped:
        """All of the thread's log; says where it stopped."""
        try:
            while True:
                frame = self.frames[-1] if self.frames else None
                if frame is None or frame.calling is not None:
                    self.outside(frame)
                elif frame.interrupted is not None:
                    self.interrupted(frame, frame.interrupted)
                else:
                    self.inside(frame)
        except (Ended, Trap):
            pass
        address, term = self.streams.stopped_at or (0, 0)
        touches = self.streams.stopped_at is not None
        stopped = Stopped(self.out.site, self.out.stack, address, term, touches)
        with suppress(Ended):  # a record may be in the log whose bytes are not
            self.drain()
        self.streams.check_used_up()
        return stopped

    def outside(self, frame: Frame | None) -> None:
        """Control is in a library (or nowhere yet): the next record says how it comes back."""
        self.out.site, self.out.stack = 0, 0
        if frame is not None and frame.calling is not None:
            self.out.site, self.out.stack = frame.site(frame.calling), frame.stack
        self.drain()
        site = self.streams.peek_site()
        if frame is not None and frame.calling is not None and site == frame.site(frame.calling):
            self.streams.take_record()
            self.come_back(frame)
            return
        entered = self.program.function_by_entry.get(site)
        if entered is not None:
            self.streams.take_record()
            frame = self.leave_unwound()
            stack, arguments = self.arguments_for(frame, entered)
            uncaught = self.is_uncaught(frame, entered, direct=arguments is not None)
            self.enter(entered, stack, arguments or [], uncaught)
            return
        self.unwind(site)

    def interrupted(self, frame: Frame, load: ins.Load) -> None:
        """Handlers of signals run before the load."""
        self.out.site, self.out.stack = frame.site(load), frame.stack
        self.drain()
        if self.handlers_running == frame.handlers:
            frame.interrupted = None
            return
        site = self.streams.peek_site()
        entered = self.program.function_by_entry.get(site)
        if entered is None:
            self.unwind(site)
            return
        self.streams.take_record()
        self.enter(entered, self.out.called(frame.stack, frame.site(load)), [], uncaught=False)

    def inside(self, frame: Frame) -> None:
        """Instructions up to one that leaves the frame or its block."""
        block = frame.block
        out = self.out
        out.stack = frame.stack
        base, crossed = frame.loaded.within.site_base, self.blocks.of(frame)
        while frame.block is block and frame.calling is None:
            instruction = block.instructions[frame.position]
            if crossed is not None and type(instruction) is not ins.Phi:
                out.site = base + instruction.line
                self.blocks.cross(frame, instruction)
            if type(instruction) is ins.Load and self.streams.signal_comes():
                frame.interrupted = instruction
                return
            frame.position += 1
            out.site = base + instruction.line
            if type(instruction) is ins.Phi:
                continue
            self.handlers[type(instruction)](frame, instruction)
            if not self.frames or self.frames[-1] is not frame:
                return

    def _fence(self, frame: Frame, instruction: ins.Fence) -> None:
        if not self.drain(upto=self._fence_kind):
            self.streams.end_if_stopped()

    def call(self, frame: Frame, instruction: ins.Call) -> None:
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
                    self.enter_local(frame, instruction)
                else:
                    self._pin_arguments(frame, instruction)
            case ResultProbe():
                self.result(frame, instruction)
            case _ if (begins := block_mark(instruction)) is not None:
                self.blocks.mark(self.frames, begins=begins)
            case _:
                self.intrinsic(frame, instruction)

    def _pin_arguments(self, frame: Frame, call: ins.Call) -> None:
        if is_ending(call):
            self.judge_status(frame, call.arguments[0].operand)
        self.out.pin(frame.scalar(call.callee), PinCause.CALL_TARGET)
        if self.callee(frame, call) not in self.program.function_by_address:
            for argument in call.arguments:
                for leaf in frame.leaves(argument.operand):
                    if leaf is not None:
                        self.out.pin(leaf, PinCause.EXTERNAL_ARGUMENT)

    def _jump(self, frame: Frame, instruction: ins.Jump) -> None:
        self.go(frame, instruction.target)

    def branch(self, frame: Frame, instruction: ins.Branch) -> None:
        condition = frame.scalar(instruction.condition)
        fails = frame.sides.failing.get(instruction.line)
        throws = frame.sides.throwing.get(instruction.line) if frame.uncaught else None
        ends = frame.sides.in_the_end(instruction.line)
        for side in (ends, throws):  # nothing is said of a condition that no other thread has a part in
            if fails is None and side is not None and (condition[1] or condition[0] == side):
                fails = side
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

    def _unreachable(self, frame: Frame, instruction: ins.Unreachable) -> None:
        raise Ended

"""One thread of a recording -> its raw steps: the reference walk, with the words of the source added to it.

The walk is trace/walk_reference.py's own. Here is what explanations need besides: which local variable a register
holds, why each step was reached, what merges where ways meet.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from raddle.explain.walked.collected import StepEmitter
from raddle.explain.walked.local_steps import Activation, LocalSteps
from raddle.explain.walked.local_variables import LocalVariables
from raddle.explain.walked.raw import Given, Halt, RawStep, RawThread
from raddle.explain.walked.scopes import Scope, Scopes
from raddle.ir import instructions as ins
from raddle.ir.module import Block
from raddle.ir.probes import AccessProbe
from raddle.ir.types import size_of, width_of
from raddle.ir.values import Local, Operand
from raddle.logic.arithmetic import Trap
from raddle.logic.operators import Op
from raddle.trace.events import Stopped
from raddle.trace.frames import Frame
from raddle.trace.frames import Held as Leaves
from raddle.trace.program import LoadedFunction, Program
from raddle.trace.recorded import RecordedThread, Recording
from raddle.trace.sources import Sources
from raddle.trace.streams import Streams
from raddle.trace.walk_reference import Walk

_NEVER: Final = Scope(None, frozenset(), None)


class Functions:
    """What is known of the functions of a program; for the walks of all its threads."""

    def __init__(self, program: Program) -> None:
        self._sources = Sources.of(program)
        self._known: dict[int, LocalVariables] = {}

    def of(self, loaded: LoadedFunction) -> LocalVariables:
        found = self._known.get(loaded.entry_site)
        if found is None:
            found = self._known[loaded.entry_site] = LocalVariables(loaded, self._sources)
        return found


def walk_thread(
    program: Program, recording: Recording, thread: RecordedThread, functions: Functions | None = None
) -> RawThread:
    streams = Streams(recording, thread)
    out = StepEmitter(streams, recording.sync["object"].tolist())
    walk = StepWalk(program, streams, out, functions or Functions(program))
    halt = walk.halt(walk.follow())
    return RawThread(
        thread.index, thread.path, out.steps, out.terms.rows, frozenset(out.no_wrap), out.stacks, tuple(out.slots), halt
    )


class StepWalk(Walk):
    def __init__(self, program: Program, streams: Streams, out: StepEmitter, functions: Functions) -> None:
        super().__init__(program, streams, out)
        self.made = out
        self._functions = functions
        self._locals = LocalSteps(out)
        self._activations: dict[int, Activation] = {}
        self._count = 0
        self._thrown: int | None = None  # why the exception or jump that is under way was thrown
        self._division: tuple[Given, Given] | None = None
        self._by_value: list[tuple[RawStep, int]] = []  # reads of what the call hands over as a copy, with their terms

    # ---- into functions and out of them

    def _focus(self, frame: Frame | None) -> None:
        """What is done next is done by that frame."""
        if frame is None:
            self.made.guard, self.made.activation = None, 0
        else:
            activation = self._activations[id(frame)]
            self.made.guard, self.made.activation = activation.scopes.innermost, activation.number

    def outside(self, frame: Frame | None) -> None:
        self._focus(frame)
        self.made.given = self._scalars(frame, frame.calling) if frame is not None and frame.calling is not None else ()
        super().outside(frame)
        self.made.given = ()

    def interrupted(self, frame: Frame, load: ins.Load) -> None:
        self._focus(frame)
        super().interrupted(frame, load)

    def _scalars(self, frame: Frame, call: ins.Call) -> list[tuple[int, int]]:
        leaves = [frame.leaves(argument.operand) for argument in call.arguments]
        return [held[0] for held in leaves if len(held) == 1 and held[0] is not None]

    def enter(self, loaded: LoadedFunction, stack: int, arguments: list[Leaves | None], uncaught: bool) -> None:
        caller = self.frames[-1] if self.frames else None
        self._focus(caller)
        call: tuple[int, int, int] | None = None
        if caller is not None and caller.calling is not None:
            call = (caller.site(caller.calling), caller.stack, self.made.activation)
            self._called_by_pointer(caller, caller.calling, loaded)
        self._count += 1
        scopes = Scopes(self.made.guard)
        activation = Activation(self._count, len(self.frames), self._functions.of(loaded), scopes, call)
        self.made.activation = self._count
        super().enter(loaded, stack, arguments, uncaught)
        self._activations[id(self.frames[-1])] = activation
        if self._by_value and arguments and call is not None:  # what a library calls back was handed over by that
            self._hand_over(self.frames[-1], call)

    def read_byval(self, frame: Frame, call: ins.Call) -> None:
        made, out = len(self.terms.rows), self.made
        super().read_byval(frame, call)
        rows = enumerate(self.terms.rows[made:], made)
        self._by_value = [(out.steps[row[2]], number) for number, row in rows if row[0] == Op.READ]

    def _hand_over(self, frame: Frame, call: tuple[int, int, int]) -> None:
        """Parameters that are copies of what the caller has: written by the call, though no event tells of it."""
        copied, self._by_value = iter(self._by_value), []
        sizes = {one.name: size_of(one.byval) for one in frame.loaded.function.parameters if one.byval is not None}
        out = self.made
        here = out.site, out.stack, out.activation
        out.site, out.stack, out.activation = call
        for register, size in sizes.items():
            leaf, done = frame.registers[register][0], 0
            assert leaf is not None
            while done < size and (piece := next(copied, None)) is not None:
                out.hand_over(leaf[0] + done, *piece)
                done += piece[0].size
        out.site, out.stack, out.activation = here

    def _called_by_pointer(self, caller: Frame, call: ins.Call, entered: LoadedFunction) -> None:
        """That it pointed there is why the function was entered."""
        if not isinstance(call.callee.value, Local):
            return
        pointer = caller.scalar(call.callee)
        if pointer[1] and pointer[0] == entered.address:
            self.made.site, self.made.stack = caller.site(call), caller.stack
            self.made.guard = self.made.condition(pointer, 64, self.made.guard)

    def gone(self, frame: Frame, *, returned: bool) -> None:
        super().gone(frame, returned=returned)
        if len(self.frames) <= self._activations[id(frame)].depth:
            del self._activations[id(frame)]

    # ---- within a function

    def inside(self, frame: Frame) -> None:
        activation = self._activations[id(frame)]
        out, block = self.made, frame.block
        out.guard, out.activation, out.stack = activation.scopes.innermost, activation.number, frame.stack
        base, notes = frame.loaded.within.site_base, activation.variables.notes
        constants = activation.variables.constants
        while frame.block is block and frame.calling is None:
            instruction = block.instructions[frame.position]
            kind = type(instruction)
            if kind is ins.Load and self.streams.signal_comes():
                assert isinstance(instruction, ins.Load)
                frame.interrupted = instruction
                return
            frame.position += 1
            if kind is ins.Phi:
                continue
            for note in notes.get(instruction.line, ()):
                self._locals.note(frame, activation, note)
            out.site = base + instruction.line
            if instruction.line in constants:
                instruction = self._with_names(frame, activation, instruction)
            self.handlers[kind](frame, instruction)
            if not self.frames or self.frames[-1] is not frame:
                return

    def _with_names(self, frame: Frame, activation: Activation, instruction: ins.Instruction) -> ins.Instruction:
        """With variables in the place of the constants that they hold."""
        self.probe(frame, instruction)  # what was logged goes by the instruction as it is
        linked = activation.variables.constants[instruction.line]
        for use in linked.uses:
            frame.registers[use.register] = [self._locals.named(activation, use.name, use.value)]
        return linked.instruction

    def go(self, frame: Frame, label: str) -> None:
        activation, left = self._activations[id(frame)], frame.block
        scopes = activation.scopes
        if self.made.branched is not None:
            self._begin(activation, self.made.branched, left)
            self.made.branched = None
        elif self._thrown is not None:
            self._begin(activation, self._thrown, left)
        way = scopes.innermost
        super().go(frame, label)
        scopes.enter(label)
        self._focus(frame)
        if label in activation.variables.merges:
            self._locals.arrive(frame, activation, way, left)

    def branch(self, frame: Frame, instruction: ins.Branch) -> None:
        if instruction.line in self._activations[id(frame)].variables.swap_branches:
            condition = frame.scalar(instruction.condition)
            if condition[0]:  # nothing is handed back, and the swap has a condition of its own
                self.go(frame, instruction.if_true)
                return
        super().branch(frame, instruction)

    def _begin(self, activation: Activation, condition: int, left: Block) -> None:
        variables = activation.variables
        ends, first = variables.behind(left.label), variables.flow.post_dominators[left.label]
        activation.scopes.begin(Scope(condition, ends, first))

    # ---- exceptions and jumps

    def leave_by_exception(self, frame: Frame, instruction: ins.Resume) -> None:
        self._thrown = self._activations[id(frame)].scopes.innermost
        super().leave_by_exception(frame, instruction)

    def unwind(self, site: int) -> None:
        if self._thrown is None:
            self._thrown = self.made.guard
        super().unwind(site)
        self._thrown = None

    def come_back(self, frame: Frame) -> None:
        if self._thrown is not None:  # setjmp has come back once more
            self._activations[id(frame)].scopes.begin(_NEVER._replace(condition=self._thrown))
            self._thrown = None
            self._focus(frame)
        super().come_back(frame)

    # ---- arithmetic and updates

    def binary(self, frame: Frame, instruction: ins.Binary) -> None:
        try:
            super().binary(frame, instruction)
        except Trap:
            width = width_of(instruction.type) or 0
            left, right = frame.scalar(instruction.left), frame.scalar(instruction.right)
            self._division = Given(*right, width), Given(*left, width)
            raise
        activation = self._activations[id(frame)]
        if instruction.line in activation.variables.signed_lines and instruction.result is not None:
            leaf = frame.registers[instruction.result][0]
            if leaf is not None and leaf[1]:
                self.made.take_for_granted(leaf[1])

    def compare_exchange(self, frame: Frame, instruction: ins.CompareExchange) -> None:
        self.made.swaps = True
        super().compare_exchange(frame, instruction)
        self.made.swaps = False

    # ---- accesses of many bytes

    def copy(self, frame: Frame, call: ins.Call) -> None:
        with self._many(frame, call.arguments[1].operand, call.arguments[0].operand):
            super().copy(frame, call)

    def fill(self, frame: Frame, call: ins.Call) -> None:
        self.made.filled_with = frame.scalar(call.arguments[1].operand)
        with self._many(frame, None, call.arguments[0].operand):
            super().fill(frame, call)
        self.made.filled_with = None

    def load(self, frame: Frame, instruction: ins.Load) -> None:
        if width_of(instruction.type) is not None:
            super().load(frame, instruction)
        else:
            with self._many(frame, instruction.address, None):
                super().load(frame, instruction)

    def store(self, frame: Frame, instruction: ins.Store) -> None:
        if width_of(instruction.stored.type) is not None:
            super().store(frame, instruction)
        else:
            with self._many(frame, None, instruction.address):
                super().store(frame, instruction)

    def opaque_update(self, frame: Frame, instruction: ins.Instruction, where: Operand, probe: AccessProbe) -> None:
        with self._many(frame, where, where):
            super().opaque_update(frame, instruction, where, probe)

    @contextmanager
    def _many(self, frame: Frame, read: Operand | None, written: Operand | None) -> Iterator[None]:
        self.made.read_from = frame.scalar(read) if read is not None else None
        self.made.written_to = frame.scalar(written) if written is not None else None
        yield
        self.made.read_from = self.made.written_to = None

    # ---- the end

    def halt(self, stopped: Stopped) -> Halt:
        count = self.streams.count
        if not self.frames:
            return Halt(stopped.site, stopped.stack, 0, None, count)
        frame = self.frames[-1]
        activation = self._activations[id(frame)]
        where = (stopped.site, stopped.stack, activation.number, activation.scopes.innermost, count)
        if self._division is not None:
            return Halt(*where, divisor=self._division[0], dividend=self._division[1])
        instruction = frame.calling or frame.block.instructions[max(frame.position - 1, 0)]
        match instruction:
            case ins.Load(address=address) | ins.Store(address=address):
                pass
            case ins.AtomicUpdate(address=address) | ins.CompareExchange(address=address):
                pass
            case ins.Call():
                return Halt(*where, arguments=_given(frame, instruction))
            case _:
                return Halt(*where)
        probe = self.probe(frame, instruction)
        assert isinstance(probe, AccessProbe)
        writes = not isinstance(instruction, ins.Load)
        return Halt(*where, address=_given_as(frame, address), size=probe.size, writes=writes)


def _given(frame: Frame, call: ins.Call) -> tuple[Given, ...]:
    found = (_given_as(frame, argument.operand) for argument in call.arguments)
    return tuple(one for one in found if one is not None)


def _given_as(frame: Frame, operand: Operand) -> Given | None:
    width = width_of(operand.type)
    leaf = frame.leaves(operand)[0] if width is not None else None
    return None if leaf is None or width is None else Given(*leaf, width)

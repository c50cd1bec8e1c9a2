"""The reference walk: one thread's block stream and the IR -> its symbolic events, in plain Python.

Slow and obvious; trace/walk_fast.py does the same in C and must yield the same columns. Every recomputed address,
stored value, argument, result and block is checked against the log; a difference raises WalkMismatch.
"""

from collections.abc import Callable, Container
from typing import Any

from raddle.base.trace_format import trace_format
from raddle.ir import instructions as ins
from raddle.ir.failures import failing_sides
from raddle.ir.module import Function
from raddle.ir.probes import (
    AccessProbe,
    CallProbe,
    CopyProbe,
    FillProbe,
    LocalCallProbe,
    Probe,
    ResultProbe,
    byval_arguments,
    intrinsic_of,
    probe_of,
)
from raddle.ir.types import ArrayType, StructType, leaves_of, resolved, size_of, width_of
from raddle.ir.values import Local, Operand
from raddle.trace.arithmetic import TWO, Trap, mask, one, signed
from raddle.trace.emitter import Emitter, Scalar
from raddle.trace.events import EventFlag, MemoryOrder, PinCause, ThreadTrace
from raddle.trace.frames import Frame, Held, leaf_range, opaque_leaves
from raddle.trace.program import LoadedFunction, Program
from raddle.trace.recorded import RecordedThread, Recording
from raddle.trace.streams import Ended, Streams
from raddle.trace.terms import BINARY, CAST, COMPARE, INTRINSIC, OVERFLOW, UPDATE, Op

ORDERS = {
    "": MemoryOrder.PLAIN,
    "unordered": MemoryOrder.UNORDERED,
    "monotonic": MemoryOrder.RELAXED,
    "acquire": MemoryOrder.ACQUIRE,
    "release": MemoryOrder.RELEASE,
    "acq_rel": MemoryOrder.ACQ_REL,
    "seq_cst": MemoryOrder.SEQ_CST,
}


def walk_thread(
    program: Program, recording: Recording, thread: RecordedThread, shared: Container[int], *, keep_private: bool
) -> ThreadTrace:
    """`shared`: the 8-byte granules (address >> 3) whose reads are symbolic; `keep_private`: emit the others too."""
    positions = (recording.sync["thread"] == thread.index).nonzero()[0]
    streams = Streams(
        thread.path, thread.blocks, thread.values.tobytes(), recording.sync[positions], positions.tolist(), thread.count
    )
    return _Walk(program, streams, Emitter(streams, shared, keep_private=keep_private)).run(thread.index)


class _Walk:
    def __init__(self, program: Program, streams: Streams, emitter: Emitter) -> None:
        self._program = program
        self._streams = streams
        self._out = emitter
        self._terms = emitter.terms
        self._frames: list[Frame] = []
        self._failing: dict[int, dict[int, int]] = {}
        self._probes: dict[tuple[int, int], Probe] = {}
        self._read_kind = trace_format()["RD_READ"]
        self._write_kind = trace_format()["RD_WRITE"]
        self._visible_flag = trace_format()["RD_FLAG_VISIBLE"]
        self._handlers: dict[type, Callable[[Frame, Any], None]] = {
            ins.Binary: self._binary,
            ins.Negate: self._negate,
            ins.Compare: self._compare,
            ins.Cast: self._cast,
            ins.Freeze: self._freeze,
            ins.Select: self._select,
            ins.ElementAddress: self._element_address,
            ins.ExtractValue: self._extract_value,
            ins.InsertValue: self._insert_value,
            ins.Alloca: self._alloca,
            ins.Load: self._load,
            ins.Store: self._store,
            ins.AtomicUpdate: self._atomic_update,
            ins.CompareExchange: self._compare_exchange,
            ins.Fence: self._fence,
            ins.Call: self._call,
            ins.Opaque: self._result,
            ins.Jump: self._jump,
            ins.Branch: self._branch,
            ins.Switch: self._switch,
            ins.IndirectJump: self._indirect_jump,
            ins.Return: self._return,
            ins.Unreachable: self._unreachable,
        }

    def run(self, index: int) -> ThreadTrace:
        try:
            while True:
                frame = self._frames[-1] if self._frames else None
                if frame is None or frame.calling is not None:
                    self._outside(frame)
                else:
                    self._inside(frame)
        except (Ended, Trap):
            pass
        self._drain()
        self._streams.check_used_up()
        return self._out.trace(index, self._streams.path)

    # ---- control outside the walked code

    def _outside(self, frame: Frame | None) -> None:
        """Control is in a library (or nowhere yet): the next record says how it comes back."""
        if frame is not None and frame.calling is not None:
            self._out.site, self._out.stack = frame.site(frame.calling), frame.stack
        self._drain()
        site = self._streams.peek_site()
        if frame is not None and frame.calling is not None and site == frame.site(frame.calling):
            self._streams.take_record()
            self._come_back(frame)
            return
        entered = self._program.function_by_entry.get(site)
        if entered is not None:
            self._streams.take_record()
            self._enter(entered, *self._arguments_for(frame, entered))
            return
        self._unwind(site)

    def _arguments_for(self, frame: Frame | None, entered: LoadedFunction) -> tuple[int, list[Held | None]]:
        """Call stack and arguments, where the pending call is the one that entered the function."""
        if frame is None or frame.calling is None:
            return 0, []
        stack = self._out.called(frame.stack, frame.site(frame.calling))
        target = self._target(frame, frame.calling)
        if target is None or target.function is not entered.function:
            return stack, []
        return stack, self._passed(frame, frame.calling)

    def _passed(self, frame: Frame, call: ins.Call) -> list[Held | None]:
        return [None if a.byval is not None else frame.leaves(a.operand) for a in call.arguments]

    def _come_back(self, frame: Frame) -> None:
        call = frame.calling
        assert call is not None
        self._out.site, self._out.stack = frame.site(call), frame.stack
        leaves: Held = []
        for number, (_, leaf) in enumerate(leaves_of(call.type) if call.result is not None else ()):
            width = width_of(leaf)
            if width is None:
                leaves.append(None)
                continue
            value = self._streams.take_value(8)
            known = frame.returned[number] if frame.returned is not None and number < len(frame.returned) else None
            if known is not None and known[0] != value:
                raise self._streams.mismatch(f"{frame.loaded.function.name} got {value}, walked result is {known[0]}")
            leaves.append((value, known[1] if known is not None else 0))
        frame.set_leaves(call, leaves)
        frame.called_sites.add(call.line)
        self._resume(frame)

    def _resume(self, frame: Frame) -> None:
        call = frame.calling
        frame.calling, frame.returned, frame.local = None, None, False
        if call is not None and call.targets:
            self._go(frame, call.targets[0])

    def _unwind(self, site: int) -> None:
        """longjmp or an exception: control comes back in an outer frame."""
        for depth in range(len(self._frames) - 1, -1, -1):
            frame = self._frames[depth]
            line = site - frame.loaded.within.site_base
            if line in frame.called_sites:
                del self._frames[depth + 1 :]
                self._streams.take_record()
                block, position = _position_of(frame.loaded.function, line)
                frame.block, frame.position = frame.loaded.function.blocks[block], position + 1
                call = frame.block.instructions[position]
                assert isinstance(call, ins.Call)
                frame.calling, frame.returned = call, None
                self._come_back(frame)
                return
            call_ = frame.calling
            if call_ is not None and len(call_.targets) == 2:
                pad = frame.loaded.function.block_by_label[call_.targets[1]]
                if pad.line == line:
                    del self._frames[depth + 1 :]
                    frame.calling, frame.returned, frame.local = None, None, False
                    self._go(frame, pad.label)
                    return
        raise self._streams.mismatch(f"control came back at site {site}, which no frame awaits")

    def _drain(self) -> None:
        """Events of the runtime at this point."""
        while (found := self._streams.next_sync()) is not None:
            (kind, flags, _, _, count, address, value, *_), position = found
            if not flags & self._visible_flag:
                continue
            if count != self._streams.count:
                raise self._streams.mismatch(f"the runtime's record has number {count}")
            index = self._streams.begin_visible()
            if kind == self._read_kind:
                for piece in self._out.read_bytes(index, address, self._streams.take_bytes(value), EventFlag.LIBRARY):
                    self._out.pin(piece, PinCause.EXTERNAL_ARGUMENT)
            elif kind == self._write_kind:
                self._out.write_bytes(index, address, self._streams.take_bytes(value), EventFlag.LIBRARY)
            else:
                self._out.sync(index, position)

    # ---- control inside

    def _enter(self, loaded: LoadedFunction, stack: int, arguments: list[Held | None]) -> None:
        """Behind the record of its first block: parameters are in the log, their terms with the caller."""
        function = loaded.function
        failing = self._failing.get(id(function))
        if failing is None:
            failing = self._failing[id(function)] = failing_sides(function)
        frame = Frame(loaded, stack, failing, function.entry)
        for number, parameter in enumerate(function.parameters):
            given = arguments[number] if number < len(arguments) else None
            frame.registers[parameter.name] = self._parameter(leaves_of(parameter.type), given, function)
        self._frames.append(frame)
        self._out.stack = stack
        self._drain()

    def _parameter(self, leaves: Any, given: Held | None, function: Function) -> Held:
        held: Held = []
        for number, (_, leaf) in enumerate(leaves):
            width = width_of(leaf)
            if width is None:
                held.append(None)
                continue
            value = self._streams.take_value(8)
            passed = given[number] if given is not None and len(given) == len(leaves) else None
            if passed is not None and passed[0] != value:
                raise self._streams.mismatch(f"argument of {function.name}: {passed[0]} passed, {value} arrived")
            held.append((value, passed[1] if passed is not None else 0))
        return held

    def _inside(self, frame: Frame) -> None:
        """Instructions up to one that leaves the frame or its block."""
        block = frame.block
        out = self._out
        out.stack = frame.stack
        base = frame.loaded.within.site_base
        while frame.block is block and frame.calling is None:
            instruction = block.instructions[frame.position]
            frame.position += 1
            out.site = base + instruction.line
            if type(instruction) is ins.Phi:
                continue
            self._handlers[type(instruction)](frame, instruction)
            if not self._frames or self._frames[-1] is not frame:
                return

    def _go(self, frame: Frame, label: str) -> None:
        """To a block of the same function."""
        target = frame.loaded.function.block_by_label[label]
        site = frame.loaded.within.site_base + target.line
        if self._streams.peek_site() != site:
            seen = self._streams.peek_site()
            raise self._streams.mismatch(f"{frame.loaded.function.name} goes to {label} (site {site}), log has {seen}")
        self._streams.take_record()
        previous = frame.block.label
        phis = [phi for phi in target.instructions if isinstance(phi, ins.Phi)]
        computed = []
        for phi in phis:
            incoming = next(value for value, source in phi.incoming if source == previous)
            computed.append(None if self._probe(frame, phi) is not None else frame.leaves(incoming))
        for phi, leaves in zip(phis, computed, strict=True):
            if leaves is not None:
                frame.set_leaves(phi, leaves)
        frame.previous, frame.block, frame.position = previous, target, 0
        for phi, leaves in zip(phis, computed, strict=True):
            if leaves is None:
                frame.set_leaves(phi, self._logged_leaves(phi))

    def _probe(self, frame: Frame, instruction: ins.Instruction) -> Probe:
        key = (frame.loaded.within.site_base, instruction.line)
        if key not in self._probes:
            self._probes[key] = probe_of(instruction, frame.loaded.within.module)
        return self._probes[key]

    def _logged_leaves(self, instruction: ins.Instruction) -> Held:
        leaves: Held = []
        for _, leaf in leaves_of(instruction.type):
            leaves.append((self._streams.take_value(8), 0) if width_of(leaf) is not None else None)
        return leaves

    # ---- values

    def _apply(self, op: Op, a: Scalar, b: Scalar, width: int, result_width: int) -> Scalar:
        value = TWO[op](a[0], b[0], width) & mask(result_width)
        if not (a[1] or b[1]):
            return value, 0
        return value, self._terms.add(op, result_width, value, a[1], a[0], b[1], b[0])

    def _convert(self, op: Op, a: Scalar, source: int, width: int) -> Scalar:
        value = one(op, a[0], source, width)
        return value, self._terms.add(op, width, value, a[1], a[0], 0, source) if a[1] else 0

    def _result(self, frame: Frame, instruction: ins.Instruction) -> None:
        """An instruction that the walk does not compute: what depends on a term is pinned, the log has the result."""
        for operand in _operands(instruction):
            for leaf in frame.leaves(operand):
                if leaf is not None:
                    self._out.pin(leaf, PinCause.OPAQUE_VALUE)
        if isinstance(self._probe(frame, instruction), ResultProbe):
            frame.set_leaves(instruction, self._logged_leaves(instruction))
        else:
            frame.set_leaves(instruction, opaque_leaves(instruction.type))

    def _is_opaque(self, frame: Frame, instruction: ins.Instruction) -> bool:
        return width_of(instruction.type) is None or self._probe(frame, instruction) is not None

    def _binary(self, frame: Frame, instruction: ins.Binary) -> None:
        width = width_of(instruction.type)
        if width is None or self._probe(frame, instruction) is not None:
            self._result(frame, instruction)
            return
        left, right = frame.scalar(instruction.left), frame.scalar(instruction.right)
        frame.set(instruction, self._apply(BINARY[instruction.opcode], left, right, width, width))

    def _negate(self, frame: Frame, instruction: ins.Negate) -> None:
        width = width_of(instruction.type)
        if width is None or self._is_opaque(frame, instruction):
            self._result(frame, instruction)
            return
        frame.set(instruction, self._convert(Op.FNEG, frame.scalar(instruction.operand), width, width))

    def _compare(self, frame: Frame, instruction: ins.Compare) -> None:
        if self._is_opaque(frame, instruction):
            self._result(frame, instruction)
            return
        width = width_of(instruction.left.type)
        assert width is not None
        op = COMPARE[instruction.opcode, instruction.predicate]
        left, right = frame.scalar(instruction.left), frame.scalar(instruction.right)
        frame.set(instruction, self._apply(op, left, right, width, 1))

    def _cast(self, frame: Frame, instruction: ins.Cast) -> None:
        width, source = width_of(instruction.type), width_of(instruction.operand.type)
        if instruction.opcode in ("fptosi", "fptoui") and width is not None and source is not None:
            value = self._streams.take_value(8)
            a = frame.scalar(instruction.operand)
            op = CAST[instruction.opcode]
            term = self._terms.add(op, width, value, a[1], a[0], 0, source) if a[1] else 0
            frame.set(instruction, (value, term))
            return
        if width is None or source is None or self._probe(frame, instruction) is not None:
            self._result(frame, instruction)
            return
        operand = frame.scalar(instruction.operand)
        casting = CAST.get(instruction.opcode)
        if casting is None:  # between pointers and integers, or of the same bits
            if width == source:
                frame.set(instruction, operand)
                return
            casting = Op.TRUNC if width < source else Op.ZEXT
        frame.set(instruction, self._convert(casting, operand, source, width))

    def _freeze(self, frame: Frame, instruction: ins.Freeze) -> None:
        if self._probe(frame, instruction) is not None:
            self._result(frame, instruction)
        else:
            frame.set_leaves(instruction, frame.leaves(instruction.operand))

    def _select(self, frame: Frame, instruction: ins.Select) -> None:
        if self._probe(frame, instruction) is not None or width_of(instruction.condition.type) is None:
            self._result(frame, instruction)
            return
        condition = frame.scalar(instruction.condition)
        if_true, if_false = frame.leaves(instruction.if_true), frame.leaves(instruction.if_false)
        chosen = if_true if condition[0] else if_false
        if not condition[1]:
            frame.set_leaves(instruction, chosen)
            return
        leaves: Held = []
        for number, (_, leaf) in enumerate(leaves_of(instruction.type)):
            a, b, picked = if_true[number], if_false[number], chosen[number]
            width = width_of(leaf)
            if a is None or b is None or picked is None or width is None:
                leaves.append(None)
                continue
            term = self._terms.add(Op.ITE, width, picked[0], a[1], a[0], b[1], b[0], condition[1])
            leaves.append((picked[0], term))
        if any(leaf is None for leaf in leaves):
            self._out.pin(condition, PinCause.OPAQUE_VALUE)
        frame.set_leaves(instruction, leaves)

    def _element_address(self, frame: Frame, instruction: ins.ElementAddress) -> None:
        if self._is_opaque(frame, instruction):
            self._result(frame, instruction)
            return
        address = frame.scalar(instruction.base)
        constant, current = 0, resolved(instruction.source)
        scale = size_of(instruction.source)
        for number, index in enumerate(instruction.indices):
            value = frame.scalar(index)
            width = width_of(index.type)
            assert width is not None
            if number:
                if isinstance(current, StructType):
                    constant += current.offsets[value[0]]
                    current = resolved(current.fields[value[0]])
                    continue
                assert isinstance(current, ArrayType)
                scale = size_of(current.element)
                current = resolved(current.element)
            if not isinstance(index.value, Local):
                constant += signed(value[0], width) * scale
                continue
            if width < 64:
                value = self._convert(Op.SEXT, value, width, 64)
            if scale != 1:
                value = self._apply(Op.MUL, value, (scale, 0), 64, 64)
            address = self._apply(Op.ADD, address, value, 64, 64)
        if constant:
            address = self._apply(Op.ADD, address, (constant & mask(64), 0), 64, 64)
        frame.set(instruction, address)

    def _extract_value(self, frame: Frame, instruction: ins.ExtractValue) -> None:
        if self._probe(frame, instruction) is not None:
            self._result(frame, instruction)
            return
        first, last = leaf_range(instruction.aggregate.type, instruction.path)
        frame.set_leaves(instruction, frame.leaves(instruction.aggregate)[first:last])

    def _insert_value(self, frame: Frame, instruction: ins.InsertValue) -> None:
        if self._probe(frame, instruction) is not None:
            self._result(frame, instruction)
            return
        first, last = leaf_range(instruction.aggregate.type, instruction.path)
        leaves = list(frame.leaves(instruction.aggregate))
        leaves[first:last] = frame.leaves(instruction.element)
        frame.set_leaves(instruction, leaves)

    # ---- memory

    def _alloca(self, frame: Frame, instruction: ins.Alloca) -> None:
        if instruction.count is not None:
            self._out.pin(frame.scalar(instruction.count), PinCause.LENGTH)
        frame.set(instruction, (self._streams.take_value(8), 0))

    def _load(self, frame: Frame, instruction: ins.Load) -> None:
        probe = self._probe(frame, instruction)
        assert isinstance(probe, AccessProbe)
        address, flags = frame.scalar(instruction.address), _flags(instruction.order, instruction.volatile)
        index = self._streams.begin_visible()
        self._streams.note(address[0])
        width = width_of(instruction.type)
        if width is None:
            self._out.pin(address, PinCause.ADDRESS)
            data = self._streams.take_bytes(probe.size)
            for piece in self._out.read_bytes(index, address[0], data, flags):
                self._out.pin(piece, PinCause.OPAQUE_VALUE)
            frame.set_leaves(instruction, opaque_leaves(instruction.type))
            return
        value = self._streams.take_value(probe.size)
        term = self._out.read(index, address, probe.size, value, flags)
        frame.set(instruction, self._narrowed((value, term), 8 * probe.size, width))

    def _narrowed(self, loaded: Scalar, held_width: int, width: int) -> Scalar:
        """From what memory holds (whole bytes) to the register's width."""
        return loaded if held_width == width else self._convert(Op.TRUNC, loaded, held_width, width)

    def _widened(self, value: Scalar, width: int, held_width: int) -> Scalar:
        return value if held_width == width else self._convert(Op.ZEXT, value, width, held_width)

    def _store(self, frame: Frame, instruction: ins.Store) -> None:
        probe = self._probe(frame, instruction)
        assert isinstance(probe, AccessProbe)
        address, flags = frame.scalar(instruction.address), _flags(instruction.order, instruction.volatile)
        width = width_of(instruction.stored.type)
        index = self._streams.begin_visible()
        self._streams.note(address[0])
        if not probe.scalar:
            data = self._streams.take_bytes(probe.size)
        stored = frame.leaves(instruction.stored)[0] if width is not None else None
        if stored is None or width is None:
            self._out.pin(address, PinCause.ADDRESS)
            self._out.write_bytes(index, address[0], data, flags)
            return
        value = self._widened(stored, width, 8 * probe.size)
        if probe.scalar:
            self._streams.note(value[0])
        elif data != value[0].to_bytes(probe.size, "little"):
            raise self._streams.mismatch(f"stored {value[0]}, the log has {data.hex()}")
        self._out.write(index, address, probe.size, value, flags)

    def _atomic_update(self, frame: Frame, instruction: ins.AtomicUpdate) -> None:
        probe = self._probe(frame, instruction)
        assert isinstance(probe, AccessProbe)
        width = width_of(instruction.type)
        if width is None:
            self._opaque_update(frame, instruction, instruction.address, probe)
            return
        address, held = frame.scalar(instruction.address), 8 * probe.size
        index = self._streams.begin_visible()
        self._streams.note(address[0])
        loaded = self._streams.take_value(probe.size)
        old = (loaded, self._out.old_value(address, probe.size, loaded))
        operand = self._widened(frame.scalar(instruction.operand), width, held)
        if instruction.operation == "xchg":
            new = operand
        else:
            new = self._apply(UPDATE[instruction.operation], old, operand, held, held)
        self._out.update(index, address, probe.size, old, new, _flags(instruction.order, False))
        frame.set(instruction, self._narrowed(old, held, width))

    def _compare_exchange(self, frame: Frame, instruction: ins.CompareExchange) -> None:
        probe = self._probe(frame, instruction)
        assert isinstance(probe, AccessProbe)
        width = width_of(instruction.expected.type)
        if width is None:
            self._opaque_update(frame, instruction, instruction.address, probe)
            return
        address, held = frame.scalar(instruction.address), 8 * probe.size
        index = self._streams.begin_visible()
        self._streams.note(address[0])
        loaded = self._streams.take_value(probe.size)
        old = (loaded, self._out.old_value(address, probe.size, loaded))
        expected = self._widened(frame.scalar(instruction.expected), width, held)
        desired = self._widened(frame.scalar(instruction.desired), width, held)
        swapped = self._apply(Op.EQ, old, expected, held, 1)
        flags = _flags(instruction.order, False) | (0 if swapped[0] else EventFlag.FAILED)
        self._out.update(index, address, probe.size, old, desired if swapped[0] else old, flags)
        self._out.branch(swapped, None)
        frame.set_leaves(instruction, [self._narrowed(old, held, width), swapped])

    def _opaque_update(self, frame: Frame, instruction: ins.Instruction, where: Operand, probe: AccessProbe) -> None:
        """A 16-byte update: old and new bytes are in the log."""
        address = frame.scalar(where)
        self._out.pin(address, PinCause.ADDRESS)
        index = self._streams.begin_visible()
        self._streams.note(address[0])
        flags = _flags("seq_cst", False)
        for piece in self._out.read_bytes(index, address[0], self._streams.take_bytes(probe.size), flags):
            self._out.pin(piece, PinCause.OPAQUE_VALUE)
        self._out.write_bytes(index, address[0], self._streams.take_bytes(probe.size), flags)
        frame.set_leaves(instruction, self._logged_leaves(instruction))  # of { i128, i1 } the i1

    def _fence(self, frame: Frame, instruction: ins.Fence) -> None:
        self._drain()

    # ---- calls and jumps

    def _call(self, frame: Frame, instruction: ins.Call) -> None:
        probe = self._probe(frame, instruction)
        match probe:
            case CopyProbe():
                self._copy(frame, instruction)
            case FillProbe():
                self._fill(frame, instruction)
            case CallProbe() | LocalCallProbe():
                self._read_byval(frame, instruction)
                frame.calling, frame.local = instruction, isinstance(probe, LocalCallProbe)
                if frame.local:
                    self._enter_local(frame, instruction)
                else:
                    self._pin_arguments(frame, instruction)
            case ResultProbe():
                self._result(frame, instruction)
            case _:
                self._intrinsic(frame, instruction)

    def _target(self, frame: Frame, call: ins.Call) -> LoadedFunction | None:
        return self._program.function_by_address.get(frame.scalar(call.callee)[0])

    def _pin_arguments(self, frame: Frame, call: ins.Call) -> None:
        self._out.pin(frame.scalar(call.callee), PinCause.CALL_TARGET)
        if self._target(frame, call) is None:
            for argument in call.arguments:
                for leaf in frame.leaves(argument.operand):
                    if leaf is not None:
                        self._out.pin(leaf, PinCause.EXTERNAL_ARGUMENT)

    def _enter_local(self, frame: Frame, call: ins.Call) -> None:
        target = self._target(frame, call)
        assert target is not None
        if self._streams.peek_site() != target.entry_site:
            raise self._streams.mismatch(f"call of {target.function.name} did not enter it")
        self._streams.take_record()
        self._enter(target, self._out.called(frame.stack, frame.site(call)), self._passed(frame, call))

    def _read_byval(self, frame: Frame, call: ins.Call) -> None:
        for operand, size in byval_arguments(call):
            address = frame.scalar(operand)
            self._out.pin(address, PinCause.ADDRESS)
            index = self._streams.begin_visible()
            self._streams.note(address[0])
            for piece in self._out.read_bytes(index, address[0], self._streams.take_bytes(size)):
                self._out.pin(piece, PinCause.EXTERNAL_ARGUMENT)

    def _copy(self, frame: Frame, call: ins.Call) -> None:
        to, source, size = (frame.scalar(argument.operand) for argument in call.arguments[:3])
        self._out.pin(to, PinCause.ADDRESS)
        self._out.pin(source, PinCause.ADDRESS)
        self._out.pin(size, PinCause.LENGTH)
        if size[0] == 0:
            return
        index = self._streams.begin_visible()
        self._streams.begin_visible()
        self._streams.note(source[0], to[0], size[0])
        self._out.copy(index, to[0], source[0], self._streams.take_bytes(size[0]))

    def _fill(self, frame: Frame, call: ins.Call) -> None:
        to, byte, size = (frame.scalar(argument.operand) for argument in call.arguments[:3])
        self._out.pin(to, PinCause.ADDRESS)
        self._out.pin(byte, PinCause.OPAQUE_VALUE)
        self._out.pin(size, PinCause.LENGTH)
        if size[0] == 0:
            return
        index = self._streams.begin_visible()
        self._streams.note(to[0], byte[0], size[0])
        self._out.write_bytes(index, to[0], bytes([byte[0]]) * size[0])

    def _intrinsic(self, frame: Frame, call: ins.Call) -> None:
        name = intrinsic_of(call.callee.value)
        if call.result is None:
            return
        if name in ("expect", "expect.with.probability"):
            frame.set(call, frame.scalar(call.arguments[0].operand))
            return
        width = width_of(call.arguments[0].operand.type) if call.arguments else None
        if width is None or name is None:
            frame.set_leaves(call, opaque_leaves(call.type))
            return
        first = frame.scalar(call.arguments[0].operand)
        if name in OVERFLOW:
            second = frame.scalar(call.arguments[1].operand)
            result, overflow = OVERFLOW[name]
            leaves = [self._apply(result, first, second, width, width), self._apply(overflow, first, second, width, 1)]
            frame.set_leaves(call, list(leaves))
        elif INTRINSIC[name] in TWO:
            second = frame.scalar(call.arguments[1].operand)
            frame.set(call, self._apply(INTRINSIC[name], first, second, width, width))
        else:
            frame.set(call, self._convert(INTRINSIC[name], first, width, width))

    def _jump(self, frame: Frame, instruction: ins.Jump) -> None:
        self._go(frame, instruction.target)

    def _branch(self, frame: Frame, instruction: ins.Branch) -> None:
        condition = frame.scalar(instruction.condition)
        self._out.branch(condition, frame.failing.get(instruction.line))
        self._go(frame, instruction.if_true if condition[0] else instruction.if_false)

    def _switch(self, frame: Frame, instruction: ins.Switch) -> None:
        selector = frame.scalar(instruction.selector)
        self._out.choice(selector)
        taken = next((label for value, label in instruction.cases if value == selector[0]), instruction.default)
        self._go(frame, taken)

    def _indirect_jump(self, frame: Frame, instruction: ins.IndirectJump) -> None:
        self._out.choice(frame.scalar(instruction.address))
        line = self._streams.peek_site() - frame.loaded.within.site_base
        target = frame.loaded.function.block_by_line.get(line)
        if target is None or target.label not in instruction.targets:
            raise self._streams.mismatch("an indirect jump went elsewhere")
        self._go(frame, target.label)

    def _return(self, frame: Frame, instruction: ins.Return) -> None:
        self._drain()
        leaves = frame.leaves(instruction.operand) if instruction.operand is not None else []
        self._frames.pop()
        if not self._frames:
            return
        caller = self._frames[-1]
        call = caller.calling
        assert call is not None
        if caller.local:
            caller.set_leaves(call, leaves)
            caller.called_sites.add(call.line)
            self._resume(caller)
            return
        target = self._target(caller, call)
        if target is not None and target.function is frame.loaded.function:
            caller.returned = leaves

    def _unreachable(self, frame: Frame, instruction: ins.Unreachable) -> None:
        raise Ended


def _flags(order: str, volatile: bool) -> int:
    return ORDERS[order] | (EventFlag.VOLATILE if volatile else 0)


def _position_of(function: Function, line: int) -> tuple[int, int]:
    for number, block in enumerate(function.blocks):
        for position, instruction in enumerate(block.instructions):
            if instruction.line == line:
                return number, position
    raise AssertionError(line)


def _operands(instruction: ins.Instruction) -> tuple[Operand, ...]:
    match instruction:
        case ins.Opaque(operands=operands):
            return operands
        case ins.Binary(left=left, right=right) | ins.Compare(left=left, right=right):
            return (left, right)
        case ins.Negate(operand=operand) | ins.Freeze(operand=operand) | ins.Cast(operand=operand):
            return (operand,)
        case ins.Select(condition=condition, if_true=if_true, if_false=if_false):
            return (condition, if_true, if_false)
        case ins.ElementAddress(base=base, indices=indices):
            return (base, *indices)
        case ins.ExtractValue(aggregate=aggregate):
            return (aggregate,)
        case ins.InsertValue(aggregate=aggregate, element=element):
            return (aggregate, element)
        case ins.Call(arguments=arguments):
            return tuple(argument.operand for argument in arguments)
        case _:
            return ()

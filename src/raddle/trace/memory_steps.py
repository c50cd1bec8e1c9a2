"""Steps of the reference walk that touch memory."""

from raddle.ir import instructions as ins
from raddle.ir.early import condition_register, is_early
from raddle.ir.probes import AccessProbe, byval_arguments
from raddle.ir.types import IntType, size_of, width_of
from raddle.ir.values import Local, Operand
from raddle.logic.operators import Op
from raddle.trace.emitter import Scalar
from raddle.trace.events import EventFlag, MemoryOrder, PinCause
from raddle.trace.frames import Frame, opaque_leaves
from raddle.trace.machine import Machine
from raddle.trace.terms import UPDATE

ORDERS = {
    "": MemoryOrder.PLAIN,
    "unordered": MemoryOrder.UNORDERED,
    "monotonic": MemoryOrder.RELAXED,
    "acquire": MemoryOrder.ACQUIRE,
    "release": MemoryOrder.RELEASE,
    "acq_rel": MemoryOrder.ACQ_REL,
    "seq_cst": MemoryOrder.SEQ_CST,
}


class MemorySteps(Machine):
    def alloca(self, frame: Frame, instruction: ins.Alloca) -> None:
        count = (1, 0) if instruction.count is None else frame.scalar(instruction.count)
        self.out.pin(count, PinCause.LENGTH)
        address = self.streams.take_value(8)
        size = size_of(instruction.allocated) * count[0]
        if self.out.slot(address, size):
            frame.slots.append((address, size))
        frame.set(instruction, (address, 0))

    def load(self, frame: Frame, instruction: ins.Load) -> None:
        probe = self.probe(frame, instruction)
        assert isinstance(probe, AccessProbe)
        address, flags = frame.scalar(instruction.address), flags_of(instruction.order, instruction.volatile)
        index = self.streams.begin_visible(address)
        self.streams.note(address[0])
        width = width_of(instruction.type)
        if width is None:
            self.out.pin(address, PinCause.ADDRESS)
            data = self.streams.take_bytes(probe.size)
            for piece in self.out.read_bytes(index, address[0], data, flags):
                self.out.pin(piece, PinCause.OPAQUE_VALUE)
            frame.set_leaves(instruction, opaque_leaves(instruction.type))
            return
        value = self.streams.take_value(probe.size)
        term = self.out.read(index, address, probe.size, value, flags)
        condition = early_condition(instruction)
        if condition is not None and condition in frame.registers:
            self.out.really_read(index, frame.scalar(Operand(IntType(1), Local(condition))))
        frame.set(instruction, self.narrowed((value, term), 8 * probe.size, width))

    def narrowed(self, loaded: Scalar, held_width: int, width: int) -> Scalar:
        """From what memory holds (whole bytes) to the register's width."""
        return loaded if held_width == width else self.convert(Op.TRUNC, loaded, held_width, width)

    def widened(self, value: Scalar, width: int, held_width: int) -> Scalar:
        return value if held_width == width else self.convert(Op.ZEXT, value, width, held_width)

    def store(self, frame: Frame, instruction: ins.Store) -> None:
        probe = self.probe(frame, instruction)
        assert isinstance(probe, AccessProbe)
        address, flags = frame.scalar(instruction.address), flags_of(instruction.order, instruction.volatile)
        width = width_of(instruction.stored.type)
        index = self.streams.begin_visible(address)
        self.streams.note(address[0])
        if not probe.scalar:
            data = self.streams.take_bytes(probe.size)
        stored = frame.leaves(instruction.stored)[0] if width is not None else None
        if stored is None or width is None:
            self.out.pin(address, PinCause.ADDRESS)
            self.out.write_bytes(index, address[0], data, flags)
            return
        value = self.widened(stored, width, 8 * probe.size)
        if probe.scalar:
            self.streams.note(value[0])
        elif data != value[0].to_bytes(probe.size, "little"):
            raise self.streams.mismatch(f"stored {value[0]}, the log has {data.hex()}")
        self.out.write(index, address, probe.size, value, flags)

    def begin_update(
        self, address: Scalar, size: int, flags: int, expected: Scalar | None = None
    ) -> tuple[int, Scalar]:
        """The number of an update, and what it reads."""
        index = self.streams.begin_visible(address)
        self.streams.note(address[0])
        loaded = self.streams.take_value(size)
        self.out.about_to_update(index, flags, expected=expected)
        return index, (loaded, self.out.old_value(address, size, loaded))

    def atomic_update(self, frame: Frame, instruction: ins.AtomicUpdate) -> None:
        probe = self.probe(frame, instruction)
        assert isinstance(probe, AccessProbe)
        width = width_of(instruction.type)
        if width is None:
            self.opaque_update(frame, instruction, instruction.address, probe)
            return
        address, held = frame.scalar(instruction.address), 8 * probe.size
        flags = flags_of(instruction.order, False)
        index, old = self.begin_update(address, probe.size, flags)
        operand = self.widened(frame.scalar(instruction.operand), width, held)
        if instruction.operation == "xchg":
            new = operand
        else:
            new = self.apply(UPDATE[instruction.operation], old, operand, held, held)
        self.out.update(index, address, probe.size, old, new, flags)
        frame.set(instruction, self.narrowed(old, held, width))

    def compare_exchange(self, frame: Frame, instruction: ins.CompareExchange) -> None:
        probe = self.probe(frame, instruction)
        assert isinstance(probe, AccessProbe)
        width = width_of(instruction.expected.type)
        if width is None:
            self.opaque_update(frame, instruction, instruction.address, probe)
            return
        address, held = frame.scalar(instruction.address), 8 * probe.size
        flags = flags_of(instruction.order, False)
        index, old = self.begin_update(address, probe.size, flags, frame.scalar(instruction.expected))
        expected = self.widened(frame.scalar(instruction.expected), width, held)
        desired = self.widened(frame.scalar(instruction.desired), width, held)
        swapped = self.apply(Op.EQ, old, expected, held, 1)
        flags |= 0 if swapped[0] else EventFlag.FAILED
        self.out.update(index, address, probe.size, old, desired, flags)
        self.out.branch(swapped, None)
        frame.set_leaves(instruction, [self.narrowed(old, held, width), swapped])

    def opaque_update(self, frame: Frame, instruction: ins.Instruction, where: Operand, probe: AccessProbe) -> None:
        """A 16-byte update: old and new bytes are in the log."""
        address = frame.scalar(where)
        self.out.pin(address, PinCause.ADDRESS)
        index = self.streams.begin_visible(address)
        self.streams.note(address[0])
        flags = flags_of("seq_cst", False)
        for piece in self.out.read_bytes(index, address[0], self.streams.take_bytes(probe.size), flags):
            self.out.pin(piece, PinCause.OPAQUE_VALUE)
        self.out.write_bytes(index, address[0], self.streams.take_bytes(probe.size), flags)
        frame.set_leaves(instruction, self.logged_leaves(instruction))  # of { i128, i1 } the i1

    def read_byval(self, frame: Frame, call: ins.Call) -> None:
        for operand, size in byval_arguments(call):
            address = frame.scalar(operand)
            self.out.pin(address, PinCause.ADDRESS)
            index = self.streams.begin_visible(address)
            self.streams.note(address[0])
            for piece in self.out.read_bytes(index, address[0], self.streams.take_bytes(size)):
                self.out.pin(piece, PinCause.EXTERNAL_ARGUMENT)

    def copy(self, frame: Frame, call: ins.Call) -> None:
        to, source, size = (frame.scalar(argument.operand) for argument in call.arguments[:3])
        self.out.pin(to, PinCause.ADDRESS)
        self.out.pin(source, PinCause.ADDRESS)
        self.out.pin(size, PinCause.LENGTH)
        if size[0] == 0:
            return
        index = self.streams.begin_visible(source)
        self.streams.begin_visible()
        self.streams.note(source[0], to[0], size[0])
        self.out.copy(index, to[0], source[0], self.streams.take_bytes(size[0]))

    def fill(self, frame: Frame, call: ins.Call) -> None:
        to, byte, size = (frame.scalar(argument.operand) for argument in call.arguments[:3])
        self.out.pin(to, PinCause.ADDRESS)
        self.out.pin(byte, PinCause.OPAQUE_VALUE)
        self.out.pin(size, PinCause.LENGTH)
        if size[0] == 0:
            return
        index = self.streams.begin_visible(to)
        self.streams.note(to[0], byte[0], size[0])
        self.out.write_bytes(index, to[0], bytes([byte[0]]) * size[0])


def early_condition(load: ins.Load) -> str | None:
    """The register that says whether the source reads there, where it does not in every case."""
    return condition_register(load.result) if load.result is not None and is_early(load.result) else None


def flags_of(order: str, volatile: bool) -> int:
    return ORDERS[order] | (EventFlag.VOLATILE if volatile else 0)

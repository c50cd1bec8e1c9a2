"""Steps of the reference walk that only compute: arithmetic, comparisons, casts, addresses, aggregates."""

from contextlib import suppress

from raddle.ir import instructions as ins
from raddle.ir.dead_code import DIVISIONS
from raddle.ir.probes import intrinsic_of
from raddle.ir.types import ArrayType, StructType, leaves_of, resolved, size_of, width_of
from raddle.ir.values import Local
from raddle.logic.arithmetic import TWO, Trap, mask, signed
from raddle.logic.operators import Op
from raddle.trace.events import PinCause
from raddle.trace.frames import Frame, Held, leaf_range, opaque_leaves
from raddle.trace.machine import Machine
from raddle.trace.terms import BINARY, CAST, COMPARE, INTRINSIC, OVERFLOW


class ValueSteps(Machine):
    def binary(self, frame: Frame, instruction: ins.Binary) -> None:
        width = width_of(instruction.type)
        if width is None or self.probe(frame, instruction) is not None:
            self.result(frame, instruction)
            return
        left, right = frame.scalar(instruction.left), frame.scalar(instruction.right)
        op = BINARY[instruction.opcode]
        if instruction.opcode in DIVISIONS:
            self.out.division(right, left, width, signed=instruction.opcode in ("sdiv", "srem"))
            if self.is_left_out(frame, instruction):
                with suppress(Trap):
                    frame.set(instruction, self.apply(op, left, right, width, width))
                    return
                frame.set(instruction, (0, 0))
                return
        frame.set(instruction, self.apply(op, left, right, width, width))

    def negate(self, frame: Frame, instruction: ins.Negate) -> None:
        width = width_of(instruction.type)
        if width is None or self.is_opaque(frame, instruction):
            self.result(frame, instruction)
            return
        frame.set(instruction, self.convert(Op.FNEG, frame.scalar(instruction.operand), width, width))

    def compare(self, frame: Frame, instruction: ins.Compare) -> None:
        if self.is_opaque(frame, instruction):
            self.result(frame, instruction)
            return
        width = width_of(instruction.left.type)
        assert width is not None
        op = COMPARE[instruction.opcode, instruction.predicate]
        left, right = frame.scalar(instruction.left), frame.scalar(instruction.right)
        frame.set(instruction, self.apply(op, left, right, width, 1))

    def cast(self, frame: Frame, instruction: ins.Cast) -> None:
        width, source = width_of(instruction.type), width_of(instruction.operand.type)
        if instruction.opcode in ("fptosi", "fptoui") and width is not None and source is not None:
            value = self.streams.take_value(8)
            a = frame.scalar(instruction.operand)
            op = CAST[instruction.opcode]
            term = self.terms.add(op, width, value, a[1], a[0], 0, source) if a[1] else 0
            frame.set(instruction, (value, term))
            return
        if width is None or source is None or self.probe(frame, instruction) is not None:
            self.result(frame, instruction)
            return
        operand = frame.scalar(instruction.operand)
        casting = CAST.get(instruction.opcode)
        if casting is None:  # between pointers and integers, or of the same bits
            if width == source:
                frame.set(instruction, operand)
                return
            casting = Op.TRUNC if width < source else Op.ZEXT
        frame.set(instruction, self.convert(casting, operand, source, width))

    def freeze(self, frame: Frame, instruction: ins.Freeze) -> None:
        if self.probe(frame, instruction) is not None:
            self.result(frame, instruction)
        else:
            frame.set_leaves(instruction, frame.leaves(instruction.operand))

    def select(self, frame: Frame, instruction: ins.Select) -> None:
        if self.probe(frame, instruction) is not None or width_of(instruction.condition.type) is None:
            self.result(frame, instruction)
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
            term = self.terms.add(Op.ITE, width, picked[0], a[1], a[0], b[1], b[0], condition[1])
            leaves.append((picked[0], term))
        if any(leaf is None for leaf in leaves):
            self.out.pin(condition, PinCause.OPAQUE_VALUE)
        frame.set_leaves(instruction, leaves)

    def element_address(self, frame: Frame, instruction: ins.ElementAddress) -> None:
        if self.is_opaque(frame, instruction):
            self.result(frame, instruction)
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
                value = self.convert(Op.SEXT, value, width, 64)
            if scale != 1:
                value = self.apply(Op.MUL, value, (scale, 0), 64, 64)
            address = self.apply(Op.ADD, address, value, 64, 64)
        if constant:
            address = self.apply(Op.ADD, address, (constant & mask(64), 0), 64, 64)
        frame.set(instruction, address)

    def extract_value(self, frame: Frame, instruction: ins.ExtractValue) -> None:
        if self.probe(frame, instruction) is not None:
            self.result(frame, instruction)
            return
        first, last = leaf_range(instruction.aggregate.type, instruction.path)
        frame.set_leaves(instruction, frame.leaves(instruction.aggregate)[first:last])

    def insert_value(self, frame: Frame, instruction: ins.InsertValue) -> None:
        if self.probe(frame, instruction) is not None:
            self.result(frame, instruction)
            return
        first, last = leaf_range(instruction.aggregate.type, instruction.path)
        leaves = list(frame.leaves(instruction.aggregate))
        leaves[first:last] = frame.leaves(instruction.element)
        frame.set_leaves(instruction, leaves)

    def intrinsic(self, frame: Frame, call: ins.Call) -> None:
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
            leaves = [self.apply(result, first, second, width, width), self.apply(overflow, first, second, width, 1)]
            frame.set_leaves(call, list(leaves))
        elif INTRINSIC[name] in TWO:
            second = frame.scalar(call.arguments[1].operand)
            frame.set(call, self.apply(INTRINSIC[name], first, second, width, width))
        else:
            frame.set(call, self.convert(INTRINSIC[name], first, width, width))

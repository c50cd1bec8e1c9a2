"""Instructions that only compute -> rows: arithmetic, comparisons, casts, addresses, aggregates. See value_steps.py."""

from raddle.ir import instructions as ins
from raddle.ir.dead_code import DIVISIONS
from raddle.ir.probes import intrinsic_of
from raddle.ir.types import ArrayType, StructType, leaves_of, resolved, size_of, width_of
from raddle.ir.values import Local
from raddle.logic.arithmetic import TWO, mask, signed
from raddle.logic.operators import Op
from raddle.trace.frames import leaf_range
from raddle.trace.lowering import Lowering, RefusedError
from raddle.trace.terms import BINARY, CAST, COMPARE, INTRINSIC, OVERFLOW
from raddle.trace.walker_tables import NONE


class ValueLowering(Lowering):
    def two(self, op: Op, to: int, a: int, b: int, width: int, result_width: int) -> None:
        self.row(op.name, to=to, a=a, b=b, width=width, result_width=result_width)

    def one(self, op: Op, to: int, a: int, source: int, width: int) -> None:
        self.row(op.name, to=to, a=a, width=source, result_width=width)

    def binary(self, instruction: ins.Binary) -> None:
        width = width_of(instruction.type)
        if width is None or self.is_probed(instruction):
            self.result(instruction)
            return
        left, right = self.scalar(instruction.left), self.scalar(instruction.right)
        left_out = int(instruction.opcode in DIVISIONS and instruction.line in self.left_out)
        op = BINARY[instruction.opcode].name
        self.row(op, to=self.to(instruction), a=left, b=right, width=width, result_width=width, flags=left_out)

    def negate(self, instruction: ins.Negate) -> None:
        width = width_of(instruction.type)
        if width is None or self.is_probed(instruction):
            self.result(instruction)
            return
        self.one(Op.FNEG, self.to(instruction), self.scalar(instruction.operand), width, width)

    def compare(self, instruction: ins.Compare) -> None:
        width = width_of(instruction.left.type)
        if width_of(instruction.type) is None or width is None or self.is_probed(instruction):
            self.result(instruction)
            return
        op = COMPARE[instruction.opcode, instruction.predicate]
        left, right = self.scalar(instruction.left), self.scalar(instruction.right)
        self.two(op, self.to(instruction), left, right, width, 1)

    def cast(self, instruction: ins.Cast) -> None:
        width, source = width_of(instruction.type), width_of(instruction.operand.type)
        casting = CAST.get(instruction.opcode)
        if width is None or source is None:
            self.result(instruction)
        elif casting in (Op.FPTOSI, Op.FPTOUI):
            self.one(casting, self.to(instruction), self.scalar(instruction.operand), source, width)
        elif self.is_probed(instruction):
            self.result(instruction)
        elif casting is None and width == source:  # between pointers and integers, or of the same bits
            self.row("MOVE", to=self.to(instruction), a=self.scalar(instruction.operand))
        else:
            casting = casting or (Op.TRUNC if width < source else Op.ZEXT)
            self.one(casting, self.to(instruction), self.scalar(instruction.operand), source, width)

    def freeze(self, instruction: ins.Freeze) -> None:
        if self.is_probed(instruction):
            self.result(instruction)
        else:
            self.move(self.results(instruction), self.leaves(instruction.operand))

    def select(self, instruction: ins.Select) -> None:
        if self.is_probed(instruction) or width_of(instruction.condition.type) is None:
            self.result(instruction)
            return
        condition = self.scalar(instruction.condition)
        sides = zip(self.leaves(instruction.if_true), self.leaves(instruction.if_false), strict=True)
        opaque = False
        for to, (a, b), (_, leaf) in zip(self.results(instruction), sides, leaves_of(instruction.type), strict=True):
            width = width_of(leaf)
            if width is None or NONE in (a, b):
                opaque = True
            else:
                self.row("ITE", to=to, a=a, b=b, c=condition, width=width)
        if opaque:
            self.row("SELECT_PIN", a=condition)

    def element_address(self, instruction: ins.ElementAddress) -> None:
        if width_of(instruction.type) is None or self.is_probed(instruction):
            self.result(instruction)
            return
        to, address = self.to(instruction), self.scalar(instruction.base)
        constant, steps = self._steps(instruction)
        for index, width, scale in steps:
            self.row("INDEX", to=to, a=address, b=index, c=self.tables.constant(scale), width=width)
            address = to
        if constant:
            self.two(Op.ADD, to, address, self.tables.constant(constant & mask(64)), 64, 64)
        elif not steps:
            self.row("MOVE", to=to, a=address)

    def _steps(self, instruction: ins.ElementAddress) -> tuple[int, list[tuple[int, int, int]]]:
        """Bytes that constant indices add; and of the others: operand, width, bytes that one step is."""
        constant, steps = 0, []
        current, scale = resolved(instruction.source), size_of(instruction.source)
        for number, index in enumerate(instruction.indices):
            width = width_of(index.type)
            assert width is not None
            if number and isinstance(current, StructType):
                field = self.loaded.within.constant(index)
                constant += current.offsets[field]
                current = resolved(current.fields[field])
                continue
            if number:
                assert isinstance(current, ArrayType)
                scale = size_of(current.element)
                current = resolved(current.element)
            if isinstance(index.value, Local):
                steps.append((self.scalar(index), width, scale))
            else:
                constant += signed(self.loaded.within.constant(index) & mask(width), width) * scale
        return constant, steps

    def extract_value(self, instruction: ins.ExtractValue) -> None:
        if self.is_probed(instruction):
            self.result(instruction)
            return
        first, last = leaf_range(instruction.aggregate.type, instruction.path)
        self.move(self.results(instruction), self.leaves(instruction.aggregate)[first:last])

    def insert_value(self, instruction: ins.InsertValue) -> None:
        if self.is_probed(instruction):
            self.result(instruction)
            return
        first, last = leaf_range(instruction.aggregate.type, instruction.path)
        leaves = list(self.leaves(instruction.aggregate))
        leaves[first:last] = self.leaves(instruction.element)
        self.move(self.results(instruction), leaves)

    def intrinsic(self, call: ins.Call) -> None:
        """Those that are computed; the others have no effect, or a result that is opaque."""
        name = intrinsic_of(call.callee.value)
        results = self.results(call)
        if all(register == NONE for register in results):
            return
        width = width_of(call.arguments[0].operand.type) if call.arguments else None
        if name is None or width is None:
            raise RefusedError(f"the result of {call.callee.value}")
        first = self.scalar(call.arguments[0].operand)
        if name in ("expect", "expect.with.probability"):
            self.row("MOVE", to=results[0], a=first)
        elif name in OVERFLOW:
            second = self.scalar(call.arguments[1].operand)
            computed, overflow = OVERFLOW[name]
            self.two(computed, results[0], first, second, width, width)
            self.two(overflow, results[1], first, second, width, 1)
        elif name not in INTRINSIC:
            raise RefusedError(f"the result of {call.callee.value}")
        elif INTRINSIC[name] in TWO:
            second = self.scalar(call.arguments[1].operand)
            self.two(INTRINSIC[name], results[0], first, second, width, width)
        else:
            self.one(INTRINSIC[name], results[0], first, width, width)

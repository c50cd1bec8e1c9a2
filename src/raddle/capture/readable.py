"""Which loads may be done although the program would not come to them: those whose memory is surely there.

In: the block at whose end a load shall be done. Out: an answer, `Readable.covers(load)`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from raddle.ir import instructions as ins
from raddle.ir.flow import Flow
from raddle.ir.module import Block, Module
from raddle.ir.types import ArrayType, StructType, Type, offset_of, resolved, size_of, store_size_of
from raddle.ir.values import Constant, Expression, Global, Local, Operand, Value

_PROMISED = re.compile(r'dereferenceable\((\d+)\) (%(?:"[^"]*"|[-\w.$]+))')


@dataclass(frozen=True, slots=True)
class _Address:
    """`offset` bytes from a register or a global."""

    base: str
    offset: int


@dataclass
class Readable:
    """The bytes from the start of each register or global that can be read at the end of a block."""

    module: Module
    definitions: Mapping[str, ins.Instruction]
    sizes: dict[str, int] = field(default_factory=dict)

    @classmethod
    def at_end_of(cls, block: Block, flow: Flow, module: Module) -> "Readable":
        readable = cls(module, flow.definitions)
        for size, register in _PROMISED.findall(module.lines[flow.function.line]):
            readable._learn(register, int(size))
        for part in flow.certainly_before(block):
            for instruction in part.instructions:
                readable._learn_from(instruction)
        return readable

    def covers(self, load: ins.Load) -> bool:
        address = self._address(load.address)
        if load.volatile or address is None or address.offset < 0:
            return False
        return address.offset + store_size_of(load.type) <= self._size(address.base)

    def _size(self, base: str) -> int:
        if base.startswith("@"):
            variable = self.module.globals.get(base)
            if variable is None or variable.thread_local or "extern_weak" in self.module.lines[variable.line]:
                return 0
            return size_of(variable.type)
        match self.definitions.get(base):
            case ins.Alloca(allocated=allocated, count=None):
                return size_of(allocated)
            case ins.Alloca(allocated=allocated, count=Operand(value=Constant(count))):
                return count * size_of(allocated)
            case _:
                return self.sizes.get(base, 0)

    def _learn_from(self, instruction: ins.Instruction) -> None:
        """Where something was accessed, the whole struct that it was reached through is there."""
        match instruction:
            case ins.Load(address=address):
                size = store_size_of(instruction.type)
            case ins.Store(address=address, stored=stored):
                size = store_size_of(stored.type)
            case _:
                return
        if not isinstance(address.value, Local):
            return
        self._learn(address.value.name, size)
        match self.definitions.get(address.value.name):
            case ins.ElementAddress(source=source, base=Operand(value=Local(base)), indices=indices):
                first = indices[0].value
                if isinstance(resolved(source), StructType) and isinstance(first, Constant) and first.bits == 0:
                    self._learn(base, size_of(source))
            case _:
                pass

    def _learn(self, register: str, size: int) -> None:
        self.sizes[register] = max(size, self.sizes.get(register, 0))

    def _address(self, operand: Operand) -> _Address | None:
        match operand.value:
            case Global(name):
                return _Address(name, 0)
            case Expression(opcode="getelementptr", operands=operands, source=source) if source is not None:
                return self._element(source, operands[0], operands[1:])
            case Local(name):
                made = self.definitions.get(name)
                if isinstance(made, ins.ElementAddress) and name not in self.sizes:
                    return self._element(made.source, made.base, made.indices)
                return _Address(name, 0)
            case _:
                return None

    def _element(self, source: Type, base: Operand, indices: tuple[Operand, ...]) -> _Address | None:
        address = self._address(base)
        numbers = [_signed(index.value, index) for index in indices]
        if address is None or None in numbers:
            return None
        first, *path = [number for number in numbers if number is not None]
        if not _is_within(source, path):
            return None
        return _Address(address.base, address.offset + first * size_of(source) + offset_of(source, tuple(path)))


def _signed(value: Value, operand: Operand) -> int | None:
    if not isinstance(value, Constant):
        return None
    bits = store_size_of(operand.type) * 8
    return value.bits - (1 << bits) if value.bits >> (bits - 1) else value.bits


def _is_within(of: Type, path: list[int]) -> bool:
    """Whether each index of the way lies inside what it indexes."""
    for index in path:
        inner = resolved(of)
        match inner:
            case StructType(fields) if 0 <= index < len(fields):
                of = fields[index]
            case ArrayType(count, element) if 0 <= index < count:
                of = element
            case _:
                return False
    return True

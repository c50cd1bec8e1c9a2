"""The walked call stack: frames with registers, and reading operands in them."""

from dataclasses import dataclass, field

from raddle.ir.failures import Sides
from raddle.ir.instructions import Call, Load, Placed
from raddle.ir.module import Block
from raddle.ir.probes import is_known
from raddle.ir.types import Type, VectorType, leaves_of, resolved, width_of
from raddle.ir.values import Aggregate, Local, Operand
from raddle.trace.emitter import Scalar
from raddle.trace.program import LoadedFunction

Held = list[Scalar | None]  # the leaves of a register; None: opaque


@dataclass
class Frame:
    loaded: LoadedFunction
    stack: int
    sides: Sides
    uncaught: bool  # nobody catches what is thrown out of it
    block: Block
    position: int = 0
    previous: str = ""
    registers: dict[str, Held] = field(default_factory=dict)
    calling: Call | None = None  # control is in this call
    local: bool = False  # ... which is into the same module
    returned: Held | None = None  # what a function called directly gave back, until the log confirms it
    called_sites: set[int] = field(default_factory=set)
    interrupted: Load | None = None  # a signal handler came before this load, and will return to it
    handlers: int = 0  # that run below it
    slots: list[tuple[int, int]] = field(default_factory=list)  # that were shown: address, size
    blocks: list[int] = field(default_factory=list)  # that are to be atomic, and open: their entries
    marks: int = 0  # of raddle.h, that began in it and have not ended
    arrived: bool = False  # in a block, of which no instruction was looked at yet

    def site(self, instruction: Placed) -> int:
        return self.loaded.within.site_base + instruction.line

    def leaves(self, operand: Operand) -> Held:
        """The leaves of an operand of any type."""
        match operand.value:
            case Local(name):
                return self.registers[name]
            case Aggregate(elements) if not isinstance(resolved(operand.type), VectorType):
                return [leaf for element in elements for leaf in self.leaves(element)]
            case _:
                of = leaves_of(operand.type)
                if len(of) == 1 and not of[0][0]:
                    return [self._constant(operand)]
                return [(0, 0) if width_of(leaf) is not None else None for _, leaf in of]

    def _constant(self, operand: Operand) -> Scalar | None:
        known = self.loaded.within.scalars
        if id(operand) not in known:
            known[id(operand)] = self._scalar_of(operand)
        return known[id(operand)]

    def _scalar_of(self, operand: Operand) -> Scalar | None:
        width = width_of(resolved(operand.type))
        if width is None or not is_known(operand, self.loaded.within.module):
            return None
        return self.loaded.within.constant(operand) & (1 << width) - 1, 0

    def scalar(self, operand: Operand) -> Scalar:
        if isinstance(operand.value, Local):
            found = self.registers[operand.value.name][0]
        else:
            found = self._constant(operand)
        assert found is not None, "an opaque operand where a scalar is needed"
        return found

    def set(self, instruction: Placed, value: Scalar) -> None:
        if instruction.result is not None:
            self.registers[instruction.result] = [value]

    def set_leaves(self, instruction: Placed, leaves: Held) -> None:
        if instruction.result is not None:
            self.registers[instruction.result] = leaves


def opaque_leaves(of: Type) -> Held:
    return [None for _ in leaves_of(of)]


def leaf_range(of: Type, path: tuple[int, ...]) -> tuple[int, int]:
    """Which of the leaves of an aggregate lie at that path: first and past the last."""
    first = last = -1
    for number, (leaf_path, _) in enumerate(leaves_of(of)):
        if leaf_path[: len(path)] == path:
            first = number if first < 0 else first
            last = number
    return (0, 0) if first < 0 else (first, last + 1)

"""One function on its way into tables: its registers, its operands, and what every instruction's lowering needs."""

from functools import cached_property

from raddle.ir import instructions as ins
from raddle.ir.dead_code import dead_divisions
from raddle.ir.probes import ResultProbe, is_known, probe_of
from raddle.ir.types import Type, VectorType, leaves_of, resolved, width_of
from raddle.ir.values import Aggregate, Local, Operand
from raddle.trace.machine import operands_of
from raddle.trace.program import LoadedFunction
from raddle.trace.walker_tables import CONSTANT, NONE, TableBuilder

NOBODY = 0  # register of results that nobody uses


class RefusedError(Exception):
    """The walk cannot compute this; it is refused where the walk comes to it."""


class Lowering:
    def __init__(self, tables: TableBuilder, loaded: LoadedFunction) -> None:
        self.tables = tables
        self.loaded = loaded
        self.function = loaded.function
        self.module = loaded.within.module
        self.site = 0
        self.register_count = NOBODY + 1
        self.registers: dict[str, list[int]] = {}
        for parameter in self.function.parameters:
            self.registers[parameter.name] = self._new_registers(parameter.type)
        for block in self.function.blocks:
            for instruction in block.instructions:
                if instruction.result is not None:
                    self.registers[instruction.result] = self._new_registers(instruction.type)

    @cached_property
    def left_out(self) -> frozenset[int]:
        """Lines of divisions that the compiled program does not do."""
        return dead_divisions(self.function, self.module)

    def new_register(self) -> int:
        self.register_count += 1
        return self.register_count - 1

    def _new_registers(self, of: Type) -> list[int]:
        return [self.new_register() if width_of(leaf) is not None else NONE for _, leaf in leaves_of(of)]

    def row(
        self, op: str, *, to: int = NOBODY, a: int = 0, b: int = 0, c: int = 0, d: int = 0,
        width: int = 0, result_width: int = 0, flags: int = 0,
    ) -> None:  # fmt: skip
        self.tables.row(
            op, self.site, to=to, a=a, b=b, c=c, d=d, width=width, result_width=result_width, flags=flags
        )  # fmt: skip

    def is_probed(self, instruction: ins.Instruction) -> bool:
        return probe_of(instruction, self.module) is not None

    def leaves(self, operand: Operand) -> list[int]:
        """The operand's leaves as operands; NONE for an opaque one."""
        match operand.value:
            case Local(name):
                return self.registers[name]
            case Aggregate(elements) if not isinstance(resolved(operand.type), VectorType):
                return [leaf for element in elements for leaf in self.leaves(element)]
            case _:
                of = leaves_of(operand.type)
                if len(of) == 1 and not of[0][0]:
                    return [self._constant(operand)]
                return [self.tables.constant(0) if width_of(leaf) is not None else NONE for _, leaf in of]

    def _constant(self, operand: Operand) -> int:
        width = width_of(resolved(operand.type))
        if width is None or not is_known(operand, self.module):
            return NONE
        return self.tables.constant(self.loaded.within.constant(operand) & (1 << width) - 1)

    def scalar(self, operand: Operand) -> int:
        found = self.leaves(operand)[0] if isinstance(operand.value, Local) else self._constant(operand)
        if found == NONE:
            raise RefusedError(f"the value of {operand.value} is needed and not known")
        return found

    def results(self, instruction: ins.Instruction) -> list[int]:
        """A register for each leaf of the result; none where there is no result."""
        return [] if instruction.result is None else self.registers[instruction.result]

    def to(self, instruction: ins.Instruction) -> int:
        """The register of a scalar result."""
        return NOBODY if instruction.result is None else self.registers[instruction.result][0]

    def move(self, to: list[int], sources: list[int]) -> None:
        """Leaf by leaf; registers of one are not operands of the other."""
        for register, source in zip(to, sources, strict=True):
            if register == NONE:
                continue
            if source == NONE:
                raise RefusedError("a scalar out of an opaque value")
            self.row("MOVE", to=register, a=source)

    def result(self, instruction: ins.Instruction) -> None:
        """What the walk does not compute: operands that may have terms are pinned, the log has the result."""
        pinned = self.pinnable(*operands_of(instruction))
        logged: list[int] = []
        if isinstance(probe_of(instruction, self.module), ResultProbe):
            logged = self.logged(instruction)
        if pinned or logged:
            first, logged_first = self.tables.listed(pinned), self.tables.listed(logged)
            self.row("RESULT", a=first, b=len(pinned), c=logged_first, d=len(logged))

    def pinnable(self, *operands: Operand) -> list[int]:
        """Leaves that may have a term: registers."""
        return [leaf for operand in operands for leaf in self.leaves(operand) if not leaf & CONSTANT]

    def logged(self, instruction: ins.Instruction) -> list[int]:
        """Registers for the values that the log has for an instruction."""
        if instruction.result is None:
            return [NOBODY for _, leaf in leaves_of(instruction.type) if width_of(leaf) is not None]
        return [register for register in self.results(instruction) if register != NONE]

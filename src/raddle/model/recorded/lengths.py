"""How many bytes an instruction touches, where the walk kept of its access nothing but the pin of the address.

In: a program. Out: the bytes at a site, as far as the text says it; 0: it depends on the run. And whether that pin has
the number of the access or the one behind it.
"""

from raddle.ir import instructions as ins
from raddle.ir.module import Function, Module
from raddle.ir.probes import AccessProbe, CopyProbe, FillProbe, byval_arguments, probe_of
from raddle.ir.values import Constant
from raddle.trace.program import Program


class Lengths:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._known: dict[int, int] = {}
        self._first: dict[int, bool] = {}

    def at(self, site: int) -> int:
        if site not in self._known:
            self._known[site] = self._of(site)
        return self._known[site]

    def counts_first(self, site: int) -> bool:
        """Whether the access is counted when its address is pinned: loads and stores, and updates of few bytes."""
        if site not in self._first:
            self._first[site] = self._counts_first(site)
        return self._first[site]

    def _counts_first(self, site: int) -> bool:
        within = self._program.module_of(site) if site else None
        instruction = None if within is None else _instruction(within.module, site - within.site_base)
        if within is None or instruction is None:
            return False
        probe = probe_of(instruction, within.module)
        return isinstance(probe, AccessProbe) and (probe.scalar or isinstance(instruction, ins.Load | ins.Store))

    def _of(self, site: int) -> int:
        if not site:
            return 0
        within = self._program.module_of(site)
        instruction = _instruction(within.module, site - within.site_base)
        if instruction is None:
            return 0
        match probe_of(instruction, within.module):
            case AccessProbe(size):
                return size
            case CopyProbe() | FillProbe() if isinstance(instruction, ins.Call):
                match instruction.arguments[2].operand.value:
                    case Constant(bits):
                        return bits
                    case _:
                        return 0
            case _:
                copied = byval_arguments(instruction) if isinstance(instruction, ins.Call) else []
                return copied[0][1] if len(copied) == 1 else 0


def _instruction(module: Module, line: int) -> ins.Instruction | None:
    function = _function(module, line)
    for block in () if function is None else function.blocks:
        for instruction in block.instructions:
            if instruction.line == line:
                return instruction
    return None


def _function(module: Module, line: int) -> Function | None:
    return max((one for one in module.functions.values() if one.line <= line), key=lambda one: one.line, default=None)

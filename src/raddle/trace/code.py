"""The code at a site: which function it is in, which instruction it is, who uses a register."""

from bisect import bisect_right
from functools import cached_property

from raddle.ir.instructions import Instruction
from raddle.ir.module import Function
from raddle.ir.operands import operands_of, registers_of
from raddle.trace.program import LoadedFunction, LoadedModule, Program


class FunctionCode:
    """Of one function, read when it is first asked for."""

    def __init__(self, loaded: LoadedFunction) -> None:
        self.loaded = loaded

    @cached_property
    def by_line(self) -> dict[int, Instruction]:
        return {one.line: one for block in self.loaded.function.blocks for one in block.instructions}

    @cached_property
    def made_by(self) -> dict[str, Instruction]:
        """Register -> its instruction."""
        return {one.result: one for one in self.by_line.values() if one.result is not None}

    @cached_property
    def uses(self) -> dict[str, list[Instruction]]:
        """Register -> the instructions that are given it."""
        found: dict[str, list[Instruction]] = {}
        for one in self.by_line.values():
            for name in dict.fromkeys(name for operand in operands_of(one) for name in registers_of(operand)):
                found.setdefault(name, []).append(one)
        return found


class Code:
    """Of one program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._ordered: dict[int, list[Function]] = {}
        """By first site of their module, in the order of their lines."""
        self._functions: dict[tuple[int, str], FunctionCode] = {}

    def at(self, site: int) -> tuple[FunctionCode, Instruction] | None:
        """None: no instruction of the program stands there."""
        if not site:
            return None
        within = self._program.module_of(site)
        line, ordered = site - within.site_base, self._functions_of(within)
        place = bisect_right(ordered, line, key=lambda one: one.line) - 1
        if place < 0:
            return None
        code = self.of(LoadedFunction(ordered[place], within))
        instruction = code.by_line.get(line)
        return None if instruction is None else (code, instruction)

    def of(self, loaded: LoadedFunction) -> FunctionCode:
        key = (loaded.within.site_base, loaded.function.name)
        if key not in self._functions:
            self._functions[key] = FunctionCode(loaded)
        return self._functions[key]

    def called(self, caller: LoadedModule, name: str) -> FunctionCode | None:
        """The function that a direct call goes to; None: it is not the program's."""
        function = caller.module.functions.get(name)
        if function is not None and not function.replaceable:
            return self.of(LoadedFunction(function, caller))
        loaded = self._program.function_by_address.get(caller.address.get(name, 0))
        return None if loaded is None else self.of(loaded)

    def _functions_of(self, within: LoadedModule) -> list[Function]:
        if within.site_base not in self._ordered:
            self._ordered[within.site_base] = sorted(within.module.functions.values(), key=lambda one: one.line)
        return self._ordered[within.site_base]

"""Divisions that the compiled program does not do: nothing that is done needs their results.

In: a function of the module that is compiled (without optimisation). Out: their lines. The compiler goes through each
block from its end: what only computes, and whose result nothing behind it in the block and nothing in another block
takes, is left out; what only that took is left out too. A division that is left out cannot trap.
"""

from typing import Final

from raddle.ir.early import condition_register, is_early
from raddle.ir.instructions import (
    Binary,
    Cast,
    Compare,
    ElementAddress,
    ExtractValue,
    Freeze,
    InsertValue,
    Instruction,
    Negate,
    Phi,
    Select,
)
from raddle.ir.module import Block, Function, Module
from raddle.ir.operands import operands_of, registers_of
from raddle.ir.probes import probe_of

DIVISIONS: Final = ("udiv", "sdiv", "urem", "srem")
_COMPUTING: Final = (Binary, Cast, Compare, ElementAddress, ExtractValue, Freeze, InsertValue, Negate, Select)


def dead_divisions(function: Function, module: Module) -> frozenset[int]:
    if not any(map(_is_division, (one for block in function.blocks for one in block.instructions))):
        return frozenset()
    home = {one.result: block.label for block in function.blocks for one in block.instructions if one.result}
    outside: set[str] = set()
    for block in function.blocks:
        for instruction in block.instructions:
            for register in _taken(instruction):
                if isinstance(instruction, Phi) or home.get(register) != block.label:
                    outside.add(register)
    return frozenset(line for block in function.blocks for line in _dead_in(block, module, outside))


def _dead_in(block: Block, module: Module, needed_elsewhere: set[str]) -> list[int]:
    needed, dead = set(needed_elsewhere), []
    for instruction in reversed(block.instructions):
        computes = isinstance(instruction, _COMPUTING) and probe_of(instruction, module) is None
        if computes and instruction.result not in needed:
            if _is_division(instruction):
                dead.append(instruction.line)
        else:
            needed.update(_taken(instruction))
    return dead


def _taken(instruction: Instruction) -> list[str]:
    taken = [register for operand in operands_of(instruction) for register in registers_of(operand)]
    if instruction.result is not None and is_early(instruction.result):
        taken.append(condition_register(instruction.result))
    return taken


def _is_division(instruction: Instruction) -> bool:
    return isinstance(instruction, Binary) and instruction.opcode in DIVISIONS

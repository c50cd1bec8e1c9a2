"""What an instruction is given: all its operands, and the registers in them."""

from collections.abc import Iterator
from dataclasses import fields

from raddle.ir.instructions import Argument, Instruction
from raddle.ir.values import Aggregate, Local, Operand


def operands_of(instruction: Instruction) -> Iterator[Operand]:
    for field in fields(instruction):
        yield from _operands(getattr(instruction, field.name))


def registers_of(operand: Operand) -> Iterator[str]:
    match operand.value:
        case Local(name):
            yield name
        case Aggregate(elements):
            for element in elements:
                yield from registers_of(element)
        case _:
            pass


def _operands(value: object) -> Iterator[Operand]:
    match value:
        case Operand():
            yield value
        case Argument(operand=operand):
            yield operand
        case tuple():
            for part in value:
                yield from _operands(part)
        case _:
            pass

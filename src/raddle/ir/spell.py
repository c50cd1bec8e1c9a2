"""Operands as the IR text spells them: for the calls that the instrumenter writes into it."""

import math
import struct

from raddle.ir.types import FloatType, IntType, PointerType, Type, spell
from raddle.ir.values import (
    Aggregate,
    Constant,
    Expression,
    Global,
    Local,
    Operand,
    Text,
    Undefined,
    Unmodelled,
    Unset,
    Value,
    Zero,
)


def spell_operand(operand: Operand) -> str:
    return f"{spell(operand.type)} {spell_value(operand.value, operand.type)}"


def spell_value(value: Value, of: Type) -> str:
    """A value as the IR text spells it."""
    match value:
        case Local(name) | Global(name):
            return name
        case Unset() | Undefined() | Zero():
            return "zeroinitializer"
        case Constant(bits):
            if isinstance(of, PointerType):
                return "null" if bits == 0 else f"inttoptr (i64 {bits} to ptr)"
            if isinstance(of, FloatType):
                return _spell_float(bits, of)
            return str(bits) if not (isinstance(of, IntType) and of.bits == 1) else ("true" if bits else "false")
        case Expression(opcode, operands, source):
            inside = ", ".join(spell_operand(operand) for operand in operands)
            if opcode == "getelementptr":
                assert source is not None
                return f"getelementptr ({spell(source)}, {inside})"
            return f"{opcode} ({inside} to {spell(source)})" if source is not None else f"{opcode} ({inside})"
        case Aggregate(elements):
            inside = ", ".join(spell_operand(element) for element in elements)
            return f"[{inside}]" if spell(of).startswith("[") else f"{{ {inside} }}"
        case Text() | Unmodelled():
            raise AssertionError(f"a hook cannot take {value}")


def _spell_float(bits: int, of: FloatType) -> str:
    """By the bits of the equal double, which is how the text spells a float as well."""
    if of.name == "double":
        return f"0x{bits:016X}"
    number = struct.unpack("<f", struct.pack("<I", bits))[0]
    if math.isnan(number):
        return f"0x{(bits >> 31) << 63 | 0x7FF << 52 | (bits & 0x7FFFFF) << 29:016X}"
    return f"0x{int.from_bytes(struct.pack('<d', number), 'little'):016X}"

"""What each operator computes, on unsigned integers of its width; floats as their bits. As x86-64 computes it."""

import math
import struct
from collections.abc import Callable

from raddle.logic.operators import Op


class Trap(Exception):
    """The instruction does not return on this machine: division by zero, or of the least integer by -1."""


def mask(width: int) -> int:
    return (1 << width) - 1


def signed(value: int, width: int) -> int:
    return value - (1 << width) if value >> (width - 1) & 1 else value


def _shift_amount(amount: int, width: int) -> int:
    """Undefined in C beyond the width; the machine takes it modulo its register."""
    return amount & (31 if width <= 32 else 63)


def _sdiv(a: int, b: int, w: int) -> int:
    x, y = signed(a, w), signed(b, w)
    if y == 0 or (y == -1 and x == -(1 << (w - 1))):
        raise Trap
    return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


def _srem(a: int, b: int, w: int) -> int:
    return signed(a, w) - _sdiv(a, b, w) * signed(b, w)


def _udiv(a: int, b: int, w: int) -> int:
    if b == 0:
        raise Trap
    return a // b


def _urem(a: int, b: int, w: int) -> int:
    return a - _udiv(a, b, w) * b


def _overflows(value: int, width: int, *, is_signed: bool) -> int:
    low, high = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if is_signed else (0, mask(width))
    return int(not low <= value <= high)


_DEFAULT_NAN = {32: 0xFFC00000, 64: 0xFFF8000000000000}
_QUIET = {32: 0x00400000, 64: 0x0008000000000000}


def to_float(bits: int, width: int) -> float:
    code, size = ("<f", 4) if width == 32 else ("<d", 8)
    return float(struct.unpack(code, bits.to_bytes(size, "little"))[0])


def is_nan(bits: int, width: int) -> bool:
    exponent = 0x7F800000 if width == 32 else 0x7FF0000000000000
    return bits & exponent == exponent and bits & (exponent & -exponent) - 1 != 0


def from_float(value: float, width: int) -> int:
    if math.isnan(value):
        return _DEFAULT_NAN[width]
    if width == 64:
        return int.from_bytes(struct.pack("<d", value), "little")
    try:
        return int.from_bytes(struct.pack("<f", value), "little")
    except OverflowError:
        return 0x7F800000 if value > 0 else 0xFF800000


def _divide(x: float, y: float) -> float:
    if y == 0:
        return (
            math.nan if x == 0 or math.isnan(x) else math.copysign(math.inf, math.copysign(1, x) * math.copysign(1, y))
        )
    return x / y


def _multiply(x: float, y: float) -> float:
    return x * y


def _float_binary(compute: Callable[[float, float], float]) -> Callable[[int, int, int], int]:
    def result(a: int, b: int, w: int) -> int:
        for operand in (a, b):
            if is_nan(operand, w):
                return operand | _QUIET[w]
        return from_float(compute(to_float(a, w), to_float(b, w)), w)

    return result


def _float_extreme(pick_first: Callable[[float, float], bool]) -> Callable[[int, int, int], int]:
    def result(a: int, b: int, w: int) -> int:
        if is_nan(a, w):
            return b
        if is_nan(b, w):
            return a
        return a if pick_first(to_float(a, w), to_float(b, w)) else b

    return result


def _float_compare(ordered: Callable[[float, float], bool], *, when_unordered: bool) -> Callable[[int, int, int], int]:
    def result(a: int, b: int, w: int) -> int:
        if is_nan(a, w) or is_nan(b, w):
            return int(when_unordered)
        return int(ordered(to_float(a, w), to_float(b, w)))

    return result


def _comparisons() -> dict[Op, Callable[[int, int, int], int]]:
    orders: dict[str, Callable[[float, float], bool]] = {
        "EQ": lambda x, y: x == y,
        "GT": lambda x, y: x > y,
        "GE": lambda x, y: x >= y,
        "LT": lambda x, y: x < y,
        "LE": lambda x, y: x <= y,
        "NE": lambda x, y: x != y,
    }
    table = {}
    for name, order in orders.items():
        table[Op[f"FCMP_O{name}"]] = _float_compare(order, when_unordered=False)
        table[Op[f"FCMP_U{name}"]] = _float_compare(order, when_unordered=True)
    table[Op.FCMP_ORD] = _float_compare(lambda x, y: True, when_unordered=False)
    table[Op.FCMP_UNO] = _float_compare(lambda x, y: False, when_unordered=True)
    table[Op.FCMP_TRUE] = lambda a, b, w: 1
    table[Op.FCMP_FALSE] = lambda a, b, w: 0
    return table


# (a, b, width of the operands) -> result, to be cut to the result's width by the caller
TWO: dict[Op, Callable[[int, int, int], int]] = {
    Op.ADD: lambda a, b, w: a + b,
    Op.SUB: lambda a, b, w: a - b,
    Op.MUL: lambda a, b, w: a * b,
    Op.UDIV: _udiv,
    Op.SDIV: _sdiv,
    Op.UREM: _urem,
    Op.SREM: _srem,
    Op.SHL: lambda a, b, w: a << _shift_amount(b, w),
    Op.LSHR: lambda a, b, w: a >> _shift_amount(b, w),
    Op.ASHR: lambda a, b, w: signed(a, w) >> _shift_amount(b, w),
    Op.AND: lambda a, b, w: a & b,
    Op.OR: lambda a, b, w: a | b,
    Op.XOR: lambda a, b, w: a ^ b,
    Op.NAND: lambda a, b, w: ~(a & b),
    Op.EQ: lambda a, b, w: int(a == b),
    Op.NE: lambda a, b, w: int(a != b),
    Op.UGT: lambda a, b, w: int(a > b),
    Op.UGE: lambda a, b, w: int(a >= b),
    Op.ULT: lambda a, b, w: int(a < b),
    Op.ULE: lambda a, b, w: int(a <= b),
    Op.SGT: lambda a, b, w: int(signed(a, w) > signed(b, w)),
    Op.SGE: lambda a, b, w: int(signed(a, w) >= signed(b, w)),
    Op.SLT: lambda a, b, w: int(signed(a, w) < signed(b, w)),
    Op.SLE: lambda a, b, w: int(signed(a, w) <= signed(b, w)),
    Op.SMAX: lambda a, b, w: a if signed(a, w) > signed(b, w) else b,
    Op.SMIN: lambda a, b, w: a if signed(a, w) < signed(b, w) else b,
    Op.UMAX: lambda a, b, w: max(a, b),
    Op.UMIN: lambda a, b, w: min(a, b),
    Op.UINC_WRAP: lambda a, b, w: 0 if a >= b else a + 1,
    Op.UDEC_WRAP: lambda a, b, w: b if a == 0 or a > b else a - 1,
    Op.UADD_OVERFLOW: lambda a, b, w: _overflows(a + b, w, is_signed=False),
    Op.USUB_OVERFLOW: lambda a, b, w: _overflows(a - b, w, is_signed=False),
    Op.UMUL_OVERFLOW: lambda a, b, w: _overflows(a * b, w, is_signed=False),
    Op.SADD_OVERFLOW: lambda a, b, w: _overflows(signed(a, w) + signed(b, w), w, is_signed=True),
    Op.SSUB_OVERFLOW: lambda a, b, w: _overflows(signed(a, w) - signed(b, w), w, is_signed=True),
    Op.SMUL_OVERFLOW: lambda a, b, w: _overflows(signed(a, w) * signed(b, w), w, is_signed=True),
    Op.FADD: _float_binary(lambda x, y: x + y),
    Op.FSUB: _float_binary(lambda x, y: x - y),
    Op.FMUL: _float_binary(_multiply),
    Op.FDIV: _float_binary(_divide),
    Op.FMAX: _float_extreme(lambda x, y: x >= y),
    Op.FMIN: _float_extreme(lambda x, y: x <= y),
    **_comparisons(),
}


def _round_to_float(value: int, width: int) -> int:
    """An integer as float or double, rounded once, to even."""
    if width == 64:
        return from_float(float(value), 64)
    magnitude = abs(value)
    excess = magnitude.bit_length() - 24
    if excess > 0:
        low = magnitude & mask(excess)
        magnitude >>= excess
        half = 1 << (excess - 1)
        magnitude += int(low > half or (low == half and magnitude & 1))
        magnitude <<= excess
    return from_float(float(-magnitude if value < 0 else magnitude), 32)


def _convert_float(bits: int, source: int, to: int) -> int:
    if is_nan(bits, source):
        if to == 64:
            return (bits >> 31) << 63 | 0x7FF << 52 | _QUIET[64] | (bits & 0x7FFFFF) << 29
        return bits >> 63 << 31 | 0xFF << 23 | _QUIET[32] | bits >> 29 & 0x7FFFFF
    return from_float(to_float(bits, source), to)


def one(op: Op, a: int, source: int, width: int) -> int:
    """Operators with one operand of width `source`."""
    match op:
        case Op.TRUNC | Op.ZEXT:
            return a & mask(width)
        case Op.SEXT:
            return signed(a, source) & mask(width)
        case Op.FPTRUNC | Op.FPEXT:
            return _convert_float(a, source, width)
        case Op.SITOFP:
            return _round_to_float(signed(a, source), width)
        case Op.UITOFP:
            return _round_to_float(a, width)
        case Op.FNEG:
            return a ^ 1 << (width - 1)
        case Op.FABS:
            return a & mask(width - 1)
        case Op.BSWAP:
            return int.from_bytes(a.to_bytes(width // 8, "little"), "big")
        case Op.CTPOP:
            return a.bit_count()
        case Op.ABS:
            return abs(signed(a, width)) & mask(width)
        case _:
            raise AssertionError(f"{op.name} does not have one operand")

"""Which bits of a result vary, if some bits of what it is computed from do.

In: an operator, and of each operand its value in the run, its width, and the bits that may be others in another run.
Out: the bits of the result that may be. As in Memcheck (Seward and Nethercote 2005): what is masked out does not count,
a sum varies from the lowest such bit on, a comparison that the other bits settle does not vary at all.
"""

from dataclasses import dataclass

from raddle.logic.arithmetic import mask
from raddle.logic.operators import Op


@dataclass(frozen=True, slots=True)
class Bits:
    value: int
    width: int
    varying: int = 0


def varying_bits(op: Op, width: int, one: Bits, other: Bits) -> int:
    """`width`: of the result. Of a conversion `other` holds the width it is from, or the bit that it begins at."""
    return _found(op, width, one, other) & mask(width)


def _found(op: Op, width: int, one: Bits, other: Bits) -> int:
    either = one.varying | other.varying
    match op:
        case Op.AND:
            return one.varying & (other.varying | other.value) | other.varying & (one.varying | one.value)
        case Op.OR:
            return one.varying & (other.varying | ~other.value) | other.varying & (one.varying | ~one.value)
        case Op.XOR:
            return either
        case Op.ADD | Op.SUB | Op.MUL:
            return -(either & -either)
        case Op.EQ | Op.NE:
            return 0 if (one.value ^ other.value) & ~either & mask(one.width) else 1
        case Op.ZEXT | Op.TRUNC:
            return one.varying
        case Op.SEXT:
            return _with_sign(one.varying, one.width)
        case Op.EXTRACT:
            return one.varying >> other.value
        case Op.SHL | Op.LSHR | Op.ASHR if not other.varying and other.value < width:
            return _shifted(op, one.varying, other.value, width)
        case _:
            return mask(width)


def _with_sign(varying: int, width: int) -> int:
    """All bits above are what the highest one is."""
    return varying | -(1 << width) if varying >> (width - 1) & 1 else varying


def _shifted(op: Op, varying: int, by: int, width: int) -> int:
    if op == Op.SHL:
        return varying << by
    return (_with_sign(varying, width) if op == Op.ASHR else varying) >> by

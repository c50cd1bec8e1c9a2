"""Operators of terms as C has them: their signs, how tightly they bind, and which of them look at signs of numbers."""

from typing import Final

from raddle.logic.operators import Op

BINDS_UNARY: Final = 14
BINDS_ATOM: Final = 15
BINARY: Final = {
    Op.MUL: ("*", 13),
    Op.UDIV: ("/", 13),
    Op.SDIV: ("/", 13),
    Op.UREM: ("%", 13),
    Op.SREM: ("%", 13),
    Op.FMUL: ("*", 13),
    Op.FDIV: ("/", 13),
    Op.ADD: ("+", 12),
    Op.SUB: ("-", 12),
    Op.FADD: ("+", 12),
    Op.FSUB: ("-", 12),
    Op.SHL: ("<<", 11),
    Op.LSHR: (">>", 11),
    Op.ASHR: (">>", 11),
    Op.ULT: ("<", 10),
    Op.ULE: ("<=", 10),
    Op.UGT: (">", 10),
    Op.UGE: (">=", 10),
    Op.SLT: ("<", 10),
    Op.SLE: ("<=", 10),
    Op.SGT: (">", 10),
    Op.SGE: (">=", 10),
    Op.FCMP_OGT: (">", 10),
    Op.FCMP_OGE: (">=", 10),
    Op.FCMP_OLT: ("<", 10),
    Op.FCMP_OLE: ("<=", 10),
    Op.EQ: ("==", 9),
    Op.NE: ("!=", 9),
    Op.FCMP_OEQ: ("==", 9),
    Op.FCMP_UNE: ("!=", 9),
    Op.AND: ("&", 8),
    Op.XOR: ("^", 7),
    Op.OR: ("|", 6),
}
BINDS_ALL: Final = 5
BINDS_ANY: Final = 4
BINDS_CHOICE: Final = 3
ASSOCIATIVE: Final = frozenset({Op.ADD, Op.MUL, Op.AND, Op.OR, Op.XOR})
BITWISE: Final = frozenset({Op.AND, Op.OR, Op.XOR, Op.SHL, Op.LSHR, Op.ASHR})
SHIFTS: Final = frozenset({Op.SHL, Op.LSHR, Op.ASHR})
UNSIGNED: Final = frozenset({Op.UGT, Op.UGE, Op.ULT, Op.ULE, Op.UDIV, Op.UREM, Op.LSHR})
SIGNED: Final = frozenset({Op.SGT, Op.SGE, Op.SLT, Op.SLE, Op.SDIV, Op.SREM, Op.ASHR})
FLOATS: Final = frozenset({op for op in Op if op.name.startswith("FCMP_")} | {Op.FADD, Op.FSUB, Op.FMUL, Op.FDIV})
CONVERSIONS: Final = frozenset({Op.ZEXT, Op.SEXT})
TYPES: Final = {1: "bool", 8: "char", 16: "short", 32: "int", 64: "long"}
FUNCTIONS: Final = {
    Op.CTPOP: "popcount",
    Op.ABS: "abs",
    Op.SMAX: "max",
    Op.SMIN: "min",
    Op.UMAX: "max",
    Op.UMIN: "min",
    Op.FABS: "fabs",
    Op.FMAX: "fmax",
    Op.FMIN: "fmin",
}
OVERFLOWS: Final = {
    Op.UADD_OVERFLOW: "+",
    Op.SADD_OVERFLOW: "+",
    Op.USUB_OVERFLOW: "-",
    Op.SSUB_OVERFLOW: "-",
    Op.UMUL_OVERFLOW: "*",
    Op.SMUL_OVERFLOW: "*",
}

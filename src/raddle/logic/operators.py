"""Operators of terms: those of the machine's arithmetic, and those that only formulas have.

Operands are `a`, `b`, `c` with their observed values; `width` is the result's. Where an operator needs a number besides
(bit position, source width), it stands in `b_value` with b == 0. A term of width 1 is a truth value.
"""

from enum import IntEnum


class Op(IntEnum):
    READ = 1  # a: position of the READ or UPDATE event in its thread's events
    ADD = 2
    SUB = 3
    MUL = 4
    UDIV = 5
    SDIV = 6
    UREM = 7
    SREM = 8
    SHL = 9
    LSHR = 10
    ASHR = 11
    AND = 12
    OR = 13
    XOR = 14
    EQ = 15
    NE = 16
    UGT = 17
    UGE = 18
    ULT = 19
    ULE = 20
    SGT = 21
    SGE = 22
    SLT = 23
    SLE = 24
    TRUNC = 25
    ZEXT = 26  # b_value: width of a
    SEXT = 27  # b_value: width of a
    ITE = 28  # c ? a : b
    EXTRACT = 29  # b_value: lowest bit
    CONCAT = 30  # a above b; c: width of b (a number)
    BSWAP = 31
    CTPOP = 32
    ABS = 33
    SMAX = 34
    SMIN = 35
    UMAX = 36
    UMIN = 37
    UADD_OVERFLOW = 38
    SADD_OVERFLOW = 39
    USUB_OVERFLOW = 40
    SSUB_OVERFLOW = 41
    UMUL_OVERFLOW = 42
    SMUL_OVERFLOW = 43
    NAND = 44
    FADD = 45
    FSUB = 46
    FMUL = 47
    FDIV = 48
    FNEG = 49
    FABS = 50
    FPTRUNC = 51
    FPEXT = 52
    SITOFP = 53  # b_value: width of a
    UITOFP = 54  # b_value: width of a
    FPTOSI = 55  # b_value: width of a
    FPTOUI = 56  # b_value: width of a
    FMAX = 57
    FMIN = 58
    UINC_WRAP = 59
    UDEC_WRAP = 60
    FCMP_OEQ = 64
    FCMP_OGT = 65
    FCMP_OGE = 66
    FCMP_OLT = 67
    FCMP_OLE = 68
    FCMP_ONE = 69
    FCMP_ORD = 70
    FCMP_UEQ = 71
    FCMP_UGT = 72
    FCMP_UGE = 73
    FCMP_ULT = 74
    FCMP_ULE = 75
    FCMP_UNE = 76
    FCMP_UNO = 77
    FCMP_TRUE = 78
    FCMP_FALSE = 79
    # what a walk never makes
    CONSTANT = 96
    VARIABLE = 97
    NOT = 98
    ALL = 99
    ANY = 100
    BEFORE = 101  # point a comes before point b, strictly
    NOT_AFTER = 102  # point a comes before point b or at the same time
    AT = 103  # point a stands at time b


OPPOSITE = {
    Op.EQ: Op.NE,
    Op.NE: Op.EQ,
    Op.UGT: Op.ULE,
    Op.UGE: Op.ULT,
    Op.ULT: Op.UGE,
    Op.ULE: Op.UGT,
    Op.SGT: Op.SLE,
    Op.SGE: Op.SLT,
    Op.SLT: Op.SGE,
    Op.SLE: Op.SGT,
    Op.FCMP_OEQ: Op.FCMP_UNE,
    Op.FCMP_UNE: Op.FCMP_OEQ,
}
"""What a comparison is where it does not hold."""
TURNED = {
    Op.EQ: Op.EQ,
    Op.NE: Op.NE,
    Op.UGT: Op.ULT,
    Op.UGE: Op.ULE,
    Op.ULT: Op.UGT,
    Op.ULE: Op.UGE,
    Op.SGT: Op.SLT,
    Op.SGE: Op.SLE,
    Op.SLT: Op.SGT,
    Op.SLE: Op.SGE,
}
"""What a comparison is with its sides exchanged."""

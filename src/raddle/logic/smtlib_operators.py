"""The text of one operator on the texts of its operands: truth values, bit-vectors, floats as their bits.

`let` names (x, y, f, g, r) stand only around operands whose texts have none of them free, so nothing is captured.
"""

from typing import Final

from raddle.logic.operators import Op
from raddle.logic.terms import Term


class Unsupported(Exception):
    """The text has no exact words for this operator at these widths."""

    def __init__(self, term: Term) -> None:
        super().__init__(f"{term.op.name} on {term.args[0].width} bits")
        self.op: Final = term.op


def constant(term: Term) -> str:
    value = term.data
    assert isinstance(value, int)
    if term.width == 1:
        return "true" if value else "false"
    return number(value, term.width)


def number(value: int, width: int) -> str:
    return f"#x{value:0{width // 4}x}" if width % 4 == 0 else f"#b{value:0{width}b}"


def _as_bits(width: int, word: str) -> str:
    """A truth value as a bit-vector of width 1."""
    return f"(ite {word} #b1 #b0)" if width == 1 else word


# ---- operands of width 1: 1 is 1 unsigned and -1 signed

_TRUTH: Final[dict[Op, str]] = {
    **dict.fromkeys((Op.ADD, Op.SUB, Op.XOR, Op.NE), "(xor {0} {1})"),
    **dict.fromkeys(
        (Op.MUL, Op.AND, Op.UMIN, Op.SMAX, Op.UADD_OVERFLOW, Op.SADD_OVERFLOW, Op.SMUL_OVERFLOW), "(and {0} {1})"
    ),
    **dict.fromkeys((Op.OR, Op.UMAX, Op.SMIN), "(or {0} {1})"),
    Op.NAND: "(not (and {0} {1}))",
    **dict.fromkeys((Op.UDIV, Op.SDIV, Op.ASHR, Op.ABS, Op.CTPOP), "{0}"),
    **dict.fromkeys((Op.UREM, Op.SREM, Op.UMUL_OVERFLOW), "false"),
    Op.EQ: "(= {0} {1})",
    **dict.fromkeys((Op.SHL, Op.LSHR, Op.UGT, Op.SLT), "(and {0} (not {1}))"),
    **dict.fromkeys(
        (Op.ULT, Op.SGT, Op.UINC_WRAP, Op.UDEC_WRAP, Op.USUB_OVERFLOW, Op.SSUB_OVERFLOW), "(and (not {0}) {1})"
    ),
    **dict.fromkeys((Op.UGE, Op.SLE), "(or {0} (not {1}))"),
    **dict.fromkeys((Op.ULE, Op.SGE), "(or (not {0}) {1})"),
}


def on_truth(term: Term, words: list[str]) -> str:
    """All operands of `term`, or its first one, have width 1."""
    width = term.width
    match term.op:
        case Op.ZEXT:
            return f"(ite {words[0]} {number(1, width)} {number(0, width)})"
        case Op.SEXT:
            return f"(ite {words[0]} {number((1 << width) - 1, width)} {number(0, width)})"
        case Op.CONCAT:
            return _concat(term, words)
        case op if op in _TRUTH:
            return _TRUTH[op].format(*words)
        case _:
            raise Unsupported(term)


# ---- operands of other widths

_BITS: Final[dict[Op, str]] = {
    Op.ADD: "(bvadd %s %s)",
    Op.SUB: "(bvsub %s %s)",
    Op.MUL: "(bvmul %s %s)",
    Op.UDIV: "(bvudiv %s %s)",
    Op.SDIV: "(bvsdiv %s %s)",
    Op.UREM: "(bvurem %s %s)",
    Op.SREM: "(bvsrem %s %s)",
    Op.AND: "(bvand %s %s)",
    Op.OR: "(bvor %s %s)",
    Op.XOR: "(bvxor %s %s)",
    Op.NAND: "(bvnot (bvand %s %s))",
    Op.EQ: "(= %s %s)",
    Op.NE: "(not (= %s %s))",
    Op.UGT: "(bvugt %s %s)",
    Op.UGE: "(bvuge %s %s)",
    Op.ULT: "(bvult %s %s)",
    Op.ULE: "(bvule %s %s)",
    Op.SGT: "(bvsgt %s %s)",
    Op.SGE: "(bvsge %s %s)",
    Op.SLT: "(bvslt %s %s)",
    Op.SLE: "(bvsle %s %s)",
    Op.SMAX: "(let ((x %s) (y %s)) (ite (bvsgt x y) x y))",
    Op.SMIN: "(let ((x %s) (y %s)) (ite (bvslt x y) x y))",
    Op.UMAX: "(let ((x %s) (y %s)) (ite (bvugt x y) x y))",
    Op.UMIN: "(let ((x %s) (y %s)) (ite (bvult x y) x y))",
}
_SHIFTS: Final = {Op.SHL: "bvshl", Op.LSHR: "bvlshr", Op.ASHR: "bvashr"}
_OVERFLOWS: Final = {
    Op.UADD_OVERFLOW: ("zero_extend", 1, "bvadd"),
    Op.USUB_OVERFLOW: ("zero_extend", 1, "bvsub"),
    Op.SADD_OVERFLOW: ("sign_extend", 1, "bvadd"),
    Op.SSUB_OVERFLOW: ("sign_extend", 1, "bvsub"),
    Op.UMUL_OVERFLOW: ("zero_extend", 2, "bvmul"),
    Op.SMUL_OVERFLOW: ("sign_extend", 2, "bvmul"),
}


def on_bits(term: Term, words: list[str]) -> str:
    op, width = term.op, term.width
    template = _BITS.get(op)
    if template is not None:
        return template % tuple(words)
    match op:
        case Op.SHL | Op.LSHR | Op.ASHR:
            return f"({_SHIFTS[op]} {words[0]} {_shift_amount(term.args[1], words[1])})"
        case Op.ZEXT:
            return f"((_ zero_extend {width - term.args[0].width}) {words[0]})"
        case Op.SEXT:
            return f"((_ sign_extend {width - term.args[0].width}) {words[0]})"
        case Op.EXTRACT | Op.TRUNC:
            lowest = term.data if op is Op.EXTRACT else 0
            assert isinstance(lowest, int)
            bits = f"((_ extract {lowest + width - 1} {lowest}) {words[0]})"
            return f"(= {bits} #b1)" if width == 1 else bits
        case Op.CONCAT:
            return _concat(term, words)
        case Op.BSWAP:
            parts = " ".join(f"((_ extract {low + 7} {low}) x)" for low in range(0, width, 8))
            return f"(let ((x {words[0]})) {f'(concat {parts})' if width > 8 else 'x'})"
        case Op.CTPOP:
            ones = " ".join(f"((_ zero_extend {width - 1}) ((_ extract {bit} {bit}) x))" for bit in range(width))
            return f"(let ((x {words[0]})) (bvadd {ones}))"
        case Op.ABS:
            return f"(let ((x {words[0]})) (ite (bvslt x {number(0, width)}) (bvneg x) x))"
        case Op.UINC_WRAP:
            zero, one = number(0, width), number(1, width)
            return f"(let ((x {words[0]})) (ite (bvuge x {words[1]}) {zero} (bvadd x {one})))"
        case Op.UDEC_WRAP:
            zero, one = number(0, width), number(1, width)
            wraps = f"(or (= x {zero}) (bvugt x y))"
            return f"(let ((x {words[0]}) (y {words[1]})) (ite {wraps} y (bvsub x {one})))"
        case _ if op in _OVERFLOWS:
            return _overflow(term, words)
        case _:
            raise Unsupported(term)


def _shift_amount(amount: Term, word: str) -> str:
    """As logic/arithmetic.py takes it: modulo 32, or 64 for wide operands. Beyond the width both give all out."""
    modulus = 31 if amount.width <= 32 else 63
    if amount.op is Op.CONSTANT:
        assert isinstance(amount.data, int)
        return number(amount.data & modulus, amount.width)
    return word if modulus.bit_length() >= amount.width else f"(bvand {word} {number(modulus, amount.width)})"


def _overflow(term: Term, words: list[str]) -> str:
    """Computed wide enough, then compared with its own low bits."""
    extend, times, operator = _OVERFLOWS[term.op]
    width = term.args[0].width
    more = 1 if times == 1 else width
    a, b = (f"((_ {extend} {more}) {word})" for word in words)
    again = f"((_ {extend} {more}) ((_ extract {width - 1} 0) r))"
    return f"(let ((r ({operator} {a} {b}))) (not (= r {again})))"


def _concat(term: Term, words: list[str]) -> str:
    high, low = (_as_bits(arg.width, word) for arg, word in zip(term.args, words, strict=True))
    return f"(concat {high} {low})"


# ---- floats: 32 and 64 bits, nearest-even, NaNs as x86-64 makes them

_FORMAT: Final = {32: "8 24", 64: "11 53"}
_DEFAULT_NAN: Final = {32: "#xffc00000", 64: "#xfff8000000000000"}
_QUIET: Final = {32: "#x00400000", 64: "#x0008000000000000"}
_ARITHMETIC: Final = {Op.FADD: "fp.add", Op.FSUB: "fp.sub", Op.FMUL: "fp.mul", Op.FDIV: "fp.div"}
_EXTREMES: Final = {Op.FMAX: "fp.geq", Op.FMIN: "fp.leq"}
_COMPARISONS: Final = {
    Op.FCMP_OEQ: "(fp.eq {f} {g})",
    Op.FCMP_OGT: "(fp.gt {f} {g})",
    Op.FCMP_OGE: "(fp.geq {f} {g})",
    Op.FCMP_OLT: "(fp.lt {f} {g})",
    Op.FCMP_OLE: "(fp.leq {f} {g})",
    Op.FCMP_ONE: "(let ((f {f}) (g {g})) (or (fp.lt f g) (fp.gt f g)))",
    Op.FCMP_ORD: "(not (or (fp.isNaN {f}) (fp.isNaN {g})))",
    Op.FCMP_UEQ: "(let ((f {f}) (g {g})) (not (or (fp.lt f g) (fp.gt f g))))",
    Op.FCMP_UGT: "(not (fp.leq {f} {g}))",
    Op.FCMP_UGE: "(not (fp.lt {f} {g}))",
    Op.FCMP_ULT: "(not (fp.geq {f} {g}))",
    Op.FCMP_ULE: "(not (fp.gt {f} {g}))",
    Op.FCMP_UNE: "(not (fp.eq {f} {g}))",
    Op.FCMP_UNO: "(or (fp.isNaN {f}) (fp.isNaN {g}))",
    Op.FCMP_TRUE: "true",
    Op.FCMP_FALSE: "false",
}


def on_floats(term: Term, words: list[str]) -> str:
    op, width, source = term.op, term.width, term.args[0].width
    if op in (Op.SITOFP, Op.UITOFP) and width in _FORMAT:
        convert = "to_fp" if op is Op.SITOFP else "to_fp_unsigned"
        return f"(fp.to_ieee_bv ((_ {convert} {_FORMAT[width]}) RNE {_as_bits(source, words[0])}))"
    if source not in _FORMAT:
        raise Unsupported(term)
    if op in _COMPARISONS:
        f, g = (f"((_ to_fp {_FORMAT[source]}) {word})" for word in words)
        return _COMPARISONS[op].format(f=f, g=g)
    match op:
        case Op.FNEG:
            return f"(bvxor {words[0]} {number(1 << (width - 1), width)})"
        case Op.FABS:
            return f"(bvand {words[0]} {number((1 << (width - 1)) - 1, width)})"
        case Op.FADD | Op.FSUB | Op.FMUL | Op.FDIV:
            result = f"(let ((r ({_ARITHMETIC[op]} RNE f g))) "
            result += f"(ite (fp.isNaN r) {_DEFAULT_NAN[width]} (fp.to_ieee_bv r)))"
            first, second = f"(bvor x {_QUIET[width]})", f"(bvor y {_QUIET[width]})"
            return _unless_nan(width, words, first, second, result)
        case Op.FMAX | Op.FMIN:
            return _unless_nan(width, words, "y", "x", f"(ite ({_EXTREMES[op]} f g) x y)")
        case Op.FPEXT | Op.FPTRUNC if width in _FORMAT and width != source:
            return _resized(source, width, words[0])
        case _:
            raise Unsupported(term)


def _unless_nan(width: int, words: list[str], first: str, second: str, result: str) -> str:
    """What becomes of a NaN as first operand x, as second operand y; else the result on their floats f and g."""
    f, g = f"((_ to_fp {_FORMAT[width]}) x)", f"((_ to_fp {_FORMAT[width]}) y)"
    chosen = f"(ite (fp.isNaN f) {first} (ite (fp.isNaN g) {second} {result}))"
    return f"(let ((x {words[0]}) (y {words[1]})) (let ((f {f}) (g {g})) {chosen}))"


def _resized(source: int, width: int, word: str) -> str:
    if width == 64:
        nan = "(concat ((_ extract 31 31) x) #b111111111111 ((_ extract 21 0) x) #b00000000000000000000000000000)"
    else:
        nan = "(concat ((_ extract 63 63) x) #b111111111 ((_ extract 50 29) x))"
    rounded = f"(fp.to_ieee_bv ((_ to_fp {_FORMAT[width]}) RNE f))"
    f = f"((_ to_fp {_FORMAT[source]}) x)"
    return f"(let ((x {word})) (let ((f {f})) (ite (fp.isNaN f) {nan} {rounded})))"

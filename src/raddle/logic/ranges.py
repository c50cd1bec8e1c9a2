"""Ranges of terms from ranges of their variables: what they show holds; what they do not show may hold or not.

A range is the least and the greatest value, signed and unsigned. Of a sum of which it is known that it does not
overflow, the range ends where the type does.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from raddle.logic.arithmetic import mask, signed
from raddle.logic.bottom_up import bottom_up
from raddle.logic.operators import OPPOSITE, TURNED, Op
from raddle.logic.terms import Term

Range = tuple[int, int, int, int]
"""Signed least and greatest, unsigned least and greatest."""

_EXACT: Final = {Op.SADD_OVERFLOW: Op.ADD, Op.SSUB_OVERFLOW: Op.SUB, Op.SMUL_OVERFLOW: Op.MUL}
_BOUNDS: Final = frozenset({Op.SLE, Op.SGE, Op.SLT, Op.SGT, Op.ULE, Op.UGE, Op.ULT, Op.UGT, Op.EQ})
_TRUE: Final = (-1, -1, 1, 1)
_FALSE: Final = (0, 0, 0, 0)
_EITHER: Final = (-1, 0, 0, 1)


def full(width: int) -> Range:
    half = 1 << (width - 1)
    return -half, half - 1, 0, mask(width)


def exactly(value: int, width: int) -> Range:
    as_signed = signed(value, width)
    return as_signed, as_signed, value, value


def _reduced(found: Range, width: int) -> Range:
    """Each half as narrow as the other one allows."""
    low, high, least, most = found
    half, whole = 1 << (width - 1), 1 << width
    if low >= 0:
        least, most = max(least, low), min(most, high)
    elif high < 0:
        least, most = max(least, low + whole), min(most, high + whole)
    if most < half:
        low, high = max(low, least), min(high, most)
    elif least >= half:
        low, high = max(low, least - whole), min(high, most - whole)
    return low, high, least, most


@dataclass(slots=True)
class Ranges:
    """Of variables, by what is known of them."""

    of: dict[Term, Range] = field(default_factory=dict)
    _exact: set[tuple[Op, Term, Term]] = field(default_factory=set)
    _known: dict[Term, Range] = field(default_factory=dict)

    def bound(self, variable: Term, op: Op, value: int) -> None:
        """variable op value: SLE, SGE, SLT, SGT, ULE, UGE, ULT, UGT or EQ; value as bits."""
        width = variable.width
        low, high, least, most = self.of.get(variable) or full(width)
        at = signed(value, width)
        match op:
            case Op.SLE:
                high = min(high, at)
            case Op.SLT:
                high = min(high, at - 1)
            case Op.SGE:
                low = max(low, at)
            case Op.SGT:
                low = max(low, at + 1)
            case Op.ULE:
                most = min(most, value)
            case Op.ULT:
                most = min(most, value - 1)
            case Op.UGE:
                least = max(least, value)
            case Op.UGT:
                least = max(least, value + 1)
            case _:
                low, high, least, most = max(low, at), min(high, at), max(least, value), min(most, value)
        self.of[variable] = _reduced((low, high, least, most), width)
        self._known.clear()

    def learn(self, facts: Iterable[Term]) -> None:
        """Comparisons of a variable with a constant, and sums that do not overflow; other facts say nothing here."""
        for fact in facts:
            if fact.op is Op.ALL:
                self.learn(fact.args)
            elif fact.op is Op.NOT:
                self._learn_not(fact.args[0])
            elif fact.op in _BOUNDS and fact.args[0].width > 1:
                self._learn_comparison(fact.op, *fact.args)
            elif fact.op is Op.VARIABLE:
                self.bound(fact, Op.EQ, 1)

    def _learn_not(self, fact: Term) -> None:
        if fact.op in _EXACT:
            a, b = fact.args
            self._exact.add((_EXACT[fact.op], a, b))
            self._known.clear()
            if b.op is Op.CONSTANT:
                assert isinstance(b.data, int)
                step = signed(b.data, b.width)
                if fact.op is not Op.SMUL_OVERFLOW:
                    self._learn_sum(a, step if fact.op is Op.SADD_OVERFLOW else -step)
        elif OPPOSITE.get(fact.op) in _BOUNDS and fact.args[0].width > 1:
            self._learn_comparison(OPPOSITE[fact.op], *fact.args)
        elif fact.op is Op.VARIABLE:
            self.bound(fact, Op.EQ, 0)

    def _learn_sum(self, a: Term, step: int) -> None:
        """a + step does not overflow."""
        half = 1 << (a.width - 1)
        if a.op is Op.ADD and a.args[1].op is Op.CONSTANT and a.args[0].op is Op.VARIABLE:
            inner = signed(a.args[1].data, a.width)  # type: ignore[arg-type]
            low, high, *_ = self.of.get(a.args[0]) or full(a.width)
            if not -half <= low + inner <= high + inner < half:
                return
            a, step = a.args[0], step + inner
        if a.op is Op.VARIABLE and -half < step < half:
            limit = half - 1 - step if step >= 0 else -half - step
            self.bound(a, Op.SLE if step >= 0 else Op.SGE, limit & mask(a.width))

    def _learn_comparison(self, op: Op, a: Term, b: Term) -> None:
        if a.op is Op.VARIABLE and b.op is Op.CONSTANT:
            self.bound(a, op, b.data)  # type: ignore[arg-type]
        elif b.op is Op.VARIABLE and a.op is Op.CONSTANT:
            self.bound(b, TURNED[op], a.data)  # type: ignore[arg-type]

    def surely(self, term: Term) -> bool:
        """Whether the ranges show that the condition holds."""
        return self.range(term)[2] == 1

    def range(self, term: Term) -> Range:
        return bottom_up(term, self._known, self._computed)

    def _computed(self, term: Term) -> Range:
        op, args = term.op, term.args
        known = self._known
        if op is Op.CONSTANT:
            assert isinstance(term.data, int)
            return exactly(term.data, term.width)
        if op is Op.VARIABLE:
            return self.of.get(term) or full(term.width)
        if op is Op.NOT:
            least, most = known[args[0]][2:]
            return _truth(1 - most, 1 - least)
        if op is Op.ALL:
            return _truth(min(known[arg][2] for arg in args), min(known[arg][3] for arg in args))
        if op is Op.ANY:
            return _truth(max(known[arg][2] for arg in args), max(known[arg][3] for arg in args))
        if op is Op.ITE:
            return self._chosen(term)
        ranges = [known[arg] for arg in args]
        if term.width == 1 and len(args) == 2 and args[0].width > 1:
            return _compared(op, ranges[0], ranges[1])
        if term.width == 1:
            return _EITHER
        return _reduced(self._arithmetic(term, ranges), term.width)

    def _chosen(self, term: Term) -> Range:
        a, b, condition = (self._known[arg] for arg in term.args)
        if condition[2] == condition[3]:
            return a if condition[2] else b
        return min(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), max(a[3], b[3])

    def _arithmetic(self, term: Term, ranges: list[Range]) -> Range:
        width, op = term.width, term.op
        match op:
            case Op.ADD | Op.SUB | Op.MUL:
                return self._combined(term, *ranges)
            case Op.SEXT if term.args[0].width > 1:
                low, high, *_ = ranges[0]
                return low, high, *full(width)[2:]
            case Op.ZEXT:
                return *full(width)[:2], *ranges[0][2:]
            case Op.EXTRACT if term.data == 0:
                low, high, least, most = ranges[0]
                whole = full(width)
                fits_signed = whole[0] <= low and high <= whole[1]
                fits = most <= whole[3]
                return *((low, high) if fits_signed else whole[:2]), *((least, most) if fits else whole[2:])
            case Op.EXTRACT:
                assert isinstance(term.data, int)
                least, most = ranges[0][2] >> term.data, ranges[0][3] >> term.data
                return *full(width)[:2], *((least, most) if most <= mask(width) else full(width)[2:])
            case Op.CONCAT:
                low = term.args[1].width
                least, most = (ranges[0][at] << low | ranges[1][at] for at in (2, 3))
                return *full(width)[:2], least, most
            case Op.OR:
                most = mask(max(ranges[0][3], ranges[1][3]).bit_length())
                return *full(width)[:2], max(ranges[0][2], ranges[1][2]), most
            case Op.SDIV if ranges[0][0] >= 0 and ranges[1][0] > 0:
                return ranges[0][0] // max(1, ranges[1][1]), ranges[0][1] // ranges[1][0], *full(width)[2:]
            case Op.AND:
                return *full(width)[:2], 0, min(ranges[0][3], ranges[1][3])
            case Op.UREM if ranges[1][2] > 0:
                return *full(width)[:2], 0, min(ranges[0][3], ranges[1][3] - 1)
            case Op.UDIV if ranges[1][2] > 0:
                return *full(width)[:2], ranges[0][2] // max(1, ranges[1][3]), ranges[0][3] // ranges[1][2]
            case _:
                return full(width)

    def _combined(self, term: Term, a: Range, b: Range) -> Range:
        width, op = term.width, term.op
        low_limit, high_limit, _, most_limit = full(width)
        low, high = _corners(op, a[0], a[1], b[0], b[1])
        if not low_limit <= low <= high <= high_limit:
            if self._is_exact(term):
                low, high = max(low, low_limit), min(high, high_limit)
            else:
                low, high = low_limit, high_limit
        least, most = _corners(op, a[2], a[3], b[2], b[3])
        whole = most_limit + 1
        if least // whole == most // whole:
            least, most = least % whole, most % whole
        else:
            least, most = 0, most_limit
        return low, high, least, most

    def _is_exact(self, term: Term) -> bool:
        a, b = term.args
        if (term.op, a, b) in self._exact or (term.op is not Op.SUB and (term.op, b, a) in self._exact):
            return True
        # a - c is written a + (-c): the same sum, unless c is the least number, which has no -c
        return term.op is Op.ADD and b.op is Op.CONSTANT and b.data != 1 << (b.width - 1) and any(
            op is Op.SUB and x is a and y.op is Op.CONSTANT and (y.data + b.data) & mask(a.width) == 0  # type: ignore[operator]
            for op, x, y in self._exact
        )  # fmt: skip


def _corners(op: Op, a_low: int, a_high: int, b_low: int, b_high: int) -> tuple[int, int]:
    if op is Op.ADD:
        return a_low + b_low, a_high + b_high
    if op is Op.SUB:
        return a_low - b_high, a_high - b_low
    products = (a_low * b_low, a_low * b_high, a_high * b_low, a_high * b_high)
    return min(products), max(products)


def _truth(least: int, most: int) -> Range:
    if least == most:
        return _TRUE if least else _FALSE
    return _EITHER


def _compared(op: Op, a: Range, b: Range) -> Range:
    match op:
        case Op.SLE | Op.SLT | Op.SGE | Op.SGT:
            (a_low, a_high), (b_low, b_high) = a[:2], b[:2]
        case Op.ULE | Op.ULT | Op.UGE | Op.UGT | Op.EQ:
            (a_low, a_high), (b_low, b_high) = a[2:], b[2:]
        case _:
            return _EITHER
    if op is Op.EQ:
        if a_low == a_high == b_low == b_high:
            return _TRUE
        disjoint = a_high < b_low or b_high < a_low or a[1] < b[0] or b[1] < a[0]
        return _FALSE if disjoint else _EITHER
    if op in (Op.SGE, Op.UGE, Op.SGT, Op.UGT):
        (a_low, a_high), (b_low, b_high) = (b_low, b_high), (a_low, a_high)
    strict = op in (Op.SLT, Op.ULT, Op.SGT, Op.UGT)
    surely = a_high < b_low if strict else a_high <= b_low
    surely_not = a_low >= b_high if strict else a_low > b_high
    return _TRUE if surely else _FALSE if surely_not else _EITHER

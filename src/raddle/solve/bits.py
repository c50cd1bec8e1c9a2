"""Queries with numbers -> queries of truth values and order: every number bit by bit.

In: a Query. Out: one that has a solution exactly where the first has, and which of its truth values are the bits of
which variable; None where an operator is not known here (floats, products of two unknowns). Then the solver for truth
values and order (solve/sat_order.py) can answer, which knows nothing of numbers.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from raddle.logic.bottom_up import bottom_up
from raddle.logic.operators import Op
from raddle.logic.query import Query
from raddle.logic.terms import Term, TermStore

Bits = tuple[Term, ...]
"""The lowest first."""

_TRUTHS: Final = frozenset({Op.NOT, Op.ALL, Op.ANY, Op.BEFORE, Op.NOT_AFTER})
_COMPARED: Final = frozenset({Op.UGT, Op.UGE, Op.ULT, Op.ULE, Op.SGT, Op.SGE, Op.SLT, Op.SLE})
_SIGNED: Final = frozenset({Op.SGT, Op.SGE, Op.SLT, Op.SLE})
_SHIFTS: Final = frozenset({Op.SHL, Op.LSHR, Op.ASHR})
MOST_DIVIDED: Final = 16
"""Bits up to which a division is spelled out, other than by a power of two."""


class NotSpelled(Exception):
    """An operator that is not spelled out here."""


@dataclass(frozen=True)
class Spelled:
    query: Query
    bits: dict[Term, Bits]
    """By variable of the first query that is a number."""
    truth: Callable[[Term], Term]
    """Spells another assertion; NotSpelled."""


def spelled_in_bits(query: Query) -> Spelled | None:
    spelling = _Spelling(query.terms)
    try:
        assertions = tuple(spelling.truth(term) for term in query.assertions)
        assumptions = {name: spelling.truth(term) for name, term in query.assumptions.items()}
    except NotSpelled:
        return None
    return Spelled(Query(query.terms, assertions, assumptions, query.preferred), spelling.variables, spelling.truth)


class _Spelling:
    def __init__(self, terms: TermStore) -> None:
        self._terms = terms
        self._known: dict[Term, Bits] = {}
        self.variables: dict[Term, Bits] = {}

    def truth(self, term: Term) -> Term:
        return bottom_up(term, self._known, self._computed)[0]

    def _computed(self, term: Term) -> Bits:
        known, terms = self._known, self._terms
        op, width = term.op, term.width
        args = [known[arg] for arg in term.args]
        if op is Op.CONSTANT:
            assert isinstance(term.data, int)
            return tuple(terms.truth(bool(term.data >> place & 1)) for place in range(width))
        if op is Op.VARIABLE:
            return self._variable(term)
        if op in _TRUTHS:
            return (self._truth_of(term, args),)
        if op is Op.EQ:
            return (terms.all_of(self._same(a, b) for a, b in zip(*args, strict=True)),)
        if op is Op.ITE:
            yes, no, condition = args
            return tuple(self._choice(condition[0], a, b) for a, b in zip(yes, no, strict=True))
        if op in _COMPARED:
            return (self._compared(op, *args),)
        return self._number(term, args)

    def _number(self, term: Term, args: list[Bits]) -> Bits:
        terms, op, width = self._terms, term.op, term.width
        bitwise: dict[Op, Callable[[Term, Term], Term]] = {Op.AND: self._and, Op.OR: self._or, Op.XOR: self._differ}
        match op:
            case Op.ADD:
                return self._sum(args[0], args[1], terms.false)
            case Op.SUB:
                return self._sum(args[0], self._negated(args[1]), terms.true)
            case Op.MUL:
                return self._product(*args)
            case Op.AND | Op.OR | Op.XOR:
                return tuple(bitwise[op](a, b) for a, b in zip(*args, strict=True))
            case Op.ZEXT:
                return (*args[0], *([terms.false] * (width - len(args[0]))))
            case Op.SEXT:
                return (*args[0], *([args[0][-1]] * (width - len(args[0]))))
            case Op.EXTRACT:
                assert isinstance(term.data, int)
                return args[0][term.data : term.data + width]
            case Op.CONCAT:
                return (*args[1], *args[0])
            case Op.UDIV | Op.UREM:
                quotient, rest = self._divided(*args)
                return quotient if op is Op.UDIV else rest
            case Op.SADD_OVERFLOW | Op.SSUB_OVERFLOW:
                return (self._overflow(*args, is_sum=op is Op.SADD_OVERFLOW),)
            case _ if op in _SHIFTS:
                return self._shifted(op, *args)
            case _:
                raise NotSpelled

    # ---- truth values

    def _variable(self, term: Term) -> Bits:
        if term.width == 1:
            return (term,)
        bits = tuple(self._terms.variable(f"{term.data}[{place}]", 1) for place in range(term.width))
        self.variables[term] = bits
        return bits

    def _truth_of(self, term: Term, args: list[Bits]) -> Term:
        match term.op:
            case Op.NOT:
                return self._terms.negation(args[0][0])
            case Op.ALL:
                return self._terms.all_of(bits[0] for bits in args)
            case Op.ANY:
                return self._terms.any_of(bits[0] for bits in args)
            case _:
                return term

    def _and(self, a: Term, b: Term) -> Term:
        return self._terms.all_of((a, b))

    def _or(self, a: Term, b: Term) -> Term:
        return self._terms.any_of((a, b))

    def _differ(self, a: Term, b: Term) -> Term:
        terms = self._terms
        if a.op is Op.CONSTANT:
            return terms.negation(b) if a.data else b
        if b.op is Op.CONSTANT:
            return terms.negation(a) if b.data else a
        if a is b:
            return terms.false
        if a is terms.negation(b):
            return terms.true
        return terms.apply(Op.XOR, 1, a, b)

    def _same(self, a: Term, b: Term) -> Term:
        return self._terms.negation(self._differ(a, b))

    def _choice(self, condition: Term, a: Term, b: Term) -> Term:
        terms = self._terms
        if a.op is Op.CONSTANT:
            return self._or(condition, b) if a.data else self._and(terms.negation(condition), b)
        if b.op is Op.CONSTANT:
            return self._or(terms.negation(condition), a) if b.data else self._and(condition, a)
        return terms.choice(condition, a, b)

    # ---- numbers

    def _negated(self, bits: Bits) -> Bits:
        return tuple(self._terms.negation(bit) for bit in bits)

    def _carry(self, a: Term, b: Term, carry: Term) -> Term:
        return self._or(self._and(a, b), self._and(carry, self._or(a, b)))

    def _sum(self, a: Bits, b: Bits, carry: Term) -> Bits:
        """Above the signs of both there is only the sum's sign."""
        enough = min(len(a), max(_with_sign(a), _with_sign(b)) + 1)
        found = []
        for one, other in zip(a[:enough], b[:enough], strict=True):
            found.append(self._differ(self._differ(one, other), carry))
            carry = self._carry(one, other, carry)
        return (*found, *([found[-1]] * (len(a) - enough)))

    def _overflow(self, a: Bits, b: Bits, *, is_sum: bool) -> Term:
        """Of the signed sum, or difference."""
        other = b if is_sum else self._negated(b)
        total = self._sum(a, other, self._terms.truth(not is_sum))
        return self._and(self._same(a[-1], other[-1]), self._differ(a[-1], total[-1]))

    def _product(self, a: Bits, b: Bits) -> Bits:
        """One of them is a constant."""
        if any(bit.op is not Op.CONSTANT for bit in b):
            a, b = b, a
        if any(bit.op is not Op.CONSTANT for bit in b):
            raise NotSpelled
        false = self._terms.false
        total: Bits = (false,) * len(a)
        for place, bit in enumerate(b):
            if bit.data:
                total = self._sum(total, (*([false] * place), *a[: len(a) - place]), false)
        return total

    def _less(self, a: Bits, b: Bits, *, or_equal: bool) -> Term:
        found = self._terms.truth(or_equal)
        enough = max(_with_sign(a), _with_sign(b))
        for one, other in zip(a[:enough], b[:enough], strict=True):
            found = self._choice(self._differ(one, other), other, found)
        return found

    def _compared(self, op: Op, a: Bits, b: Bits) -> Term:
        if op in _SIGNED:
            a, b = ((*bits[:-1], self._terms.negation(bits[-1])) for bits in (a, b))
        if op in (Op.UGT, Op.UGE, Op.SGT, Op.SGE):
            a, b = b, a
        return self._less(a, b, or_equal=op in (Op.ULE, Op.UGE, Op.SLE, Op.SGE))

    def _shifted(self, op: Op, a: Bits, by: Bits) -> Bits:
        """Beyond the width: nothing is left but the sign."""
        width, terms = len(a), self._terms
        filled = a[-1] if op is Op.ASHR else terms.false
        known = _constant(by)
        if known is not None:
            return self._moved(op, a, min(known, width), filled)
        stages = (width - 1).bit_length()
        found = a
        for stage in range(stages):
            moved = self._moved(op, found, min(1 << stage, width), filled)
            found = tuple(self._choice(by[stage], one, other) for one, other in zip(moved, found, strict=True))
        beyond = terms.any_of(by[stages:])
        return tuple(self._choice(beyond, filled, bit) for bit in found)

    def _moved(self, op: Op, a: Bits, by: int, filled: Term) -> Bits:
        if op is Op.SHL:
            return (*([self._terms.false] * by), *a[: len(a) - by])
        return (*a[by:], *([filled] * by))

    def _divided(self, a: Bits, b: Bits) -> tuple[Bits, Bits]:
        """Bit by bit. By zero: whatever comes of it, it has a guard of its own."""
        width, false = len(a), self._terms.false
        divisor = _constant(b)
        if divisor and divisor & (divisor - 1) == 0:
            place = divisor.bit_length() - 1
            return (*a[place:], *([false] * place)), (*a[:place], *([false] * (width - place)))
        if width > MOST_DIVIDED:
            raise NotSpelled
        wide = (*b, false)
        rest: Bits = (false,) * (width + 1)
        quotient: list[Term] = []
        for bit in reversed(a):
            rest = (bit, *rest[:-1])
            fits = self._less(wide, rest, or_equal=True)
            less = self._sum(rest, self._negated(wide), self._terms.true)
            rest = tuple(self._choice(fits, one, other) for one, other in zip(less, rest, strict=True))
            quotient.append(fits)
        return tuple(reversed(quotient)), rest[:-1]


def _with_sign(bits: Bits) -> int:
    """How many there are up to the sign, which all above repeat."""
    count = len(bits)
    while count > 1 and bits[count - 2] is bits[-1]:
        count -= 1
    return count


def _constant(bits: Sequence[Term]) -> int | None:
    if any(bit.op is not Op.CONSTANT for bit in bits):
        return None
    return sum(1 << place for place, bit in enumerate(bits) if bit.data)

"""Rows of a thread's terms -> terms of the logic, made where they are asked for, with what C takes for granted in them.

In: `RawThread` and the variable of each raw step. Out: `RowTerms`. What no formula describes (a float made an integer)
is a constant, as it was in the run; `Made.kept` says what that rests on.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from raddle.explain.walked.raw import RawThread
from raddle.logic.operators import Op
from raddle.logic.terms import Term, TermStore

_ONE_OPERAND: Final = frozenset(
    {Op.TRUNC, Op.ZEXT, Op.SEXT, Op.BSWAP, Op.CTPOP, Op.ABS, Op.FNEG, Op.FABS, Op.FPTRUNC, Op.FPEXT}
) | {Op.SITOFP, Op.UITOFP}
NOT_DESCRIBED: Final = frozenset({Op.FPTOSI, Op.FPTOUI})
_DIVISIONS: Final = frozenset({Op.UDIV, Op.SDIV, Op.UREM, Op.SREM})
_OF_TRUTH: Final = frozenset({Op.AND, Op.OR, Op.XOR})
_OVERFLOWS: Final = {Op.ADD: Op.SADD_OVERFLOW, Op.SUB: Op.SSUB_OVERFLOW, Op.MUL: Op.SMUL_OVERFLOW}
_OP: Final = {int(op): op for op in Op}
_READ: Final = int(Op.READ)
_ITE: Final = int(Op.ITE)


@dataclass(frozen=True, slots=True)
class Made:
    term: Term
    sound: tuple[Term, ...] = ()
    """Signed arithmetic does not overflow, and no divisor is 0."""
    kept: tuple[Term, ...] = ()
    """Holds in the run: what was made an integer is the float that it was."""


class RowTerms:
    """`variable`: of the raw step at a position."""

    def __init__(self, store: TermStore, thread: RawThread, variable: Callable[[int], Term]) -> None:
        self._store: Final = store
        self._rows: Final = thread.terms
        self._no_wrap: Final = thread.no_wrap
        self._variable: Final = variable
        self._terms: dict[int, Term] = {}
        self._sides: dict[int, Term] = {}
        """Of a row alone."""
        self._kept: dict[int, Term] = {}

    def of(self, row: int, value: int, width: int) -> Made:
        """`row` 0: the constant."""
        if not row:
            return Made(self._store.bits(value, width))
        if self._rows[row][0] == _READ:
            return Made(self._variable(self._rows[row][2]))
        rows = self._reached(row)
        for one in rows:
            if one not in self._terms:
                self._terms[one] = self._made(one)
        return Made(self._terms[row], self._those(self._sides, rows), self._those(self._kept, rows))

    def _those(self, sides: dict[int, Term], rows: list[int]) -> tuple[Term, ...]:
        found = dict.fromkeys(sides[row] for row in rows if row in sides) if sides else {}
        found.pop(self._store.true, None)
        return tuple(found)

    def _reached(self, row: int) -> list[int]:
        """What it is made of, operands first: they have smaller numbers."""
        seen: set[int] = set()
        ahead = [row]
        while ahead:
            at = ahead.pop()
            if not at or at in seen:
                continue
            seen.add(at)
            op, _, a, b, c, *_ = self._rows[at]
            if op != _READ:
                ahead += (a, b, c) if op == _ITE else (a, b)
        return sorted(seen)

    def _made(self, number: int) -> Term:
        code, width, left, right, third, value, left_value, right_value = self._rows[number]
        op, store, terms = _OP[code], self._store, self._terms
        if op is Op.READ:
            return self._variable(left)
        if op is Op.ITE:
            a = terms[left] if left else store.bits(left_value, width)
            b = terms[right] if right else store.bits(right_value, width)
            return store.choice(terms[third], a, b)
        if op is Op.CONCAT:
            high = terms[left] if left else store.bits(left_value, width - third)
            return store.concat(high, terms[right] if right else store.bits(right_value, third))
        if op is Op.EXTRACT:
            return store.extract(terms[left], right_value, width)
        if op in NOT_DESCRIBED:
            self._kept[number] = store.equal(terms[left], store.bits(left_value, terms[left].width))
            return store.bits(value, width)
        if op in _ONE_OPERAND:
            return store.convert(op, width, terms[left])
        known = terms[left or right]
        a = terms[left] if left else store.bits(left_value, known.width)
        b = terms[right] if right else store.bits(right_value, known.width)
        self._take_for_granted(number, op, a, b)
        return self._of_truth(op, a, b) if width == 1 and op in _OF_TRUTH else store.apply(op, width, a, b)

    def _of_truth(self, op: Op, a: Term, b: Term) -> Term:
        store = self._store
        if op is Op.AND:
            return store.all_of((a, b))
        if op is Op.OR:
            return store.any_of((a, b))
        return store.negation(store.equal(a, b))

    def _take_for_granted(self, number: int, op: Op, a: Term, b: Term) -> None:
        store = self._store
        if number in self._no_wrap:
            self._sides[number] = store.negation(store.apply(_OVERFLOWS[op], 1, a, b))
        elif op in _DIVISIONS:
            self._sides[number] = store.negation(store.equal(b, store.bits(0, b.width)))

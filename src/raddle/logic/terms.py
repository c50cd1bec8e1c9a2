"""Terms: immutable, hash-consed in one store, so that equal terms are the same object.

Bit-vectors of any width; width 1 is a truth value. Constructors fold constants and the plain identities, with the
machine's own arithmetic (logic/arithmetic.py), so that a term without a variable in it never exists.
"""

from collections.abc import Iterable
from typing import Final

from raddle.logic.arithmetic import TWO, Trap, mask, one
from raddle.logic.operators import Op

COMMUTATIVE: Final = frozenset({Op.ADD, Op.MUL, Op.AND, Op.OR, Op.XOR, Op.EQ, Op.NE})
COMPARISONS: Final = frozenset({Op.EQ, Op.NE, Op.UGT, Op.UGE, Op.ULT, Op.ULE, Op.SGT, Op.SGE, Op.SLT, Op.SLE})
_EQUAL_HOLDS: Final = {Op.EQ: 1, Op.NE: 0, Op.UGT: 0, Op.UGE: 1, Op.ULT: 0, Op.ULE: 1}
_EQUAL_HOLDS.update({Op.SGT: 0, Op.SGE: 1, Op.SLT: 0, Op.SLE: 1})


class Term:
    """An operator on terms. `data`: the constant, the variable's name, the points of an order atom, a bit position."""

    __slots__ = ("args", "data", "number", "op", "width")

    def __init__(self, op: Op, width: int, args: tuple["Term", ...], data: object, number: int) -> None:
        self.op: Final = op
        self.width: Final = width
        self.args: Final = args
        self.data: Final = data
        self.number: Final = number
        """Of its store, in the order of making: operands have smaller numbers."""

    @property
    def constant(self) -> int | None:
        return self.data if self.op is Op.CONSTANT else None  # type: ignore[return-value]

    def __repr__(self) -> str:
        if self.op is Op.CONSTANT or self.op is Op.VARIABLE:
            return str(self.data)
        inside = [*map(repr, self.args), *([] if self.data is None else [str(self.data)])]
        return f"{self.op.name.lower()}({', '.join(inside)})"


class TermStore:
    """Makes terms. Terms of different stores must not be mixed."""

    def __init__(self) -> None:
        self._terms: dict[tuple[object, ...], Term] = {}
        self._variables: dict[str, Term] = {}
        self.true: Final = self.bits(1, 1)
        self.false: Final = self.bits(0, 1)

    def _made(self, op: Op, width: int, args: tuple[Term, ...], data: object = None) -> Term:
        key = (op, width, data, *[arg.number for arg in args])
        found = self._terms.get(key)
        if found is None:
            found = self._terms[key] = Term(op, width, args, data, len(self._terms))
        return found

    def bits(self, value: int, width: int) -> Term:
        return self._made(Op.CONSTANT, width, (), value & mask(width))

    def variable(self, name: str, width: int) -> Term:
        """The variable of that name: names are unique in a store, and so is a name's width."""
        found = self._variables.get(name)
        if found is None:
            found = self._variables[name] = self._made(Op.VARIABLE, width, (), name)
        assert found.width == width, name
        return found

    def again(self, op: Op, width: int, args: tuple[Term, ...], data: object) -> Term:
        """A term as another store had it, exactly: nothing is simplified, and operands stay in their order."""
        if op is Op.VARIABLE:
            assert isinstance(data, str)
            return self.variable(data, width)
        return self._made(op, width, args, data)

    # ---- truth values

    def truth(self, value: bool) -> Term:
        return self.true if value else self.false

    def negation(self, a: Term) -> Term:
        if a.op is Op.CONSTANT:
            return self.truth(a.data == 0)
        if a.op is Op.NOT:
            return a.args[0]
        return self._made(Op.NOT, 1, (a,))

    def all_of(self, terms: Iterable[Term]) -> Term:
        return self._joined(Op.ALL, terms, neutral=self.true, absorbing=self.false)

    def any_of(self, terms: Iterable[Term]) -> Term:
        return self._joined(Op.ANY, terms, neutral=self.false, absorbing=self.true)

    def _joined(self, op: Op, terms: Iterable[Term], *, neutral: Term, absorbing: Term) -> Term:
        kept: dict[Term, None] = {}
        for term in terms:
            if term is absorbing:
                return absorbing
            if term.op is op:
                kept.update(dict.fromkeys(term.args))
            elif term is not neutral:
                kept[term] = None
        if any(term.op is Op.NOT and term.args[0] in kept for term in kept):
            return absorbing
        if not kept:
            return neutral
        return next(iter(kept)) if len(kept) == 1 else self._made(op, 1, tuple(kept))

    def implies(self, a: Term, b: Term) -> Term:
        return self.any_of((self.negation(a), b))

    def equal(self, a: Term, b: Term) -> Term:
        return self.apply(Op.EQ, 1, a, b)

    def choice(self, condition: Term, a: Term, b: Term) -> Term:
        """condition ? a : b"""
        if condition.op is Op.CONSTANT:
            return a if condition.data else b
        if a is b:
            return a
        if a.width == 1 and a is self.true and b is self.false:
            return condition
        if a.width == 1 and a is self.false and b is self.true:
            return self.negation(condition)
        return self._made(Op.ITE, a.width, (a, b, condition))

    # ---- the order of points

    def before(self, a: int, b: int) -> Term:
        return self._made(Op.BEFORE, 1, (), (a, b))

    def not_after(self, a: int, b: int) -> Term:
        return self._made(Op.NOT_AFTER, 1, (), (a, b))

    def at(self, a: int, time: int) -> Term:
        return self._made(Op.AT, 1, (), (a, time))

    # ---- arithmetic

    def apply(self, op: Op, width: int, a: Term, b: Term) -> Term:
        """An operator on two operands of the same width (shifts too); comparisons have width 1."""
        if op is Op.NE:
            return self.negation(self.apply(Op.EQ, 1, a, b))
        if a.op is Op.CONSTANT and b.op is Op.CONSTANT:
            try:
                return self.bits(TWO[op](a.data, b.data, a.width), width)  # type: ignore[arg-type]
            except Trap:
                return self._made(op, width, (a, b))
        if op in COMMUTATIVE and (a.op is Op.CONSTANT or (b.op is not Op.CONSTANT and a.number > b.number)):
            a, b = b, a
        return self._simplified(op, width, a, b) or self._made(op, width, (a, b))

    def _simplified(self, op: Op, width: int, a: Term, b: Term) -> Term | None:
        """Constants of commutative operators stand on the right."""
        if a is b and op in _EQUAL_HOLDS:
            return self.bits(_EQUAL_HOLDS[op], 1)
        if b.op is Op.CONSTANT:
            value = b.data
            if value == 0 and op in (Op.ADD, Op.SUB, Op.OR, Op.XOR, Op.SHL, Op.LSHR, Op.ASHR):
                return a
            if value == 0 and op in (Op.MUL, Op.AND):
                return b
            if value == 1 and op in (Op.MUL, Op.UDIV):
                return a
            if value == mask(b.width) and op is Op.AND:
                return a
            if op is Op.EQ and a.width == 1:
                return a if value else self.negation(a)
            if op is Op.SUB:
                assert isinstance(value, int)
                return self.apply(Op.ADD, width, a, self.bits(-value, width))
            if op is Op.ADD and a.op is Op.ADD and a.args[1].op is Op.CONSTANT:
                return self.apply(Op.ADD, width, a.args[0], self.apply(Op.ADD, width, a.args[1], b))
            if op is Op.EQ and a.op is Op.ADD and a.args[1].op is Op.CONSTANT:
                return self.apply(Op.EQ, 1, a.args[0], self.apply(Op.SUB, a.width, b, a.args[1]))
            if op is Op.EQ and a.op is Op.ZEXT:
                assert isinstance(value, int)
                inner = a.args[0]
                fits = value <= mask(inner.width)
                return self.apply(Op.EQ, 1, inner, self.bits(value, inner.width)) if fits else self.false
        elif a is b and op in (Op.SUB, Op.XOR):
            return self.bits(0, width)
        return None

    def convert(self, op: Op, width: int, a: Term) -> Term:
        """An operator on one operand: TRUNC, ZEXT, SEXT, BSWAP, CTPOP, ABS and those of floats."""
        if a.width == width and op in (Op.TRUNC, Op.ZEXT, Op.SEXT):
            return a
        if a.op is Op.CONSTANT and op not in (Op.FPTOSI, Op.FPTOUI):
            return self.bits(one(op, a.data, a.width, width), width)  # type: ignore[arg-type]
        if op is Op.TRUNC:
            return self.extract(a, 0, width)
        return self._made(op, width, (a,))

    def extract(self, a: Term, lowest: int, width: int) -> Term:
        """`width` bits of a from bit `lowest` on."""
        if lowest == 0 and width == a.width:
            return a
        if a.op is Op.CONSTANT:
            assert isinstance(a.data, int)
            return self.bits(a.data >> lowest, width)
        if a.op is Op.EXTRACT:
            assert isinstance(a.data, int)
            return self.extract(a.args[0], a.data + lowest, width)
        if a.op is Op.CONCAT:
            high, low = a.args
            if lowest >= low.width:
                return self.extract(high, lowest - low.width, width)
            if lowest + width <= low.width:
                return self.extract(low, lowest, width)
        if a.op in (Op.ZEXT, Op.SEXT) and lowest + width <= a.args[0].width:
            return self.extract(a.args[0], lowest, width)
        return self._made(Op.EXTRACT, width, (a,), lowest)

    def concat(self, high: Term, low: Term) -> Term:
        width = high.width + low.width
        if high.op is Op.CONSTANT and low.op is Op.CONSTANT:
            assert isinstance(high.data, int)
            assert isinstance(low.data, int)
            return self.bits(high.data << low.width | low.data, width)
        if high.op is Op.EXTRACT and low.op is Op.EXTRACT and high.args[0] is low.args[0]:
            assert isinstance(high.data, int)
            assert isinstance(low.data, int)
            if high.data == low.data + low.width:
                return self.extract(low.args[0], low.data, width)
        return self._made(Op.CONCAT, width, (high, low))

    def sum(self, terms: Iterable[Term], width: int) -> Term:
        total = self.bits(0, width)
        for term in terms:
            total = self.apply(Op.ADD, width, total, term)
        return total

"""Expressions of the text format: C's operators with C's precedence, on bit-vectors, signed; out come terms.

Both operands of && and || are evaluated, and both branches of ?:. Where widths differ the narrower operand is extended
by its sign; a truth value by zeros, to 32 bits where there is no other width. A number takes the width of its partner;
`5i8` has its own. The functions are the operators of logic/operators.py in lower case: they convert nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Protocol

from raddle.logic.arithmetic import TWO, mask
from raddle.logic.operators import Op
from raddle.logic.terms import COMPARISONS, Term, TermStore
from raddle.model.actions import Order
from raddle.model.text.lexer import Line, number_of

WIDTH: Final = 32
"""Of what has no width of its own."""
WIDEST: Final = 128
_DEEPEST: Final = 60
"""Brackets within brackets."""

_LEVELS: Final[list[dict[str, Op]]] = [
    {"|": Op.OR},
    {"^": Op.XOR},
    {"&": Op.AND},
    {"==": Op.EQ, "!=": Op.NE},
    {"<": Op.SLT, "<=": Op.SLE, ">": Op.SGT, ">=": Op.SGE},
    {"<<": Op.SHL, ">>": Op.ASHR},
    {"+": Op.ADD, "-": Op.SUB},
    {"*": Op.MUL, "/": Op.SDIV, "%": Op.SREM},
]
BITWISE: Final = frozenset({Op.OR, Op.XOR, Op.AND, Op.EQ, Op.NE})
"""On two truth values they stay truth values."""
_OPERATORS: Final = {text: (op, level) for level, ops in enumerate(_LEVELS) for text, op in ops.items()}
INFIX: Final = {op: (text, level) for level, ops in enumerate(_LEVELS) for text, op in ops.items()}
PREDICATES: Final = COMPARISONS | {op for op in TWO if op.name.startswith("FCMP_") or op.name.endswith("_OVERFLOW")}
FLOAT_PAIRS: Final = {op for op in TWO if op.name.startswith("F")}
CONVERSIONS: Final = {op.name.lower(): op for op in (
    Op.TRUNC, Op.ZEXT, Op.SEXT, Op.FPTRUNC, Op.FPEXT, Op.SITOFP, Op.UITOFP)}  # fmt: skip
"""Functions of a value and a width."""
ALONE: Final = {op.name.lower(): op for op in (Op.BSWAP, Op.CTPOP, Op.ABS, Op.FNEG, Op.FABS)}
"""Functions of one value that keep its width."""
RESERVED: Final = frozenset({"true", "false", "at", "with", "thread", "trace", "atomic"})
"""Words that are no names."""
PAIRS: Final = {op.name.lower(): op for op in TWO}
ORDERS: Final = {order.value: order for order in Order if order.is_atomic}
MARKS: Final = ("early", "shown", "of_early", "of_lock")
"""What else may be said of a read,"""
MADE_UP: Final = "made_up"
"""and of a write, and a region."""


@dataclass(frozen=True, slots=True)
class Number:
    """Written without a width, and without one so far."""

    value: int


Value = Term | Number


@dataclass(frozen=True, slots=True)
class How:
    """An access: `x@acquire`, `x@early`, `x@shown`; plain without."""

    order: Order = Order.PLAIN
    marks: frozenset[str] = frozenset()

    def __str__(self) -> str:
        order = f"@{self.order.value}" if self.order.is_atomic else ""
        return order + "".join(f"@{mark}" for mark in (*MARKS, MADE_UP) if mark in self.marks)


def read_how(line: Line) -> How:
    """Behind a place."""
    how = How()
    while line.accept("@"):
        word = line.name("a memory order")
        if word in (*MARKS, MADE_UP) and word not in how.marks:
            how = replace(how, marks=how.marks | {word})
        elif word in ORDERS and how.order is Order.PLAIN:
            how = replace(how, order=ORDERS[word])
        else:
            line.fail(f"{word} is no memory order, or one too many", f"there are {', '.join((*ORDERS, *MARKS))}")
    return how


class Scope(Protocol):
    """What names mean in the event whose expression is read. `how`: what stands behind the @ after a place."""

    def named(self, line: Line, name: str, how: How) -> Term: ...

    def element(self, line: Line, array: str, index: Value, how: How) -> Term: ...

    def chosen(self, line: Line, address: Value, cells: dict[int, str], how: How) -> Term: ...


class Expressions:
    """Reads expressions from a line."""

    def __init__(self, terms: TermStore, line: Line, scope: Scope) -> None:
        self._terms = terms
        self._line = line
        self._scope = scope
        self._depth = 0

    # ---- what the caller needs

    def truth(self) -> Term:
        return self._truth(self.value())

    def of_width(self, width: int) -> Term:
        return self.fitted(self.value(), width)

    def fitted(self, value: Value, width: int) -> Term:
        """As C assigns it: cut, extended, or compared with zero."""
        if isinstance(value, Number):
            return self._number(value, width)
        if width == 1:
            return self._truth(value)
        if value.width > width:
            return self._terms.extract(value, 0, width)
        return self._extended(value, width)

    def term(self, value: Value) -> Term:
        return self._number(value, WIDTH) if isinstance(value, Number) else value

    def value(self) -> Value:
        self._depth += 1
        if self._depth > _DEEPEST:
            self._line.fail("the expression is nested too deeply", "give parts of it names with local assignments")
        condition = self._either()
        if self._line.accept("?"):
            yes = self.value()
            self._line.expect(":")
            no = self.value()
            yes, no = self._levelled(yes, no)
            condition = self._terms.choice(self._truth(condition), yes, no)
        self._depth -= 1
        return condition

    # ---- precedence

    def _either(self) -> Value:
        return self._joined("||", self._both, self._terms.any_of)

    def _both(self) -> Value:
        return self._joined("&&", lambda: self._binary(0), self._terms.all_of)

    def _joined(self, mark: str, operand: Callable[[], Value], join: Callable[[list[Term]], Term]) -> Value:
        first = operand()
        if not self._line.sees(mark):
            return first
        operands = [self._truth(first)]
        while self._line.accept(mark):
            operands.append(self._truth(operand()))
        return join(operands)

    def _binary(self, level: int) -> Value:
        """Operators that bind as closely as that or more closely; equal ones from left to right."""
        left = self._unary()
        while self._line.peek().kind == "mark":
            found = _OPERATORS.get(self._line.peek().text)
            if found is None or found[1] < level:
                break
            self._line.take()
            left = self._applied(found[0], left, self._binary(found[1] + 1))
        return left

    def _unary(self) -> Value:
        marks: list[str] = []
        while self._line.peek().kind == "mark" and self._line.peek().text in ("!", "~", "-", "+"):
            marks.append(self._line.take().text)
        value = self._primary()
        for mark in reversed(marks):
            if mark == "!":
                value = self._terms.negation(self._truth(value))
            elif isinstance(value, Number):
                value = Number({"-": -value.value, "~": ~value.value, "+": value.value}[mark])
            elif mark != "+":
                wide = self._extended(value, WIDTH) if value.width == 1 else value
                zero = self._terms.bits(0 if mark == "-" else -1, wide.width)
                value = self._terms.apply(Op.SUB if mark == "-" else Op.XOR, wide.width, zero, wide)
        return value

    def _primary(self) -> Value:
        line = self._line
        if line.accept("("):
            value = self.value()
            line.expect(")")
            return value
        token = line.take()
        if token.kind == "number":
            return self._literal(token.text)
        if token.kind != "name":
            line.fail(f"an expression should stand instead of {token.text!r}")
        if line.sees("("):
            line.take()
            return self.chosen() if token.text == "at" else self._call(token.text)
        if line.accept("["):
            index = self.value()
            line.expect("]")
            return self._scope.element(line, token.text, index, read_how(line))
        if token.text in ("true", "false"):
            return self._terms.truth(token.text == "true")
        return self._scope.named(line, token.text, read_how(line))

    def chosen(self) -> Term:
        """After `at(`: an address, and the cell at each address that it may have."""
        address, cells = self.cells_by_address()
        return self._scope.chosen(self._line, address, cells, read_how(self._line))

    def cells_by_address(self) -> tuple[Value, dict[int, str]]:
        address = self.value()
        cells: dict[int, str] = {}
        while self._line.accept(","):
            place = self._line.integer("an address", 0, mask(WIDEST))
            if place in cells:
                self._line.fail(f"the address {place} stands there twice")
            self._line.expect(":")
            cells[place] = self._line.name("a shared variable")
        self._line.expect(")")
        if not cells:
            self._line.fail("at(...) names no cell", "write at(address, 0: x, 4: y)")
        return address, cells

    # ---- functions

    def _call(self, name: str) -> Term:
        line, terms = self._line, self._terms
        first = self.value()
        if name in PAIRS:
            line.expect(",")
            a, b = self._same_width(name, first, self.value())
            op = PAIRS[name]
            if op in FLOAT_PAIRS and a.width not in (32, 64):
                line.fail(f"{name} needs 32 or 64 bits")
            result = terms.apply(op, 1 if op in PREDICATES else a.width, a, b)
        elif name in CONVERSIONS:
            line.expect(",")
            result = self._converted(CONVERSIONS[name], self.term(first))
        elif name in ALONE:
            result = self._alone(ALONE[name], self.term(first))
        elif name == "extract":
            a = self.term(first)
            line.expect(",")
            lowest = line.integer("the lowest bit", 0, a.width - 1)
            line.expect(",")
            result = terms.extract(a, lowest, line.integer("the width", 1, a.width - lowest))
        elif name == "concat":
            line.expect(",")
            high, low = self.term(first), self.term(self.value())
            if high.width + low.width > WIDEST:
                line.fail(f"concat makes more than {WIDEST} bits")
            result = terms.concat(high, low)
        else:
            line.fail(f"there is no function {name}", "they are the operators of terms: udiv(a, b), zext(a, 64)")
        line.expect(")")
        return result

    def _converted(self, op: Op, a: Term) -> Term:
        line = self._line
        narrow, wide = (1, a.width) if op is Op.TRUNC else (a.width, WIDEST)
        if op in (Op.ZEXT, Op.SEXT, Op.TRUNC):
            return self._terms.convert(op, line.integer("the width", narrow, wide), a)
        width = line.integer("the width", 32, 64)
        source = {Op.FPTRUNC: (64,), Op.FPEXT: (32,)}.get(op, range(1, WIDEST + 1))
        target = {Op.FPTRUNC: (32,), Op.FPEXT: (64,)}.get(op, (32, 64))
        if a.width not in source or width not in target:
            line.fail(f"{op.name.lower()} does not go from {a.width} to {width} bits")
        return self._terms.convert(op, width, a)

    def _alone(self, op: Op, a: Term) -> Term:
        if op is Op.BSWAP and a.width % 16:
            self._line.fail("bswap needs a multiple of 16 bits")
        if op in (Op.FNEG, Op.FABS) and a.width not in (32, 64):
            self._line.fail(f"{op.name.lower()} needs 32 or 64 bits")
        return self._terms.convert(op, a.width, a)

    def _same_width(self, name: str, a: Value, b: Value) -> tuple[Term, Term]:
        if isinstance(a, Number):
            a = self._number(a, WIDTH if isinstance(b, Number) else b.width)
        if isinstance(b, Number):
            b = self._number(b, a.width)
        if a.width != b.width:
            self._line.fail(f"{name} has operands of {a.width} and {b.width} bits", "extend one with zext or sext")
        return a, b

    # ---- widths

    def _literal(self, text: str) -> Value:
        digits, mark, width = text.partition("i")
        value = Number(number_of(digits))
        if not mark:
            return value
        if not 0 < int(width) <= WIDEST:
            self._line.fail(f"{text} has no width between 1 and {WIDEST}")
        return self._number(value, int(width))

    def _number(self, number: Number, width: int) -> Term:
        if not -(1 << (width - 1)) <= number.value <= mask(width):
            self._line.fail(f"{number.value} does not fit into {width} bits", f"give a width, as in {number.value}i64")
        return self._terms.bits(number.value, width)

    def _truth(self, value: Value) -> Term:
        if isinstance(value, Number):
            return self._terms.truth(value.value != 0)
        if value.width == 1:
            return value
        return self._terms.negation(self._terms.equal(value, self._terms.bits(0, value.width)))

    def _extended(self, value: Term, width: int) -> Term:
        return self._terms.convert(Op.ZEXT if value.width == 1 else Op.SEXT, width, value)

    def _levelled(self, a: Value, b: Value) -> tuple[Term, Term]:
        """Both at one width."""
        if isinstance(a, Number) and isinstance(b, Number):
            return self.term(a), self.term(b)
        if isinstance(a, Number):
            b, a = self._levelled(b, a)
            return a, b
        if isinstance(b, Number):
            if a.width == 1 and b.value not in (0, 1):
                a = self._extended(a, WIDTH)
            return a, self._number(b, a.width)
        width = max(a.width, b.width)
        return self._extended(a, width), self._extended(b, width)

    def _applied(self, op: Op, left: Value, right: Value) -> Term:
        a, b = self._levelled(left, right)
        if a.width == 1 and op not in BITWISE:
            a, b = self._extended(a, WIDTH), self._extended(b, WIDTH)
        return self._terms.apply(op, 1 if op in COMPARISONS else a.width, a, b)

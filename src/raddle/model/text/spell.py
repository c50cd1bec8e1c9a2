"""Terms as expressions of the text format: what model/text/expressions.py reads back as the same term."""

from collections.abc import Mapping
from typing import Final, Protocol

from raddle.logic.arithmetic import signed
from raddle.logic.evaluate import subterms
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.text.expressions import BITWISE, CONVERSIONS, INFIX, WIDTH

_CHOICE, _ANY, _ALL, _UNARY, _PRIMARY = -3, -2, -1, 8, 9
"""How closely things bind; the infix operators stand between."""
_LONGEST: Final = 4000

Spelled = tuple[str, int]
"""With how closely its outermost operator binds."""


class _Inner(Protocol):
    def __call__(self, part: Term, level: int, width: int | None = None) -> str: ...


def spell(term: Term, names: Mapping[Term, str], width: int | None = None) -> str:
    """`width`: what a number would be taken as at that place. Very long ones are cut short, and cannot be read back."""
    if term.op is Op.CONSTANT:
        return _constant(term, width)
    known: dict[Term, Spelled] = {}
    for part in subterms([term]):
        if part.op is not Op.CONSTANT:
            text, level = _spelled(part, known, names)
            known[part] = (text, level) if len(text) <= _LONGEST else ("…", _PRIMARY)
    return known[term][0]


def _constant(term: Term, width: int | None) -> str:
    assert isinstance(term.data, int)
    if term.width == 1:
        return "true" if term.data else "false"
    value = str(signed(term.data, term.width))
    return value if term.width == width else f"{value}i{term.width}"


def _spelled(term: Term, known: Mapping[Term, Spelled], names: Mapping[Term, str]) -> Spelled:
    def inner(part: Term, level: int, width: int | None = None) -> str:
        """In brackets unless it binds at least that closely."""
        if part.op is Op.CONSTANT:
            return _constant(part, width)
        text, own = known[part]
        return text if own >= level else f"({text})"

    match term.op:
        case Op.VARIABLE:
            return names[term], _PRIMARY
        case Op.NOT:
            inside = term.args[0]
            if inside.op is Op.EQ:
                return _infix("!=", INFIX[Op.NE][1], inside, inner), INFIX[Op.NE][1]
            return "!" + inner(inside, _UNARY), _UNARY
        case Op.ALL:
            return " && ".join(inner(arg, _ALL + 1) for arg in term.args), _ALL
        case Op.ANY:
            return " || ".join(inner(arg, _ANY + 1) for arg in term.args), _ANY
        case Op.ITE:
            yes, no, condition = term.args
            bare = None if yes.op is Op.CONSTANT and no.op is Op.CONSTANT and term.width != WIDTH else term.width
            arms = f"{inner(yes, _ANY, bare)} : {inner(no, _ANY, bare)}"
            return f"{inner(condition, _ANY)} ? {arms}", _CHOICE
        case Op.EXTRACT:
            return f"extract({inner(term.args[0], _CHOICE)}, {term.data}, {term.width})", _PRIMARY
        case Op.CONCAT:
            return f"concat({inner(term.args[0], _CHOICE)}, {inner(term.args[1], _CHOICE)})", _PRIMARY
        case op if op in INFIX and (term.args[0].width > 1 or op in BITWISE):
            return _infix(INFIX[op][0], INFIX[op][1], term, inner), INFIX[op][1]
        case op if len(term.args) == 2:
            first, second = term.args
            return f"{op.name.lower()}({inner(first, _CHOICE)}, {inner(second, _CHOICE, first.width)})", _PRIMARY
        case op if op.name.lower() in CONVERSIONS:
            return f"{op.name.lower()}({inner(term.args[0], _CHOICE)}, {term.width})", _PRIMARY
        case op:
            return f"{op.name.lower()}({inner(term.args[0], _CHOICE)})", _PRIMARY


def _infix(mark: str, level: int, term: Term, inner: _Inner) -> str:
    a, b = term.args
    left = inner(a, level, None if b.op is Op.CONSTANT else b.width)
    if mark == "+" and b.op is Op.CONSTANT and b.width > 1:
        assert isinstance(b.data, int)
        value = signed(b.data, b.width)
        if -(1 << (b.width - 1)) < value < 0:
            return f"{left} - {-value}"
    return f"{left} {mark} {inner(b, level + 1, a.width)}"

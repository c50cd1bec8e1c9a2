"""Terms in C. Each text has the type that C gives it, so that casts stand where C would otherwise compute something
else than the term does, and nowhere else."""

import struct
from dataclasses import dataclass, replace
from typing import Final

from raddle.explain.run import Deed, Run, Step
from raddle.explain.telling.c_operators import (
    ASSOCIATIVE,
    BINARY,
    BINDS_ALL,
    BINDS_ANY,
    BINDS_ATOM,
    BINDS_CHOICE,
    BINDS_UNARY,
    BITWISE,
    CONVERSIONS,
    FLOATS,
    FUNCTIONS,
    OVERFLOWS,
    SHIFTS,
    SIGNED,
    UNSIGNED,
)
from raddle.explain.telling.c_types import INT, CType, common
from raddle.explain.telling.versions import Versions
from raddle.logic.arithmetic import mask
from raddle.logic.operators import OPPOSITE, TURNED, Op
from raddle.logic.terms import Term

_DEEPEST: Final = 12
_LEAST: Final = {32: "INT_MIN", 64: "LONG_MIN"}


@dataclass(frozen=True, slots=True)
class Said:
    text: str
    binds: int
    """How tightly."""
    type: CType | None = INT
    """None: no integer, or nothing that C knows."""

    def within(self, level: int) -> str:
        return self.text if self.binds >= level else f"({self.text})"

    def cast(self, to: CType) -> "Said":
        return self if self.type == to else Said(f"{to.cast}{self.within(BINDS_UNARY)}", BINDS_UNARY, to)


class Teller:
    """Of what holds right behind step `at`."""

    def __init__(self, run: Run, versions: Versions, at: int) -> None:
        self._run = run
        self._versions = versions
        self._at = at
        self._depth = 0

    # ---- truth values

    def truth(self, term: Term, *, holds: bool) -> Said:
        op = term.op
        if op is Op.CONSTANT:
            return Said("1" if bool(term.data) == holds else "0", BINDS_ATOM)
        if op is Op.NOT:
            return self.truth(term.args[0], holds=not holds)
        if op in (Op.ALL, Op.ANY) or (op in (Op.AND, Op.OR) and term.width == 1):
            return self._joined(term, holds=holds)
        if op is Op.XOR and term.width == 1 and term.args[1].op is Op.CONSTANT:
            return self.truth(term.args[0], holds=holds != bool(term.args[1].data))
        if op in (Op.EQ, Op.NE):
            return self._equality(term, holds=holds == (op is Op.EQ))
        if op in OPPOSITE:
            return self._comparison(op if holds else OPPOSITE[op], term.args)
        if op in OVERFLOWS:
            one, other = (self.value(arg) for arg in term.args)
            said = f"{one.within(12)} {OVERFLOWS[op]} {other.within(13)}"
            return Said(f"{said} {'overflows' if holds else 'does not overflow'}", 0)
        if op is Op.VARIABLE:
            special = self._special(term, self._run.terms.bits(0, term.width), holds=not holds)
            return special or _negated(Said(self._name(term), BINDS_ATOM), holds=holds)
        return _negated(self.value(term), holds=holds)

    def _joined(self, term: Term, *, holds: bool) -> Said:
        both = (term.op in (Op.ALL, Op.AND)) == holds
        told = [arg for arg in term.args if term.op is not Op.ANY or arg.op not in OVERFLOWS] or term.args
        if len(told) == 1:
            return self.truth(told[0], holds=holds)
        level, sign = (BINDS_ALL, " && ") if both else (BINDS_ANY, " || ")
        return Said(sign.join(self.truth(arg, holds=holds).within(level) for arg in told), level)

    def _equality(self, term: Term, *, holds: bool) -> Said:
        one, other = term.args
        inner = _truth_inside(one)
        told = other.op is Op.CONSTANT and (other.data == 0 or (other.data == 1 and one.op is Op.ZEXT))
        if inner is not None and told:
            return self.truth(inner, holds=holds == bool(other.data))
        special = self._special(one, other, holds=holds)
        return special or self._comparison(Op.EQ if holds else Op.NE, (one, other))

    def _special(self, one: Term, other: Term, *, holds: bool) -> Said | None:
        """Locks, threads and blocks of memory: their variables stand in no source."""
        if one.op is not Op.VARIABLE or other.op is not Op.CONSTANT:
            return None
        zero = (other.data == 0) == holds
        name = self._name(one)
        match self._step(one).deed:
            case Deed.LOCK | Deed.UNLOCK:
                return Said(f"{name} is {'free' if zero else 'held'}", 0)
            case Deed.CREATE | Deed.START:
                return Said(f"{name} {'has not been created' if zero else 'runs'}", 0)
            case Deed.ALLOCATE | Deed.FREE:
                return Said(f"{name} is {'freed' if zero else 'allocated'}", 0)
            case Deed.OTHER if one.width == 1:
                return Said(f"{name} is {'not signalled' if zero else 'signalled'}", 0)
            case _:
                return None

    def _comparison(self, op: Op, args: tuple[Term, ...]) -> Said:
        one, other = args
        if one.op is Op.CONSTANT and op in TURNED:
            one, other, op = other, one, TURNED[op]
        if op in (Op.ULT, Op.UGE) and one.op is Op.VARIABLE and self._step(one).deed in (Deed.LOCK, Deed.UNLOCK):
            return Said(f"{self._name(one)} has {'no' if op is Op.ULT else 'a'} writer", 0)
        sign, level = BINARY[op]
        first, second = self._both(op, one, other)
        # the operands of & and the like stand in parentheses, since C binds them less tightly
        return Said(f"{first.within(11)} {sign} {second.within(11)}", level)

    # ---- values

    def value(self, term: Term) -> Said:
        self._depth += 1
        try:
            return Said("...", BINDS_ATOM, None) if self._depth > _DEEPEST else self._value(term)
        finally:
            self._depth -= 1

    def _value(self, term: Term) -> Said:
        op = term.op
        if op is Op.CONSTANT:
            return Said(_decimal(term), BINDS_ATOM, CType(term.width, signed=True) if term.width > 32 else INT)
        if op is Op.VARIABLE and term.width > 1:
            return Said(self._name(term), BINDS_ATOM, self._type(term))
        if op in CONVERSIONS:
            return self._converted(term)
        if op is Op.EXTRACT or op is Op.TRUNC:
            return self._part(term)
        if term.width == 1:
            return self.truth(term, holds=True)
        if op is Op.ITE:
            one, other = self._both(op, term.args[0], term.args[1])
            condition = self.truth(term.args[2], holds=True).within(BINDS_ANY)
            kind = None if one.type is None or other.type is None else common(one.type, other.type)
            return Said(f"{condition} ? {one.within(4)} : {other.within(3)}", BINDS_CHOICE, kind)
        if op in BINARY:
            return self._binary(term)
        if op is Op.FNEG:
            return Said(f"-{self.value(term.args[0]).within(BINDS_UNARY)}", BINDS_UNARY, None)
        if op in (Op.SITOFP, Op.UITOFP, Op.FPEXT, Op.FPTRUNC):
            name = "float" if term.width == 32 else "double"
            return Said(f"({name}){self.value(term.args[0]).within(BINDS_UNARY)}", BINDS_UNARY, None)
        if op in (Op.FPTOSI, Op.FPTOUI):
            return replace(self.value(term.args[0]), type=None).cast(CType(term.width, signed=op is Op.FPTOSI))
        inside = ", ".join(self.value(arg).text for arg in term.args)
        return Said(f"{FUNCTIONS.get(op, op.name.lower())}({inside})", BINDS_ATOM, None)

    def _binary(self, term: Term) -> Said:
        op = term.op
        sign, level = BINARY[op]
        one, other = term.args
        first, second = self._both(op, one, other)
        if first.type is None and op in (Op.ADD, Op.SUB) and one.op is Op.VARIABLE and term.width == 64:
            first = Said(f"(char *){first.within(BINDS_UNARY)}", BINDS_UNARY, None)  # C would count elements
        inner = BINDS_UNARY if op in BITWISE else level
        if op is Op.ADD and other.op is Op.CONSTANT and _is_negative(other):
            said = f"{first.within(level)} - {-_number(other)}"
        else:
            goes_on = op in ASSOCIATIVE and (other.op is op or op is not Op.MUL)
            said = f"{first.within(inner)} {sign} {second.within(inner if goes_on else inner + 1)}"
        if first.type is None or second.type is None:
            return Said(said, level, None)
        kind = first.type.promoted if op in SHIFTS else common(first.type, second.type)
        made = Said(said, level, kind)
        return made.cast(CType(term.width, signed=True)) if term.width < kind.width else made

    def _both(self, op: Op, one: Term, other: Term) -> tuple[Said, Said]:
        """The operands, with the casts without which C would take them for other numbers."""
        first = self.value(one) if one.op is not Op.CONSTANT else None
        second = self.value(other) if other.op is not Op.CONSTANT else None
        width = one.width
        wants = True if op in SIGNED else False if op in UNSIGNED else None
        if any(said is not None and said.type is None for said in (first, second)) or op in FLOATS:
            return first or self._literal(one, other, op, None), second or self._literal(other, one, op, None)
        if op in SHIFTS:
            left = first or Said(_decimal(one), BINDS_ATOM)
            left = _wide(left, width) if wants is None else left.cast(CType(width, wants))
            return left, second or Said(str(other.data), BINDS_ATOM)
        first, second = _agreeing(first, second, op, wants, (one, other))
        kinds = [said.type for said in (first, second) if said is not None and said.type is not None]
        kind = common(kinds[0], kinds[-1]) if kinds else INT
        if width < INT.width and kinds:
            kind = CType(width, kinds[0].signed)  # what was not cast has that sign
        return first or self._literal(one, other, op, kind), second or self._literal(other, one, op, kind)

    def _literal(self, constant: Term, beside: Term, op: Op, kind: CType | None) -> Said:
        """By the type of the variable that it stands beside; `kind`: in which C computes."""
        inner = beside
        while inner.op in CONVERSIONS and inner.args[0].width > 1:
            inner = inner.args[0]
        value = _bits(constant)
        if op in FLOATS and constant.width in (32, 64):
            return Said(_float(constant), BINDS_ATOM, None)
        if inner.op is Op.VARIABLE and op in OPPOSITE:
            own = self._type(inner)
            known = own is None or kind is None or (_alike(own, kind) and own.holds(value, constant.width))
            if known and (own is not None or constant.width == inner.width):
                return Said(self._run.wording.spell(self._step(inner), value & mask(inner.width)), BINDS_ATOM, own)
        unsigned = kind is not None and not kind.signed and kind.width >= constant.width
        if unsigned and (op in OPPOSITE or constant.width < INT.width):
            return Said(str(value), BINDS_ATOM, kind)
        return Said(_decimal(constant), BINDS_ATOM, kind or INT)

    def _converted(self, term: Term) -> Said:
        """Silent, unless the sign of what is inside makes another value of it."""
        inner, signed = term.args[0], term.op is Op.SEXT
        if inner.width == 1:
            said = self.truth(inner, holds=True)
            return Said(f"-{said.within(BINDS_UNARY)}", BINDS_UNARY) if signed else said
        said = self.value(inner)
        if said.type is None or said.type.signed == signed:
            return said
        return said.cast(CType(inner.width, signed))

    def _part(self, term: Term) -> Said:
        inner = term.args[0]
        lowest = term.data if term.op is Op.EXTRACT else 0
        assert isinstance(lowest, int)
        said = self.value(inner)
        if term.width == 1 and lowest == 0 and inner.width == 8:
            return said  # how a bool lies in memory
        if lowest:
            said = Said(f"({said.within(12)} >> {lowest})", BINDS_ATOM, said.type)
        if term.width == 1:
            return Said(f"{said.within(BINDS_UNARY)} & 1", 8)
        kind = CType(term.width, signed=True)
        return Said(f"{kind.cast}{said.within(BINDS_UNARY)}", BINDS_UNARY, kind)

    # ---- variables

    def _step(self, variable: Term) -> Step:
        return self._run.steps[self._run.defined_by(variable)]

    def _name(self, variable: Term) -> str:
        return self._versions.name(self._step(variable), self._at)

    def _type(self, variable: Term) -> CType | None:
        """By how its greatest value is spelt."""
        all_ones = self._run.wording.spell(self._step(variable), mask(variable.width))
        if all_ones == "-1" or all_ones.isdigit():
            return CType(variable.width, signed=all_ones == "-1")
        return None


# ---- casts


def _agreeing(
    first: Said | None, second: Said | None, op: Op, wants: bool | None, terms: tuple[Term, Term]
) -> tuple[Said | None, Said | None]:
    """None: a constant. `wants`: the sign that the operator goes by. In the lower half of the numbers it does not
    matter."""
    width, small = terms[0].width, all(map(_is_below_half, terms))
    one, other = (None if said is None else said.type for said in (first, second))
    if one is None and other is None:
        return first, second
    if width < INT.width:  # both are promoted: their own signs decide
        sign = wants if wants is not None else (one or other or INT).signed
        return _as(first, width, sign), _as(second, width, sign)
    kind = common(one or INT, other or INT) if one is not None and other is not None else (one or other or INT).promoted
    compared = op in OPPOSITE
    if kind.width < width:
        signs = {one_type.promoted.signed for one_type in (one, other) if one_type is not None}
        held = all(kind.holds(_bits(term), width) for term in terms if term.op is Op.CONSTANT)
        if compared and held and len(signs) == 1 and (wants is not False or signs == {False} or small):
            return first, second
        return _as_first(first, second, CType(width, signed=wants is not False))
    if wants is None or kind.signed == wants or (compared and small):
        return first, second
    if wants:
        return _signed(first, width), _signed(second, width)
    return _as_first(first, second, CType(width, signed=False))


def _as_first(first: Said | None, second: Said | None, to: CType) -> tuple[Said | None, Said | None]:
    """One of them is enough: C takes the other one along."""
    if first is not None:
        return first.cast(to), second
    return first, None if second is None else second.cast(to)


def _as(said: Said | None, width: int, sign: bool | None) -> Said | None:
    if said is None or said.type is None or sign is None or said.type == CType(width, sign):
        return said
    return said.cast(CType(width, sign))


def _alike(own: CType, kind: CType) -> bool:
    """Whether a literal of that type is the same number where C computes in `kind`, which is narrow as it is."""
    return own.promoted == kind if kind.width >= INT.width else own.promoted == INT and own.signed == kind.signed


def _wide(said: Said, width: int) -> Said:
    return said.cast(CType(width, said.type.signed)) if said.type is not None and said.type.width < width else said


def _signed(said: Said | None, width: int) -> Said | None:
    return _as(said, width, True) if said is not None and said.type is not None and not said.type.signed else said


def _is_below_half(term: Term) -> bool:
    if term.op is Op.CONSTANT:
        return _number(term) >= 0
    return term.op is Op.ZEXT


def _negated(said: Said, *, holds: bool) -> Said:
    return said if holds else Said(f"!{said.within(BINDS_UNARY)}", BINDS_UNARY)


def _truth_inside(term: Term) -> Term | None:
    """The truth value that was made wider."""
    while term.op in CONVERSIONS:
        term = term.args[0]
    return term if term.width == 1 else None


# ---- constants


def _bits(constant: Term) -> int:
    assert isinstance(constant.data, int)
    return constant.data


def _number(constant: Term) -> int:
    """As a signed one."""
    value, width = _bits(constant), constant.width
    return value - (1 << width) if width > 1 and value >> (width - 1) else value


def _is_negative(constant: Term) -> bool:
    return _number(constant) < 0 and _number(constant) != -(1 << (constant.width - 1))


def _decimal(constant: Term) -> str:
    """The least numbers have names: with a minus sign they would be of a wider type."""
    number = _number(constant)
    return _LEAST.get(constant.width, str(number)) if number == -(1 << constant.width - 1) else str(number)


def _float(constant: Term) -> str:
    assert isinstance(constant.data, int)
    size = constant.width // 8
    return repr(struct.unpack("<f" if size == 4 else "<d", constant.data.to_bytes(size, "little"))[0])

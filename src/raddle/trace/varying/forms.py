"""How a number depends on those that vary: not at all, as a name of an object and a distance from it, or otherwise.

In: the terms of a walk, whose READs are numbers of sources. Out: for each a `Form`. A difference of two addresses in
one object, whether two names are the same, and the bits of an address that its alignment settles do not vary. Of what
depends on such numbers otherwise it is known which bits do (bits.py).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from raddle.logic.arithmetic import mask, signed
from raddle.logic.operators import Op
from raddle.trace.term_table import Row, TermTable
from raddle.trace.varying.bits import Bits, varying_bits
from raddle.trace.varying.sources import LEAST_ADDRESS, TASK, KnownObjects, Origin, Source

ALIGNED: Final = 16
"""Whatever a program allocates begins at a multiple of it."""
_ADDRESS_BITS: Final = 47
_KEPT: Final = (Op.ZEXT, Op.SEXT)
_EQUALITY: Final = (Op.EQ, Op.NE)
_COMPARISONS: Final = (Op.UGT, Op.UGE, Op.ULT, Op.ULE, Op.SGT, Op.SGE, Op.SLT, Op.SLE)
Named = tuple[tuple[int, Source], ...]
"""A sum of names, each so many times."""


@dataclass(frozen=True, slots=True)
class Form:
    names: Named = ()
    otherwise: frozenset[Origin] = field(default_factory=frozenset)
    """It depends on these in a way that is neither a sum nor a comparison of names,"""
    bits: int = mask(64)
    """in these bits."""

    @property
    def varies(self) -> bool:
        return bool(self.names or self.otherwise)

    @property
    def is_name(self) -> bool:
        """One name, and a distance."""
        return not self.otherwise and len(self.names) == 1 and self.names[0][0] == 1 and bool(self.names[0][1].objects)

    @property
    def origins(self) -> frozenset[Origin]:
        return self.otherwise.union(*(source.origins for _, source in self.names))


CONSTANT: Final = Form()


class Forms:
    """Of the terms of one table; `sources`: by the numbers that its READs have."""

    def __init__(self, terms: TermTable, sources: Sequence[Source], objects: KnownObjects) -> None:
        self._terms = terms
        self._objects = objects
        self._sources = sources
        self._forms: list[Form] = [CONSTANT]

    def of(self, term: int) -> Form:
        while len(self._forms) <= term:
            self._forms.append(self._made(self._terms.rows[len(self._forms)]))
        return self._forms[term]

    def _made(self, row: Row) -> Form:
        op, width, a, b, _, _, a_value, b_value = row
        if op == Op.READ:
            source = self._sources[a]
            return Form(((1, source),)) if source.objects else _in_bits(source.bits & mask(width), source.origins)
        if op == Op.ITE:
            return self._chosen(row)
        one, other = self._forms[a], self._forms[b]
        if not one.varies and not other.varies:
            return CONSTANT
        if op == Op.CONCAT:
            low = row[4]
            return _in_bits(_bits_of(one, width - low) << low | _bits_of(other, low), one.origins | other.origins)
        if not one.names and not other.names:
            return self._by_bits(row, one, other)
        if op == Op.SUB or op in _EQUALITY or op in _COMPARISONS:
            one = one if one.varies else self._named(a_value)
            other = other if other.varies else self._named(b_value)
        if op in (Op.ADD, Op.SUB):
            return _sum(one, other, 1 if op == Op.ADD else -1)
        if op in _KEPT and width == 64:
            return one
        if op in _EQUALITY:
            return CONSTANT if _can_be_compared(one, a_value, other, b_value) else _mixed(one, other)
        if op in _COMPARISONS:
            return CONSTANT if _are_ordered(one, a_value, other, b_value) else _mixed(one, other)
        if not b:
            return _with_constant(Op(op), one, b_value, width)
        if op in (Op.OR, Op.AND, Op.MUL) and not a:
            return _with_constant(Op(op), other, a_value, width)
        return _mixed(one, other)

    def _by_bits(self, row: Row, one: Form, other: Form) -> Form:
        op, width, a, b, _, _, a_value, b_value = row
        left, right = self._terms.width(a) if a else width, self._terms.width(b) if b else width
        if op in _EQUALITY:
            left = right = max(self._terms.width(a), self._terms.width(b))
        bits = varying_bits(
            Op(op), width, Bits(a_value, left, _bits_of(one, left)), Bits(b_value, right, _bits_of(other, right))
        )
        return _in_bits(bits, one.origins | other.origins)

    def _named(self, number: int) -> Form:
        """A constant may be an address, too."""
        found = self._objects.at(number)
        return Form(((1, Source(frozenset(), found)),)) if found else CONSTANT

    def _chosen(self, row: Row) -> Form:
        _, width, a, b, c, _, a_value, b_value = row
        condition, one, other = self._forms[c], self._forms[a], self._forms[b]
        if condition.varies:
            bits = (a_value ^ b_value) | _bits_of(one, width) | _bits_of(other, width)
            return _in_bits(bits, condition.origins | one.origins | other.origins)
        return one if self._terms.value(c) else other


def _in_bits(bits: int, origins: frozenset[Origin]) -> Form:
    return Form((), origins, bits) if bits and origins else CONSTANT


def _bits_of(form: Form, width: int) -> int:
    """Those that vary, of a number of so many."""
    if not form.varies:
        return 0
    return mask(width) if form.names else form.bits & mask(width)


def _mixed(*forms: Form) -> Form:
    return Form((), frozenset().union(*(form.origins for form in forms)))


def _sum(one: Form, other: Form, sign: int) -> Form:
    if one.otherwise or other.otherwise:
        return _mixed(one, other)
    left = list(one.names)
    for count, source in other.names:
        _add(left, sign * count, source)
    return Form(tuple(left))


def _add(names: list[tuple[int, Source]], count: int, source: Source) -> None:
    """Names of what may be one object take each other away."""
    for at, (there, known) in enumerate(names):
        if source.objects & known.objects:
            del names[at]
            if there + count:
                names.append((there + count, known))
            return
    names.append((count, source))


def _can_be_compared(one: Form, one_value: int, other: Form, other_value: int) -> bool:
    """Whether two numbers are equal: two names are the same in every run or in none."""
    if one.is_name and other.is_name:
        return True
    if one.is_name or other.is_name:
        constant, form = (other_value, other) if one.is_name else (one_value, one)
        return not form.varies and is_no_name(constant)
    return not _sum(one, other, -1).varies


def _are_ordered(one: Form, one_value: int, other: Form, other_value: int) -> bool:
    if not _sum(one, other, -1).varies:
        return True
    if one.is_name and not other.varies:
        return is_no_name(other_value)
    return other.is_name and not one.varies and is_no_name(one_value)


def is_no_name(number: int) -> bool:
    """Null, -1 and their like: no address lies there."""
    return number < LEAST_ADDRESS or number > mask(64) - LEAST_ADDRESS or mask(32) - LEAST_ADDRESS < number <= mask(32)


def _with_constant(op: Op, form: Form, constant: int, width: int) -> Form:
    """A number that varies, and one that does not."""
    if not form.otherwise and op in (Op.MUL, Op.SHL):
        factor = signed(constant, width) if op == Op.MUL else 1 << constant
        return Form(tuple((count * factor, source) for count, source in form.names))
    if not form.is_name or any(what == TASK for what, _ in form.names[0][1].objects):
        return _mixed(form)
    if op == Op.AND:
        return _masked(form, constant)
    if op == Op.OR and (constant < ALIGNED or constant & mask(_ADDRESS_BITS) == 0):
        return form
    if (op == Op.LSHR and constant >= _ADDRESS_BITS) or (op == Op.TRUNC and mask(width) < ALIGNED):
        return CONSTANT
    return _mixed(form)


def _masked(form: Form, kept: int) -> Form:
    if kept < ALIGNED:
        return CONSTANT
    cleared = mask(64) & ~kept
    if cleared < ALIGNED or kept & mask(_ADDRESS_BITS) == mask(_ADDRESS_BITS):
        return form
    if kept & mask(_ADDRESS_BITS) == 0:
        return CONSTANT
    if cleared & (cleared + 1) == 0 and cleared < 1 << 32:  # the beginning of a page or the like that it lies in
        count, source = form.names[0]
        around = frozenset((f"{what} by {cleared + 1}", begin) for what, begin in source.objects)
        return Form(((count, Source(source.origins, around)),))
    return _mixed(form)

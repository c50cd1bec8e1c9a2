"""Sums: a term as a constant and multiples of other terms, modulo the width."""

from raddle.logic.arithmetic import mask
from raddle.logic.evaluate import subterms
from raddle.logic.operators import Op
from raddle.logic.substitute import rebuilt
from raddle.logic.terms import Term, TermStore

Sum = dict[Term, int]


def sum_of(term: Term) -> tuple[Sum, int]:
    """Multiples of terms that are not sums themselves, and the constant."""
    limit = mask(term.width)
    parts: Sum = {}
    constant = 0
    stack = [(term, 1)]
    while stack:
        top, factor = stack.pop()
        if top.op is Op.CONSTANT:
            assert isinstance(top.data, int)
            constant += factor * top.data
        elif top.op is Op.ADD:
            stack += [(arg, factor) for arg in top.args]
        elif top.op is Op.SUB:
            stack += [(top.args[0], factor), (top.args[1], -factor)]
        elif top.op is Op.MUL and top.args[1].op is Op.CONSTANT:
            assert isinstance(top.args[1].data, int)
            stack.append((top.args[0], factor * top.args[1].data))
        else:
            parts[top] = (parts.get(top, 0) + factor) & limit
    return {part: factor for part, factor in parts.items() if factor}, constant & limit


class Constants:
    """The constants of many sums, of which most are the sum before plus something."""

    def __init__(self) -> None:
        self._known: dict[Term, int] = {}

    def of(self, term: Term) -> int:
        """As `sum_of` has it."""
        stack = [term]
        while stack:
            top = stack[-1]
            unknown = [arg for arg in _added(top) if arg not in self._known]
            if unknown:
                stack += unknown
            else:
                self._known[stack.pop()] = self._constant(top) & mask(top.width)
        return self._known[term]

    def _constant(self, term: Term) -> int:
        args = [self._known[arg] for arg in _added(term)]
        if term.op is Op.CONSTANT:
            assert isinstance(term.data, int)
            return term.data
        if term.op is Op.MUL and args:
            assert isinstance(term.args[1].data, int)
            return args[0] * term.args[1].data
        return args[0] - args[1] if term.op is Op.SUB else sum(args)


def _added(term: Term) -> tuple[Term, ...]:
    """What the constant of a sum is made of."""
    if term.op in (Op.ADD, Op.SUB):
        return term.args
    return term.args[:1] if term.op is Op.MUL and term.args[1].op is Op.CONSTANT else ()


def term_of(terms: TermStore, parts: Sum, constant: int, width: int) -> Term:
    whole = [
        part if factor == 1 else terms.apply(Op.MUL, width, part, terms.bits(factor, width))
        for part, factor in sorted(parts.items(), key=lambda entry: entry[0].number)
    ]
    return terms.apply(Op.ADD, width, terms.sum(whole, width), terms.bits(constant, width))


def with_equal_sums_settled(terms: TermStore, term: Term) -> Term:
    """The same truth value, with equations between sums that do not differ, or differ by a constant, decided."""
    known: dict[Term, Term] = {}
    for one in subterms((term,)):
        built = rebuilt(terms, one, tuple(known[arg] for arg in one.args)) if one.args else one
        if built.op is Op.EQ and built.args[0].width > 1:
            width = built.args[0].width
            parts, constant = sum_of(terms.apply(Op.SUB, width, *built.args))
            if not parts:
                built = terms.truth(constant == 0)
        known[one] = built
    return known[term]


def added_to(terms: TermStore, total: Term, old: Term) -> Term | None:
    """d, if total = old + d and d does not speak of old."""
    from_parts, constant = sum_of(total)
    if total.width != old.width or from_parts.pop(old, 0) != 1:
        return None
    if any(_mentions(part, old) for part in from_parts):
        return None
    return term_of(terms, from_parts, constant, total.width)


def _mentions(term: Term, variable: Term) -> bool:
    stack, seen = [term], set[Term]()
    while stack:
        top = stack.pop()
        if top is variable:
            return True
        if top not in seen:
            seen.add(top)
            stack.extend(top.args)
    return False

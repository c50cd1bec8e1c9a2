"""When a term can be computed at all: no division by zero, and none of the least integer by -1."""

from collections.abc import Iterable

from raddle.logic.arithmetic import mask
from raddle.logic.evaluate import subterms
from raddle.logic.operators import Op
from raddle.logic.terms import Term, TermStore

DIVISIONS = (Op.UDIV, Op.UREM, Op.SDIV, Op.SREM)


def computable(terms: TermStore, of: Iterable[Term]) -> Term:
    """The condition under which none of the terms traps."""
    return terms.all_of(_divides(terms, term) for term in subterms(of) if term.op in DIVISIONS)


def _divides(terms: TermStore, term: Term) -> Term:
    return divides(terms, *term.args, signed=term.op in (Op.SDIV, Op.SREM))


def divides(terms: TermStore, dividend: Term, divisor: Term, *, signed: bool) -> Term:
    """The condition under which a division has a result."""
    width = divisor.width
    conditions = [terms.negation(terms.equal(divisor, terms.bits(0, width)))]
    if signed:
        overflows = (
            terms.equal(divisor, terms.bits(mask(width), width)),
            terms.equal(dividend, terms.bits(1 << (width - 1), width)),
        )
        conditions.append(terms.negation(terms.all_of(overflows)))
    return terms.all_of(conditions)

"""Literals of error invariants: bounds of a variable by the value that it had, and claims that stand as they are."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from raddle.explain.run import Run
from raddle.logic.operators import Op
from raddle.logic.terms import Term

AT_MOST: Final = 1
AT_LEAST: Final = 2
UNSIGNED_AT_MOST: Final = 4
UNSIGNED_AT_LEAST: Final = 8
EQUAL: Final = 15
"""Sets of bounds are sums of these."""

OPERATORS: Final = (
    (AT_MOST, Op.SLE),
    (AT_LEAST, Op.SGE),
    (UNSIGNED_AT_MOST, Op.ULE),
    (UNSIGNED_AT_LEAST, Op.UGE),
)
SIGNED: Final = AT_MOST | AT_LEAST
UNSIGNED: Final = UNSIGNED_AT_MOST | UNSIGNED_AT_LEAST


def closed(bounds: int) -> int:
    """From above and from below: equal."""
    return EQUAL if bounds & SIGNED == SIGNED or bounds & UNSIGNED == UNSIGNED else bounds


@dataclass(frozen=True, slots=True)
class Claim:
    """A condition that holds, if what C takes for granted does."""

    shown: Term
    sound: tuple[Term, ...] = ()


def term_of(run: Run, claim: Claim) -> Term:
    terms = run.terms
    if not claim.sound:
        return claim.shown
    return terms.any_of((*[terms.negation(one) for one in claim.sound], claim.shown))


def bound_terms(run: Run, number: int, bounds: int) -> Iterator[Term]:
    """Bounds of the variable of a step."""
    if not bounds:
        return
    variable, terms = run.variable(number), run.terms
    value = terms.bits(run.steps[number].value, variable.width)
    if bounds == EQUAL or (variable.width == 1 and bounds):
        yield terms.equal(variable, value)
        return
    for bit, op in OPERATORS:
        if bounds & bit:
            yield terms.apply(op, 1, variable, value)

"""All stand before waits in vain at the end. docs/rules.md, Deadlock (b).

    every thread t:  no create of t is in, or an exit of t is in, or some s(p) of t;   some s(p)
    s(p) => the thread comes to p, nothing that leaves p is in, and what all of it waits for is not there
            (encode/in_vain.py)

Everything that is in has taken place by then. Nobody is in a region, and the process has not ended: who stands before
its end does not stand in vain.
"""

from collections.abc import Sequence

from raddle.encode.formula import Formula
from raddle.encode.in_vain import InVain, away
from raddle.logic.terms import Term
from raddle.model.rules.traits import Family
from raddle.model.standing import waits


def standstill(formula: Formula, in_vain: InVain) -> dict[int, Term]:
    """By event: its thread stands before it, which is the first of the outcomes there. Some of them has to hold."""
    index, terms = formula.index, formula.terms
    stands: dict[int, Term] = {}
    for thread in range(len(index.ctp.threads)):
        own = [_stands(formula, outcomes, in_vain) for outcomes in formula.operations_of(thread)]
        here = {event: literal for event, literal in own if literal is not terms.false}
        formula.require(*here.values(), *away(formula, thread))
        stands |= here
    return stands


def _stands(formula: Formula, outcomes: Sequence[int], in_vain: InVain) -> tuple[int, Term]:
    index, terms = formula.index, formula.terms
    first = outcomes[0]
    here = formula.comes_to(first)
    if here is terms.false or not all(waits(index.events[event]) for event in outcomes):
        return first, terms.false
    if index.sections.begun(first, Family.REGION) is not None:
        return first, terms.false
    vain = [in_vain(event) for event in outcomes]
    if terms.false in vain:
        return first, terms.false
    literal = formula.fresh("stands")
    unless = terms.negation(literal)
    formula.require(unless, here)
    for event, because in zip(outcomes, vain, strict=True):
        formula.require(unless, terms.negation(formula.taken(event)))
        formula.require(unless, because)
    return first, literal

"""pthread_once: one begins, and the others pass only when it has ended. docs/rules.md, Once.

    two beginnings are never both in;   a pass that is in:  some end is in and before it

Of a chain with one end the latter is a fact of the order already (encode/must.py): the axiom is that of graphs, whose
order has no onces.
"""

from raddle.encode.formula import Formula
from raddle.model.actions import OnceBegin, OnceEnd, OncePass


def assert_onces(formula: Formula) -> None:
    for number in range(len(formula.index.ctp.onces)):
        begins, ends, passes = (formula.operations("once", number, of) for of in (OnceBegin, OnceEnd, OncePass))
        formula.at_most_one([formula.taken(begin) for begin in begins])
        for event in passes:
            done = [
                formula.terms.all_of((formula.taken(end), formula.before(end, event)))
                for end in ends
                if not formula.index.must.excludes(end, event)
            ]
            formula.require(*formula.unless_taken(event), *done)

"""pthread_once: one begins, and the others pass only when it has ended.

    two beginnings are never both in;   a pass that is in:  some end is in and before it
"""

from raddle.encode.paths.formula import Formula
from raddle.model.ctp import OnceBegin, OnceEnd, OncePass


def assert_onces(formula: Formula) -> None:
    index = formula.index
    for number in range(len(index.program.onces)):
        begins, ends, passes = (index.of("once", number, of) for of in (OnceBegin, OnceEnd, OncePass))
        formula.at_most_one([formula.taken(begin) for begin in begins])
        for event in passes:
            done = [
                formula.terms.all_of((formula.taken(end), formula.before(end, event)))
                for end in ends
                if not index.order.excludes(end, event)
            ]
            formula.require(*formula.unless_taken(event), *done)

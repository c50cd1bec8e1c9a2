"""Two events take place at the same moment and touch the same cell: a race that both threads stand before.

    some accesses x of a and y of b that conflict:  address(x) = address(y)

Both events are in, so that their guards hold and their addresses are known; what they write nobody reads.
"""

from raddle.encode.paths.formula import Formula
from raddle.encode.paths.reads import Reads
from raddle.logic.terms import Term
from raddle.model.accesses import accesses_of, conflicts
from raddle.model.ctp import Free


def is_meeting(formula: Formula, reads: Reads, first: int, second: int) -> Term:
    terms, events = formula.terms, formula.index.events
    if events[first].thread == events[second].thread:
        return terms.false
    formula.points.update((first, second))
    for event in (first, second):
        action = events[event].action
        if isinstance(action, Free) and action.when is not None:
            formula.require(reads.condition(action.when))
    formula.require(terms.not_after(first, second))
    formula.require(terms.not_after(second, first))
    return terms.any_of(
        terms.all_of((reads.selects(one, cell), reads.selects(other, cell)))
        for one in accesses_of(events[first])
        for other in accesses_of(events[second])
        if conflicts(one, other)
        for cell in one.cells
        if cell in other.cells
    )

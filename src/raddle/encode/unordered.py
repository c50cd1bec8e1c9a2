"""One access has taken place, another that conflicts with it is next, and nothing orders them: docs/rules.md, Race.

    in(a), a before the end;  they touch the same cell;  some set that is closed under happens-before contains a, not b
"""

from raddle.encode.happens_before import HappensBefore
from raddle.encode.meeting import common_cell
from raddle.encode.trace_formula import TraceFormula
from raddle.encode.trace_reads import TraceReads
from raddle.logic.terms import Term
from raddle.model.goals import Unordered


def is_unordered(formula: TraceFormula, reads: TraceReads, goal: Unordered) -> Term:
    """Asserts what happens before what; out: whether both touch the same cell, as far as the slice speaks of that."""
    if are_surely_ordered(formula, goal):
        return formula.terms.false
    closed = HappensBefore(formula, goal.first)
    closed.assert_synchronisation()
    asked = [formula.taken(goal.first), formula.before(goal.first, goal.second)]
    closed.assert_memory(reads)
    if formula.cone.depth == "all":
        asked.append(common_cell(formula, reads, goal.first, goal.second))
    return formula.terms.all_of(asked)


def are_surely_ordered(formula: TraceFormula, goal: Unordered) -> bool:
    """By a lock that both hold, or by what must be."""
    first, second = goal.first, goal.second
    must, sections = formula.index.must, formula.index.sections
    return must(first, second) or must(second, first) or sections.common(first, second) is not None

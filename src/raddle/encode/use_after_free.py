"""Memory has been given back, and an access to it, or another free of it, is next: docs/rules.md, Memory.

    in(free), free before the end;  some cell that it gave back: the use, which is next, touches it

What orders the two does not matter: also a use that must come behind the free is one. Nothing goes past a second free:

    frees a, b that name a common cell:  not both in, unless one of them only resizes and comes first
"""

from itertools import combinations

from raddle.encode.asked import using
from raddle.encode.meeting import some_cell
from raddle.encode.reads import Reads
from raddle.encode.trace_formula import TraceFormula
from raddle.logic.terms import Term
from raddle.model.actions import Free
from raddle.model.goals import UseAfterFree
from raddle.model.uses import freed_again


def assert_frees(formula: TraceFormula, reads: Reads) -> None:
    """As checks: not where the goal is looked at alone."""
    if formula.cone.alone or formula.cone.depth != "all":
        return
    done: set[tuple[int, int]] = set()
    for events in freed_again(formula.index.ctp).values():
        for pair in combinations(formula.cone.among(events), 2):
            if pair not in done:
                done.add(pair)
                _not_both(formula, reads, *pair)


def _not_both(formula: TraceFormula, reads: Reads, a: int, b: int) -> None:
    terms, conditions, allowed = formula.terms, [], []
    if terms.false in (formula.taken(a), formula.taken(b)):
        return
    for one, other in ((a, b), (b, a)):
        action = formula.index.ctp.events[one].action
        assert isinstance(action, Free)
        if action.when is not None:
            conditions.append(terms.negation(reads.condition(action.when)))
        if action.goes_on:
            allowed.append(formula.before(one, other))
    if len(allowed) < 2:
        formula.require(*formula.unless_taken(a, b), *conditions, *allowed)


def is_used_after_free(formula: TraceFormula, reads: Reads, goal: UseAfterFree) -> Term:
    """As far as the slice speaks of it."""
    asked = [formula.taken(goal.free), formula.before(goal.free, goal.use)]
    if formula.cone.depth == "all":
        events = formula.index.ctp.events
        asked.append(some_cell(formula, reads, (goal.free, goal.use), using(events[goal.free], events[goal.use])))
    return formula.terms.all_of(asked)

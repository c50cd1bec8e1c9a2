"""Many goals of one kind, by one formula: which of them is asked for is an assumption.

    s(Fails(c))            =>  in(c), its condition is false
    s(Beside(a, b))        =>  both threads have come there, and neither is taken
    s(Meet(a, b))          =>  the same, and they touch a common cell
    s(UseAfterFree(f, u))  =>  in(f), the thread of u has come to it, u is not taken, and touches what f gave back

Only proofs are made of it: there is a model of each run up to a goal, cut to the cone of all goals. In it just this
happens, and then whatever cannot be stopped runs on (encode/trace_formula.py). A thread may stand before each event
that a goal names, and so stays there. Its own reads see what was there before anything ran on: nothing is said of who
comes first of what does not take place, so that may have its point of time there. A region has an end in each model: so
a goal inside of one is not asked for together with others. Checks stop nobody (`alone`, encode/cone.py).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from raddle.encode.asked import Needs, using
from raddle.encode.assertion import is_false
from raddle.encode.guards import met
from raddle.encode.heads import heads_of
from raddle.encode.index import Index
from raddle.encode.meeting import common_cell, some_cell
from raddle.encode.trace_formula import TraceFormula
from raddle.encode.trace_reads import TraceReads
from raddle.logic.query import Query
from raddle.logic.terms import Term
from raddle.model.actions import Check
from raddle.model.goals import Beside, Fails, Goal, Meet, UseAfterFree


@dataclass(frozen=True)
class Selectable:
    """`names`: of the assumption that asks for a goal. Unsatisfiable is a proof, a solution says nothing."""

    query: Query
    names: Mapping[Goal, str]


def can_be_together(index: Index, goal: Goal) -> bool:
    return isinstance(goal, Fails | Beside | Meet | UseAfterFree) and index.region_of.keys().isdisjoint(heads_of(goal))


def selectors(formula: TraceFormula, reads: TraceReads, goals: Sequence[Goal]) -> dict[Goal, Term]:
    """The literals that ask for them."""
    found = {}
    for goal in goals:
        literal = found[goal] = formula.fresh("asked")
        for part in _asked(formula, reads, goal):
            formula.require(formula.terms.negation(literal), part)
    return found


def _asked(formula: TraceFormula, reads: TraceReads, goal: Goal) -> Sequence[Term]:
    events = formula.index.events
    match goal:
        case Fails(check):
            action = events[check].action
            assert isinstance(action, Check)
            needs = Needs(action.reads, values=(action.condition,))
            return formula.taken(check), is_false(formula, reads, check), *met(reads, needs, formula.terms)
        case Beside(first, second):
            return *_stands(formula, first), *_stands(formula, second)
        case Meet(first, second):
            stand = *_stands(formula, first), *_stands(formula, second)
            return *stand, common_cell(formula, reads, first, second)
        case UseAfterFree(free, use):
            pairs = using(events[free], events[use])
            here = formula.taken(free), *_stands(formula, use)
            return *here, some_cell(formula, reads, (free, use), pairs)
        case _:
            raise AssertionError(f"{goal} is asked for alone")


def _stands(formula: TraceFormula, event: int) -> tuple[Term, Term]:
    return formula.comes_to(event), formula.terms.negation(formula.taken(event))

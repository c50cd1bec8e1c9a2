"""At most N context switches, exactly. The predictive analysis paper, section 5; docs/rules.md, Context bounds.

Times are the numbers of the schedule's turns: 0 to N, the first one main's. Between threads before means an earlier
turn, within a thread not a later one. Each turn is one thread's:

    in(e) => e is at some turn k <= N and not after the end;   e at k => thread(e) has turn k;   a turn has one thread

All of this hangs on one assumption: an unsatisfiable answer that did not need it holds for any number.
"""

from collections.abc import Iterable

from raddle.encode.trace_formula import TraceFormula
from raddle.logic.terms import Term

BOUND = "bound"


def order_facts(formula: TraceFormula, pairs: Iterable[tuple[int, int]], *, bounded: bool) -> list[Term]:
    """Program order as assertions."""
    thread = formula.index.must.thread
    return [
        formula.terms.not_after(a, b) if bounded and thread[a] == thread[b] else formula.terms.before(a, b)
        for a, b in pairs
    ]


def add_turns(formula: TraceFormula) -> None:
    """Whatever passes between threads takes a turn: call it before the points are used."""
    formula.points.update(event for event in formula.cone.among(formula.index.linked) if _possible(formula, event))


def assert_bound(formula: TraceFormula, switches: int) -> Term:
    """The literal under which the bound holds."""
    terms, must = formula.terms, formula.index.must
    literal = terms.variable(BOUND, 1)
    unless = terms.negation(literal)
    threads = sorted({must.thread[point] for point in formula.points})
    turns = range(switches + 1)
    has = {(turn, thread): terms.variable(f"turn{turn}.{thread}", 1) for turn in turns for thread in threads}
    for turn in turns:
        formula.at_most_one([has[turn, thread] for thread in threads])
    for thread in threads:
        if thread:
            formula.require(unless, terms.negation(has[0, thread]))
    for point in sorted(formula.points):
        if not _possible(formula, point):
            continue
        absent = formula.unless_there(point)
        formula.require(unless, *absent, *(terms.at(point, turn) for turn in turns))
        if formula.end is not None and point != formula.end:
            formula.require(unless, *absent, terms.not_after(point, formula.end))
        for turn in turns:
            formula.require(unless, *absent, terms.negation(terms.at(point, turn)), has[turn, must.thread[point]])
    return literal


def _possible(formula: TraceFormula, event: int) -> bool:
    return event == formula.end or formula.taken(event) is not formula.terms.false

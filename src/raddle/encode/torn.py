"""A block is not atomic: another thread's events came between two of its own, and each pair depends on each other.

    in(first), in(there), in(back);  first < there;  there, back < the end, where last is next;
    dependent(first, there), dependent(back, last)

docs/rules.md, Atomicity; the atomicity violations paper, section 4.3, on prefixes (its section 5). What dependent
means: model/dependence.py.
"""

from raddle.encode.asked import dependences, pairs_of
from raddle.encode.index import Index
from raddle.encode.reads import Reads
from raddle.encode.trace_formula import TraceFormula
from raddle.logic.operators import Op
from raddle.logic.substitute import rebuilt
from raddle.logic.terms import Term
from raddle.model.goals import Torn, TornAmong


def is_torn(formula: TraceFormula, reads: Reads, goal: Torn) -> Term:
    """Which events depend on each other, as far as the slice speaks of that."""
    if is_never_torn(formula.index, goal):
        return formula.terms.false
    asked = [formula.taken(event) for event in (goal.first, goal.there, goal.back)]
    asked += [formula.before(goal.first, goal.there)]
    asked += [formula.before(event, goal.last) for event in (goal.there, goal.back)]
    if formula.cone.depth == "all":
        asked += [_holds(reads, formula, dependent) for dependent in dependences(formula.index, goal)]
    return formula.terms.all_of(asked)


def torn_among(formula: TraceFormula, reads: Reads, goal: TornAmong) -> Term:
    """One of them: its `last` takes place as well, since nothing keeps its thread from it."""
    terms = formula.terms
    edges: dict[tuple[int, int], Term] = {}

    def edge(one: int, other: int) -> Term:
        """The one comes before the other, which depends on it."""
        if (one, other) not in edges:
            edges[one, other] = literal = formula.fresh("edge")
            asked = [formula.taken(one), formula.taken(other), formula.before(one, other)]
            if formula.cone.depth == "all":
                dependent = formula.index.dependence.of(one, other, second_is_next=False)
                asked.append(_holds(reads, formula, dependent))
            for part in asked:
                formula.require(terms.negation(literal), part)
        return edges[one, other]

    found = []
    for torn in goal.goals:
        if not is_never_torn(formula.index, torn):
            both = [edge(*pair) for pair in pairs_of(torn)]
            found.append(terms.all_of((*both, formula.before(torn.there, torn.last))))
    return terms.any_of(found)


def is_never_torn(index: Index, goal: Torn) -> bool:
    """By what must be, or by a lock that the block holds from `first` to `last`, and the other thread at `there`, or at
    `back` if that comes later."""
    must = index.must
    if must(goal.there, goal.first) or must(goal.last, goal.there) or must(goal.last, goal.back):
        return True
    held = [section for section in index.sections.around(goal.first) if section in index.sections.around(goal.last)]
    between = {goal.there, max(goal.there, goal.back)}
    return any(
        section.excludes(other) for section in held for event in between for other in index.sections.around(event)
    )


def _holds(reads: Reads, formula: TraceFormula, term: Term) -> Term:
    """A condition of the program, part by part: so a part that speaks of few reads is spelled with their choices."""
    if term.op in (Op.NOT, Op.ALL, Op.ANY):
        return rebuilt(formula.terms, term, tuple(_holds(reads, formula, part) for part in term.args))
    return reads.condition(term)

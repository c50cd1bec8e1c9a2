"""Trace-Based Symbolic Analysis for Atomicity Violations (Wang, Limaye, Ganai, Gupta, 2010): TraceProgram + Torn ->
Query.

The formula of sections 4.2, 4.3 and 5 over the lowered events of predictive_analysis/lower.py:

    Phi_AV = g(first) and g(there) and g(back) and HB(first, there) and HB(back, last)
             and not c_G(first, there) and not c_G(back, last)

where g(t) is in(t) with the event's own condition (figure 5; section 4.2 has the predecessor's by mistake), and not c_G
is what model/dependence.py says. The paper's triples are those with there = back.

Prefixes (section 5): what comes after `last` is not asked for. Of `last` itself the reads are, not the guard: it is
next. The form of section 4 (`complete`) executes all events of all threads with their conditions, those behind `last`
too: it misses a violation after which a branch goes the other way (figure 6).
"""

from collections.abc import Iterator

from raddle.logic.query import Query
from raddle.logic.terms import Term
from raddle.model.actions import Step
from raddle.model.dependence import Dependence
from raddle.model.goals import Torn
from raddle.model.program import TraceProgram
from raddle.model.uses import reads_of
from raddle.papers.predictive_analysis.formula import Axioms, program_order, taken_by
from raddle.papers.predictive_analysis.lower import lower


def encode_torn_reference(ctp: TraceProgram, goal: Torn, *, complete: bool = False) -> Query:
    """Satisfiable iff a prefix of the program (`complete`: all of it) tears the block. The program reads what was there
    before the writes of these events (model/values_before.py)."""
    terms, lowered, last = ctp.terms, lower(ctp), goal.last
    taken = [terms.true if complete else taken_by(ctp, last, event.number) for event in ctp.events]
    axioms = Axioms(ctp, lowered.steps, taken, [cell.initial for cell in lowered.cells])
    assertions = list(program_order(ctp, strict=True))
    for event in ctp.events:
        number = event.number
        needed = [taken[number - 1] if event.position else terms.true, axioms.possible(number)]
        needed.append(lowered.conditions.get(number, terms.true))
        if not complete:
            needed.append(axioms.happens_before(number, last))
        assertions.append(terms.implies(taken[number], terms.all_of(needed)))
    if not complete:
        assertions += _reads_of_the_last(ctp, axioms, lowered.steps[last], last)
    assertions += [taken[event] for event in (goal.first, goal.there, goal.back)]
    pairs = ((goal.first, goal.there), (goal.there, last), (goal.back, last))
    assertions += [axioms.happens_before(*pair) for pair in pairs]
    dependence = Dependence(ctp)
    assertions.append(dependence.of(goal.first, goal.there, second_is_next=False))
    assertions.append(dependence.of(goal.back, last, second_is_next=not complete))
    return Query(terms, tuple(term for term in assertions if term is not terms.true))


def _reads_of_the_last(ctp: TraceProgram, axioms: Axioms, step: Step, last: int) -> Iterator[Term]:
    """Its thread may move; what it reads is what there is, up to the first address that was not recorded."""
    own = len(reads_of(ctp.events[last]))
    for read in step.reads[: len(step.reads) - own]:
        yield axioms.pi(last, read)
    terms, astray = ctp.terms, ctp.terms.false
    for read in step.reads[len(step.reads) - own :]:
        known = terms.any_of(axioms.touches(read, which) for which in range(len(read.cells)))
        astray = terms.any_of((astray, terms.negation(known)))
        yield terms.any_of((astray, axioms.pi(last, read)))

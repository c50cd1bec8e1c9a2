"""What holds at every step: delta (an event that is taken can be), tau_done (who is chosen has something to do).

Equations 1 and 3 of the paper, and of section 5 thread-local SSA.

The updates and tau_idle, who is not chosen stays where he is, are the equations of unrolled.py.
"""

from collections.abc import Iterator

from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.actions import ProcessEnd
from raddle.papers.trace_driven_verification.accesses import inlined
from raddle.papers.trace_driven_verification.unrolled import BEFORE_ALL, Unrolled


def of_outcomes(unrolled: Unrolled) -> Iterator[Term]:
    """Thread-local SSA: an event takes place once, so that what it needs of what its thread has read is said once. At
    most one of the outcomes of an operation is it."""
    terms, graph = unrolled.terms, unrolled.graph
    if not unrolled.options.local_ssa:
        return
    for event, rule in unrolled.rules.items():
        yield terms.implies(unrolled.outcome(event, BEFORE_ALL), rule.needs_local)
    for rivals in graph.leaving.values():
        outcomes = [unrolled.outcome(event, BEFORE_ALL) for event in rivals]
        for place, one in enumerate(outcomes):
            for other in outcomes[:place]:
                yield terms.negation(terms.all_of((one, other)))


def of_step(unrolled: Unrolled, step: int) -> Iterator[Term]:
    terms = unrolled.terms
    yield from _of_threads(unrolled, step)
    for event in unrolled.rules:
        taken = unrolled.taken(event, step)
        if taken is not terms.false:
            yield from _of_event(unrolled, event, step, taken)


def _of_threads(unrolled: Unrolled, step: int) -> Iterator[Term]:
    """Whose step it is."""
    terms, graph = unrolled.terms, unrolled.graph
    for thread in range(unrolled.idle):
        events = graph.steps_of.get(thread, ())
        moves = terms.any_of(unrolled.taken(event, step) for event in events)
        yield terms.implies(unrolled.is_thread(step, thread), moves)
        if unrolled.region is not None and moves is not terms.false:
            yield terms.implies(unrolled.is_thread(step, thread), unrolled.may_move(thread, step))
    yield terms.apply(Op.ULE, 1, unrolled.thread(step), terms.bits(unrolled.idle, unrolled.thread(step).width))
    if step + 1 < unrolled.steps:
        yield terms.implies(unrolled.is_idle(step), unrolled.is_idle(step + 1))


def _of_event(unrolled: Unrolled, event: int, step: int, taken: Term) -> Iterator[Term]:
    terms, rule = unrolled.terms, unrolled.rules[event]
    if not unrolled.graph.passes(event):
        yield terms.implies(taken, unrolled.value(rule, rule.needs_shared, step))
        if unrolled.options.local_ssa:
            for variable, content in rule.reads:
                yield terms.implies(taken, terms.equal(variable, unrolled.at(content, step)))
        else:
            yield terms.implies(taken, unrolled.value(rule, rule.needs_local, step))
    if is_last(unrolled, event) and step + 1 < unrolled.steps:
        yield terms.implies(taken, unrolled.is_idle(step + 1))


def is_last(unrolled: Unrolled, event: int) -> bool:
    """Nothing happens behind it: a failure, a frontier, the end of the process."""
    paths = unrolled.graph.paths
    return paths.graph.leads[event] != "on" or isinstance(paths.events[event].action, ProcessEnd)


def enabled(unrolled: Unrolled, event: int, step: int) -> Term:
    """Whether the event can take place in the state before that step, if its thread stands before it."""
    terms, rule = unrolled.terms, unrolled.rules[event]
    needs = inlined(terms, rule, terms.all_of((rule.needs_shared, rule.needs_local)))
    return terms.all_of((unrolled.at(needs, step), unrolled.may_move(_thread(unrolled, event), step)))


def _thread(unrolled: Unrolled, event: int) -> int:
    return unrolled.graph.paths.events[event].thread

"""tau_other of equation 4: schedules that are left out. In: a policy. Out: what it says of the choice of each step."""

from collections.abc import Iterator
from typing import assert_never

from raddle.logic.terms import Term
from raddle.model.program import MAIN
from raddle.papers.trace_driven_verification.options import AnySchedule, Preemptions, Priorities, RoundRobin, RunToBlock
from raddle.papers.trace_driven_verification.slots import width_of
from raddle.papers.trace_driven_verification.transitions import enabled
from raddle.papers.trace_driven_verification.unrolled import Unrolled


def of_policy(unrolled: Unrolled) -> Iterator[Term]:
    """Of all steps. A run may end anywhere: only who moves is restricted."""
    policy = unrolled.options.policy
    match policy:
        case AnySchedule():
            return
        case Preemptions(most):
            yield _at_most(unrolled, most)
        case RunToBlock():
            yield from map(unrolled.terms.negation, _preemptions(unrolled))
        case RoundRobin():
            yield from _round_robin(unrolled)
        case Priorities(order):
            threads = unrolled.graph.threads
            yield from _priorities(unrolled, [*order, *(one for one in threads if one not in order)])
        case _:
            assert_never(policy)


def able(unrolled: Unrolled, thread: int, step: int) -> Term:
    """Something that leaves the point where it stands can take place in the state before that step."""
    terms, graph = unrolled.terms, unrolled.graph
    if thread not in graph.threads:
        return terms.false
    return terms.any_of(
        terms.all_of((unrolled.stands(graph.paths.graph.source[event], thread, step), enabled(unrolled, event, step)))
        for event in graph.steps_of[thread]
    )


def _preemptions(unrolled: Unrolled) -> Iterator[Term]:
    """Step by step: another thread moves than before, and that one could have."""
    terms = unrolled.terms
    for step in range(unrolled.steps):
        options = []
        for thread in unrolled.graph.threads:
            was = unrolled.is_thread(step - 1, thread) if step else terms.truth(thread == MAIN)
            if was is not terms.false:
                goes_on = terms.any_of((unrolled.is_thread(step, thread), unrolled.is_idle(step)))
                options.append(terms.all_of((was, terms.negation(goes_on), able(unrolled, thread, step))))
        yield terms.any_of(options)


def _at_most(unrolled: Unrolled, most: int) -> Term:
    terms, width = unrolled.terms, width_of(max(unrolled.steps, most))
    none, one = terms.bits(0, width), terms.bits(1, width)
    total = terms.sum((terms.choice(preempts, one, none) for preempts in _preemptions(unrolled)), width)
    return terms.negation(unrolled.less(terms.bits(most, width), total))


def _round_robin(unrolled: Unrolled) -> Iterator[Term]:
    """Those between the thread that moved last and the one that moves now cannot move."""
    terms, threads = unrolled.terms, unrolled.graph.threads
    count = len(threads)
    for step in range(unrolled.steps):
        unable = [terms.negation(able(unrolled, thread, step)) for thread in threads]
        for last, before in enumerate(threads):
            was = unrolled.is_thread(step - 1, before) if step else terms.truth(last == count - 1)
            if was is terms.false:
                continue
            for distance in range(1, count + 1):
                moves = unrolled.is_thread(step, threads[(last + distance) % count])
                between = [unable[(last + nearer) % count] for nearer in range(1, distance)]
                yield terms.implies(terms.all_of((was, moves)), terms.all_of(between))


def _priorities(unrolled: Unrolled, order: list[int]) -> Iterator[Term]:
    terms = unrolled.terms
    for step in range(unrolled.steps):
        for place, thread in enumerate(order):
            unable = [terms.negation(able(unrolled, other, step)) for other in order[:place]]
            yield terms.implies(unrolled.is_thread(step, thread), terms.all_of(unable))

"""Semaphores count.

    every take that is in uses a token of its own: one of the initial ones, or a post that is in and before it
    a count that is in:  initial + posts before it - takes before it = the value seen

In a total order such a matching exists exactly if the count is above zero at every take.
"""

from raddle.encode.paths.formula import Formula
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.ctp import Count, Post, Take


def assert_semaphores(formula: Formula) -> None:
    for number, semaphore in enumerate(formula.index.program.semaphores):
        takes, posts, counts = (
            [event for event in formula.index.of("semaphore", number, of) if _possible(formula, event)]
            for of in (Take, Post, Count)
        )
        if len(takes) > semaphore.initial:
            _match(formula, takes, posts, semaphore.initial)
        for event in counts:
            action = formula.index.events[event].action
            assert isinstance(action, Count)
            _count(formula, event, takes, posts, action.value - semaphore.initial)


def _possible(formula: Formula, event: int) -> bool:
    return formula.taken(event) is not formula.terms.false


def _match(formula: Formula, takes: list[int], posts: list[int], initial: int) -> None:
    used: dict[object, list[Term]] = {}
    for take in takes:
        tokens = []
        for token in range(initial):
            literal = formula.fresh("token")
            used.setdefault(("initial", token), []).append(literal)
            formula.require(formula.terms.negation(literal), formula.taken(take))
            tokens.append(literal)
        for post in posts:
            order = formula.before(post, take)
            if order is formula.terms.false or formula.index.order.excludes(post, take):
                continue
            literal = formula.fresh("token")
            used.setdefault(post, []).append(literal)
            tokens.append(literal)
            formula.require(formula.terms.negation(literal), formula.taken(take))
            formula.require(formula.terms.negation(literal), formula.taken(post))
            formula.require(formula.terms.negation(literal), order)
        formula.require(*formula.unless_taken(take), *tokens)
    for literals in used.values():
        formula.at_most_one(literals)


def _count(formula: Formula, event: int, takes: list[int], posts: list[int], difference: int) -> None:
    """Posts before it - takes before it = difference."""
    terms = formula.terms
    width = (len(takes) + len(posts) + abs(difference) + 1).bit_length() + 1
    posted, taken = (sum_before(formula, events, event, width) for events in (posts, takes))
    balance = terms.apply(Op.SUB, width, posted, taken)
    formula.require(*formula.unless_taken(event), terms.equal(balance, terms.bits(difference, width)))


def sum_before(formula: Formula, events: list[int], event: int, width: int) -> Term:
    """How many of the events take place before it."""
    return number_of(formula, [formula.taken_before(other, event) for other in events if other != event], width)


def number_of(formula: Formula, truths: list[Term], width: int) -> Term:
    """How many of them hold."""
    terms = formula.terms
    one, none = terms.bits(1, width), terms.bits(0, width)
    return terms.sum((terms.choice(truth, one, none) for truth in truths), width)

"""Semaphores count. docs/rules.md, Semaphores; the atomicity violations paper, section 2 (a semaphore as a counter).

    every take that is in uses a token of its own: one of the initial ones, or a post that is in and before it
    a count that is in:  initial + posts before it - takes before it = the value seen

In a total order such a matching exists exactly if the count is above zero at every take.

A semaphore that is used as a lock is one (encode/semaphore_locks.py): what is between a take and its post excludes the
like of other threads, and nothing else is needed.
"""

from itertools import combinations

from raddle.encode.formula import Formula
from raddle.encode.semaphore_locks import Posts
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.ctp import Count, Post, Take


def assert_semaphores(formula: Formula) -> None:
    for number, semaphore in enumerate(formula.index.ctp.semaphores):
        events = formula.cone.among(formula.index.operations["semaphore", number])
        events = [event for event in events if formula.taken(event) is not formula.terms.false]
        actions = formula.index.ctp.events
        takes = [event for event in events if isinstance(actions[event].action, Take)]
        posts = [event for event in events if isinstance(actions[event].action, Post)]
        posted = formula.index.semaphore_locks.get(number)
        if posted is not None:
            _exclude(formula, takes, posted)
        elif len(takes) > semaphore.initial:
            _match(formula, takes, posts, semaphore.initial)
        for event in events:
            action = actions[event].action
            if isinstance(action, Count):
                _count(formula, event, takes, posts, action.value - semaphore.initial)


def _exclude(formula: Formula, takes: list[int], posted: Posts) -> None:
    """Of two that are taken one is posted before the other is taken."""

    def is_over_before(take: int, other: int) -> Term:
        post = posted[take]
        if post is None:
            return formula.terms.false
        return formula.terms.all_of((formula.taken(post), formula.before(post, other)))

    for one, other in combinations(takes, 2):
        if formula.index.must.thread[one] != formula.index.must.thread[other]:
            formula.require(
                *formula.unless_taken(one, other), is_over_before(one, other), is_over_before(other, one)
            )


def _match(formula: Formula, takes: list[int], posts: list[int], initial: int) -> None:
    used: dict[object, list[Term]] = {}
    for take in takes:
        tokens = []
        for token in range(initial):
            literal = formula.fresh("token")
            used.setdefault(("initial", token), []).append(literal)
            tokens.append(literal)
        for post in posts:
            order = formula.before(post, take)
            if order is formula.terms.false:
                continue
            literal = formula.fresh("token")
            used.setdefault(post, []).append(literal)
            tokens.append(literal)
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
    terms = formula.terms
    one, none = terms.bits(1, width), terms.bits(0, width)
    return terms.sum(
        (
            terms.choice(terms.all_of((formula.taken(other), formula.decided(other, event))), one, none)
            for other in events
            if other != event
        ),
        width,
    )

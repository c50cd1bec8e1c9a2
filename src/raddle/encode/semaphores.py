"""Semaphores count. docs/rules.md, Semaphores; the atomicity violations paper, section 2 (a semaphore as a counter).

    every take that is in uses a token of its own: one of the initial ones, or a post that is in and before it
    a count that is in:  initial + posts before it - takes before it = the value seen

In a total order such a matching exists exactly if the count is above zero at every take.

A semaphore that is used as a lock is one (encode/semaphore_locks.py): what is between a take and its posts excludes the
like of other threads, and nothing else is needed.
"""

from collections.abc import Iterable
from itertools import combinations

from raddle.encode.formula import Formula
from raddle.encode.semaphore_locks import Posts
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.actions import Count, Post, Take


def assert_semaphores(formula: Formula) -> None:
    for number, semaphore in enumerate(formula.index.ctp.semaphores):
        takes, posts, counts = (formula.operations("semaphore", number, of) for of in (Take, Post, Count))
        posted = formula.index.semaphore_locks.get(number)
        if posted is not None:
            _exclude(formula, takes, posted)
        elif len(takes) > semaphore.initial:
            _match(formula, takes, posts, semaphore.initial)
        for event in counts:
            action = formula.index.events[event].action
            assert isinstance(action, Count)
            _count(formula, event, takes, posts, action.value - semaphore.initial)


def _exclude(formula: Formula, takes: list[int], posted: Posts) -> None:
    """Of two that are taken one is posted before the other is taken."""

    def is_over_before(take: int, other: int) -> Term:
        return formula.terms.any_of(
            formula.terms.all_of((formula.taken(post), formula.before(post, other))) for post in posted[take]
        )

    for one, other in combinations(takes, 2):
        if formula.index.thread[one] != formula.index.thread[other]:
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
            if order is formula.terms.false or formula.index.must.excludes(post, take):
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


def sum_before(formula: Formula, events: Iterable[int], event: int, width: int) -> Term:
    """How many of the events take place before it."""
    return number_of(formula, [formula.taken_before(other, event) for other in events if other != event], width)


def number_of(formula: Formula, truths: Iterable[Term], width: int) -> Term:
    """How many of them hold."""
    terms = formula.terms
    one, none = terms.bits(1, width), terms.bits(0, width)
    return terms.sum((terms.choice(truth, one, none) for truth in truths), width)

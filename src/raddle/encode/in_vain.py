"""What a thread waits for is not there when all that takes place has taken place.

lock:       a section that excludes it is open: in(acquire) and no release in
join:       no exit in
semaphore:  in(takes) = initial + in(posts): every token goes to a take of its own
condition:  no signal has chosen its wait, and no broadcast came behind it (encode/conditions.py)
barrier:    its round is not complete (encode/barriers.py)
once:       a beginning is in, and no end
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from raddle.encode.barriers import incomplete
from raddle.encode.conditions import Condition
from raddle.encode.formula import Formula
from raddle.encode.semaphores import number_of
from raddle.logic.terms import Term
from raddle.model.actions import Acquire, Join, Leave, OnceBegin, OnceEnd, OncePass, Post, Take, Wake
from raddle.model.program import MAIN
from raddle.model.rules.lock import excludes
from raddle.model.rules.traits import Family

MOST_MATCHED: Final = 4_000
"""Tokens times takes up to which each token is given to a take; beyond it they are counted."""


class InVain:
    """Of one formula: what is asked of an object is asked once."""

    def __init__(self, formula: Formula) -> None:
        self._formula = formula
        self._holders: dict[Acquire | Join, list[tuple[int, Term]]] = {}
        self._used_up: dict[int, Term] = {}
        self._conditions: dict[int, Condition] = {}

    def __call__(self, event: int) -> Term:
        """Of an event that its thread stands before."""
        begun = self._formula.index.sections.begun
        match self._formula.index.events[event].action:
            case Acquire() | Join():
                return self._formula.terms.any_of(held for _, held in self.holders(event))
            case Take(semaphore):
                if semaphore not in self._used_up:
                    self._used_up[semaphore] = _used_up(self._formula, semaphore)
                return self._used_up[semaphore]
            case Wake(condition):
                wait = begun(event, Family.CONDITION)
                assert wait is not None
                if condition not in self._conditions:
                    self._conditions[condition] = Condition(self._formula, condition)
                return self._conditions[condition].never_woken(wait)
            case Leave(barrier):
                arrival = begun(event, Family.BARRIER)
                assert arrival is not None
                return incomplete(self._formula, arrival, barrier)
            case OncePass(once) | OnceBegin(once):
                return _begun(self._formula, once)
            case _:
                raise AssertionError("nobody waits there")

    def holders(self, event: int) -> list[tuple[int, Term]]:
        """Threads, and the truth values that they have, or are, what the event waits for, which is not taken."""
        action = self._formula.index.events[event].action
        if not isinstance(action, Acquire | Join):
            return []
        if action not in self._holders:
            self._holders[action] = list(_holders(self._formula, action))
        return self._holders[action]


def some_taken(formula: Formula, events: Iterable[int]) -> Term:
    return formula.terms.any_of(map(formula.taken, events))


def away(formula: Formula, thread: int) -> list[Term]:
    """One of these holds where the thread has ended, or nobody has created it."""
    ended = [formula.taken(event) for event in formula.index.exits.get(thread, ())]
    if thread == MAIN:
        return ended
    return [*ended, formula.terms.negation(some_taken(formula, formula.index.creates.get(thread, ())))]


def _holders(formula: Formula, action: Acquire | Join) -> Iterator[tuple[int, Term]]:
    index, terms = formula.index, formula.terms
    if isinstance(action, Join):
        yield action.child, terms.negation(some_taken(formula, index.exits.get(action.child, ())))
        return
    by_thread: dict[int, list[Term]] = defaultdict(list)
    for section in index.sections.of_lock.get(action.lock, ()):
        if excludes(section.mode, action.mode):
            left = some_taken(formula, section.releases)
            held = terms.all_of((formula.taken(section.acquire), terms.negation(left)))
            if held is not terms.false:
                by_thread[section.thread].append(held)
    for thread, alternatives in by_thread.items():
        yield thread, terms.any_of(alternatives)


def _used_up(formula: Formula, semaphore: int) -> Term:
    """A literal that says so."""
    terms, literal = formula.terms, formula.fresh("used_up")
    initial = formula.index.ctp.semaphores[semaphore].initial
    takes, posts = (formula.operations("semaphore", semaphore, of) for of in (Take, Post))
    if initial > len(takes):
        formula.require(terms.negation(literal))
    elif (initial + len(posts)) * len(takes) > MOST_MATCHED:
        width = (initial + len(posts) + len(takes)).bit_length() + 1
        tokens = terms.sum(
            (terms.bits(initial, width), number_of(formula, map(formula.taken, posts), width)), width
        )
        taken = number_of(formula, map(formula.taken, takes), width)
        formula.require(terms.negation(literal), terms.equal(tokens, taken))
    else:
        _each_goes_to_a_take(formula, literal, [None] * initial + posts, takes)
    return literal


def _each_goes_to_a_take(formula: Formula, literal: Term, tokens: list[int | None], takes: list[int]) -> None:
    """That there are not less tokens than takes is said elsewhere."""
    negation = formula.terms.negation
    given: dict[int, list[Term]] = defaultdict(list)
    for token in tokens:
        choices = []
        for take in takes:
            choice = formula.fresh("goes")
            formula.require(negation(choice), formula.taken(take))
            choices.append(choice)
            given[take].append(choice)
        unless = [] if token is None else formula.unless_taken(token)
        formula.require(negation(literal), *unless, *choices)
    for choices in given.values():
        formula.at_most_one(choices)


def _begun(formula: Formula, once: int) -> Term:
    begins, ends = (some_taken(formula, formula.operations("once", once, of)) for of in (OnceBegin, OnceEnd))
    return formula.terms.all_of((begins, formula.terms.negation(ends)))

"""What a thread waits for is not there when all that takes place has taken place.

lock:       a section that excludes it is open: in(acquire) and not in(release)
join:       not in(exit)
semaphore:  in(takes) = initial + in(posts): every token goes to a take of its own
condition:  no signal has chosen its wait, and no broadcast came behind it
barrier:    its round is not complete: of the arrivals that are in, less than those of the rounds up to its own
once:       a beginning is in, and no end
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from raddle.encode.formula import Formula
from raddle.encode.semaphores import sum_before
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.ctp import (
    Acquire,
    Arrive,
    Broadcast,
    Join,
    Leave,
    OnceBegin,
    OnceEnd,
    OncePass,
    Post,
    Signal,
    Take,
    Wait,
    Wake,
)
from raddle.model.standing import excludes

MOST_MATCHED: Final = 4_000
"""Tokens times takes up to which each token is given to a take; beyond it they are counted."""


class InVain:
    """Of one formula: what is asked of an object is asked once."""

    def __init__(self, formula: Formula) -> None:
        self._formula = formula
        self._holders: dict[Acquire | Join, list[tuple[int, Term]]] = {}
        self._used_up: dict[int, Term] = {}

    def __call__(self, event: int) -> Term:
        """Of an event that its thread stands before."""
        match self._formula.index.ctp.events[event].action:
            case Acquire() | Join():
                return self._formula.terms.any_of(held for _, held in self.holders(event))
            case Take(semaphore):
                if semaphore not in self._used_up:
                    self._used_up[semaphore] = _used_up(self._formula, semaphore)
                return self._used_up[semaphore]
            case Wake(condition):
                return _not_chosen(self._formula, event, condition)
            case Leave(barrier):
                return _incomplete(self._formula, event, barrier)
            case OncePass(once):
                return _begun(self._formula, once)
            case _:
                raise AssertionError("nobody waits there")

    def holders(self, event: int) -> list[tuple[int, Term]]:
        """Threads, and the truth values that they have, or are, what the event waits for, which is not taken."""
        action = self._formula.index.ctp.events[event].action
        if not isinstance(action, Acquire | Join):
            return []
        if action not in self._holders:
            self._holders[action] = list(_holders(self._formula, action))
        return self._holders[action]


def _holders(formula: Formula, action: Acquire | Join) -> Iterator[tuple[int, Term]]:
    index, terms = formula.index, formula.terms
    if isinstance(action, Join):
        ended = formula.taken(index.exits[action.child]) if action.child in index.exits else terms.false
        yield action.child, terms.negation(ended)
        return
    by_thread: dict[int, list[Term]] = defaultdict(list)
    for section in index.sections.of_lock.get(action.lock, ()):
        if excludes(section.mode, action.mode):
            left = terms.false if section.release is None else formula.taken(section.release)
            held = terms.all_of((formula.taken(section.acquire), terms.negation(left)))
            if held is not terms.false:
                by_thread[section.thread].append(held)
    for thread, alternatives in by_thread.items():
        yield thread, terms.any_of(alternatives)


def _operations(formula: Formula, kind: str, number: int, of: type) -> list[int]:
    events = formula.cone.among(formula.index.operations[kind, number])
    found = [event for event in events if isinstance(formula.index.ctp.events[event].action, of)]
    return [event for event in found if formula.taken(event) is not formula.terms.false]


def _used_up(formula: Formula, semaphore: int) -> Term:
    """A literal that says so."""
    terms, literal = formula.terms, formula.fresh("used_up")
    initial = formula.index.ctp.semaphores[semaphore].initial
    takes, posts = (_operations(formula, "semaphore", semaphore, of) for of in (Take, Post))
    if initial > len(takes):
        formula.require(terms.negation(literal))
    elif (initial + len(posts)) * len(takes) > MOST_MATCHED:
        width = (initial + len(posts) + len(takes)).bit_length() + 1
        tokens = terms.sum((terms.bits(initial, width), _number_of(formula, posts, width)), width)
        formula.require(terms.negation(literal), terms.equal(tokens, _number_of(formula, takes, width)))
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


def _number_of(formula: Formula, events: list[int], width: int) -> Term:
    terms = formula.terms
    one, none = terms.bits(1, width), terms.bits(0, width)
    return terms.sum((terms.choice(formula.taken(event), one, none) for event in events), width)


def _not_chosen(formula: Formula, wake: int, condition: int) -> Term:
    index, terms = formula.index, formula.terms
    wait = _last_before(formula, wake, _operations(formula, "condition", condition, Wait))
    if wait is None:
        return terms.false
    signals, broadcasts = (_operations(formula, "condition", condition, of) for of in (Signal, Broadcast))
    chosen = [
        terms.variable(f"wakes{signal}.{wait}", 1)
        for signal in signals
        if index.must.thread[signal] != index.must.thread[wait] and formula.before(wait, signal) is not terms.false
    ]
    woken = [terms.all_of((formula.taken(one), formula.decided(wait, one))) for one in broadcasts]
    return terms.negation(terms.any_of([*chosen, *woken]))


def _last_before(formula: Formula, event: int, events: list[int]) -> int | None:
    thread = formula.index.must.thread
    return max((one for one in events if thread[one] == thread[event] and one < event), default=None)


def _incomplete(formula: Formula, leave: int, barrier: int) -> Term:
    terms = formula.terms
    arrivals = _operations(formula, "barrier", barrier, Arrive)
    own = _last_before(formula, leave, arrivals)
    if own is None:
        return terms.false
    parties = formula.index.ctp.barriers[barrier].parties
    by_thread: dict[int, list[int]] = defaultdict(list)
    for arrival in arrivals:
        by_thread[formula.index.must.thread[arrival]].append(arrival)
    if len(by_thread) < parties:
        return terms.true
    if len(by_thread) == parties:
        turn = by_thread[formula.index.must.thread[own]].index(own)
        if any(len(events) <= turn for events in by_thread.values()):
            return terms.true
        return terms.any_of(terms.negation(formula.taken(events[turn])) for events in by_thread.values())
    width = (2 * (len(arrivals) + parties) + 2).bit_length()
    size = terms.bits(parties, width)
    earlier = sum_before(formula, arrivals, own, width)
    rounds = terms.apply(Op.ADD, width, terms.apply(Op.UDIV, width, earlier, size), terms.bits(1, width))
    needed = terms.apply(Op.MUL, width, rounds, size)
    return terms.apply(Op.ULT, 1, _number_of(formula, arrivals, width), needed)


def _begun(formula: Formula, once: int) -> Term:
    terms = formula.terms
    begins, ends = (_operations(formula, "once", once, of) for of in (OnceBegin, OnceEnd))
    done = terms.any_of(formula.taken(end) for end in ends)
    return terms.all_of((terms.any_of(formula.taken(begin) for begin in begins), terms.negation(done)))

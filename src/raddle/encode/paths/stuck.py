"""All stand before waits in vain at the end.

    every thread t:  no create of t is in, or an exit of t is in, or some s(p) of t;   some s(p)
    s(p) => the thread comes to p, nothing that leaves p is in, and what all of it waits for is not there

Everything that is in has taken place by then. Nobody is in a region, and the process has not ended: who stands before
its end does not stand in vain.
"""

from collections import defaultdict

from raddle.encode.paths.barriers import incomplete
from raddle.encode.paths.conditions import Condition
from raddle.encode.paths.formula import Formula
from raddle.encode.paths.semaphores import number_of
from raddle.logic.terms import Term
from raddle.model.ctp import (
    MAIN,
    Acquire,
    Join,
    Leave,
    Mode,
    OnceBegin,
    OnceEnd,
    OncePass,
    Post,
    Take,
    Wake,
)
from raddle.model.paths.standing import waits_there


def is_stuck(formula: Formula) -> Term:
    index, terms = formula.index, formula.terms
    vain = _InVain(formula)
    by_thread: dict[int, list[Term]] = defaultdict(list)
    for point, outcomes in index.paths.leaving.items():
        thread = index.thread[outcomes[0]]
        if not all(waits_there(index.events[event]) for event in outcomes) or formula.at(point) is terms.false:
            continue
        if index.opened.before(outcomes[0]).region is not None:
            continue
        literal = formula.fresh("stands")
        unless = terms.negation(literal)
        formula.require(unless, formula.at(point))
        for event in outcomes:
            formula.require(unless, terms.negation(formula.taken(event)))
            formula.require(unless, vain(event))
        by_thread[thread].append(literal)
    for thread in range(len(index.program.threads)):
        away = [formula.taken(event) for event in index.exits.get(thread, ())]
        if thread != MAIN:
            created = [formula.taken(event) for event in index.creates.get(thread, ())]
            away.append(terms.negation(terms.any_of(created)))
        formula.require(*by_thread[thread], *away)
    return terms.any_of(literal for literals in by_thread.values() for literal in literals)


class _InVain:
    """What an event waits for is not there when all that takes place has taken place."""

    def __init__(self, formula: Formula) -> None:
        self._formula = formula
        self._index = formula.index
        self._terms = formula.terms

    def __call__(self, event: int) -> Term:
        terms = self._terms
        match self._index.events[event].action:
            case Acquire(lock, mode):
                return terms.any_of(self._holders(lock, mode))
            case Join(child):
                return terms.negation(self._any(self._index.exits.get(child, [])))
            case Take(semaphore):
                return self._used_up(semaphore)
            case Wake(condition):
                wait = self._index.opened.before(event).wait
                assert wait is not None
                return Condition(self._formula, condition).never_woken(wait)
            case Leave(barrier):
                arrival = self._index.opened.before(event).arrival
                assert arrival is not None
                return incomplete(self._formula, arrival, barrier)
            case OncePass(once) | OnceBegin(once):
                begins, ends = (self._index.of("once", once, of) for of in (OnceBegin, OnceEnd))
                return terms.all_of((self._any(begins), terms.negation(self._any(ends))))
            case _:
                raise AssertionError("nobody waits there")

    def _any(self, events: list[int]) -> Term:
        return self._terms.any_of(self._formula.taken(event) for event in events)

    def _holders(self, lock: int, mode: Mode) -> list[Term]:
        """Sections that keep it from taking place, open at the end."""
        opened, terms = self._index.opened, self._terms
        return [
            terms.all_of(
                (self._formula.taken(section.acquire), terms.negation(self._any(opened.releases[section])))
            )
            for section in opened.of_lock.get(lock, ())
            if Mode.EXCLUSIVE in (section.mode, mode)
        ]

    def _used_up(self, semaphore: int) -> Term:
        formula, terms = self._formula, self._terms
        initial = self._index.program.semaphores[semaphore].initial
        takes, posts = (
            [formula.taken(event) for event in self._index.of("semaphore", semaphore, of)] for of in (Take, Post)
        )
        width = (initial + len(posts) + len(takes)).bit_length() + 1
        tokens = terms.sum((terms.bits(initial, width), number_of(formula, posts, width)), width)
        return terms.equal(tokens, number_of(formula, takes, width))

"""Condition variables: a signal wakes exactly one thread that waits at that moment. docs/rules.md, Conditions.

    waiting(w, s):  in(w), w < s, and w is not over:  no earlier signal chose it, no broadcast came between, and it had
                    not timed out (or woken for no reason) before s
    chooses(s, w) => waiting(w, s);  s chooses at most one w, and one if any is waiting
    wake k of wait w is in, by signal:  some s with chooses(s, w) is before k, or a broadcast between w and k
    wake by time-out or for no reason:  none of these;   wake by anything:  nothing is asked

The choice is the signal's, whether or not the thread gets to wake.
"""

from raddle.encode.formula import Formula
from raddle.logic.terms import Term
from raddle.model.ctp import Broadcast, Signal, Wait, Wake


def assert_conditions(formula: Formula) -> dict[Term, tuple[int, int]]:
    """Choice literal -> (signal, wait)."""
    choices: dict[Term, tuple[int, int]] = {}
    for number in range(len(formula.index.ctp.conditions)):
        events = formula.cone.among(formula.index.operations["condition", number])
        if any(isinstance(formula.index.ctp.events[event].action, Wake) for event in events):
            choices |= _Condition(formula, events).assert_all()
    return choices


class _Condition:
    def __init__(self, formula: Formula, events: list[int]) -> None:
        self._formula = formula
        self._terms = formula.terms
        actions = {event: formula.index.ctp.events[event].action for event in events}
        taken = [event for event in events if formula.taken(event) is not formula.terms.false]
        self._waits = [event for event in taken if isinstance(actions[event], Wait)]
        self._signals = [event for event in taken if isinstance(actions[event], Signal)]
        self._broadcasts = [event for event in taken if isinstance(actions[event], Broadcast)]
        self._wakes = {wait: self._wake_of(wait, taken) for wait in self._waits}
        self._chosen = {
            (signal, wait): formula.terms.variable(f"wakes{signal}.{wait}", 1)
            for signal in self._signals
            for wait in self._waits
            if formula.before(wait, signal) is not formula.terms.false
            and formula.index.must.thread[wait] != formula.index.must.thread[signal]
        }

    def assert_all(self) -> dict[Term, tuple[int, int]]:
        for signal in self._signals:
            self._signal(signal)
        for wait, wake in self._wakes.items():
            if wake is not None:
                self._wake(wait, wake)
        return {literal: pair for pair, literal in self._chosen.items()}

    def _wake_of(self, wait: int, events: list[int]) -> int | None:
        thread = self._formula.index.must.thread[wait]
        wakes = [
            event
            for event in events
            if event > wait
            and self._formula.index.must.thread[event] == thread
            and isinstance(self._formula.index.ctp.events[event].action, Wake)
        ]
        return min(wakes, default=None)

    def _signal(self, signal: int) -> None:
        formula, terms = self._formula, self._terms
        literals = []
        for wait in self._waits:
            literal = self._chosen.get((signal, wait))
            if literal is None:
                continue
            literals.append(literal)
            waiting = self._waiting(wait, signal)
            formula.require(terms.negation(literal), formula.taken(signal))
            formula.require(terms.negation(literal), waiting)
        for wait in self._waits:
            if (signal, wait) in self._chosen:
                waiting = self._waiting(wait, signal)
                formula.require(*formula.unless_taken(signal), *literals, terms.negation(waiting))
        formula.at_most_one(literals)

    def _waiting(self, wait: int, signal: int) -> Term:
        formula, terms = self._formula, self._terms
        over = [
            terms.all_of((literal, formula.decided(other, signal)))
            for (other, chosen), literal in self._chosen.items()
            if chosen == wait and other != signal
        ]
        over += [self._broadcast_between(wait, broadcast, signal) for broadcast in self._broadcasts]
        wake = self._wakes[wait]
        if wake is not None and not self._by_signal(wake):
            over.append(terms.all_of((formula.taken(wake), formula.decided(wake, signal))))
        return terms.all_of(
            (formula.taken(wait), formula.decided(wait, signal), terms.negation(terms.any_of(over))),
        )

    def _broadcast_between(self, wait: int, broadcast: int, event: int) -> Term:
        formula = self._formula
        return self._terms.all_of(
            (formula.taken(broadcast), formula.decided(wait, broadcast), formula.decided(broadcast, event))
        )

    def _by_signal(self, wake: int) -> bool:
        action = self._formula.index.ctp.events[wake].action
        return isinstance(action, Wake) and action.cause == "signal"

    def _by_anything(self, wake: int) -> bool:
        action = self._formula.index.ctp.events[wake].action
        return isinstance(action, Wake) and action.cause == "any"

    def _wake(self, wait: int, wake: int) -> None:
        formula, terms = self._formula, self._terms
        causes = [
            terms.all_of((literal, formula.decided(signal, wake)))
            for (signal, chosen), literal in self._chosen.items()
            if chosen == wait
        ]
        causes += [self._broadcast_between(wait, broadcast, wake) for broadcast in self._broadcasts]
        if self._by_signal(wake):
            formula.require(*formula.unless_taken(wake), *causes)
        elif not self._by_anything(wake):
            formula.require(*formula.unless_taken(wake), terms.negation(terms.any_of(causes)))

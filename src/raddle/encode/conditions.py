"""Condition variables: a signal wakes exactly one thread that waits at that moment. docs/rules.md, Conditions.

    waiting(w, s):  in(w), w < s, and w is not over:  no earlier signal chose it, no broadcast came between, and it had
                    not timed out (or woken for no reason) before s
    chooses(s, w) => waiting(w, s);  s chooses at most one w, and one if any is waiting
    a wake k of w that is in, by signal:  some s with chooses(s, w) is before k, or a broadcast between w and k
    by time-out or for no reason:  none of these;   by anything:  nothing is asked

The choice is the signal's, whether or not the thread gets to wake. A wait may have several wakes, on different ways.
"""

from raddle.encode.formula import Formula
from raddle.logic.terms import Term
from raddle.model.actions import Broadcast, Signal, Wait, Wake, WakeCause


def assert_conditions(formula: Formula) -> dict[Term, tuple[int, int]]:
    """Choice literal -> (signal, wait). Of a condition for which nobody waits nothing is said."""
    choices: dict[Term, tuple[int, int]] = {}
    for number in range(len(formula.index.ctp.conditions)):
        if formula.operations("condition", number, Wait):
            choices |= Condition(formula, number).assert_all()
    return choices


class Condition:
    def __init__(self, formula: Formula, number: int) -> None:
        self._formula = formula
        self._terms = formula.terms
        index = formula.index
        self._waits, self._signals, self._broadcasts = (
            formula.operations("condition", number, of) for of in (Wait, Signal, Broadcast)
        )
        self._chosen = {
            (signal, wait): formula.terms.variable(f"wakes{signal}.{wait}", 1)
            for signal in self._signals
            for wait in self._waits
            if index.thread[wait] != index.thread[signal]
            and not index.must.excludes(signal, wait)
            and formula.before(wait, signal) is not formula.terms.false
        }

    def assert_all(self) -> dict[Term, tuple[int, int]]:
        for signal in self._signals:
            self._signal(signal)
        for wait in self._waits:
            for wake in self._formula.index.sections.ends[wait]:
                self._wake(wait, wake)
        return {literal: pair for pair, literal in self._chosen.items()}

    def never_woken(self, wait: int) -> Term:
        """At the end no signal has chosen it, and no broadcast came behind it."""
        formula, terms = self._formula, self._terms
        chosen = [literal for (_, one), literal in self._chosen.items() if one == wait]
        woken = [
            terms.all_of((formula.taken(one), formula.decided(wait, one)))
            for one in self._broadcasts
            if formula.index.thread[one] != formula.index.thread[wait]
        ]
        return terms.negation(terms.any_of([*chosen, *woken]))

    def _signal(self, signal: int) -> None:
        formula, terms = self._formula, self._terms
        waiting = {wait: self._waiting(wait, signal) for wait in self._waits if (signal, wait) in self._chosen}
        literals = [self._chosen[signal, wait] for wait in waiting]
        for wait, here in waiting.items():
            unless = terms.negation(self._chosen[signal, wait])
            formula.require(unless, formula.taken(signal))
            formula.require(unless, here)
            formula.require(*formula.unless_taken(signal), *literals, terms.negation(here))
        formula.at_most_one(literals)

    def _waiting(self, wait: int, signal: int) -> Term:
        formula, terms = self._formula, self._terms
        over = [
            terms.all_of((literal, formula.decided(other, signal)))
            for (other, chosen), literal in self._chosen.items()
            if chosen == wait and other != signal
        ]
        over += [self._broadcast_between(wait, broadcast, signal) for broadcast in self._broadcasts]
        for wake in formula.index.sections.ends[wait]:
            if self._cause(wake) != "signal":
                over.append(terms.all_of((formula.taken(wake), formula.decided(wake, signal))))
        return terms.all_of((formula.taken(wait), formula.decided(wait, signal), terms.negation(terms.any_of(over))))

    def _broadcast_between(self, wait: int, broadcast: int, event: int) -> Term:
        formula = self._formula
        if formula.index.thread[wait] == formula.index.thread[broadcast]:
            return self._terms.false  # that wait is over by what ended it
        return self._terms.all_of(
            (formula.taken(broadcast), formula.decided(wait, broadcast), formula.decided(broadcast, event))
        )

    def _cause(self, wake: int) -> WakeCause:
        action = self._formula.index.events[wake].action
        assert isinstance(action, Wake)
        return action.cause

    def _wake(self, wait: int, wake: int) -> None:
        formula, terms = self._formula, self._terms
        causes = [
            terms.all_of((literal, formula.decided(signal, wake)))
            for (signal, chosen), literal in self._chosen.items()
            if chosen == wait
        ]
        causes += [self._broadcast_between(wait, broadcast, wake) for broadcast in self._broadcasts]
        match self._cause(wake):
            case "signal":
                formula.require(*formula.unless_taken(wake), *causes)
            case "any":
                pass
            case _:
                formula.require(*formula.unless_taken(wake), terms.negation(terms.any_of(causes)))

"""When a run is over, and what has taken place by then.

    at most one end l is in: what other threads might end with comes later, and need not be spoken of
    over:  some end is in, and END, a point of time that no event has, is its time
    all ended:  every thread that was created has an exit in;  then nothing is behind END

    an event e has taken place:      in(e), and e < END
    an event e has not taken place:  not in(e); or over, and END < e

Each of the two is said only where it is claimed: where neither is, nothing follows.
"""

from typing import Final

from raddle.encode.in_vain import away
from raddle.encode.paths.formula import PathFormula
from raddle.encode.paths.index import PathIndex
from raddle.logic.terms import Term
from raddle.model.goals import Complete, Reach
from raddle.model.program import MAIN


def may_all_end(index: PathIndex) -> bool:
    return bool(index.exits.get(MAIN))


class Ending:
    """Of runs that reach the goal: made once for a formula, which then has only such runs."""

    def __init__(self, formula: PathFormula, goal: Reach | Complete) -> None:
        self._formula: Final = formula
        self._terms: Final = formula.terms
        index = formula.index
        alive = sorted(index.last & index.alive)
        self._ends: Final = [end for end in alive if formula.taken(end) is not self._terms.false]
        self._time: Final = len(index.events)
        """END, as a point."""
        self._over: Final = self._ended_by_one(may_all_end=isinstance(goal, Complete) and may_all_end(index))
        for end in self._ends:
            self._is_the_end(end)

    def _ended_by_one(self, *, may_all_end: bool) -> Term:
        """That one of the ends is in; else all have ended."""
        formula, terms = self._formula, self._terms
        taken = [formula.taken(end) for end in self._ends]
        formula.at_most_one(taken)
        if not may_all_end:
            formula.require(*taken)
            return terms.true
        over = formula.fresh("over")
        formula.require(terms.negation(over), *taken)
        for thread in range(len(formula.index.ctp.threads)):
            formula.require(over, *away(formula, thread))
        return over

    def _is_the_end(self, end: int) -> None:
        formula, terms = self._formula, self._terms
        formula.points.add(end)
        formula.require(*formula.unless_taken(end), terms.not_after(end, self._time))
        formula.require(*formula.unless_taken(end), terms.not_after(self._time, end))

    # ---- what is true of an event that is in

    def is_before(self, event: int) -> Term:
        """It comes before the end, or is the end."""
        if self._is_always_before(event):
            return self._terms.true
        self._formula.points.add(event)
        return self._terms.before(event, self._time)

    def is_after(self, event: int) -> Term:
        if self._is_always_before(event):
            return self._terms.false
        self._formula.points.add(event)
        return self._terms.all_of((self._over, self._terms.before(self._time, event)))

    def _is_always_before(self, event: int) -> bool:
        """Where all end, everything is."""
        order = self._formula.index.must
        return event in self._formula.index.last or all(order(event, end) for end in self._ends)

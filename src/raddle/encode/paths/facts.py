"""Facts about a run (model/facts.py), said of the events that are the outcomes of their operations.

    present(a) => some outcome of a is in;  each that is in is before the end
    absent(a)  => each outcome of a that is in is behind the end

    p, an assumption:  p of TakesPart(a) => present(a)
                       p of Before(a, b) => absent(a), or absent(b), or x < y for the outcomes x, y that are in
    b, broken:         b of TakesPart(a) => absent(a)
                       b of Before(a, b) => present(a), present(b), and y < x (or it is the same)
    of facts that do not all hold:  some b

All of these are claims: only what is claimed has to be so. An operation of which no outcome is spoken of does not take
place.
"""

from collections.abc import Collection, Mapping
from itertools import product
from typing import Final

from raddle.encode.paths.complete import Ending
from raddle.encode.paths.formula import PathFormula
from raddle.logic.terms import Term
from raddle.model.facts import Before, Fact, Operation, TakesPart


class Facts:
    """Call it before locks and regions are spoken of: it makes points."""

    def __init__(self, formula: PathFormula, ending: Ending) -> None:
        self._formula: Final = formula
        self._terms: Final = formula.terms
        self._ending: Final = ending
        self._outcomes: Final[dict[Operation, tuple[int, ...]]] = {}
        self._present: Final[dict[Operation, Term]] = {}
        self._absent: Final[dict[Operation, Term]] = {}
        self._broken: Final[dict[Fact, Term]] = {}

    def assumptions(self, facts: Mapping[str, Fact]) -> dict[str, Term]:
        """Of each name a literal of its own: while it holds, so does the fact."""
        found = {}
        for name, fact in facts.items():
            found[name] = self._formula.fresh("fact")
            self._hold(self._terms.negation(found[name]), fact)
        return found

    def block(self, facts: Collection[Fact]) -> None:
        """They do not all hold."""
        self._formula.require(*(self.is_broken(fact) for fact in facts))

    def _hold(self, unless: Term, fact: Fact) -> None:
        match fact:
            case TakesPart(operation):
                self._formula.require(unless, self._is_present(operation))
            case Before(first, then):
                absent = self._is_absent(first), self._is_absent(then)
                self._ordered(first, then, unless, *absent, same=self._terms.false)

    def is_broken(self, fact: Fact) -> Term:
        """Claimed: it does not hold."""
        if isinstance(fact, TakesPart):
            return self._is_absent(fact.operation)
        found = self._broken.get(fact)
        if found is None:
            found = self._broken[fact] = self._formula.fresh("broken")
            unless = self._terms.negation(found)
            self._formula.require(unless, self._is_present(fact.first))
            self._formula.require(unless, self._is_present(fact.then))
            self._ordered(fact.then, fact.first, unless, same=self._terms.true)
        return found

    def _ordered(self, first: Operation, then: Operation, *unless: Term, same: Term) -> None:
        """The one is before the other, if outcomes of both are in. `same`: what is said of one that is both."""
        formula = self._formula
        for x, y in product(self._outcomes_of(first), self._outcomes_of(then)):
            if not formula.index.must.excludes(x, y):
                is_before = same if x == y else formula.before(x, y)
                formula.require(*unless, *formula.unless_taken(x, y), is_before)

    # ---- operations

    def _outcomes_of(self, operation: Operation) -> tuple[int, ...]:
        found = self._outcomes.get(operation)
        if found is None:
            formula = self._formula
            events = (event for point in operation for event in formula.index.leaving.get(point, ()))
            found = tuple(event for event in events if formula.taken(event) is not self._terms.false)
            self._outcomes[operation] = found
        return found

    def _is_present(self, operation: Operation) -> Term:
        found = self._present.get(operation)
        if found is None:
            found = self._present[operation] = self._formula.fresh("present")
            unless, outcomes = self._terms.negation(found), self._outcomes_of(operation)
            self._formula.require(unless, *(self._formula.taken(event) for event in outcomes))
            for event in outcomes:
                self._formula.require(unless, *self._formula.unless_taken(event), self._ending.is_before(event))
        return found

    def _is_absent(self, operation: Operation) -> Term:
        found = self._absent.get(operation)
        if found is None:
            found = self._absent[operation] = self._formula.fresh("absent")
            unless = self._terms.negation(found)
            for event in self._outcomes_of(operation):
                self._formula.require(unless, *self._formula.unless_taken(event), self._ending.is_after(event))
        return found

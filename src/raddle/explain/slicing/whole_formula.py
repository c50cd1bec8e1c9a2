"""A slice as one formula: which of its steps rule out that nothing fails. For slices that a solver can take at once."""

from collections.abc import Iterable
from typing import Final

from raddle.explain.slicing.demands import Said
from raddle.explain.slicing.literals import term_of
from raddle.logic.query import Query
from raddle.logic.terms import Term
from raddle.solve.answer import Unknown, Unsat
from raddle.solve.z3_assuming import Assuming, Possible

LIMIT_S: Final = 1.0
"""Of work, for one question."""


class WholeFormula:
    """Of these steps; asked about subsets of them."""

    def __init__(self, said: Said, kept: Iterable[int]) -> None:
        self._said: Final = said
        self._reached: Final[dict[int, Term]] = {}
        steps = {str(number): self._says(number) for number in kept}
        passed = self._passes()
        self._asked: Final = Assuming(Query(said.run.terms, (*self._definitions(), passed), steps), LIMIT_S)

    def core(self, kept: Iterable[int]) -> frozenset[int] | None:
        """Steps that are enough for the failure; empty only if none is needed. None: they are not enough, for all that
        is known. Raises Undecided."""
        answer = self._asked.check([str(number) for number in kept])
        match answer:
            case Possible():
                return None
            case Unsat(core):
                return frozenset(map(int, core))
            case Unknown(reason):
                raise Undecided(reason)

    @property
    def spent_s(self) -> float:
        """In work seconds, by all questions so far."""
        return self._asked.spent_s

    def _says(self, number: int) -> Term:
        said, terms = self._said, self._said.run.terms
        formula = said.formula(number)
        says = terms.all_of((terms.equal(said.run.variable(number), said.value(number)), *formula.sound))
        if not said.detail.control:
            return says
        premises = self._scopes(said.uses(number))
        if formula.where is not None:
            premises.append(formula.where)
        return terms.implies(terms.all_of(premises), says)

    def _scopes(self, used: Iterable[int]) -> list[Term]:
        return [term for one in used for term in self._around(one)]

    def _around(self, number: int) -> list[Term]:
        return [self._reach(one) for one in self._said.run.steps[number].around]

    def _reach(self, condition: int) -> Term:
        """That a condition holds, with all that it demands."""
        return self._reached.setdefault(condition, self._said.run.terms.variable(f"reached{condition}", 1))

    def _passes(self) -> Term:
        said, run, terms = self._said, self._said.run, self._said.run.terms
        failing = run.failing
        reached: list[Term] = []
        if said.detail.control:
            reached += map(self._reach, failing.around)
            reached += self._scopes(said.ends())
            for one in {one for pair in failing.orders for one in pair}:
                reached += self._around(one)
            reached += said.places()
        elif failing.violated is terms.true and not failing.orders and failing.guard is not None:
            reached += [term_of(run, claim) for claim in said.claims(failing.guard)]
        passed = terms.all_of((*failing.sound, terms.negation(failing.violated)))
        return terms.any_of((terms.negation(terms.all_of(reached)), passed))

    def _definitions(self) -> list[Term]:
        said, terms = self._said, self._said.run.terms
        found, done = [], set[int]()
        while len(done) < len(self._reached):
            for one in [one for one in self._reached if one not in done]:
                done.add(one)
                holds = [term_of(said.run, claim) for claim in said.claims(one)]
                whole = terms.all_of((*holds, *self._around(one), *self._scopes(said.needed(one))))
                found.append(terms.equal(self._reach(one), whole))
        return found


class Undecided(Exception):
    """The solver found no answer."""

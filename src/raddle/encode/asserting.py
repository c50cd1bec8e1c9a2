"""Assertions under construction: clauses over truth values of their own and of the program."""

from itertools import pairwise

from raddle.logic.terms import Term, TermStore


class Asserting:
    def __init__(self, terms: TermStore) -> None:
        self.terms = terms
        self.assertions: list[Term] = []
        self._fresh = 0

    def require(self, *alternatives: Term) -> None:
        term = self.terms.any_of(alternatives)
        if term is not self.terms.true:
            self.assertions.append(term)

    def fresh(self, what: str) -> Term:
        self._fresh += 1
        return self.terms.variable(f"{what}.{self._fresh}", 1)

    def at_most_one(self, literals: list[Term]) -> None:
        negated = [self.terms.negation(literal) for literal in literals]
        if len(literals) <= 6:
            for number, one in enumerate(negated):
                for other in negated[:number]:
                    self.require(one, other)
            return
        ladder = [self.fresh("amo") for _ in literals[1:]]
        for number, literal in enumerate(negated):
            if number < len(ladder):
                self.require(literal, ladder[number])
            if number:
                self.require(literal, self.terms.negation(ladder[number - 1]))
        for one, following in pairwise(ladder):
            self.require(self.terms.negation(one), following)

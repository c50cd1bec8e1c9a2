"""What terms of the program mean in a formula: reads stand for what they see.

A condition on reads whose choices are all constants is spelled with the choices, so that no arithmetic is left. What
reads there are, and which choices they have, is for those to say who know the events.
"""

from abc import ABC, abstractmethod
from itertools import product
from typing import Final

from raddle.logic.arithmetic import Trap, mask
from raddle.logic.evaluate import Evaluator, subterms
from raddle.logic.linear import with_equal_sums_settled
from raddle.logic.operators import Op
from raddle.logic.substitute import Substitution
from raddle.logic.terms import Term, TermStore
from raddle.model.accesses import Access
from raddle.model.actions import Read, Write

MOST_SPELLED: Final = 64
"""Combinations of choices up to which a condition is spelled out."""


class Meanings(ABC):
    def __init__(self, terms: TermStore, replaced: dict[Term, Term]) -> None:
        """`replaced`: reads that are known to be terms."""
        self._terms = terms
        self._replaced = replaced
        self.meaning = Substitution(terms, replaced)
        self._choices: dict[Term, dict[Term, Term]] = {}
        """Of a read left to choice: literal -> value, not yet replaced."""
        self._domains: dict[Term, dict[int, list[Term]]] = {}
        """Of a read whose choices are constants: value -> literals."""
        self._numeric: dict[Term, None] = {}
        """Reads whose value some assertion mentions as a number."""
        self._conditions: dict[Term, Term] = {}

    @abstractmethod
    def number(self, term: Term) -> Term:
        """The value of a term of the program, fit to be asserted."""

    def condition(self, term: Term) -> Term:
        """The truth value of a condition of the program, fit to be asserted."""
        found = self._conditions.get(term)
        if found is None:
            found = self._conditions[term] = self._condition(term)
        return found

    def _condition(self, term: Term) -> Term:
        meant = with_equal_sums_settled(self._terms, self.meaning(term))
        parts = subterms((meant,))
        if any(part.op is Op.BEFORE for part in parts):  # of a sum
            return self.number(meant)
        variables = [part for part in parts if part.op is Op.VARIABLE]
        domains = [self._domain(variable) for variable in variables]
        size = 1
        for domain in domains:
            size *= MOST_SPELLED + 1 if domain is None else len(domain)
        if variables and size <= MOST_SPELLED:
            return self._spelled(meant, variables, [domain for domain in domains if domain is not None])
        return self.number(meant)

    def _domain(self, variable: Term) -> dict[int, list[Term]] | None:
        """Its values with the choices that give them, if all are constants."""
        if variable not in self._choices:
            return None
        if variable not in self._domains:
            domain: dict[int, list[Term]] = {}
            for literal, value in self._choices[variable].items():
                constant = self.meaning(value).constant
                if constant is None:
                    domain = {}
                    break
                domain.setdefault(constant & mask(variable.width), []).append(literal)
            self._domains[variable] = domain
        return self._domains[variable] or None

    def _spelled(self, term: Term, variables: list[Term], domains: list[dict[int, list[Term]]]) -> Term:
        alternatives = []
        for values in product(*domains):
            if _holds(term, dict(zip(variables, values, strict=True))):
                picked = [self._terms.any_of(domain[value]) for domain, value in zip(domains, values, strict=True)]
                alternatives.append(self._terms.all_of(picked))
        return self._terms.any_of(alternatives)

    # ---- addresses

    def touches(self, read: Read | Write, write: Write) -> Term:
        """Whether they touch the same cell."""
        if read.address is None and write.address is None:
            return self._terms.true
        common = [cell for cell in read.cells if cell in write.cells]
        return self._terms.any_of(
            self._terms.all_of((self.selects(read, cell), self.selects(write, cell))) for cell in common
        )

    def selects(self, access: Read | Write | Access, cell: int) -> Term:
        """Whether its address is that of the cell."""
        if access.address is None:
            return self._terms.true
        value = access.addresses[access.cells.index(cell)]
        return self.condition(self._terms.equal(access.address, self._terms.bits(value, access.address.width)))

    def in_range(self, access: Read | Write | Access) -> Term:
        """Whether the address is one that is known."""
        return self._terms.any_of(self.selects(access, cell) for cell in access.cells)


def _holds(term: Term, values: dict[Term, int]) -> bool:
    """A division by zero has a guard of its own before it: such values do not come this far."""
    try:
        return Evaluator(values).holds(term)
    except Trap:
        return False

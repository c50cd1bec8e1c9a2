"""The variables of one run replaced by those of the edges that it goes along."""

from collections.abc import Mapping

from raddle.logic.bottom_up import bottom_up
from raddle.logic.operators import Op
from raddle.logic.substitute import rebuilt
from raddle.logic.terms import Term, TermStore


class Renaming:
    def __init__(self, terms: TermStore) -> None:
        self._terms = terms
        self._known: dict[Term, Term] = {}

    def __call__(self, term: Term) -> Term:
        return bottom_up(term, self._known, self._computed)

    def _computed(self, term: Term) -> Term:
        if term.op is Op.VARIABLE or not term.args:
            return term
        return rebuilt(self._terms, term, tuple(self._known[arg] for arg in term.args))

    @property
    def size(self) -> int:
        """Of what is known, for `rename` and `forget`."""
        return len(self._known)

    def rename(self, renamed: Mapping[Term, Term], since: int) -> None:
        """What was asked for since it had that size may speak of these variables: it is forgotten."""
        self.forget(since)
        self._known.update(renamed)

    def forget(self, since: int) -> None:
        """What was asked for since it had that size."""
        while len(self._known) > since:
            self._known.popitem()

"""What terms are worth in a run of a trace program. A division that traps raises Trap."""

from collections.abc import Sequence
from typing import Final, Protocol

from raddle.logic.arithmetic import Trap
from raddle.logic.evaluate import Evaluator, variables_of
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.layout import Layout


class Worth(Protocol):
    """What terms are worth. A division that traps raises Trap."""

    def learn(self, variable: Term, value: int) -> None:
        """That was read."""
        ...

    def of(self, term: Term, slots: Sequence[int]) -> int: ...


class RememberedWorth:
    """For many runs: remembers each term's value for each assignment of the variables in it."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._variables: dict[Term, tuple[list[Term], list[int]]] = {}
        self._known: dict[tuple[int, ...], int | None] = {}

    def learn(self, variable: Term, value: int) -> None:
        pass

    def of(self, term: Term, slots: Sequence[int]) -> int:
        if term.op is Op.CONSTANT:
            assert isinstance(term.data, int)
            return term.data
        found = self._variables.get(term)
        if found is None:
            variables = variables_of([term])
            found = self._variables[term] = variables, [self._layout.slot_of[variable] for variable in variables]
        values = [slots[slot] for slot in found[1]]
        key = (term.number, *values)
        if key not in self._known:
            try:
                self._known[key] = Evaluator(dict(zip(found[0], values, strict=True)))(term)
            except Trap:
                self._known[key] = None
        value = self._known[key]
        if value is None:
            raise Trap
        return value


class GrowingWorth:
    """For one run: what is known only grows, since each variable is read once. A read in vain can be taken back."""

    def __init__(self) -> None:
        self.values: Final[dict[Term, int]] = {}
        self._evaluator = Evaluator(self.values)

    def learn(self, variable: Term, value: int) -> None:
        self.values[variable] = value
        self._evaluator.learn(variable, value)

    @property
    def size(self) -> tuple[int, int]:
        return len(self.values), self._evaluator.size

    def forget(self, size: tuple[int, int]) -> None:
        """All since then."""
        while len(self.values) > size[0]:
            self.values.popitem()
        self._evaluator.forget(size[1])

    def of(self, term: Term, slots: Sequence[int]) -> int:
        return self._evaluator(term)

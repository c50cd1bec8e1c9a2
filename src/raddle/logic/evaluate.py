"""What a term is worth when its variables have values. Order atoms are worth what the given positions say."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from raddle.logic.arithmetic import TWO, Trap, mask, one
from raddle.logic.bottom_up import bottom_up
from raddle.logic.operators import Op
from raddle.logic.terms import Term

Position = int | float | Fraction


class Evaluator:
    """Remembers what it has computed; make a new one when a value changes. A division by zero raises Trap."""

    def __init__(self, values: Mapping[Term, int], positions: Mapping[int, Position] | None = None) -> None:
        self._known: dict[Term, int] = dict(values)
        self._positions = positions or {}

    def learn(self, variable: Term, value: int) -> None:
        """One more variable has a value; it had none before."""
        self._known[variable] = value

    @property
    def size(self) -> int:
        """Of what is known, for `forget`."""
        return len(self._known)

    def forget(self, size: int) -> None:
        """All that was learnt and computed since it had that size."""
        while len(self._known) > size:
            self._known.popitem()

    def __call__(self, term: Term) -> int:
        return bottom_up(term, self._known, self._computed)

    def holds(self, term: Term) -> bool:
        return self(term) == 1

    def _computed(self, term: Term) -> int:
        known = self._known
        match term.op:
            case Op.CONSTANT:
                assert isinstance(term.data, int)
                return term.data
            case Op.VARIABLE:
                raise KeyError(term.data)
            case Op.NOT:
                return 1 - known[term.args[0]]
            case Op.ALL:
                return int(all(known[arg] for arg in term.args))
            case Op.ANY:
                return int(any(known[arg] for arg in term.args))
            case Op.ITE:
                return known[term.args[0]] if known[term.args[2]] else known[term.args[1]]
            case Op.EXTRACT:
                assert isinstance(term.data, int)
                return known[term.args[0]] >> term.data & mask(term.width)
            case Op.CONCAT:
                high, low = term.args
                return known[high] << low.width | known[low]
            case Op.BEFORE | Op.NOT_AFTER | Op.AT:
                return self._order(term)
            case _:
                return self._arithmetic(term)

    def _arithmetic(self, term: Term) -> int:
        values = [self._known[arg] for arg in term.args]
        width = term.args[0].width
        if len(values) == 1:
            return one(term.op, values[0], width, term.width) & mask(term.width)
        return TWO[term.op](values[0], values[1], width) & mask(term.width)

    def _order(self, term: Term) -> int:
        assert isinstance(term.data, tuple)
        a, b = term.data
        if term.op is Op.AT:
            return int(self._positions[a] == b)
        if term.op is Op.BEFORE:
            return int(self._positions[a] < self._positions[b])
        return int(self._positions[a] <= self._positions[b])


_TRAPPED = -1


class GuardedEvaluator(Evaluator):
    """Raises Trap only where the worth of the whole depends on what traps: any_of(x == 0, 8 / x == 2) holds at 0.

    For formulas, in which a division that does not take place is still written down.
    """

    def __call__(self, term: Term) -> int:
        value = super().__call__(term)
        if value == _TRAPPED:
            raise Trap
        return value

    def _computed(self, term: Term) -> int:
        known = self._known
        values = [known[arg] for arg in term.args]
        if _TRAPPED not in values:
            try:
                return super()._computed(term)
            except Trap:
                return _TRAPPED
        if term.op is Op.ALL and 0 in values:
            return 0
        if term.op is Op.ANY and 1 in values:
            return 1
        if term.op is Op.ITE and values[2] != _TRAPPED:
            return values[0] if values[2] else values[1]
        return _TRAPPED


def variables_of(terms: Iterable[Term]) -> list[Term]:
    """All variables in the terms, in the order of making."""
    return sorted((term for term in subterms(terms) if term.op is Op.VARIABLE), key=lambda term: term.number)


def subterms(terms: Iterable[Term]) -> list[Term]:
    """The terms and all that they are made of, operands first."""
    seen: set[Term] = set()
    stack = list(terms)
    while stack:
        top = stack.pop()
        if top not in seen:
            seen.add(top)
            stack.extend(top.args)
    return sorted(seen, key=lambda term: term.number)

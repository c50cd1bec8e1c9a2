"""Queries with numbers, put to the solver for truth values and order bit by bit (solve/bits.py)."""

from time import monotonic

from raddle.logic.query import Query
from raddle.logic.terms import Term
from raddle.solve.answer import Answer, Sat
from raddle.solve.bits import NotSpelled, Spelled, spelled_in_bits
from raddle.solve.growing import More, nothing_more
from raddle.solve.sat_order import OUT_OF_SCOPE, SatOrder


class InBits:
    """Numbers, truth values, BEFORE and NOT_AFTER; all else is OUT_OF_SCOPE."""

    name = "cadical (bits)"

    def __init__(self) -> None:
        self._inner = SatOrder()

    def solve(self, query: Query, limit_s: float | None) -> Answer:
        return self.solve_growing(query, nothing_more, limit_s)

    def solve_growing(self, query: Query, more: More, limit_s: float | None) -> Answer:
        begun = monotonic()
        spelled = spelled_in_bits(query)
        if spelled is None:
            return OUT_OF_SCOPE
        left_s = None if limit_s is None else max(0.1, limit_s - (monotonic() - begun))

        def more_in_bits(answer: Sat) -> list[Term]:
            return [spelled.truth(term) for term in more(with_numbers(spelled, answer))]

        try:
            answer = self._inner.solve_growing(spelled.query, more_in_bits, left_s)
        except NotSpelled:
            return OUT_OF_SCOPE
        return with_numbers(spelled, answer) if isinstance(answer, Sat) else answer


def with_numbers(spelled: Spelled, answer: Sat) -> Sat:
    values = dict(answer.values)
    for variable, bits in spelled.bits.items():
        values[variable] = sum(1 << place for place, bit in enumerate(bits) if answer.values.get(bit))
    return Sat(values, answer.positions)

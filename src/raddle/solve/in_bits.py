"""Queries with numbers, put to the solver for truth values and order bit by bit (solve/bits.py)."""

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
        spelled = spelled_in_bits(query)
        if spelled is None:
            return OUT_OF_SCOPE

        def more_in_bits(answer: Sat) -> list[Term]:
            return [spelled.truth(term) for term in more(with_numbers(spelled, answer))]

        try:
            answer = self._inner.solve_growing(spelled.query, more_in_bits, limit_s)
        except NotSpelled:
            return OUT_OF_SCOPE
        return with_numbers(spelled, answer) if isinstance(answer, Sat) else answer


def with_numbers(spelled: Spelled, answer: Sat) -> Sat:
    values = dict(answer.values)
    for variable, bits in spelled.bits.items():
        values[variable] = sum(1 << place for place, bit in enumerate(bits) if answer.values.get(bit))
    return Sat(values, answer.positions)

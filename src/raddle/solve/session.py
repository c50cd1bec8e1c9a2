"""One query with many sets of assumptions, and assertions that are added on the way.

In: a Query, whose assumptions are all that may ever be made, and what else its models must not break
(solve/growing.py). Out: an answer for each set of names. CaDiCaL keeps what it learnt from one to the next; where it is
not asked (floats, products of two unknowns), z3 begins anew each time. A model is evaluated on all that was asserted
and assumed, unless who asks has a better check of what it says.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Final, Self

from raddle.base.work import CpuMeter, Meter
from raddle.logic.query import Query
from raddle.logic.terms import Term
from raddle.solve.answer import Answer, Sat
from raddle.solve.bits import NotSpelled, Spelled, spelled_in_bits
from raddle.solve.checked import Checked, check_model
from raddle.solve.growing import More, nothing_more
from raddle.solve.in_bits import with_numbers
from raddle.solve.sat_order import OUT_OF_SCOPE, SatOrderSession
from raddle.solve.z3_text import Z3Text


class Session:
    def __init__(self, query: Query, more: More = nothing_more, *, evaluated: bool = True) -> None:
        self._evaluated: Final = evaluated
        self._query: Final = query
        self._more: Final = more
        self._added: Final[list[Term]] = []
        """Assertions beside the query's, said by whomever."""
        self._inner: SatOrderSession | _InBits | None = _inner(query)
        self.spent_s = 0.0
        """By all questions so far, in work seconds."""

    def check(self, names: Collection[str], limit_s: float | None = None, until: float | None = None) -> Answer:
        """Whether the assertions and the assumptions of these names can hold together. An Unsat names those of them
        that it needed. `until`: when the whole has to be over."""
        query = replace(self._query, assumptions={name: self._query.assumptions[name] for name in names})
        answer: Answer = OUT_OF_SCOPE
        if self._inner is not None:
            meter = Meter(limit_s, until)
            answer = self._inner.check(names, self._noted, meter)
            self.spent_s += meter.spent_s
        if answer is OUT_OF_SCOPE:
            self._give_up()
            whole = replace(query, assertions=(*query.assertions, *self._added))
            by_z3 = CpuMeter(limit_s)
            answer = Checked(Z3Text()).solve_growing(whole, self._noted, limit_s)
            self.spent_s += by_z3.spent_s
            return answer
        if isinstance(answer, Sat) and self._evaluated:
            check_model(replace(query, assertions=(*query.assertions, *self._added)), answer, "cadical")
        return answer

    def add(self, *assertions: Term) -> None:
        """From now on they hold too."""
        self._added.extend(assertions)
        if self._inner is not None and not self._inner.add(assertions):
            self._give_up()

    def _noted(self, answer: Sat) -> Sequence[Term]:
        new = self._more(answer)
        self._added.extend(new)
        return new

    def _give_up(self) -> None:
        if self._inner is not None:
            self._inner.close()
            self._inner = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._give_up()


class _InBits:
    """Numbers bit by bit."""

    def __init__(self, spelled: Spelled) -> None:
        self._spelled: Final = spelled
        self._session: Final = SatOrderSession(spelled.query)
        self.close: Final = self._session.close

    def check(self, names: Collection[str], more: More, meter: Meter) -> Answer:
        def more_in_bits(answer: Sat) -> list[Term]:
            return [self._spelled.truth(term) for term in more(with_numbers(self._spelled, answer))]

        try:
            answer = self._session.check(names, more_in_bits, meter)
        except NotSpelled:
            return OUT_OF_SCOPE
        return with_numbers(self._spelled, answer) if isinstance(answer, Sat) else answer

    def add(self, assertions: Sequence[Term]) -> bool:
        try:
            return self._session.add([self._spelled.truth(term) for term in assertions])
        except NotSpelled:
            return False


def _inner(query: Query) -> SatOrderSession | _InBits | None:
    plain = SatOrderSession(query)
    if plain.in_scope:
        return plain
    plain.close()
    spelled = spelled_in_bits(query)
    return None if spelled is None else _InBits(spelled)

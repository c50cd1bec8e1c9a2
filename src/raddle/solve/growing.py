"""Queries that grow: what else must hold is said when a model breaks it.

A model that breaks nothing answers the whole; where even less than the whole has no model, the whole has none.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from raddle.base.work import CpuMeter
from raddle.logic.query import Query
from raddle.logic.terms import Term
from raddle.solve.answer import Answer, Sat, Solver, Unknown

More = Callable[[Sat], Sequence[Term]]
"""Assertions that the model breaks; none: it breaks nothing."""


class GrowingSolver(Solver, Protocol):
    def solve_growing(self, query: Query, more: More, limit_s: float | None) -> Answer:
        """As `solve`; a Sat breaks nothing."""
        ...


def nothing_more(answer: Sat) -> Sequence[Term]:
    return ()


def in_rounds(solver: Solver, query: Query, more: More, limit_s: float | None) -> Answer:
    """By a solver that knows only whole queries: anew each time."""
    meter = CpuMeter(limit_s)
    while not meter.is_over:
        answer = solver.solve(query, meter.left_s)
        new = more(answer) if isinstance(answer, Sat) else ()
        if not new:
            return answer
        query = replace(query, assertions=(*query.assertions, *new))
    return Unknown(f"{solver.name} found no answer within {limit_s:g} s")

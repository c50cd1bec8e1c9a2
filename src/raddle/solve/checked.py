"""No model is believed before it is evaluated on its query (KLEE's AssignmentValidatingSolver)."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from raddle.base.errors import InternalError
from raddle.logic.arithmetic import Trap
from raddle.logic.evaluate import GuardedEvaluator
from raddle.logic.query import Query
from raddle.logic.terms import Term
from raddle.solve.answer import Answer, Sat, Solver
from raddle.solve.growing import More, in_rounds


class Checked:
    """Another solver's answers; a model that does not hold is an internal error: solver and arithmetic disagree."""

    def __init__(self, inner: Solver) -> None:
        self._inner: Final = inner
        self.name = inner.name

    def solve(self, query: Query, limit_s: float | None) -> Answer:
        answer = self._inner.solve(query, limit_s)
        if isinstance(answer, Sat):
            check_model(query, answer, self.name)
        return answer

    def solve_growing(self, query: Query, more: More, limit_s: float | None) -> Answer:
        """By the other's `solve_growing` where it has one. What was added is checked too."""
        added: list[Term] = []

        def noted(answer: Sat) -> Sequence[Term]:
            new = more(answer)
            added.extend(new)
            return new

        grow = getattr(self._inner, "solve_growing", None) or partial(in_rounds, self._inner)
        answer: Answer = grow(query, noted, limit_s)
        if isinstance(answer, Sat):
            check_model(replace(query, assertions=(*query.assertions, *added)), answer, self.name)
        return answer


def check_model(query: Query, model: Sat, of: str) -> None:
    """`of`: the solver."""
    evaluator = GuardedEvaluator(model.values, model.positions)
    named = [(f"assertion {index}", term) for index, term in enumerate(query.assertions)]
    named.extend((f"assumption {name}", term) for name, term in query.assumptions.items())
    for name, term in named:
        try:
            wrong = None if evaluator.holds(term) else "is false"
        except Trap:
            wrong = "divides by zero"
        except KeyError as missing:
            wrong = f"has no value for {missing}"
        if wrong is not None:
            raise InternalError(f"in the model of {of}, {name} {wrong}: {_short(term)}")


def _short(term: Term) -> str:
    text = repr(term)
    return text if len(text) <= 300 else f"{text[:300]}..."

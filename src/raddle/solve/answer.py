"""What a solver answers, and what every solver looks like."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol

from raddle.logic.query import Query
from raddle.logic.terms import Term


@dataclass(frozen=True, slots=True)
class Sat:
    """Values of all variables and times of all points in the query; they have been evaluated on it."""

    values: Mapping[Term, int] = field(repr=False)
    positions: Mapping[int, int | Fraction] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Unsat:
    core: frozenset[str]
    """Names of the assumptions that it needed; not necessarily the fewest."""


@dataclass(frozen=True, slots=True)
class Unknown:
    reason: str


Answer = Sat | Unsat | Unknown


class Solver(Protocol):
    name: str

    def solve(self, query: Query, limit_s: float | None) -> Answer:
        """Within that much work (base/work.py). What needs more is Unknown."""
        ...

"""What a solver is asked."""

from dataclasses import dataclass, field

from raddle.logic.terms import Term, TermStore


@dataclass(frozen=True)
class Query:
    """Is there an assignment, and times for the points, under which every assertion and every assumption holds?"""

    terms: TermStore = field(repr=False)
    assertions: tuple[Term, ...] = field(repr=False)
    assumptions: dict[str, Term] = field(default_factory=dict)
    """By name: an unsatisfiable answer says which of them it needed."""
    preferred: dict[Term, bool] = field(default_factory=dict)
    """What to try first, where a solver can be told: a hint, never a constraint. It may change while a query grows."""

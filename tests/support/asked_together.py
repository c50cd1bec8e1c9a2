"""Goals asked of one formula, as the decider asks where it has many: what it proves must be so."""

from collections.abc import Iterable
from dataclasses import dataclass

from raddle.encode.encoder import Encoder
from raddle.model.goals import Goal
from raddle.solve.choose import refuting


@dataclass(frozen=True)
class Together:
    asked: tuple[Goal, ...]
    """As many of them as can be."""
    proved: frozenset[Goal]


def asked_together(encoder: Encoder, goals: Iterable[Goal]) -> Together:
    asked = tuple(goal for goal in goals if encoder.can_be_together(goal))
    built = encoder.together(asked)
    solver = refuting(built.query, None)
    proved = frozenset(
        goal for goal in asked if (name := built.names.get(goal)) is None or solver.contradictory(name)
    )
    return Together(asked, proved)

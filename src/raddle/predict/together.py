"""Proofs of many goals by one formula, which is built once and asked again and again (encode/together.py).

In: an encoder, and groups of goals in the order in which they will be asked. What goals can share is built when the
first of them needs it, for as many of those behind it in its group as have a cone of about the same size. No solution
is used: who has one to find asks for that goal alone.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from raddle.encode.encoder import Encoder
from raddle.model.goals import Goal
from raddle.solve.choose import refuting

if TYPE_CHECKING:
    from raddle.solve.refuting import Refuting

MOST_TIMES: Final = 2
"""As large as the cone of the first goal the cone of all may be."""
SMALL: Final = 200
"""Events: no cone is smaller than that."""
MOST_IN_VAIN: Final = 2
"""Goals in a row that are too much for the solver: then it is asked no more."""


class Proofs:
    """`limit_s`: of work, for one goal."""

    def __init__(self, encoder: Encoder, groups: Iterable[Sequence[Goal]], limit_s: float | None) -> None:
        self._encoder: Final = encoder
        self._limit_s: Final = limit_s
        self._at: Final = {goal: (group, place) for group in groups for place, goal in enumerate(group)}
        self._names: dict[Goal, str | None] = {}
        """Of the goals that the formula is for; None: it is known that nothing leads there."""
        self._solver: Refuting | None = None
        """None: there is no formula, or it was too much for the solver."""
        self._in_vain = 0

    def has(self, goal: Goal) -> bool:
        """Whether there is a formula that it can be asked of."""
        return self._solver is not None and goal in self._names

    def proves(self, goal: Goal) -> bool:
        """Whether it is out of reach, by the formula that there is."""
        name = self._names[goal]
        if name is None or self._solver is None:
            return name is None
        contradictory = self._solver.contradictory(name)
        self._in_vain = self._in_vain + 1 if contradictory is None else 0
        if self._in_vain == MOST_IN_VAIN:
            self._solver = None
        return contradictory is True

    def build(self, goal: Goal) -> bool:
        """A formula for it and some behind it; False: there are none, or one was tried already."""
        if goal in self._names or len(goals := self._similar(goal)) < 2:
            return False
        self._in_vain = 0
        built = self._encoder.together(goals)
        self._names = {one: built.names.get(one) for one in goals}
        self._solver = refuting(built.query, self._limit_s)
        return True

    def _similar(self, goal: Goal) -> list[Goal]:
        """It and some of those behind it."""
        group, place = self._at.get(goal, ((), 0))
        goals = [one for one in group[place:] if self._encoder.can_be_together(one)]
        if goal not in goals:
            return []
        if len(goals) > 1:
            most = MOST_TIMES * max(SMALL, self._encoder.cone_size([goal]))
            while len(goals) > 1 and self._encoder.cone_size(goals) > most:
                goals = goals[: len(goals) // 2]
        return goals

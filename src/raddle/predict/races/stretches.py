"""Many Meets at once: can two threads be in these two stretches at the same time?

In: the pairs of classes that are left for the solver. Out: verdicts for each pair of places.

From any access of a stretch its thread can go on to a later one, whatever the others do (predict/races/classes.py). So
if two accesses can meet, then the two threads can also stand beside each other before the last of the accesses that are
asked about in their stretches. Where they cannot, no two accesses of the stretches meet: one proof for all of them.
Where they can, the run that leads there is cut back to each pair of accesses, and if that does not show a race the pair
is asked about itself. Inside of a region a thread keeps all others from going on: accesses there are asked about one by
one.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

import numpy as np
import numpy.typing as npt

from raddle.decide.answers import Holds, Undecided, Verdict, Violated
from raddle.encode.index import Index
from raddle.model.goals import Beside, Goal, Meet
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.reached import reached
from raddle.model.run import switches
from raddle.predict.races.classes import MADE_UP, REGION, Classes
from raddle.predict.races.pairs import Meetings, PlacePair

MOST_CLASSES: Final = 20_000
"""Pairs of classes that are looked at for one pair of places."""
MOST_GOALS: Final = 200
"""That are asked for one pair of places. Beyond, it is undecided unless a race is found."""
MOST_MOVES_RUN: Final = 20_000
"""That are run on the machine for each pair of accesses."""

Ask = Callable[[Sequence[Sequence[Goal]]], Sequence[Sequence[Verdict]]]
"""Groups of goals -> their verdicts, as predict/groups.py: a group is over with its first violation."""
Stretches = tuple[int, int, int, int]
"""Thread and stretch of the one, thread and stretch of the other."""


@dataclass
class Question:
    """What is to be asked about one pair of places."""

    goals: list[Meet]
    too_many: bool
    verdicts: list[Verdict] = field(default_factory=list)


@dataclass
class _Both:
    """All that is asked about two stretches: the last access in each."""

    first: int
    second: int
    goals: int = 0


class Meets:
    def __init__(self, index: Index, classes: Classes, stretch_of: npt.NDArray[np.int64], ask: Ask) -> None:
        self._index = index
        self._classes = classes
        self._stretch_of = stretch_of
        self._ask = ask
        self._machine = Machine(index.ctp)

    def asked(self, pairs: dict[PlacePair, list[Meetings]], *, together: bool) -> dict[PlacePair, Question]:
        """`together`: many at once, where that is possible."""
        questions = {pair: self._question(meetings) for pair, meetings in pairs.items()}
        settled: dict[Stretches, Verdict] = self._together(questions.values()) if together else {}
        open_: dict[PlacePair, list[Meet]] = {}
        for pair, question in questions.items():
            open_[pair] = self._left(question, settled)
        waiting = [pair for pair, goals in open_.items() if goals]
        for pair, found in zip(waiting, self._ask([open_[pair] for pair in waiting]), strict=True):
            questions[pair].verdicts += found
        return questions

    def _question(self, meetings: Iterable[Meetings]) -> Question:
        last = self._classes.last
        found = dict.fromkeys(
            Meet(int(last[a]), int(last[b]))
            for a, b in islice((pair for one in meetings for pair in one.pairs()), MOST_CLASSES + 1)
        )
        kept: list[Meet] = []
        asked: set[object] = set()
        for goal in found:
            asked.add(self._stretches(goal) or goal)
            if len(asked) > MOST_GOALS:
                return Question(kept, too_many=True)
            kept.append(goal)
        return Question(kept, too_many=len(found) > MOST_CLASSES)

    def _stretches(self, goal: Meet) -> Stretches | None:
        """None: one of them is in a region."""
        inside = self._index.region_of
        if goal.first in inside or goal.second in inside:
            return None
        thread = self._index.must.thread
        one = (thread[goal.first], int(self._stretch_of[goal.first]))
        other = (thread[goal.second], int(self._stretch_of[goal.second]))
        return (*one, *other) if one < other else (*other, *one)

    def _together(self, questions: Iterable[Question]) -> dict[Stretches, Verdict]:
        both: dict[Stretches, _Both] = {}
        thread = self._index.must.thread
        for question in questions:
            for goal in question.goals:
                key = self._stretches(goal)
                if key is not None:
                    first, second = goal.first, goal.second
                    if thread[first] != key[0]:
                        first, second = second, first
                    one = both.setdefault(key, _Both(first, second))
                    one.first, one.second, one.goals = max(one.first, first), max(one.second, second), one.goals + 1
        asked = {key: Beside(one.first, one.second) for key, one in both.items() if one.goals > 1}
        verdicts = self._ask([[goal] for goal in asked.values()])
        return {key: found[0] for key, found in zip(asked, verdicts, strict=True)}

    def _left(self, question: Question, settled: dict[Stretches, Verdict]) -> list[Meet]:
        """The goals that have to be asked one by one. What is known already is among the verdicts."""
        left: list[Meet] = []
        for goal in question.goals:
            key = self._stretches(goal)
            match settled.get(key) if key is not None else None:
                case Holds():
                    question.verdicts.append(Holds(goal))
                case Undecided(_, reason):
                    question.verdicts.append(Undecided(goal, reason))
                case Violated(_, moves):
                    found = self._cut_back(goal, moves)
                    if found is not None:
                        question.verdicts.append(found)
                        return []
                    left.append(goal)
                case _:
                    left.append(goal)
        return left

    def _cut_back(self, goal: Meet, moves: tuple[Move, ...]) -> Violated | None:
        ctp, last = self._index.ctp, {}
        if len(moves) > MOST_MOVES_RUN:
            return None
        for number in (goal.first, goal.second):
            last[ctp.events[number].thread] = number
        kept = tuple(move for move in moves if move.event < last.get(ctp.events[move.event].thread, move.event + 1))
        if not reached(self._machine, goal, kept):
            return None
        return Violated(goal, kept, switches(ctp, kept, goal.second), fewest=False)


def in_regions(classes: Classes, meetings: Iterable[Meetings]) -> bool:
    return any(
        not classes.locks[int(classes.held[rows[0]])].isdisjoint((REGION, MADE_UP))
        for one in meetings
        for rows in (one.a, one.b)
    )

"""Random runs that get stuck: cheap, and they find what is easy to find (predict/sample.py).

In: a trace program. Out: by places, moves after which threads wait in a circle, or nobody can move. Nothing follows
from finding nothing.
"""

import random
from collections.abc import Hashable
from typing import Final

from raddle.model.goals import Circle, Goal, Standstill
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.program import TraceProgram
from raddle.model.standing import deadlocks
from raddle.predict.deadlocks.lock_graph import PlaceOf
from raddle.predict.sample import RandomRun

MOST_RUNS: Final = 60
MOST_MOVES: Final = 150_000
_SEED: Final = 1965


class Seen:
    def __init__(self, ctp: TraceProgram, machine: Machine, place_of: PlaceOf) -> None:
        self.moves: Final[dict[Goal, tuple[Move, ...]]] = {}
        self.circles: Final[dict[frozenset[Hashable], Circle]] = {}
        """By their places."""
        self.standstills: Final[list[Goal]] = []
        """One, if any was seen: the others are asked for."""
        self._place_of = place_of
        chance = random.Random(_SEED)
        left = MOST_MOVES
        for number in range(MOST_RUNS):
            run = RandomRun(ctp, machine, chance, often=(0.02, 0.1, 0.4)[number % 3])
            if run.go() is None:
                self._look(machine, run)
            left -= len(run.moves)
            if left <= 0:
                break

    def _look(self, machine: Machine, run: RandomRun) -> None:
        there = deadlocks(machine, run.state)
        for circle in there.circles:
            places = frozenset(map(self._place_of, circle))
            if places not in self.circles:
                self.circles[places] = Circle(tuple(sorted(circle)))
                self.moves[self.circles[places]] = tuple(run.moves)
        goal = Standstill(circles=False)
        if there.standstill is not None and not there.circles and goal not in self.moves:
            self.standstills.append(goal)
            self.moves[goal] = tuple(run.moves)

"""Random runs of paths on the machine: cheap, and they find what is easy to find.

Nothing follows from finding nothing: that is for the solver. The runs are the same ones every time: their number is
bounded by events, not by a clock.
"""

import random
from typing import Final

from raddle.model.goals import Meet, PathGoal, Reach, Standstill
from raddle.model.machine import Machine
from raddle.model.moves import Move, Way, way_of
from raddle.model.program import Event
from raddle.model.standing import standstill
from raddle.model.worth import GrowingWorth

MOST_RUNS: Final = 24
MOST_MOVES: Final = 60_000
_SEED: Final = 2009


def random_way(machine: Machine, goal: PathGoal) -> Way | None:
    if isinstance(goal, Meet):
        return None
    chance = random.Random(_SEED)
    left = MOST_MOVES
    for number in range(MOST_RUNS):
        run = _Run(machine, goal, chance, often=(0.02, 0.1, 0.4)[number % 3])
        if run.go():
            return run.way
        left -= len(run.moves)
        if left <= 0:
            break
    return None


class _Run:
    """Goes on in one thread, now and then turns to another, and to another where it must."""

    def __init__(self, machine: Machine, goal: PathGoal, chance: random.Random, *, often: float) -> None:
        self._machine = machine
        self._wanted = frozenset(goal.events) if isinstance(goal, Reach) else frozenset()
        self._is_stuck_wanted = isinstance(goal, Standstill)
        self._chance = chance
        self._often = often
        self._slots = list(machine.initial)
        self._worth = GrowingWorth()
        self.moves: list[Move] = []

    def go(self) -> bool:
        """Whether the goal was reached."""
        current = 0
        threads = list(self._machine.layout.threads)
        while True:
            if self._chance.random() > self._often and self._move(current):
                if self._is_there():
                    return True
                continue
            self._chance.shuffle(threads)
            for thread in threads:
                if self._move(thread):
                    current = thread
                    break
            else:
                return self._is_stuck_wanted and standstill(self._machine, self._slots)
            if self._is_there():
                return True

    @property
    def way(self) -> Way:
        return way_of(self.moves)

    def _is_there(self) -> bool:
        return self.moves[-1].event in self._wanted

    def _move(self, thread: int) -> bool:
        for event in self._machine.outcomes(self._slots, thread):
            known = event.number in self._wanted or not self._machine.ends_the_run(event.number)
            if known and self._try(event):
                return True
        return False

    def _try(self, event: Event) -> bool:
        chosen = self._chance.choice(self._machine.choices(self._slots, event))
        size = self._worth.size
        if self._machine.why_not(self._slots, event, chosen, self._worth) is None:
            self.moves.append(Move(event.number, chosen))
            return True
        self._worth.forget(size)
        return False

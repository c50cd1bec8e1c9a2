"""Random runs of paths on the machine: cheap, and they find what is easy to find.

Nothing follows from finding nothing: that is for the solver. The runs are the same ones every time: their number is
bounded by events, not by a clock.
"""

import random
from typing import Final

from raddle.model.ctp import Step
from raddle.model.moves import Move
from raddle.model.paths.goals import Meet, PathGoal, Reach, Stuck, Way
from raddle.model.paths.machine import PathMachine
from raddle.model.paths.standing import stuck
from raddle.model.run import GrowingWorth

MOST_RUNS: Final = 24
MOST_MOVES: Final = 60_000
_SEED: Final = 2009


def random_way(machine: PathMachine, goal: PathGoal) -> Way | None:
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

    def __init__(self, machine: PathMachine, goal: PathGoal, chance: random.Random, *, often: float) -> None:
        self._machine = machine
        self._wanted = frozenset(goal.events) if isinstance(goal, Reach) else frozenset()
        self._is_stuck_wanted = isinstance(goal, Stuck)
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
                return self._is_stuck_wanted and stuck(self._machine, self._slots)
            if self._is_there():
                return True

    @property
    def way(self) -> Way:
        chosen = {move.event: move.chosen for move in self.moves if move.chosen is not None}
        return Way(tuple(move.event for move in self.moves), chosen)

    def _is_there(self) -> bool:
        return self.moves[-1].event in self._wanted

    def _move(self, thread: int) -> bool:
        for event in self._machine.next_events(self._slots, thread):
            known = event in self._wanted or not self._machine.ends_the_run(event)
            if known and self._try(event):
                return True
        return False

    def _try(self, event: int) -> bool:
        chosen = self._chance.choice(self._machine.choices(self._slots, event))
        action, size = self._machine.program.events[event].action, self._worth.size
        several = isinstance(action, Step) and len(action.writes) > 1
        kept = list(self._slots) if several else self._slots
        if self._machine.why_not(self._slots, event, chosen, self._worth) is None:
            self.moves.append(Move(event, chosen))
            return True
        self._slots = kept  # nothing that matters is changed in them where there is one write at most
        self._worth.forget(size)
        return False

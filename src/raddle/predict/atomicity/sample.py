"""Random runs of the trace program on the machine: most blocks that can be torn are torn in some of them.

In: instances, and what is asked for. Out: by block and four places a goal, with moves that lead there. The given run
goes first. Nothing follows from finding nothing. The runs are the same ones every time: they are bounded by events, not
by a clock.
"""

import random
from collections.abc import Collection, Mapping, Sequence
from itertools import islice
from typing import Final

from raddle.model.dependence_in_run import Deed
from raddle.model.goals import Torn
from raddle.model.machine import Impossible, Machine
from raddle.model.moves import Move
from raddle.model.program import Event, TraceProgram
from raddle.model.run import moves_of
from raddle.model.worth import GrowingWorth
from raddle.predict.atomicity.candidates import Key, Question
from raddle.predict.atomicity.guided import GuidedRun
from raddle.predict.atomicity.instances import Instances
from raddle.predict.atomicity.seen_in_runs import Watch
from raddle.predict.atomicity.watched import Over, Shown, looked_at
from raddle.predict.sample import RandomRun

MOST_MOVES: Final = 150_000
MOST_IN_VAIN: Final = 40
"""Random runs in a row that show nothing new;"""
MOST_MOVES_IN_VAIN: Final = 6_000
"""or moves in all of these, but for two runs."""
MOST_GUIDED: Final = 3
"""Runs that try to tear one block at the same four places."""
_SEED: Final = 2010


class Sampling:
    def __init__(self, ctp: TraceProgram, machine: Machine, instances: Instances) -> None:
        self._ctp = ctp
        self._machine = machine
        self._instances = instances
        self._noticing = machine.noticing

    def sampled(self, questions: Mapping[Key, Question]) -> Shown:
        """The given run first, then random ones, then some that are led there."""
        left = set(questions)
        if not left:
            return {}
        found = self.shown_by(moves_of(self._ctp, self._ctp.observed), left) if self._ctp.observed else {}
        found |= self._random(left - found.keys())
        found |= self._guided({key: one for key, one in questions.items() if key not in found})
        return found

    def _guided(self, questions: Mapping[Key, Question]) -> Shown:
        found: Shown = {}
        moves_left = MOST_MOVES
        for key, question in questions.items():
            for goal in islice(question.early_goals(), MOST_GUIDED):
                if key in found or moves_left <= 0:
                    break
                watch = Watch(self._instances, self._noticing, questions.keys() - found.keys())
                run = GuidedRun(self._ctp, self._machine, watch, self._instances)
                run.go(goal, moves_left)
                found |= run.shown()
                moves_left -= len(run.moves)
        return found

    def _random(self, left: set[Key]) -> Shown:
        found: Shown = {}
        chance = random.Random(_SEED)
        moves_left, in_vain, number = MOST_MOVES, 0, 0
        since = moves_left
        while left and moves_left > 0 and in_vain < MOST_IN_VAIN:
            if in_vain > 2 and since - moves_left > MOST_MOVES_IN_VAIN:
                break
            watch = Watch(self._instances, self._noticing, left)
            often = (0.05, 0.2, 0.5)[number % 3]
            run = _Watched(self._ctp, self._machine, chance, watch, self._instances, often=often)
            run.go()
            number += 1
            moves_left -= len(run.moves)
            in_vain += 1
            if run.torn:
                found |= run.shown()
                left -= found.keys()
                in_vain, since = 0, moves_left
        return found

    def shown_by(self, moves: Sequence[Move], wanted: Collection[Key]) -> Shown:
        """What else one run shows."""
        watch = Watch(self._instances, self._noticing, wanted)
        slots, worth = list(self._machine.initial), GrowingWorth()
        found: Shown = {}
        for position, move in enumerate(moves):
            event = self._ctp.events[move.event]
            deed = None
            if event.number in self._instances.touches:
                deed, torn = looked_at(self._machine, slots, event, worth, watch)
                found |= {key: (goal, tuple(moves[:position])) for key, goal in torn.items()}
                if watch.is_over:
                    break
            try:
                self._machine.advance(slots, move, worth)
            except Impossible:
                break
            if deed is not None:
                watch.took_place(deed, worth.values)
        return found


class _Watched(RandomRun):
    def __init__(
        self,
        ctp: TraceProgram,
        machine: Machine,
        chance: random.Random,
        watch: Watch,
        instances: Instances,
        *,
        often: float,
    ) -> None:
        super().__init__(ctp, machine, chance, often=often)
        self._watch = watch
        self._touches = instances.touches
        self.torn: dict[Key, tuple[Torn, int]] = {}
        """With the number of moves that lead there."""

    def shown(self) -> Shown:
        return {key: (goal, tuple(self.moves[:count])) for key, (goal, count) in self.torn.items()}

    def go(self) -> int | None:
        try:
            check = super().go()
        except Over:
            return None
        if check is not None and check in self._touches:
            self._look(self._ctp.events[check])
        return check

    def _move(self, event: Event) -> bool:
        deed = self._look(event) if event.number in self._touches else None
        if self._watch.is_over:
            raise Over
        if not super()._move(event):
            return False
        if deed is not None:
            self._watch.took_place(deed, self._worth.values)
        return True

    def _look(self, event: Event) -> Deed:
        deed, torn = looked_at(self._machine, self._slots, event, self._worth, self._watch)
        for key, goal in torn.items():
            self.torn[key] = goal, len(self.moves)
        return deed

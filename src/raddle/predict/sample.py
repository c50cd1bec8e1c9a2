"""Random runs of the trace program on the machine: cheap, and they find what is easy to find.

In: a trace program. Out: moves to checks that were seen to fail. Nothing follows from finding nothing: that is for the
solver. The runs are the same ones every time: their number is bounded by events, not by a clock.
"""

import random
from typing import Final

from raddle.model.actions import Check, Signal
from raddle.model.goals import Fails, Goal
from raddle.model.layout import State
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.program import Event, TraceProgram
from raddle.model.worth import GrowingWorth

MOST_RUNS: Final = 60
MOST_IN_VAIN: Final = 15
"""Runs in a row that show nothing new."""
MOST_MOVES: Final = 150_000
_SEED: Final = 2009


def sampled(ctp: TraceProgram, machine: Machine) -> dict[Goal, tuple[Move, ...]]:
    """By check that fails, of whatever kind: moves after which it is next and false."""
    found: dict[Goal, tuple[Move, ...]] = {}
    if not ctp.checks:
        return found
    chance = random.Random(_SEED)
    left, in_vain = MOST_MOVES, 0
    for number in range(MOST_RUNS):
        run = RandomRun(ctp, machine, chance, often=(0.02, 0.1, 0.4)[number % 3])
        check = run.go()
        if check is not None and Fails(check) not in found:
            found[Fails(check)] = tuple(run.moves)
            in_vain = 0
        in_vain += 1
        left -= len(run.moves)
        if left <= 0 or in_vain > MOST_IN_VAIN or len(found) == len(ctp.checks):
            break
    return found


class RandomRun:
    """Goes on in one thread, now and then turns to another, and to another where it must."""

    def __init__(self, ctp: TraceProgram, machine: Machine, chance: random.Random, *, often: float) -> None:
        self._ctp = ctp
        self._machine = machine
        self._chance = chance
        self._often = often
        self._slots = list(machine.initial)
        self._worth = GrowingWorth()
        self.moves: list[Move] = []

    @property
    def state(self) -> State:
        """Where it has come to."""
        return tuple(self._slots)

    def go(self) -> int | None:
        """The check that failed, or None: nobody could go on."""
        current = 0
        while True:
            event = self._machine.next_event(self._slots, current)
            if event is not None and self._chance.random() > self._often:
                if self._would_fail(event):
                    return event.number
                if self._move(event):
                    continue
            order = list(self._machine.next_events(self._slots))
            self._chance.shuffle(order)
            for event in order:
                if self._would_fail(event):
                    return event.number
                if self._move(event):
                    current = event.thread
                    break
            else:
                return None

    def _would_fail(self, event: Event) -> bool:
        if not isinstance(event.action, Check):
            return False
        size = self._worth.size
        fails = self._machine.would_fail(self._slots, event.action, self._worth)
        self._worth.forget(size)
        return fails

    def _move(self, event: Event) -> bool:
        chosen = None
        if isinstance(event.action, Signal):
            waiting = self._machine.waiting(self._slots, event.action.condition)
            chosen = self._chance.choice(waiting) if waiting else None
        size = self._worth.size
        if not self._machine.attempt(self._slots, event, chosen, self._worth):
            self._worth.forget(size)
            return False
        self.moves.append(Move(event.number, chosen))
        return True

"""A run that reaches a goal with fewer events and fewer switches, by trying: every candidate is run on the machine.
Moves are counted, so that what is found does not depend on how fast they are made.

What does not matter is put where its thread does something that does. Threads are cut to what the goal needs; then
turns of one thread are put together, one way or the other.
"""

from collections import deque
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from raddle.base.work import MOVES, Meter
from raddle.encode.encoder import Encoder
from raddle.encode.heads import done_by, heads_of
from raddle.model.goals import Goal
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.reached import reached
from raddle.model.run import moves_of, switches
from raddle.predict.relevant import Relevant

TO_TRY: Final = 10
"""Moves in whose time a try is begun."""
TO_COUNT: Final = 4
"""Events whose switches are counted,"""
TO_PUT_TOGETHER: Final = 100
"""and events that are put into another order, while one move is made."""


class Minimiser:
    """Of runs that reach one goal."""

    def __init__(self, encoder: Encoder, machine: Machine, goal: Goal, limit_s: float) -> None:
        """`limit_s`: of work, for all runs that it is given."""
        self._encoder = encoder
        self._ctp = encoder.index.ctp
        self._machine = machine
        self._goal = goal
        self._end = heads_of(goal)[-1] if heads_of(goal) else None
        self._own = {self._ctp.events[event].thread for event in (*heads_of(goal), *done_by(goal))}
        """Threads that are not to be cut."""
        self._meter = Meter(limit_s)

    @property
    def spent_s(self) -> float:
        return self._meter.spent_s

    def __call__(self, moves: Sequence[Move]) -> tuple[Move, ...]:
        order = [move.event for move in moves]
        if not self._reaches(order):
            return tuple(moves)  # it needs its own choices at signals
        condensed = self._condensed(order)
        if self._count(condensed) < self._count(order) and self._reaches(condensed):
            order = condensed
        order = self._cut(order)
        order = self._merged(order)
        return moves_of(self._ctp, order)

    def _reaches(self, order: Sequence[int]) -> bool:
        self._meter.spend(TO_TRY + len(order), MOVES)
        return reached(self._machine, self._goal, moves_of(self._ctp, order))

    def _late(self) -> bool:
        return self._meter.is_over

    def _condensed(self, order: list[int]) -> list[int]:
        """The relevant events in the same order; the others when their threads have to do something relevant."""
        relevant, sections = Relevant(self._encoder, self._goal), self._encoder.index.sections
        left = {thread: deque[int]() for thread in range(len(self._ctp.threads))}
        for event in order:
            left[self._ctp.events[event].thread].append(event)
        shorter: list[int] = []
        for event in order:
            rest = left[self._ctp.events[event].thread]
            if not relevant(event) or event not in rest:
                continue
            while rest and rest[0] <= event:
                shorter.append(rest.popleft())
            while rest and not relevant(rest[0]) and sections.open_after(shorter[-1]):
                shorter.append(rest.popleft())
        return [*shorter, *(event for thread in sorted(self._own) for event in left[thread])]

    def _cut(self, order: list[int]) -> list[int]:
        """Of each other thread only as many events as are needed, the youngest thread first."""
        events = self._ctp.events
        for thread in reversed(range(len(self._ctp.threads))):
            if thread in self._own:
                continue
            own = [event for event in order if events[event].thread == thread]
            low, high = 0, len(own)
            while low < high and not self._late():
                middle = (low + high) // 2
                dropped = set(own[middle:])
                shorter = [event for event in order if event not in dropped]
                if self._reaches(shorter):
                    order, high = shorter, middle
                else:
                    low = middle + 1
        return order

    def _merged(self, order: list[int]) -> list[int]:
        better = True
        while better and not self._late():
            better = False
            for candidate in self._with_one_turn_less(order):
                if self._late():
                    break
                if self._count(candidate) < self._count(order) and self._reaches(candidate):
                    order, better = candidate, True
                    break
        return order

    def _count(self, order: Sequence[int]) -> int:
        self._meter.spend(TO_TRY + len(order) / TO_COUNT, MOVES)
        return switches(self._ctp, (Move(event) for event in order), self._end)

    def _with_one_turn_less(self, order: list[int]) -> list[list[int]]:
        thread = self._ctp.events
        turns = [list(turn) for _, turn in groupby(order, key=lambda event: thread[event].thread)]
        found = []
        for place, turn in enumerate(turns):
            owner = thread[turn[0]].thread
            later = next((n for n in range(place + 1, len(turns)) if thread[turns[n][0]].thread == owner), None)
            if later is not None:
                between = turns[place + 1 : later]
                rest = turns[later + 1 :]
                found.append(_joined([*turns[:place], turn, turns[later], *between, *rest]))
                found.append(_joined([*turns[:place], *between, turn, turns[later], *rest]))
        if turns and self._end is not None and thread[self._end].thread != thread[turns[-1][0]].thread:
            owner = thread[self._end].thread
            own = [n for n, turn in enumerate(turns) if thread[turn[0]].thread == owner]
            if own:
                found.append(_joined([*turns[: own[-1]], *turns[own[-1] + 1 :], turns[own[-1]]]))
        self._meter.spend(len(found) * len(order) / TO_PUT_TOGETHER, MOVES)
        return found


def _joined(turns: list[list[int]]) -> list[int]:
    return [event for turn in turns for event in turn]

"""Random runs of the trace program that come to memory errors: checks that fail, and uses of what was given back.

In: a trace program. Out: moves to goals that were seen to be reached. As predict/sample.py: nothing follows from
finding nothing.
"""

import random
from collections.abc import Callable, Hashable, Iterator
from typing import Final

from raddle.model.accesses import accesses_of
from raddle.model.actions import Free
from raddle.model.freed import is_own_frame, uses
from raddle.model.goals import Fails, Goal, UseAfterFree
from raddle.model.machine import Impossible, Machine
from raddle.model.moves import Move
from raddle.model.program import Event, TraceProgram
from raddle.model.worth import GrowingWorth
from raddle.predict.sample import MOST_IN_VAIN, MOST_MOVES, MOST_RUNS, RandomRun

_SEED: Final = 2012


def sampled_errors(
    ctp: TraceProgram, machine: Machine, group_of: Callable[[Goal], Hashable]
) -> dict[Goal, tuple[Move, ...]]:
    """By goal that is reached: moves that lead there; one for each group."""
    found: dict[Hashable, tuple[Goal, tuple[Move, ...]]] = {}
    watched = _Watched(ctp, machine)
    if not ctp.checks and not watched.uses:
        return {}
    chance = random.Random(_SEED)
    left, in_vain = MOST_MOVES, 0
    for number in range(MOST_RUNS):
        run = RandomRun(ctp, machine, chance, often=(0.02, 0.1, 0.4)[number % 3])
        check = run.go()
        moves = tuple(run.moves)
        reached = [] if check is None else [(Fails(check), len(moves))]
        for goal, length in (*reached, *watched.along(moves)):
            group = group_of(goal)
            if group not in found:
                in_vain = 0
            if group not in found or _is_later(ctp, goal, found[group][0]):
                found[group] = goal, moves[:length]
        in_vain += 1
        left -= len(moves)
        if left <= 0 or in_vain > MOST_IN_VAIN:
            break
    return dict(found.values())


def _is_later(ctp: TraceProgram, goal: Goal, known: Goal) -> bool:
    """Of the same function's returns the last: behind the others the place on the stack is used again, and a real run
    cannot tell."""
    if not isinstance(goal, UseAfterFree) or not isinstance(known, UseAfterFree):
        return False
    free, other = ctp.events[goal.free], ctp.events[known.free]
    of_frame = isinstance(free.action, Free) and free.action.of_frame
    return of_frame and free.thread == other.thread and free.position > other.position


class _Watched:
    """Events that may touch what is given back at some time."""

    def __init__(self, ctp: TraceProgram, machine: Machine) -> None:
        self._ctp = ctp
        self._machine = machine
        freed = {cell for event in ctp.events if isinstance(event.action, Free) for cell in event.action.cells}
        self.uses = frozenset(event.number for event in ctp.events if freed and self._may_use(event, freed))

    def _may_use(self, event: Event, freed: set[int]) -> bool:
        return any(not freed.isdisjoint(access.cells) for access in accesses_of(event, of_locks=True))

    def along(self, moves: tuple[Move, ...]) -> Iterator[tuple[Goal, int]]:
        """What a run uses after it was given back, and how many moves lead there."""
        if not self.uses:
            return
        machine, events = self._machine, self._ctp.events
        slots, worth = list(machine.initial), GrowingWorth()
        gone: dict[int, int] = {}
        for number, move in enumerate(moves):
            event = events[move.event]
            if gone and move.event in self.uses:
                size = worth.size
                touched = machine.touched(slots, event, worth)
                worth.forget(size)
                for free in {gone[touch.cell] for touch in touched if uses((touch,), gone)}:
                    if not is_own_frame(events[free], event):
                        yield UseAfterFree(free, move.event), number
            if isinstance(event.action, Free):
                gone.update(dict.fromkeys(machine.given_back(slots, event, worth), move.event))
            try:
                machine.advance(slots, move, worth)
            except Impossible:
                return

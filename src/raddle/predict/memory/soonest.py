"""A use of a variable whose function has returned, before the place on the stack is used again.

In: a run that comes to such a use. Out: the same without what the thread that returned does behind it, and without all
that then cannot take place: only there can a real run tell. Where the use needs some of that, the run as it is.
"""

from dataclasses import replace

from raddle.decide.answers import Violated
from raddle.model.actions import Free
from raddle.model.freed import uses_freed
from raddle.model.goals import UseAfterFree
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.program import TraceProgram
from raddle.model.run import switches
from raddle.model.worth import GrowingWorth


def is_of_frame(ctp: TraceProgram, violated: Violated) -> bool:
    goal = violated.goal
    action = ctp.events[goal.free].action if isinstance(goal, UseAfterFree) else None
    return isinstance(action, Free) and action.of_frame


def soonest(ctp: TraceProgram, violated: Violated) -> Violated:
    goal = violated.goal
    if not is_of_frame(ctp, violated) or not isinstance(goal, UseAfterFree):
        return violated
    machine = Machine(ctp)
    moves = _without_what_follows(machine, violated.moves, goal.free)
    if len(moves) == len(violated.moves) or not uses_freed(machine, moves, goal.free, goal.use):
        return violated
    count = switches(ctp, moves, goal.use)
    return replace(violated, moves=moves, switches=count, fewest=violated.fewest and count <= violated.switches)


def _without_what_follows(machine: Machine, moves: tuple[Move, ...], free: int) -> tuple[Move, ...]:
    slots, worth = list(machine.initial), GrowingWorth()
    left = machine.program.events[free].thread
    kept: list[Move] = []
    returned = False
    for move in moves:
        event = machine.program.events[move.event]
        if (returned and event.thread == left) or machine.next_event(slots, event.thread) is not event:
            continue
        if machine.attempt(slots, event, move.chosen, worth):
            kept.append(move)
            returned |= move.event == free
    return tuple(kept)

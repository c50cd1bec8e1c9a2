"""TraceProgram, to which memory orders, fences, and reads that are no accesses are added at random."""

import random
from dataclasses import replace
from typing import Final

from raddle.logic.operators import Op
from raddle.model.actions import Action, Check, Fence, Order, Read, Step, Write
from raddle.model.program import TraceProgram

_READS: Final = (Order.RELAXED, Order.ACQUIRE, Order.SEQ_CST)
_WRITES: Final = (Order.RELAXED, Order.RELEASE, Order.SEQ_CST)
_FENCES: Final = (Order.ACQUIRE, Order.RELEASE, Order.ACQ_REL, Order.SEQ_CST)


def weakened(rng: random.Random, paths: TraceProgram) -> TraceProgram:
    """Every other cell is accessed atomically, most of the time."""
    atomic = [rng.random() < 0.5 for _ in paths.cells]
    alone = {event for events in paths.graph.leaving.values() if len(events) == 1 for event in events}

    def is_atomic(access: Read | Write) -> bool:
        return atomic[access.cells[0]] != (rng.random() < 0.1)

    def read(one: Read) -> Read:
        return replace(one, order=rng.choice(_READS)) if is_atomic(one) else replace(one, early=rng.random() < 0.05)

    def write(one: Write) -> Write:
        return replace(one, order=rng.choice(_WRITES)) if is_atomic(one) else one

    def dressed(number: int, action: Action) -> Action:
        match action:
            case Step((), guard, (_, *_)) if number in alone and guard.op is Op.CONSTANT and rng.random() < 0.15:
                return Fence(rng.choice(_FENCES))
            case Step(reads, guard, writes):
                return Step(tuple(map(read, reads)), guard, tuple(map(write, writes)))
            case Check(reads):
                return replace(action, reads=tuple(map(read, reads)))
            case _:
                return action

    made = tuple(replace(event, action=dressed(event.number, event.action)) for event in paths.events)
    return replace(paths, events=made)

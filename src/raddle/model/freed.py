"""Whether a run uses memory that it has given back: the reference meaning of the goal UseAfterFree.

In: a machine and the moves of a run. Out: yes or no; no also where the moves cannot be made. Nothing here knows of
formulas.
"""

from collections.abc import Iterable

from raddle.model.accesses import Touch
from raddle.model.actions import Free
from raddle.model.clocks import next_touched
from raddle.model.machine import Impossible, Machine
from raddle.model.moves import Move
from raddle.model.program import Event
from raddle.model.worth import GrowingWorth


def uses_freed(machine: Machine, moves: Iterable[Move], free: int, use: int) -> bool:
    """Whether after these moves `use` is next and nobody keeps it from taking place, `free` is among them, and `use`
    touches what it gave back."""
    ctp = machine.program
    slots, worth = list(machine.initial), GrowingWorth()
    cells: tuple[int, ...] = ()
    for move in moves:
        if move.event == free:
            cells = machine.given_back(slots, ctp.events[free], worth)
        try:
            machine.advance(slots, move, worth)
        except Impossible:
            return False
    event = ctp.events[use]
    if not cells or is_own_frame(ctp.events[free], event) or machine.next_event(slots, event.thread) is not event:
        return False
    return uses(next_touched(machine, slots, event, worth), cells)


def is_own_frame(free: Event, use: Event) -> bool:
    """Whether a thread has left a function of its own: the stack is there, and used again."""
    return isinstance(free.action, Free) and free.action.of_frame and free.thread == use.thread


def uses(touched: Iterable[Touch], cells: Iterable[int]) -> bool:
    """Whether some access goes to one of the cells."""
    gone = frozenset(cells)
    return any(touch.cell in gone and (touch.of_lock or not touch.early) for touch in touched)

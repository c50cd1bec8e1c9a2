"""Synchronisation in the text format."""

from typing import assert_never

from raddle.model.actions import (
    Acquire,
    Action,
    Arrive,
    Broadcast,
    Check,
    Count,
    Create,
    Exit,
    Fence,
    Free,
    Join,
    Leave,
    Mode,
    OnceBegin,
    OnceEnd,
    OncePass,
    Post,
    ProcessEnd,
    Refused,
    RegionBegin,
    RegionEnd,
    Release,
    Signal,
    Start,
    Step,
    Take,
    Wait,
    Wake,
)
from raddle.model.text.expressions import MADE_UP
from raddle.model.text.names import Names


def sync_text(action: Action, names: Names) -> str:
    """The statement that makes exactly that action."""
    match action:
        case Start():
            return "start"
        case Exit():
            return "exit"
        case Create(child):
            return f"create({names.threads[child]})"
        case Join(child, waits):
            return f"{'' if waits else 'try'}join({names.threads[child]})"
        case Acquire(lock, mode, waits):
            return f"{'' if waits else 'try'}{'' if mode is Mode.EXCLUSIVE else 'rd'}lock({names.locks[lock]})"
        case Release(lock, mode):
            return f"{'' if mode is Mode.EXCLUSIVE else 'rd'}unlock({names.locks[lock]})"
        case Refused(lock, mode):
            return f"try{'' if mode is Mode.EXCLUSIVE else 'rd'}lock({names.locks[lock]}) fails"
        case Wait(condition, lock):
            return f"begin_wait({names.conditions[condition]}" + (")" if lock is None else f", {names.locks[lock]})")
        case Wake(condition, cause, waits):
            how = ("" if cause == "signal" else f" {cause}") + ("" if waits else " timed")
            return f"woken({names.conditions[condition]}){how}"
        case Signal(condition):
            return f"signal({names.conditions[condition]})"
        case Broadcast(condition):
            return f"broadcast({names.conditions[condition]})"
        case Take(semaphore, waits):
            return f"{'' if waits else 'try'}take({names.semaphores[semaphore]})"
        case Post(semaphore):
            return f"post({names.semaphores[semaphore]})"
        case Count(semaphore, value):
            return f"count({names.semaphores[semaphore]}) == {value}"
        case Arrive(barrier):
            return f"arrive({names.barriers[barrier]})"
        case Leave(barrier, last):
            return f"leave({names.barriers[barrier]})" + (" any" if last is None else " last" if last else "")
        case OnceBegin(once):
            return f"once_begin({names.onces[once]})"
        case OnceEnd(once):
            return f"once_end({names.onces[once]})"
        case OncePass(once):
            return f"once_pass({names.onces[once]})"
        case RegionBegin(made_up):
            return f"region_begin {MADE_UP}" if made_up else "region_begin"
        case RegionEnd(made_up):
            return f"region_end {MADE_UP}" if made_up else "region_end"
        case ProcessEnd():
            return "end_process"
        case Free(cells, _, of_frame, goes_on):
            word = "frame_end" if of_frame else "resize" if goes_on else "free"
            return f"{word}({', '.join(names.cells[cell] for cell in cells)})"
        case Fence(order):
            return f"fence({order.value})"
        case Step() | Check():
            raise AssertionError("an access is no synchronisation")
        case _:
            assert_never(action)

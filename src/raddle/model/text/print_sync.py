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
from raddle.model.rules.actions import traits_of
from raddle.model.rules.traits import Family, SyncObject
from raddle.model.text.expressions import MADE_UP
from raddle.model.text.names import Names


def sync_text(action: Action, names: Names) -> str:
    """The statement that makes exactly that action."""
    of = traits_of(action).of
    name = "" if of is None or of.family is Family.REGION else names.of(of)
    match action:
        case Start():
            return "start"
        case Exit():
            return "exit"
        case Create():
            return f"create({name})"
        case Join(_, waits):
            return f"{'' if waits else 'try'}join({name})"
        case Acquire(_, mode, waits):
            return f"{'' if waits else 'try'}{'' if mode is Mode.EXCLUSIVE else 'rd'}lock({name})"
        case Release(_, mode):
            return f"{'' if mode is Mode.EXCLUSIVE else 'rd'}unlock({name})"
        case Refused(_, mode):
            return f"try{'' if mode is Mode.EXCLUSIVE else 'rd'}lock({name}) fails"
        case Wait(_, lock):
            return f"begin_wait({name}" + (")" if lock is None else f", {names.of(SyncObject(Family.LOCK, lock))})")
        case Wake(_, cause, waits):
            how = ("" if cause == "signal" else f" {cause}") + ("" if waits else " timed")
            return f"woken({name}){how}"
        case Signal():
            return f"signal({name})"
        case Broadcast():
            return f"broadcast({name})"
        case Take(_, waits):
            return f"{'' if waits else 'try'}take({name})"
        case Post():
            return f"post({name})"
        case Count(_, value):
            return f"count({name}) == {value}"
        case Arrive():
            return f"arrive({name})"
        case Leave(_, last):
            return f"leave({name})" + (" any" if last is None else " last" if last else "")
        case OnceBegin():
            return f"once_begin({name})"
        case OnceEnd():
            return f"once_end({name})"
        case OncePass():
            return f"once_pass({name})"
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

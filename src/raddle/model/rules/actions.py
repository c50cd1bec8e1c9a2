"""Which file says what an action does, and which things there are of each kind: the one place that knows all of them.

In: an action. Out: its Traits; with the thread and a layout of states: its Rule."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, assert_never

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
from raddle.model.layout import Layout
from raddle.model.program import Barrier, Semaphore, Thread, TraceProgram
from raddle.model.rules import barrier, condition, fence, free, lock, once, process_end, region, semaphore, thread
from raddle.model.rules.rule import Rule
from raddle.model.rules.traits import ENDS, NO_SYNCHRONISATION, Family, SyncObject, Traits

Synchronising = (
    Fence | Start | Exit | Create | Join | Acquire | Release | Refused | Wait | Wake | Signal | Broadcast | Take | Post
    | Count | Arrive | Leave | OnceBegin | OnceEnd | OncePass | RegionBegin | RegionEnd | ProcessEnd
)  # fmt: skip
"""Actions that touch no memory: there are few different ones in a program."""
MOST_REMEMBERED: Final = 10_000
Thing = str | Semaphore | Barrier | Thread
"""By which threads synchronise: what there is to be said of it, or its name only."""


def traits_of(action: Action) -> Traits:
    return NO_SYNCHRONISATION if isinstance(action, Step | Check) else _traits_of(action)


@lru_cache(maxsize=MOST_REMEMBERED)
def _traits_of(action: Free | Synchronising) -> Traits:
    match action:
        case Free():
            return free.TRAITS
        case Fence():
            return fence.traits(action)
        case ProcessEnd():
            return ENDS
        case Acquire() | Release() | Refused():
            return lock.traits(action)
        case Wait() | Wake() | Signal() | Broadcast():
            return condition.traits(action)
        case Take() | Post() | Count():
            return semaphore.traits(action)
        case Arrive() | Leave():
            return barrier.traits(action)
        case OnceBegin() | OnceEnd() | OncePass():
            return once.traits(action)
        case Start() | Exit() | Create() | Join():
            return thread.traits(action)
        case RegionBegin() | RegionEnd():
            return region.traits(action)
        case _:
            assert_never(action)


def rule_of(action: Action, by: int, ctp: TraceProgram, layout: Layout) -> Rule | None:
    """`by`: the thread. None: it depends on values (model/machine.py, model/rules/free.py)."""
    match action:
        case Step() | Check():
            return None
        case Free():
            return None if free.may_come_again(action, layout) else Rule()
        case Acquire() | Release() | Refused():
            return lock.rule(action, by, ctp, layout)
        case Wait() | Wake() | Signal() | Broadcast():
            return condition.rule(action, by, ctp, layout)
        case Take() | Post() | Count():
            return semaphore.rule(action, ctp, layout)
        case Arrive() | Leave():
            return barrier.rule(action, by, ctp, layout)
        case OnceBegin() | OnceEnd() | OncePass():
            return once.rule(action, ctp, layout)
        case Start() | Exit() | Create() | Join():
            return thread.rule(action, by, ctp, layout)
        case RegionBegin() | RegionEnd():
            return region.rule(action, by, layout)
        case Fence():
            return fence.rule(action, by)
        case ProcessEnd():
            return process_end.rule(layout)
        case _:
            assert_never(action)


def things_of(ctp: TraceProgram, family: Family) -> Sequence[Thing]:
    """All there are of a kind, by number."""
    match family:
        case Family.LOCK:
            return ctp.locks
        case Family.CONDITION:
            return ctp.conditions
        case Family.SEMAPHORE:
            return ctp.semaphores
        case Family.BARRIER:
            return ctp.barriers
        case Family.ONCE:
            return ctp.onces
        case Family.THREAD:
            return ctp.threads
        case Family.REGION:
            return ("",)
        case _:
            assert_never(family)


def name_of(ctp: TraceProgram, of: SyncObject) -> str:
    thing = things_of(ctp, of.family)[of.number]
    return thing if isinstance(thing, str) else thing.name


def awaited(ctp: TraceProgram, action: Action) -> str:
    """In words: what a thread that stands before it waits for."""
    traits = traits_of(action)
    if not traits.waits or traits.of is None:
        raise AssertionError(f"{action} does not wait")
    return traits.awaited.format(name_of(ctp, traits.of))

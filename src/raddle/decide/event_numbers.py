"""Kinds and flags of events as the engines in C have them (native/events.h): the name of an action says its number."""

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import assert_never, get_args

from raddle.base.native_code import native_folder
from raddle.base.trace_format import parse_headers
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
from raddle.model.rules.actions import MOST_REMEMBERED, Synchronising, traits_of


def events_header() -> Path:
    return native_folder() / "events.h"


@cache
def _constants() -> dict[str, int]:
    return dict(parse_headers(events_header().read_text(encoding="utf-8")).constants)


@cache
def kind_numbers() -> dict[type[Action], int]:
    return {kind: _constants()[f"RD_DO_{_in_capitals(kind.__name__)}"] for kind in get_args(Action)}


def _in_capitals(name: str) -> str:
    return re.sub("(?<!^)(?=[A-Z])", "_", name).upper()


def event_flag(name: str) -> int:
    return _constants()[f"RD_EVENT_{name}"]


def flags_of(action: Action) -> int:
    return 0 if isinstance(action, Step | Check) else _flags_of(action)


@lru_cache(maxsize=MOST_REMEMBERED)
def _flags_of(action: Free | Synchronising) -> int:
    names = ["WAITS"] if traits_of(action).waits else []
    match action:
        case Acquire(mode=Mode.SHARED) | Release(mode=Mode.SHARED) | Refused(mode=Mode.SHARED):
            names.append("SHARED")
        case Wake(cause="signal"):
            names.append("SIGNALLED")
        case Wake(cause="any"):
            names.append("ANY")
        case Leave(last=bool(last)):
            names.append("LAST" if last else "NOT_LAST")
        case Free(of_frame=of_frame, goes_on=goes_on):
            names += ["FRAME"] * of_frame + ["GOES_ON"] * goes_on
        case RegionBegin(made_up=True) | RegionEnd(made_up=True):
            names.append("MADE_UP")
        case Fence(order):
            names += ["ACQUIRES"] * order.acquires + ["RELEASES"] * order.releases
        case _:
            pass
    return sum(map(event_flag, names))


def use_of(action: Action) -> str | None:
    """What it does to its object, as far as events of other threads depend on that: the name of a number
    in native/states/states.h. None: nobody depends on it, or on accesses, or on who was created and has ended."""
    return None if isinstance(action, Step | Check) else _use_of(action)


@lru_cache(maxsize=MOST_REMEMBERED)
def _use_of(action: Free | Synchronising) -> str | None:
    match action:
        case Acquire(mode=mode):
            return "RD_USE_ACQUIRE" if mode is Mode.EXCLUSIVE else "RD_USE_ACQUIRE_SHARED"
        case Release() | Refused() | Wait() | Signal() | Broadcast() | Take() | Post() | Count() | Arrive():
            return f"RD_USE_{type(action).__name__.upper()}"
        case Wake(cause=cause):
            return None if cause == "signal" else "RD_USE_TIMED_WAKE"
        case OnceBegin():
            return "RD_USE_BEGIN"
        case OnceEnd():
            return "RD_USE_END"
        case Leave() | OncePass() | Fence() | RegionBegin() | RegionEnd():
            return None
        case Free() | Start() | Exit() | Create() | Join() | ProcessEnd():
            return None
        case _:
            assert_never(action)

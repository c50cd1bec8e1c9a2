"""What is true of an action in whatever state: what it is done to, whether its thread may wait before it and for whom,
what it begins and ends."""

from dataclasses import dataclass
from enum import Enum

from raddle.model.actions import Mode

Hold = tuple[int, Mode]
"""A lock, and how it is held."""
Wanted = Hold | int
"""A lock in a mode, or (the end of) a thread."""


class Family(Enum):
    """Kinds of things by which threads synchronise."""

    LOCK = "lock"
    CONDITION = "condition"
    SEMAPHORE = "semaphore"
    BARRIER = "barrier"
    ONCE = "once"
    THREAD = "thread"
    REGION = "region"
    """All regions are one thing."""


@dataclass(frozen=True, slots=True)
class SyncObject:
    family: Family
    number: int


@dataclass(frozen=True, slots=True)
class Stretch:
    """Something that one event of a thread begins and a later one of the same thread ends: holding a lock, a wait, a
    stay at a barrier, a once routine, a region."""

    of: SyncObject
    mode: Mode | None = None
    """Of a lock that is held."""


@dataclass(frozen=True, slots=True)
class Traits:
    of: SyncObject | None = None
    """What it is done to."""
    waits: bool = False
    """Whether its thread may stand before it."""
    awaited: str = ""
    """In words, what a thread that stands before it waits for; {} is the object's name."""
    wants: Wanted | None = None
    """Which threads keep it from taking place: those that hold, or are, this. None: nobody in particular."""
    begins: Stretch | None = None
    ends: Stretch | None = None


NO_SYNCHRONISATION = Traits()

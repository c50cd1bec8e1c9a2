"""What is true of an action in whatever state: what it is done to, whether its thread may wait before it and for whom,
what it begins and ends, what may keep it and what is learned by it."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

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


DECLARED: Final = tuple(family for family in Family if family not in (Family.THREAD, Family.REGION))
"""Objects that a trace program has a number of, beside its threads."""


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
    never_kept: bool = False
    """Nothing keeps it from taking place once its thread has come to it, but a region of somebody else. (Where a region
    begins it has to be possible to leave it: that is kept.)"""
    learns_nothing: bool = False
    """It comes to know nothing of what others did, as far as races go (happens-before). This one and the one before are
    claims: of an action that says nothing the opposite is taken for true, which costs questions and no truth."""

    @property
    def objects(self) -> tuple[SyncObject, ...]:
        """Everything that it is done to, or begins or ends something of."""
        ends_of = (one.of for one in (self.begins, self.ends) if one is not None)
        own = () if self.of is None else (self.of,)
        return tuple(dict.fromkeys((*own, *ends_of)))


NO_SYNCHRONISATION = Traits()
"""Of what depends on values alone."""
ENDS = Traits(never_kept=True, learns_nothing=True)
"""Of a thread, or of the process."""

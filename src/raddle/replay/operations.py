"""What a step of a run does, and which steps depend on each other.

Two operations of different threads depend on each other when their order can matter: overlapping accesses of which one
writes, the same synchronisation object, create and start, exit and join, output to the same place; the end of the
process depends on everything. (Mazurkiewicz's dependency, as in Flanagan and Godefroid, POPL 2005.)
"""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

BLOCKING: Final = frozenset(
    {"lock", "rdlock", "wrlock", "reacquire", "join", "wake", "sem_wait", "barrier_leave", "once_begin", "once_pass"}
    | {"futex_woken", "signal_wait"}
)
ENDINGS: Final = frozenset({"process_exit", "assert_fail", "abort", "error_call", "assume_fail"})

_RELEASES: Final = frozenset({"unlock", "wait", "rwunlock"})
_ACQUIRES: Final = frozenset({"lock", "wrlock", "reacquire"})
_ENABLERS: Final = (("exit", "join"), ("signal", "wake"), ("broadcast", "wake"), ("barrier_arrive", "barrier_leave"))


@dataclass(frozen=True, slots=True)
class Access:
    begin: int
    end: int
    writes: bool

    def conflicts(self, other: "Access") -> bool:
        return (self.writes or other.writes) and self.begin < other.end and other.begin < self.end


@dataclass(frozen=True, slots=True)
class Operation:
    """The footprint of one step of `thread`; `kinds`: the names of its events, access for a memory access."""

    thread: str
    kinds: tuple[str, ...]
    accesses: tuple[Access, ...] = ()
    objects: frozenset[Hashable] = frozenset()
    universal: bool = False
    """It depends on everything: it ends the process, or what it touches is not known."""

    @property
    def ends(self) -> bool:
        return not ENDINGS.isdisjoint(self.kinds)

    @property
    def can_block(self) -> bool:
        return not BLOCKING.isdisjoint(self.kinds)

    def depends_on(self, other: "Operation") -> bool:
        if self.thread == other.thread or self.universal or other.universal:
            return True
        if self.objects and other.objects and not self.objects.isdisjoint(other.objects):
            return True
        return any(one.conflicts(two) for one in self.accesses for two in other.accesses)

    def never_with(self, earlier: "Operation") -> bool:
        """Whether this one can never happen in a state in which `earlier`, which it depends on, can happen too."""
        if len(self.kinds) != 1 or len(earlier.kinds) != 1:
            return False
        before, after = earlier.kinds[0], self.kinds[0]
        return (before in _RELEASES and after in _ACQUIRES) or (before, after) in _ENABLERS

    def joined(self, other: "Operation") -> "Operation":
        """Both as one step."""
        return Operation(
            thread=self.thread,
            kinds=self.kinds + other.kinds,
            accesses=self.accesses + other.accesses,
            objects=self.objects | other.objects,
            universal=self.universal or other.universal,
        )

"""What a thread has begun and not ended yet, on its way: sections, waits, rounds, onces, regions, each with what began
it. The meaning of "what ends one has exactly one event that begins it" (model/paths/paths.py)."""

from collections.abc import Hashable
from dataclasses import dataclass

from raddle.model.ctp import (
    Acquire,
    Action,
    Arrive,
    Leave,
    Mode,
    OnceBegin,
    OnceEnd,
    RegionBegin,
    RegionEnd,
    Release,
    Wait,
    Wake,
)


@dataclass(frozen=True, slots=True)
class Opens:
    held: tuple[tuple[Hashable, Hashable], ...] = ()
    """What, and what began it; in the order in which they began."""

    def after(self, action: Action, by: Hashable) -> "Opens | None":
        """None: it ends what has not begun."""
        match action:
            case Acquire(lock, mode):
                return self._with(("lock", lock, mode), by)
            case Release(lock, mode):
                return self._without(("lock", lock, mode))
            case Wait(condition, lock):
                released = self if lock is None else self._without(("lock", lock, Mode.EXCLUSIVE))
                return None if released is None else Opens((*released.held, (("wait", condition), by)))
            case Wake(condition):
                return self._without(("wait", condition))
            case Arrive(barrier):
                return self._with(("round", barrier), by)
            case Leave(barrier):
                return self._without(("round", barrier))
            case OnceBegin(once):
                return self._with(("once", once), by)
            case OnceEnd(once):
                return self._without(("once", once))
            case RegionBegin():
                return self._with("region", by)
            case RegionEnd():
                return self._without("region")
            case _:
                return self

    def _with(self, what: Hashable, by: Hashable) -> "Opens":
        return Opens((*self.held, (what, by)))

    def _without(self, what: Hashable) -> "Opens | None":
        """The last one of them."""
        for at in range(len(self.held) - 1, -1, -1):
            if self.held[at][0] == what:
                return Opens(self.held[:at] + self.held[at + 1 :])
        return None

    @property
    def key(self) -> Hashable:
        """Equal where the same is open: the order in which it began matters among sections of one lock only."""
        return frozenset((what, tuple(by for one, by in self.held if one == what)) for what, _ in self.held)

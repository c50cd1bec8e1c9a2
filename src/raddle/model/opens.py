"""What a thread has begun and not ended yet, on its way: sections, waits, rounds, onces, regions, each with what began
it. The meaning of "what ends one has exactly one event that begins it" (model/program.py)."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from raddle.base.errors import InternalError
from raddle.model.rules.traits import Family, Hold, Stretch, Traits

By = TypeVar("By", bound=Hashable)


class NotBegun(InternalError):
    """An event ends what its thread has not begun, or has ended already."""


@dataclass(frozen=True, slots=True)
class Opens(Generic[By]):
    held: tuple[tuple[Stretch, By], ...] = ()
    """What, and what began it; in the order in which they began."""

    def after(self, traits: Traits, by: By) -> "Opens[By]":
        """Behind an action with these traits. NotBegun: it ends what has not begun."""
        if traits.ends is None:
            return self if traits.begins is None else Opens((*self.held, (traits.begins, by)))
        left = self._without(traits.ends)
        return Opens(left) if traits.begins is None else Opens((*left, (traits.begins, by)))

    def _without(self, ended: Stretch) -> tuple[tuple[Stretch, By], ...]:
        """The last one of them."""
        for at in range(len(self.held) - 1, -1, -1):
            if self.held[at][0] == ended:
                return self.held[:at] + self.held[at + 1 :]
        raise NotBegun(f"something ends that has not begun: {ended}")

    def begun(self, of: Stretch | Family) -> By | None:
        """What began the last one of them, or of that kind; None: there is none."""
        return next((by for what, by in reversed(self.held) if of in (what, what.of.family)), None)

    @property
    def locks(self) -> tuple[Hold, ...]:
        """That the thread holds."""
        return tuple((what.of.number, what.mode) for what, _ in self.held if what.mode is not None)

    @property
    def key(self) -> Hashable:
        """Equal where the same is open: the order in which it began matters among sections of one lock only."""
        return frozenset((what, tuple(by for one, by in self.held if one == what)) for what, _ in self.held)

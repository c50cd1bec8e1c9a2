"""What a thread has begun and not ended yet, on its way: sections, waits, rounds, onces, regions, each with what began
it. The meaning of "what ends one has exactly one event that begins it" (model/program.py)."""

from collections.abc import Hashable
from dataclasses import dataclass

from raddle.model.actions import Action
from raddle.model.rules.actions import traits_of
from raddle.model.rules.traits import Stretch


@dataclass(frozen=True, slots=True)
class Opens:
    held: tuple[tuple[Stretch, Hashable], ...] = ()
    """What, and what began it; in the order in which they began."""

    def after(self, action: Action, by: Hashable) -> "Opens | None":
        """None: it ends what has not begun."""
        traits = traits_of(action)
        left = self if traits.ends is None else self._without(traits.ends)
        if left is None or traits.begins is None:
            return left
        return Opens((*left.held, (traits.begins, by)))

    def _without(self, what: Stretch) -> "Opens | None":
        """The last one of them."""
        for at in range(len(self.held) - 1, -1, -1):
            if self.held[at][0] == what:
                return Opens(self.held[:at] + self.held[at + 1 :])
        return None

    @property
    def key(self) -> Hashable:
        """Equal where the same is open: the order in which it began matters among sections of one lock only."""
        return frozenset((what, tuple(by for one, by in self.held if one == what)) for what, _ in self.held)

"""Memory that is given back (docs/rules.md, Memory). It changes no value. What has been given back, frames aside, is
not given back again: the process ends there."""

from collections.abc import Sequence
from typing import Final, Protocol

from raddle.logic.arithmetic import Trap
from raddle.logic.terms import Term
from raddle.model.actions import Free
from raddle.model.layout import Layout
from raddle.model.rules.traits import Traits

TRAITS: Final = Traits(learns_nothing=True)


class Values(Protocol):
    """What terms are worth. A division that traps raises Trap."""

    def of(self, term: Term, slots: Sequence[int]) -> int: ...


def named(free: Free, slots: Sequence[int], values: Values) -> tuple[int, ...]:
    """The cells that it is about, in that state."""
    try:
        return free.cells if free.when is None or values.of(free.when, slots) == 1 else ()
    except Trap:
        return ()


def may_come_again(free: Free, layout: Layout) -> bool:
    """Whether it matters if the memory has been given back before."""
    return not free.of_frame and not layout.gone.keys().isdisjoint(free.cells)


def give_back(free: Free, slots: list[int], layout: Layout, values: Values) -> str | None:
    """Performs it in place. Out: why it cannot take place."""
    gone = [layout.gone[cell] for cell in named(free, slots, values) if cell in layout.gone]
    if any(slots[slot] for slot in gone):
        return "it has been given back already"
    for slot in gone if not free.goes_on else ():
        slots[slot] = 1
    return None

"""Drafts: events of a trace program before they are numbered, and what the drafts of all threads are made with."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from raddle.logic.terms import Term, TermStore
from raddle.model.actions import Action
from raddle.model.recorded.addresses import Targets
from raddle.model.recorded.calls import Calls
from raddle.model.recorded.choices import Choices
from raddle.model.recorded.freed_cells import Freed
from raddle.model.recorded.lengths import Lengths
from raddle.model.recorded.lock_uses import LockUses
from raddle.model.recorded.memory import Memory
from raddle.model.recorded.results import Results
from raddle.model.recorded.synchronisation import Synchronisation
from raddle.model.recorded.value_sets import Symbolic
from raddle.model.recorded.wording import Wording

Effect = tuple[int, int]
"""A cell, and what was in it in the observed run."""


@dataclass(eq=False, slots=True)
class Draft:
    """An event to be. `row`: what it came from; `reads` and `writes`: in the observed run."""

    row: int
    upto: int
    action: Action
    site: int = 0
    reads: Sequence[Effect] = ()
    writes: Sequence[Effect] = ()
    failed: bool = False
    """A check that was false."""
    since: int | None = None
    """The first of several rows that it came from."""
    number: int = -1


@dataclass(frozen=True)
class FrameEnds:
    """The cells of functions' variables that are gone."""

    at: dict[tuple[int, int], tuple[int, ...]]
    """By thread and row of a SLOT_END."""
    with_thread: dict[int, tuple[int, ...]]
    """By thread: those that are left when it ends."""
    meant: dict[tuple[int, int], tuple[int, ...]]
    """By thread and row of an access: hidden cells that must be there, each for one variable of those that lie at a
    place one after the other."""
    hidden: dict[int, int]
    """These cells, and an address in the variable."""
    beyond: set[int]
    """Cells of too many variables: each use is judged by the end of the last of them."""


@dataclass(frozen=True)
class Building:
    """What the drafts of all threads are made with."""

    store: TermStore
    memory: Memory
    targets: Targets
    """Where accesses with a symbolic address may go. Those not here are pinned."""
    is_symbolic: Callable[[Symbolic], None]
    sync: Synchronisation
    results: Results
    nowhere: dict[int, int]
    """Size in bytes -> a cell that nobody shares."""
    plain: frozenset[int]
    """Granules that are also accessed without an order."""
    freed: Freed
    locks: frozenset[int]
    """Where locks and the like lie in memory that may be gone when they are used."""
    frame_ends: FrameEnds
    wording: Wording
    calls: Calls
    choices: Choices
    lengths: Lengths
    is_shown: Callable[[int, int, int], bool]
    """Thread, site and calls around it -> whether what is read there goes anywhere but into conditions."""
    cell_of: dict[Term, int]
    """What each variable reads; of several one."""
    assume: Callable[[str, "Draft | None"], None]
    prefix: str = ""
    """Of the names of variables."""
    one_of_several: bool = False
    """What depends on more than a thread's own way has no event: no checks of addresses; a division is a guard."""
    pins_freed: bool = False
    """What is given back is a decision of its own."""
    lock_uses: LockUses = field(default_factory=LockUses)

    def variable(self, name: str, width: int) -> Term:
        return self.store.variable(self.prefix + name, width)

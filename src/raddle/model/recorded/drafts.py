"""Drafts: events of a trace program before they are numbered, and what the drafts of all threads are made with."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from raddle.logic.terms import Term, TermStore
from raddle.model.ctp import Action
from raddle.model.recorded.addresses import Targets
from raddle.model.recorded.calls import Calls
from raddle.model.recorded.choices import Choices
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
    number: int = -1


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
    freed: dict[int, tuple[int, ...]]
    """Position of a record that gives a block back -> the cells in that."""
    wording: Wording
    calls: Calls
    choices: Choices
    cell_of: dict[Term, int]
    """What each variable reads; of several one."""
    assume: Callable[[str, "Draft | None"], None]

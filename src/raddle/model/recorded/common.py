"""What the trace programs of several runs have in common: the cells, and what else has to be the same in all of them.

In: for each run what it needs (`Needs`). Out: `Common`, and from it the parts that a run's trace program is made with.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property

from raddle.base.errors import ToolError
from raddle.logic.terms import TermStore
from raddle.model.recorded.assembly import Parts
from raddle.model.recorded.drafts import FrameEnds
from raddle.model.recorded.extents import shared_extents
from raddle.model.recorded.lock_uses import LockUses, steps_of
from raddle.model.recorded.memory import Extent, Memory
from raddle.model.recorded.nowhere import early_and_updates, nowhere_sizes, plain_granules
from raddle.model.recorded.objects import Objects
from raddle.model.recorded.results import Results, found_running, taken_results
from raddle.model.recorded.settled import nothing_settled
from raddle.model.recorded.validity import LOWEST
from raddle.trace.access_orders import AccessOrders
from raddle.trace.local_states import LocalState
from raddle.trace.lock_bytes import Sort
from raddle.trace.lock_objects import State, lives_of
from raddle.trace.walk import Trace


@dataclass(frozen=True)
class Needs:
    """Of one run, or of all. Threads by their paths."""

    extents: frozenset[Extent] = frozenset()
    taken: frozenset[str] = frozenset()
    """Threads whose result some join asked for."""
    watched: frozenset[str] = frozenset()
    """Threads that some join found running."""
    plain: frozenset[int] = frozenset()
    """Granules that are accessed without an order."""
    early: frozenset[Extent] = frozenset()
    """Reads that the source does not do in every case,"""
    updates: frozenset[Extent] = frozenset()
    """and updates: see nowhere.py."""
    tried_again: frozenset[Hashable] = frozenset()
    """Once flags."""
    locks: frozenset[tuple[int, Sort, State]] = frozenset()
    """Locks and the like that may be misused: address, what they are, and what they begin as."""

    def __or__(self, other: "Needs") -> "Needs":
        return Needs(*(getattr(self, one.name) | getattr(other, one.name) for one in fields(Needs)))


def needs_of(trace: Trace) -> Needs:
    settled = nothing_settled(trace)
    paths = [thread.path for thread in trace.threads]
    return Needs(
        frozenset(extent for extent in shared_extents(trace, settled) if extent.address >= LOWEST),
        frozenset(paths[child] for child, _, _ in taken_results(trace)),
        frozenset(paths[child] for child in found_running(trace)),
        frozenset(plain_granules(trace, settled).tolist()),
        *early_and_updates(trace, settled, AccessOrders(trace.program)),
    )


@dataclass(frozen=True, eq=False)
class Common:
    needs: Needs
    cuts: frozenset[int]
    memory: Memory
    results: dict[str, int]
    """Cells of what threads return,"""
    ends: dict[str, int]
    """of whether they have ended; by path."""
    nowhere: dict[int, int]
    """Cells of accesses that are none, by size."""
    locks: dict[int, int] = field(default_factory=dict)
    """Cells of the states of locks and the like, by address."""
    first: dict[int, int] = field(default_factory=dict)
    """What cells began with, as far as some run told."""
    line: object = field(default_factory=object)
    """The same where there only are more cells than before."""

    def parts(self, trace: Trace, states: Sequence[Sequence[LocalState]], store: TermStore, prefix: str) -> Parts:
        cells = {thread.index: self.results[thread.path] for thread in trace.threads if thread.path in self.results}
        ends = {thread.index: self.ends[thread.path] for thread in trace.threads if thread.path in self.ends}
        names = {cell: f"result of {path}" for path, cell in self.results.items()}
        names |= {cell: f"end of {path}" for path, cell in self.ends.items()}
        names |= dict.fromkeys(self.nowhere.values(), "nowhere")
        return Parts(
            store, nothing_settled(trace), self.memory, names, Objects(trace),
            Results(trace, set(cells), cells, ends, of_constants=True), AccessOrders(trace.program), self.nowhere,
            self.needs.plain, frozenset(), FrameEnds({}, {}, {}, {}, set()), self.first, self.needs.tried_again, states,
            prefix, one_of_several=True, lock_uses=self._lock_uses(trace), judged=True,
        )  # fmt: skip

    def _lock_uses(self, trace: Trace) -> LockUses:
        if not self.locks:
            return LockUses()
        sorts = {address: sort for address, sort, _ in self.needs.locks}
        lives = [life for life in lives_of(trace, sorts) if life.address in self.locks]
        steps = steps_of(lives, {life.key: (life.address, 0) for life in lives})
        ready = {address for address, _, begins in self.needs.locks if begins is State.READY}
        begins = {cell: State.READY if at in ready else State.NEVER for at, cell in self.locks.items()}
        return LockUses({(address, 0): cell for address, cell in self.locks.items()}, begins, steps)

    @cached_property
    def keys(self) -> tuple[Hashable, ...]:
        """What each cell is: address and size; or a word, and the thread or the size."""
        hidden: dict[int, Hashable] = {cell: ("result", path) for path, cell in self.results.items()}
        hidden |= {cell: ("end", path) for path, cell in self.ends.items()}
        hidden |= {cell: ("nowhere", size) for size, cell in self.nowhere.items()}
        hidden |= {cell: ("lock", address) for address, cell in self.locks.items()}
        return tuple(hidden.get(number, tuple(extent)) for number, extent in enumerate(self.memory.extents))

    def learn(self, first: Sequence[int | None], names: Sequence[str]) -> None:
        """What a run says that its cells began with. ToolError: it is not what another run told."""
        for cell, value in enumerate(first):
            if value is not None and self.first.setdefault(cell, value) != value:
                raise ToolError(f"cannot verify: {names[cell]} does not begin with the same value in every run")

    def seen_by(self, needs: Needs, paths: Iterable[str], freed: Iterable[Extent]) -> Hashable:
        """All of it that the trace program of a run depends on that has these needs and threads, and gives that back:
        with each block all of its cells, also those that only other runs touch."""
        of_threads = [(self.results.get(path), self.ends.get(path)) for path in paths]
        sizes = nowhere_sizes(needs.early, needs.updates, self.memory, self.needs.plain)
        plain = frozenset(one for one in needs.updates if one.address >> 3 in self.needs.plain)
        nowhere = frozenset((size, self.nowhere[size]) for size in sizes)
        given_back = tuple(self.memory.cells_in(block) for block in freed)
        return self.line, tuple(of_threads), nowhere, plain, self.needs.tried_again, self.needs.locks, given_back


def common_of(needs: Needs, cuts: frozenset[int], before: Common | None) -> Common:
    """Cells that there were `before` keep their numbers, if all of them still are."""
    memory = Memory(needs.extents, cuts)
    known: set[Extent] = set(before.memory.extents) if before is not None else set()
    if before is not None and {extent for extent in known if extent.address} <= set(memory.extents):
        extents = [*before.memory.extents, *(extent for extent in memory.extents if extent not in known)]
        memory = memory.arranged(extents)
    else:
        before = None
    results, ends, nowhere, locks = ({}, {}, {}, {}) if before is None else (
        before.results, before.ends, before.nowhere, before.locks,
    )  # fmt: skip
    addresses = {address for address, _, _ in needs.locks}
    sizes = nowhere_sizes(needs.early, needs.updates, memory, needs.plain)
    more = Common(
        needs,
        cuts,
        memory,
        results | {path: memory.add(8) for path in sorted(needs.taken - set(results))},
        ends | {path: memory.add(1) for path in sorted(needs.watched - set(ends))},
        nowhere | {size: memory.add(size) for size in sorted(sizes - set(nowhere))},
        locks | {address: memory.add(1) for address in sorted(addresses - set(locks))},
    )
    return more if before is None else replace(more, first=before.first, line=before.line)

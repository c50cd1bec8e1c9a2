"""Trace -> trace program: what of a recorded run matters to other threads, as a concurrent program.

In: a walk of all threads. Out: a trace program whose observed order, run on its cells, sees exactly what the run saw.
Private memory, output, sleeping and all that no other thread can notice leave no event; their numbers still count in
`upto`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from raddle.base.collection import without_collection
from raddle.logic.terms import TermStore
from raddle.model.program import TraceProgram
from raddle.model.recorded.addresses import Found, Targets, find_targets
from raddle.model.recorded.assembly import Assembly, Parts
from raddle.model.recorded.blocks import RecordedBlocks, with_blocks
from raddle.model.recorded.extents import futex_granules, futex_words, shared_extents
from raddle.model.recorded.frame_ends import frame_ends
from raddle.model.recorded.lock_places import lock_places
from raddle.model.recorded.lock_uses import LockUses, steps_of
from raddle.model.recorded.memory import Extent, Memory
from raddle.model.recorded.nowhere import nowhere_cells, plain_granules
from raddle.model.recorded.objects import Objects
from raddle.model.recorded.results import results_of_one, results_out_of_sight
from raddle.model.recorded.settled import nothing_settled, settled_rows
from raddle.model.recorded.touched import Touched
from raddle.model.recorded.unannounced import unannounced_granules
from raddle.trace.access_orders import AccessOrders
from raddle.trace.events import EventKind
from raddle.trace.lock_objects import Key, lives_of, with_lock_bytes
from raddle.trace.order import turns
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import rewalk, without_alone

_MOST_WALKS: Final = 8
_MOST_ROWS: Final = 500_000
"""Of all walks together; two there are in any case."""


@dataclass(frozen=True)
class Modelled:
    """A trace program, and the walk that its events came from: `Event.origin` is a row of it."""

    ctp: TraceProgram
    trace: Trace
    blocks: RecordedBlocks = field(default_factory=RecordedBlocks)


def ctp_of(trace: Trace) -> TraceProgram:
    return model_of(trace).ctp


def model_of(
    trace: Trace,
    *,
    for_assertions_alone: bool = False,
    locks: frozenset[Key] | None = None,
    shows_all: bool = False,
) -> Modelled:
    """`locks`: those that may be misused, where that is looked for; None: it is not. `shows_all`: what threads do while
    they are alone has events as well. ToolError: the program does what the model has no place for."""
    with without_collection():
        out_of_sight = np.union1d(unannounced_granules(trace), futex_granules(trace))
        trace = rewalk(trace, out_of_sight) if out_of_sight.size else trace
        if locks:  # what is done to them is to be seen
            trace = with_lock_bytes(trace)
        elif not shows_all:
            trace = without_alone(trace)
        found = _with_addresses(trace, locks, for_assertions_alone=for_assertions_alone)
        return Modelled(*with_blocks(found.ctp, found.trace))


def _with_addresses(trace: Trace, locks: frozenset[Key] | None, *, for_assertions_alone: bool) -> Modelled:
    """First with symbolic addresses pinned; then, as long as they lead to new memory, with that walked as shared."""
    rows, touched = 0, Touched(trace)
    for attempt in range(_MOST_WALKS):
        rows += sum(len(thread.events) for thread in trace.threads)
        last = attempt + 1 == _MOST_WALKS or (attempt > 0 and rows >= _MOST_ROWS)
        assembly = _assembled(trace, Targets(), locks, settles=True)
        ctp = assembly.ctp()
        if for_assertions_alone and not ctp.assertions and not _may_check(trace):
            return Modelled(ctp, trace)
        if assembly.is_symbolic:
            assembly = _assembled(trace, Targets(), locks, settles=False)  # what may be aimed at is not known yet
            ctp = assembly.ctp()
        found = _found_targets(assembly, trace, ctp, touched, last=last)
        missing = found.missing if last else found.missing | results_out_of_sight(trace)
        if missing:
            trace = rewalk(trace, np.array(sorted(missing), np.uint64))
            continue
        if assembly.is_symbolic:
            ctp = _assembled(trace, found.targets, locks, settles=True).ctp()
        return Modelled(ctp, trace)
    raise AssertionError("the last attempt finds nothing missing")


def _assembled(trace: Trace, found: Targets, locks: frozenset[Key] | None, *, settles: bool) -> Assembly:
    """`settles`: memory that nobody else can touch meanwhile, nor any of the targets, has no events."""
    took = list(turns(trace))
    settled = settled_rows(trace, took, found.extents | futex_words(trace)) if settles else nothing_settled(trace)
    accesses, objects = {*shared_extents(trace, settled), *found.extents}, Objects(trace)
    places = lock_places(trace.recording, objects, found.contested)
    memory = Memory(accesses | _untouched(accesses, places), found.cuts)
    results = results_of_one(trace, memory)
    orders = AccessOrders(trace.program)
    plain = plain_granules(trace, settled)
    nowhere = nowhere_cells(trace, settled, memory, orders, plain)
    ends = frame_ends(trace, memory, found, settled, took, orders.is_early)
    hidden = results.names | dict.fromkeys(nowhere.values(), "nowhere")
    parts = Parts(
        TermStore(), settled, memory, hidden, objects, results, orders, nowhere,
        frozenset(plain.tolist()), places, ends,
        lock_uses=_lock_uses(trace, memory, locks or frozenset()), judged=locks is not None,
    )  # fmt: skip
    return Assembly(trace, found, parts)


def _lock_uses(trace: Trace, memory: Memory, keys: frozenset[Key]) -> LockUses:
    """Adds the cells to the memory."""
    if not keys:
        return LockUses()
    lives = [life for life in lives_of(trace) if life.key in keys]
    cells = {life.key: memory.add(1) for life in lives}
    begins = {cells[life.key]: life.begins for life in lives}
    return LockUses(cells, begins, steps_of(lives, {key: key for key in cells}))


def _found_targets(assembly: Assembly, trace: Trace, ctp: TraceProgram, touched: Touched, *, last: bool) -> Found:
    if not assembly.symbolic:
        return Found(Targets(), frozenset())
    shared = frozenset(trace.shared.tolist())
    memory = assembly.memory
    return find_targets(ctp, memory, Objects(trace), assembly.symbolic, shared, touched, last=last)


def _may_check(trace: Trace) -> bool:
    """Whether another walk, with more memory as shared, could show an assertion that depends on others."""
    return any((thread.events["kind"] == EventKind.ASSERTION).any() for thread in trace.threads) or any(
        "@__VERIFIER_assert" in within.module.declarations for within in trace.program.modules
    )


def _untouched(accesses: Iterable[Extent], places: Iterable[int]) -> set[Extent]:
    """A byte for each place where no access lies."""
    memory = Memory(accesses)
    return {Extent(place, 1) for place in places if not memory.touches(Extent(place, 1))}

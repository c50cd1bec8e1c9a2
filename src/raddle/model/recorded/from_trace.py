"""Trace -> Ctp: what of a recorded run matters to other threads, as a concurrent trace program.

In: a walk of all threads. Out: a Ctp whose observed order, run on its cells, sees exactly what the run saw. Private
memory, output, sleeping and all that no other thread can notice leave no event; their numbers still count in `upto`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from raddle.base.collection import without_collection
from raddle.base.errors import InternalError
from raddle.logic.terms import Term, TermStore
from raddle.model.ctp import Assumption, Cell, Check, Ctp, Event, Start, Step, Thread, Write
from raddle.model.recorded.addresses import Found, Targets, find_targets
from raddle.model.recorded.blocks import RecordedBlocks, with_blocks
from raddle.model.recorded.calls import Calls
from raddle.model.recorded.choices import Choices
from raddle.model.recorded.drafting import Drafting
from raddle.model.recorded.drafts import Building, Draft
from raddle.model.recorded.frame_ends import frame_ends
from raddle.model.recorded.freed_cells import Freed
from raddle.model.recorded.kept_by_libraries import functions_that_keep
from raddle.model.recorded.lengths import Lengths
from raddle.model.recorded.lock_places import lock_places
from raddle.model.recorded.memory import Extent, Memory
from raddle.model.recorded.nowhere import nowhere_cells, plain_granules
from raddle.model.recorded.objects import Objects
from raddle.model.recorded.observed import (
    Memories,
    first_touches,
    in_order,
    moment,
    up_to_the_end,
    with_unseen_writes,
)
from raddle.model.recorded.results import Results, results_out_of_sight
from raddle.model.recorded.rows import Rows
from raddle.model.recorded.settled import Mask, settled_rows
from raddle.model.recorded.shown import Shown
from raddle.model.recorded.surroundings import surroundings
from raddle.model.recorded.synchronisation import Synchronisation
from raddle.model.recorded.touched import Touched
from raddle.model.recorded.unannounced import unannounced_granules
from raddle.model.recorded.value_sets import Symbolic
from raddle.model.recorded.wording import Wording
from raddle.trace.access_orders import AccessOrders
from raddle.trace.events import EventFlag, EventKind
from raddle.trace.forced_order import ForcedOrder
from raddle.trace.names import Names
from raddle.trace.order import turns
from raddle.trace.walk import Trace
from raddle.trace.walk_fast import rewalk

_MOST_WALKS: Final = 8
_MOST_NAMES: Final = 4
_MOST_ROWS: Final = 500_000
"""Of all walks together; two there are in any case."""


@dataclass(frozen=True)
class Modelled:
    """A trace program, and the walk that its events came from: `Event.origin` is a row of it."""

    ctp: Ctp
    trace: Trace
    blocks: RecordedBlocks = field(default_factory=RecordedBlocks)


def ctp_of(trace: Trace) -> Ctp:
    return model_of(trace).ctp


def model_of(trace: Trace, *, for_assertions_alone: bool = False) -> Modelled:
    """ToolError: the program does what the model has no place for."""
    with without_collection():
        unannounced = unannounced_granules(trace)
        trace = rewalk(trace, unannounced) if unannounced.size else trace
        found = _with_addresses(trace, for_assertions_alone=for_assertions_alone)
        return Modelled(*with_blocks(found.ctp, found.trace))


def _with_addresses(trace: Trace, *, for_assertions_alone: bool) -> Modelled:
    """First with symbolic addresses pinned; then, as long as they lead to new memory, with that walked as shared."""
    rows, touched = 0, Touched(trace)
    for attempt in range(_MOST_WALKS):
        rows += sum(len(thread.events) for thread in trace.threads)
        last = attempt + 1 == _MOST_WALKS or (attempt > 0 and rows >= _MOST_ROWS)
        assembly = _Assembly(trace, Targets(), settles=True)
        ctp = assembly.ctp()
        if for_assertions_alone and not ctp.assertions and not _may_check(trace):
            return Modelled(ctp, trace)
        if assembly.is_symbolic:
            assembly = _Assembly(trace, Targets(), settles=False)  # what may be aimed at is not known yet
            ctp = assembly.ctp()
        found = assembly.found_targets(ctp, touched, last=last)
        missing = found.missing if last else found.missing | results_out_of_sight(trace)
        if missing:
            trace = rewalk(trace, np.array(sorted(missing), np.uint64))
            continue
        if assembly.is_symbolic:
            ctp = _Assembly(trace, found.targets, settles=True).ctp()
        return Modelled(ctp, trace)
    raise AssertionError("the last attempt finds nothing missing")


class _Assembly:
    """`settles`: memory that nobody else can touch meanwhile, nor any of the targets, has no events."""

    def __init__(self, trace: Trace, found: Targets, *, settles: bool) -> None:
        self._symbolic: list[Symbolic] = []
        self._trace = trace
        self._turns = list(turns(trace))
        self._store = TermStore()
        self._names = _names(trace)
        self._settled = (
            settled_rows(trace, self._turns, found.extents)
            if settles
            else tuple(np.zeros(len(thread.events), np.bool_) for thread in trace.threads)
        )
        accesses, objects = {*_shared_extents(trace, self._settled), *found.extents}, Objects(trace)
        locks = lock_places(trace.recording, objects, found.contested)
        self._memory = Memory(accesses | _untouched(accesses, locks), found.cuts)
        self._seen_cells = len(self._memory.extents)
        self._results = Results(trace, self._memory)
        self._orders = AccessOrders(trace.program)
        plain = plain_granules(trace, self._settled)
        self._nowhere = nowhere_cells(trace, self._settled, self._memory, self._orders, plain)
        self._frame_ends = frame_ends(trace, self._memory, found, self._settled, self._turns, self._orders.is_early)
        self._cell_names = self._named_cells()
        self._cell_of: dict[Term, int] = {}
        self._wording = Wording(trace, self._names, lambda variable: self._cell_names[self._cell_of[variable]])
        calls = Calls(trace.program)
        self._sync = Synchronisation(trace.recording, self._names, self._wording, self._orders, calls)
        self._assumed: dict[str, dict[Draft | None, bool]] = {}
        self._building = Building(
            self._store, self._memory, found, self._symbolic.append, self._sync, self._results,
            self._nowhere, frozenset(plain.tolist()), Freed(trace.recording, self._memory, objects), locks,
            self._frame_ends, self._wording, calls, Choices(trace.program), Lengths(trace.program), _shown(trace),
            self._cell_of, self._assume_by_guard,
        )  # fmt: skip
        self._threads = [self._drafted(number) for number in range(len(trace.threads))]

    def _assume(self, what: str, draft: Draft | None, *, by_guard: bool = False) -> None:
        self._assumed.setdefault(what, {})[draft] = by_guard

    def _assume_by_guard(self, what: str, draft: Draft | None) -> None:
        self._assume(what, draft, by_guard=True)

    def _drafted(self, number: int) -> list[Draft]:
        begins = [begin for thread, begin, _ in self._turns if thread == number]
        settled = self._settled[number]
        rows = Rows(self._trace, self._trace.threads[number], begins, settled, self._orders)
        drafts = Drafting(self._building, rows).drafted()
        if number and not drafts:
            return [Draft(0, 1, Start())]  # created, and then the run was over
        if number and not isinstance(drafts[0].action, Start):
            raise InternalError(f"{self._trace.threads[number].path} does something before it starts")
        return drafts

    def _named_cells(self) -> list[str]:
        """Different names for different cells."""
        memory, hidden = self._memory, self._results.names | dict.fromkeys(self._nowhere.values(), "nowhere")
        hidden |= {cell: self._names.of(address).text for cell, address in self._frame_ends.hidden.items()}
        names = [
            hidden[number] if number in hidden else self._names.of(extent.address).text
            for number, extent in enumerate(memory.extents)
        ]
        taken: Counter[str] = Counter()
        unique = []
        for name in names:
            taken[name] += 1
            unique.append(name if taken[name] == 1 else f"{name}#{taken[name]}")
        return unique

    @property
    def is_symbolic(self) -> bool:
        """Whether some address is."""
        return bool(self._symbolic)

    def found_targets(self, ctp: Ctp, touched: Touched, *, last: bool) -> Found:
        if not self._symbolic:
            return Found(Targets(), frozenset())
        shared = frozenset(self._trace.shared.tolist())
        return find_targets(ctp, self._memory, Objects(self._trace), self._symbolic, shared, touched, last=last)

    # ---- memory

    def _first_values(self) -> list[int | None]:
        objects = Objects(self._trace)
        return [
            0 if number >= self._seen_cells else objects.initial(extent.address, extent.size)
            for number, extent in enumerate(self._memory.extents)
        ]

    def _cells(self, order: list[tuple[int, Draft]]) -> tuple[Cell, ...]:
        memories = Memories(self._first_values())
        unknown = {number for number, value in enumerate(memories.first) if value is None}
        memories.follow(order)
        self._reveal(memories, order)
        self._say_what_is_unknown(memories, unknown)
        extents = self._memory.extents
        return tuple(
            Cell(name, 8 * extent.size, value or 0, hidden=number >= self._seen_cells)
            for number, (name, extent, value) in enumerate(
                zip(self._cell_names, extents, memories.first, strict=True)
            )
        )

    def _reveal(self, memories: Memories, order: list[tuple[int, Draft]]) -> None:
        def write(cell: int, value: int) -> Write:
            return Write(self._store.bits(value, 8 * self._memory.extents[cell].size), (cell,), made_up=True)

        if not memories.unseen:
            return
        forced = ForcedOrder(self._trace.recording)
        made = with_unseen_writes(self._threads, order, memories.unseen, forced, write, self._store)
        for draft, cells in made.items():
            for cell in cells:
                where = self._wording.place(draft.site)
                self._assume(f"{self._cell_names[cell]} was changed by a library or the system before {where}", draft)

    def _say_what_is_unknown(self, memories: Memories, unknown: set[int]) -> None:
        for cell, draft in memories.read_first.items():
            where = self._wording.place(draft.site)
            self._assume(f"{self._cell_names[cell]} was read at {where} before anything was written to it", draft)
        doubtful = unknown - set(memories.read_first)
        if not doubtful:
            return
        order = ForcedOrder(self._trace.recording)
        for cell, touches in first_touches(self._threads, doubtful).items():
            written = memories.written_first.get(cell)
            if written is not None and all(
                draft is written[1] or order.must_precede(moment(*written), moment(thread, draft))
                for thread, draft in touches.items()
            ):
                continue
            if touches:
                self._assume(f"{self._cell_names[cell]} may be read before it is written: it then holds 0", None)

    # ---- the whole

    def ctp(self) -> Ctp:
        order = in_order(self._threads, self._turns)
        cells = self._cells(order)
        threads, events = self._numbered()
        for what in (*surroundings(self._trace.recording), *self._kept(), *self._of_many_functions()):
            self._assume(what, None)
        observed = [draft for _, draft in up_to_the_end(order)]
        observed.sort(key=_is_false_check)  # it can wait: it reads nothing
        return Ctp(
            terms=self._store,
            threads=threads,
            events=events,
            cells=cells,
            locks=self._sync.locks,
            conditions=self._sync.conditions,
            semaphores=self._sync.semaphores,
            barriers=self._sync.barriers,
            onces=self._sync.onces,
            observed=tuple(draft.number for draft in observed),
            assumptions=tuple(
                Assumption(what, _number(draft), by_guard=by_guard and _is_guard(draft))
                for what, drafts in self._assumed.items()
                for draft, by_guard in drafts.items()
            ),
        )

    def _kept(self) -> Iterator[str]:
        keeping = functions_that_keep(self._trace)
        if keeping:
            shown = ", ".join(keeping[:_MOST_NAMES]) + (" and others" if len(keeping) > _MOST_NAMES else "")
            yield f"several threads call {shown}: what libraries keep between calls is as in the recorded run"

    def _of_many_functions(self) -> Iterator[str]:
        for cell in sorted(self._frame_ends.beyond)[:_MOST_NAMES]:
            yield (
                f"{self._cell_names[cell]} is used by others in too many calls, one after the other: "
                "only the end of the last one counts"
            )

    def _numbered(self) -> tuple[tuple[Thread, ...], tuple[Event, ...]]:
        threads: list[Thread] = []
        events: list[Event] = []
        for number, drafts in enumerate(self._threads):
            recorded = self._trace.recording.threads[number]
            threads.append(Thread(recorded.path, len(events), len(drafts), recorded.parent))
            for position, draft in enumerate(drafts):
                draft.number = len(events)
                events.append(Event(draft.number, number, position, draft.action, draft.upto, draft.row))
        return tuple(threads), tuple(events)


def _shown(trace: Trace) -> Callable[[int, int, int], bool]:
    """Only blocks that are to be atomic ask for that."""
    if not any((thread.events["kind"] == EventKind.BLOCK_BEGIN).any() for thread in trace.threads):
        return lambda thread, site, stack: False
    shown = Shown(trace.program)
    return lambda thread, site, stack: shown.is_shown(trace.threads[thread], site, stack)


def _may_check(trace: Trace) -> bool:
    """Whether another walk, with more memory as shared, could show an assertion that depends on others."""
    return any((thread.events["kind"] == EventKind.ASSERTION).any() for thread in trace.threads) or any(
        "@__VERIFIER_assert" in within.module.declarations for within in trace.program.modules
    )


def _number(draft: Draft | None) -> int | None:
    return draft.number if draft is not None and draft.number >= 0 else None


def _is_guard(draft: Draft | None) -> bool:
    return draft is not None and isinstance(draft.action, Step) and draft.action.guard.constant is None


def _is_false_check(draft: Draft) -> bool:
    """The one that ended the run."""
    return draft.failed and isinstance(draft.action, Check)


def _names(trace: Trace) -> Names:
    names = Names(trace.program, trace.recording)
    for thread in trace.threads:
        slots = thread.events[thread.events["kind"] == EventKind.SLOT]
        seen = set()
        for address, size, site in zip(*(slots[name].tolist() for name in ("address", "value", "site")), strict=True):
            if (address, size, site) not in seen:
                seen.add((address, size, site))
                names.enter_slot(thread.path, address, size, site)
    return names


def _untouched(accesses: Iterable[Extent], places: Iterable[int]) -> set[Extent]:
    """A byte for each place where no access lies."""
    memory = Memory(accesses)
    return {Extent(place, 1) for place in places if not memory.touches(Extent(place, 1))}


def _shared_extents(trace: Trace, settled: Sequence[Mask]) -> list[Extent]:
    keys = []
    for thread, left_out in zip(trace.threads, settled, strict=True):
        events = thread.events
        shared = (events["kind"] <= EventKind.UPDATE) & ((events["flags"] & EventFlag.SHARED) != 0) & ~left_out
        accesses = events[shared]
        keys.append(np.unique(accesses["address"] << np.uint64(4) | accesses["size"].astype(np.uint64)))
    if not keys:
        return []
    return [Extent(key >> 4, key & 15) for key in np.unique(np.concatenate(keys)).tolist()]

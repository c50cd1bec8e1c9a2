"""One run's trace program, put together: drafts of its threads, first values of its cells, what it takes for granted.

In: a walk of all threads; which memory has cells, and what else its drafts are made with (`Parts`). Out: a trace
program.
"""

from collections import Counter
from collections.abc import Callable, Container, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from raddle.base.errors import InternalError
from raddle.logic.terms import Term, TermStore
from raddle.model.actions import Cell, Check, Start, Step, Write
from raddle.model.program import Assumption, Event, Thread, TraceProgram
from raddle.model.recorded.addresses import Targets
from raddle.model.recorded.alone_sync import unnoticed_rows
from raddle.model.recorded.calls import Calls
from raddle.model.recorded.choices import Choices
from raddle.model.recorded.drafting import Drafting
from raddle.model.recorded.drafts import Building, Draft, FrameEnds
from raddle.model.recorded.freed_cells import Freed
from raddle.model.recorded.handed_over import HandedOver
from raddle.model.recorded.kept_by_libraries import LibraryState
from raddle.model.recorded.lengths import Lengths
from raddle.model.recorded.lock_uses import LockUses
from raddle.model.recorded.memory import Memory
from raddle.model.recorded.objects import Objects
from raddle.model.recorded.observed import (
    Memories,
    first_touches,
    in_order,
    moment,
    up_to_the_end,
    with_unseen_writes,
)
from raddle.model.recorded.places import Place, places_of
from raddle.model.recorded.results import Results
from raddle.model.recorded.rows import Rows
from raddle.model.recorded.settled import Mask
from raddle.model.recorded.shown import Shown
from raddle.model.recorded.surroundings import surroundings
from raddle.model.recorded.synchronisation import Synchronisation
from raddle.model.recorded.value_sets import Symbolic
from raddle.model.recorded.values import Values
from raddle.model.recorded.wording import Wording
from raddle.trace.access_orders import AccessOrders
from raddle.trace.events import EventKind
from raddle.trace.forced_order import ForcedOrder
from raddle.trace.local_states import LocalState
from raddle.trace.names import Names
from raddle.trace.order import turns
from raddle.trace.seen_slots import seen_slots
from raddle.trace.walk import Trace

_MOST_NAMES: Final = 4


@dataclass(frozen=True)
class Parts:
    """What the trace program of a run is made with."""

    store: TermStore
    settled: Sequence[Mask]
    """By thread: accesses that need no event."""
    memory: Memory
    hidden: dict[int, str]
    """The names of hidden cells, but for those of frames."""
    objects: Objects
    results: Results
    orders: AccessOrders
    nowhere: dict[int, int]
    plain: frozenset[int]
    locks: frozenset[int]
    frame_ends: FrameEnds
    first: Mapping[int, int] = field(default_factory=dict)
    """What cells began with, as far as other runs tell."""
    tried_again: Container[Hashable] = frozenset()
    states: Sequence[Sequence[LocalState]] = ()
    """By thread: what it holds where that is asked for."""
    prefix: str = ""
    one_of_several: bool = False
    pins_freed: bool = False
    lock_uses: LockUses = field(default_factory=LockUses)
    """Of those that have cells."""
    judged: bool = False
    """Somebody else looks whether these objects are misused."""


class Assembly:
    """Drafts of all threads, put together."""

    def __init__(self, trace: Trace, found: Targets, parts: Parts) -> None:
        self._symbolic: list[Symbolic] = []
        self._trace = trace
        self._parts = parts
        self._turns = list(turns(trace))
        self._store = parts.store
        self._names = Names(trace.program, trace.recording)
        self._names.enter_seen(trace.threads, seen_slots(trace))
        self._memory = parts.memory
        self._orders = parts.orders
        self._cell_names = self._named_cells()
        self._cell_of: dict[Term, int] = {}
        self._wording = Wording(trace, self._names, lambda variable: self._cell_names[self._cell_of[variable]])
        calls = Calls(trace.program)
        self._sync = Synchronisation(
            trace.recording, self._names, self._wording, self._orders, calls, parts.tried_again, judged=parts.judged
        )
        self._assumed: dict[str, dict[Draft | None, bool]] = {}
        self._building = Building(
            self._store, self._memory, found, self._symbolic.append, self._sync, parts.results, parts.nowhere,
            parts.plain, Freed(trace.recording, self._memory, parts.objects), parts.locks, parts.frame_ends,
            self._wording, calls, Choices(trace.program), Lengths(trace.program), _shown(trace), self._cell_of,
            self._assume_by_guard, parts.prefix, parts.one_of_several, parts.pins_freed, parts.lock_uses,
        )  # fmt: skip
        self.first: list[int | None] = []
        """What each cell began with, once the whole is there; None: nobody knows."""
        self._values: list[Values] = []
        self._threads = [self._drafted(number) for number in range(len(trace.threads))]

    def places(self) -> tuple[tuple[Place, ...], ...]:
        """Of the states, thread by thread; once the whole is there."""
        threads = zip(self._parts.states, self._threads, self._values, strict=True)
        return tuple(tuple(places_of(*thread, self._store)) for thread in threads)

    def _assume(self, what: str, draft: Draft | None, *, by_guard: bool = False) -> None:
        self._assumed.setdefault(what, {})[draft] = by_guard

    def _assume_by_guard(self, what: str, draft: Draft | None) -> None:
        self._assume(what, draft, by_guard=True)

    def _drafted(self, number: int) -> list[Draft]:
        begins = [begin for thread, begin, _ in self._turns if thread == number]
        settled = self._parts.settled[number]
        parts, thread = self._parts, self._trace.threads[number]
        states = parts.states[number] if parts.states else ()
        held = {term for state in states for _, _, term in state.held}
        unnoticed = unnoticed_rows(self._trace, thread, parts.locks)
        rows = Rows(
            self._trace, thread, begins, settled, self._orders,
            either_way=parts.one_of_several, held=held, unnoticed=unnoticed,
        )  # fmt: skip
        drafting = Drafting(self._building, rows)
        self._values.append(drafting.values)
        drafts = drafting.drafted()
        if number and not drafts:
            return [Draft(0, 1, Start())]  # created, and then the run was over
        if number and not isinstance(drafts[0].action, Start):
            raise InternalError(f"{self._trace.threads[number].path} does something before it starts")
        return drafts

    def _named_cells(self) -> list[str]:
        """Different names for different cells."""
        memory, hidden = self._memory, dict(self._parts.hidden)
        hidden |= {
            cell: f"state of {self._names.of_object(key[0])}" for key, cell in self._parts.lock_uses.cells.items()
        }
        hidden |= {cell: self._names.of(address).text for cell, address in self._parts.frame_ends.hidden.items()}
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

    @property
    def symbolic(self) -> Sequence[Symbolic]:
        """Accesses and the like whose address is."""
        return self._symbolic

    @property
    def memory(self) -> Memory:
        return self._memory

    @property
    def sync(self) -> Synchronisation:
        return self._sync

    @property
    def failed(self) -> int | None:
        """The event at which the run failed, once the whole is there."""
        return next((draft.number for drafts in self._threads for draft in drafts if _is_false_check(draft)), None)

    # ---- memory

    def _is_hidden(self, cell: int) -> bool:
        parts = self._parts
        return cell in parts.hidden or cell in parts.frame_ends.hidden or cell in parts.lock_uses.begins

    def _first_values(self) -> list[int | None]:
        objects, others, begins = self._parts.objects, self._parts.first, self._parts.lock_uses.begins
        known = [
            int(begins.get(number, 0)) if self._is_hidden(number) else objects.initial(extent.address, extent.size)
            for number, extent in enumerate(self._memory.extents)
        ]
        return [others.get(number) if value is None else value for number, value in enumerate(known)]

    def _cells(self, order: list[tuple[int, Draft]]) -> tuple[Cell, ...]:
        memories = Memories(self._first_values())
        unknown = {number for number, value in enumerate(memories.first) if value is None}
        memories.follow(order)
        self._reveal(memories, order)
        self._say_what_is_unknown(memories, unknown)
        self.first = memories.first
        extents = self._memory.extents
        return tuple(
            Cell(
                name,
                8 * extent.size,
                value or 0,
                self._is_hidden(number),
                number in self._parts.lock_uses.begins,
                not self._is_hidden(number) and self._parts.objects.holds_anything(extent.address, extent.size),
            )
            for number, (name, extent, value) in enumerate(zip(self._cell_names, extents, memories.first, strict=True))
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
        if self._parts.one_of_several:
            return  # that it may hold anything is asked of all runs together
        objects, extents = self._parts.objects, self._memory.extents
        fresh = {
            number
            for number, extent in enumerate(extents)
            if not self._is_hidden(number) and objects.holds_anything(extent.address, extent.size)
        }
        doubtful = (unknown | fresh) - set(memories.read_first)
        if not doubtful:
            return
        order, handed_over = ForcedOrder(self._trace.recording), HandedOver(self._trace)
        named = 0
        for cell, touches in first_touches(self._threads, doubtful).items():
            written = memories.written_first.get(cell)
            if written is not None and all(
                draft is written[1] or order.must_precede(moment(*written), moment(thread, draft))
                for thread, draft in touches.items()
            ):
                continue
            if written is not None and handed_over.is_filled_first(extents[cell].address, written[0], written[1].row):
                continue
            named += bool(touches)
            if touches and named <= _MOST_NAMES:
                self._assume(f"{self._cell_names[cell]} may be read before it is written: it then holds 0", None)
        if named > _MOST_NAMES:
            self._assume(f"so may {named - _MOST_NAMES} other places, in memory that began with anything", None)

    # ---- the whole

    def ctp(self) -> TraceProgram:
        order = in_order(self._threads, self._turns)
        cells = self._cells(order)
        threads, events = self._numbered()
        for what in (*surroundings(self._trace.recording), *self._of_libraries(), *self._of_many_functions()):
            self._assume(what, None)
        observed = [draft for _, draft in up_to_the_end(order)]
        observed.sort(key=_is_false_check)  # it can wait: it reads nothing
        return TraceProgram(
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

    def _of_libraries(self) -> Iterator[str]:
        """Of several runs it is asked over all of them."""
        return iter(()) if self._parts.one_of_several else LibraryState(self._trace).assumed()

    def _of_many_functions(self) -> Iterator[str]:
        for cell in sorted(self._parts.frame_ends.beyond)[:_MOST_NAMES]:
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


def _number(draft: Draft | None) -> int | None:
    return draft.number if draft is not None and draft.number >= 0 else None


def _is_guard(draft: Draft | None) -> bool:
    return draft is not None and isinstance(draft.action, Step) and draft.action.guard.constant is None


def _is_false_check(draft: Draft) -> bool:
    """The one that ended the run."""
    return draft.failed and isinstance(draft.action, Check)

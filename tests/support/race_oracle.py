"""Which events of a small trace program race, by going through all its runs: plain, slow, and on its own.

What happens before what is kept as sets of events (the bits of an integer), not as clocks. Two runs that lead to the
same state of the machine with the same sets have the same future: only then is one of them left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

from raddle.logic.arithmetic import Trap
from raddle.logic.evaluate import Evaluator
from raddle.logic.terms import Term
from raddle.model.actions import (
    Acquire,
    Arrive,
    Check,
    Create,
    Exit,
    Fence,
    Free,
    Join,
    Leave,
    Mode,
    OnceEnd,
    OncePass,
    Order,
    Post,
    Read,
    RegionBegin,
    RegionEnd,
    Release,
    Start,
    Step,
    Take,
    Wait,
    Write,
)
from raddle.model.layout import State
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.program import Event, TraceProgram

MOST_STATES: Final = 100_000


class TooMany(Exception):
    """More states than are gone through."""


@dataclass(frozen=True, slots=True)
class Hit:
    """An access that found its cell."""

    cell: int
    writes: bool
    atomic: bool

    def clashes(self, other: "Hit") -> bool:
        return self.cell == other.cell and (self.writes or other.writes) and not (self.atomic and other.atomic)


@dataclass(frozen=True, slots=True)
class Past:
    """What is known after a run. Sets of events are bits."""

    before: tuple[int, ...]
    """By event: it, and what happens before it; 0: it has not taken place."""
    fenced: tuple[int, ...]
    """By thread: its last releasing fence, and what happens before that."""
    heard: tuple[int, ...]
    """By thread: what its relaxed reads would have let it see, had they acquired."""
    left: tuple[int, ...]
    """By cell: what an acquiring read of it sees."""
    own: tuple[tuple[int, ...], ...]
    """By cell and thread: what the thread's last atomic write left there."""
    arrived: tuple[tuple[int, ...], ...]
    """By barrier: the events, in order."""
    hits: tuple[tuple[Hit, ...], ...]
    """By event."""


@dataclass
class Races:
    """Pairs (first, second), as the goals of model/goals.py name them; `meet` has each in both orders."""

    states: int = 0
    meet: set[tuple[int, int]] = field(default_factory=set)
    unordered: set[tuple[int, int]] = field(default_factory=set)

    @property
    def pairs(self) -> set[tuple[int, int]]:
        """Each once, the smaller number first."""
        return {(min(pair), max(pair)) for pair in self.meet | self.unordered}


def races_of(ctp: TraceProgram, most_states: int = MOST_STATES) -> Races:
    machine = Machine(ctp)
    oracle = Oracle(ctp, machine)
    races = Races()
    start = (machine.initial, oracle.nothing)
    known = {start}
    stack = [start]
    while stack:
        state, past = stack.pop()
        oracle.look(state, past, races)
        for move, after in machine.successors(state):
            reached = (after, oracle.after(past, state, ctp.events[move.event]))
            if reached not in known:
                known.add(reached)
                stack.append(reached)
        if len(known) > most_states:
            raise TooMany
    races.states = len(known)
    return races


def races_after(ctp: TraceProgram, moves: Sequence[Move]) -> Races:
    """Those that the state behind these moves shows."""
    machine = Machine(ctp)
    oracle = Oracle(ctp, machine)
    state, past = machine.initial, oracle.nothing
    for move in moves:
        past = oracle.after(past, state, ctp.events[move.event])
        state = machine.perform(state, move)
    races = Races()
    oracle.look(state, past, races)
    return races


class Oracle:
    def __init__(self, ctp: TraceProgram, machine: Machine) -> None:
        self._ctp = ctp
        self._layout = machine.layout
        nobody = (0,) * len(ctp.threads)
        self.nothing: Final = Past(
            before=(0,) * len(ctp.events),
            fenced=nobody,
            heard=nobody,
            left=(0,) * len(ctp.cells),
            own=(nobody,) * len(ctp.cells),
            arrived=((),) * len(ctp.barriers),
            hits=((),) * len(ctp.events),
        )

    # ---- which pairs race in a state

    def look(self, state: State, past: Past, races: Races) -> None:
        """A process that has ended has no next event. What is half done in a region is seen by nobody else: whoever is
        in one is one of the two."""
        if state[self._layout.ended]:
            return
        threads = enumerate(self._ctp.threads)
        following = [
            self._ctp.events[one.first + state[number]] for number, one in threads if state[number] < one.count
        ]
        owner = state[self._layout.region] - 1
        hits = {event.number: self.hits(event, state) for event in following}
        for second in following:
            for first in following:
                alone = owner in (-1, first.thread, second.thread)
                if alone and first.thread != second.thread and clash(hits[first.number], hits[second.number]):
                    races.meet.add((first.number, second.number))
            if owner not in (-1, second.thread):
                continue
            seen = self.seen(past, second, state)
            for number, done in enumerate(past.hits):
                strange = self._ctp.events[number].thread != second.thread
                if strange and not seen >> number & 1 and clash(done, hits[second.number]):
                    races.unordered.add((number, second.number))

    def hits(self, event: Event, state: State) -> tuple[Hit, ...]:
        """What it does to memory in that state: its reads up to the first that goes astray, and its writes if it can
        take place. An early read is no access."""
        action = event.action
        if isinstance(action, Free):
            cells = () if action.of_frame else self.given_back(event, action, state)
            return tuple(Hit(cell, writes=True, atomic=False) for cell in cells)
        hits: list[Hit] = []
        values = self.values(event, state)
        for read in reads_of(event):
            cell = cell_of(read, values)
            if cell is None:
                return tuple(hits)
            if not read.early:
                hits.append(Hit(cell, writes=False, atomic=read.order.is_atomic))
        if isinstance(action, Step) and worth_of(action.guard, values) == 1:
            places = [cell_of(write, values) for write in action.writes]
            if None not in places and None not in [worth_of(write.value, values) for write in action.writes]:
                for write, place in zip(action.writes, places, strict=True):
                    if not write.made_up:
                        hits.append(Hit(_sure(place), writes=True, atomic=write.order.is_atomic))
        return tuple(hits)

    def given_back(self, event: Event, free: Free, state: State) -> tuple[int, ...]:
        is_that = free.when is None or worth_of(free.when, self.values(event, state)) == 1
        return free.cells if is_that else ()

    def values(self, event: Event, state: State) -> dict[Term, int]:
        """Of the thread's variables, with what the event itself would read now."""
        values: dict[Term, int] = {}
        for earlier in self._ctp.of_thread(event.thread)[: event.position]:
            for read in reads_of(earlier):
                values[read.variable] = state[self._layout.slot_of[read.variable]]
        for read in reads_of(event):
            cell = cell_of(read, values)
            if cell is not None:
                values[read.variable] = state[self._layout.cells + cell]
        return values

    def seen(self, past: Past, event: Event, state: State) -> int:
        """What happens before it by program order, and by what it acquires from memory."""
        seen = past.before[event.number - 1] if event.position else 0
        values = self.values(event, state)
        for read in reads_of(event):
            cell = cell_of(read, values)
            if cell is None:
                break
            if read.order.acquires:
                seen |= past.left[cell]
        return seen

    # ---- what an event adds

    def after(self, past: Past, state: State, event: Event) -> Past:
        """`state`: the one before the event, which can take place there."""
        me, thread = 1 << event.number, event.thread
        seen = self.seen(past, event, state) | me
        for source, before in enumerate(past.before):
            if before and self._is_edge(past, self._ctp.events[source], event):
                seen |= before
        fenced, heard, left, own, arrived = past.fenced, past.heard, past.left, past.own, past.arrived
        match event.action:
            case Step() | Check():
                values = self.values(event, state)
                for read in reads_of(event):
                    cell = _sure(cell_of(read, values))
                    if read.order.is_atomic and not read.order.acquires:
                        heard = _put(heard, thread, heard[thread] | left[cell])
                for write in writes_of(event):
                    cell = _sure(cell_of(write, values))
                    now = self._leaves(past, event, write.order, cell, seen, values)
                    left, own = _put(left, cell, now), _put(own, cell, _put(own[cell], thread, now))
            case Fence(order):
                seen |= heard[thread] if order.acquires else 0
                fenced = _put(fenced, thread, seen) if order.releases else fenced
            case Arrive(barrier):
                arrived = _put(arrived, barrier, (*arrived[barrier], event.number))
            case _:
                pass
        hits = _put(past.hits, event.number, self.hits(event, state))
        return Past(_put(past.before, event.number, seen), fenced, heard, left, own, arrived, hits)

    def _leaves(self, past: Past, event: Event, order: Order, cell: int, seen: int, values: dict[Term, int]) -> int:
        """What an acquiring read behind this write sees."""
        if not order.is_atomic:
            return 0
        updates = any(read.order.is_atomic and cell_of(read, values) == cell for read in reads_of(event))
        released = seen if order.releases else past.fenced[event.thread]
        return released | past.own[cell][event.thread] | (past.left[cell] if updates else 0)

    def _is_edge(self, past: Past, source: Event, event: Event) -> bool:
        match source.action, event.action:
            case Create(child), Start():
                return child == event.thread
            case Exit(), Join(child):
                return child == source.thread
            case Release(lock, mode), Acquire(wanted, wanted_mode):
                return lock == wanted and Mode.EXCLUSIVE in (mode, wanted_mode)
            case Wait(_, lock), Acquire(wanted):
                return lock == wanted
            case Post(semaphore), Take(wanted):
                return semaphore == wanted
            case Arrive(barrier), Leave(wanted):
                return barrier == wanted and self._same_round(past, barrier, source, event)
            case OnceEnd(once), OncePass(wanted):
                return once == wanted
            case RegionEnd(made_up), RegionBegin(also):
                return not made_up and not also
            case _:
                return False

    def _same_round(self, past: Past, barrier: int, source: Event, leave: Event) -> bool:
        """A Leave comes right behind its Arrive."""
        arrived, parties = past.arrived[barrier], self._ctp.barriers[barrier].parties
        return arrived.index(source.number) // parties == arrived.index(leave.number - 1) // parties


def clash(hits: Sequence[Hit], others: Sequence[Hit]) -> bool:
    return any(one.clashes(other) for one in hits for other in others)


def reads_of(event: Event) -> tuple[Read, ...]:
    return event.action.reads if isinstance(event.action, Step | Check) else ()


def writes_of(event: Event) -> tuple[Write, ...]:
    return event.action.writes if isinstance(event.action, Step) else ()


def worth_of(term: Term, values: dict[Term, int]) -> int | None:
    """None: a division traps, or it speaks of what could not be read."""
    try:
        return Evaluator(values)(term)
    except (Trap, LookupError):
        return None


def cell_of(access: Read | Write, values: dict[Term, int]) -> int | None:
    if access.address is None:
        return access.cells[0]
    address = worth_of(access.address, values)
    return access.cells[access.addresses.index(address)] if address in access.addresses else None


def _sure(cell: int | None) -> int:
    assert cell is not None
    return cell


T = TypeVar("T")


def _put(of: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*of[:place], value, *of[place + 1 :])


def pairs_of(ctp: TraceProgram) -> Iterator[tuple[int, int]]:
    """Events of different threads with accesses that clash if they go to the same cell, and may."""
    for a in ctp.events:
        for b in ctp.events[a.number + 1 :]:
            if a.thread != b.thread and any(one.clashes(other) for one in _may_hit(a) for other in _may_hit(b)):
                yield a.number, b.number


def _may_hit(event: Event) -> list[Hit]:
    if isinstance(event.action, Free):
        cells = () if event.action.of_frame else event.action.cells
        return [Hit(cell, writes=True, atomic=False) for cell in cells]
    reads = [read for read in reads_of(event) if not read.early]
    accesses: list[Read | Write] = [*reads, *(write for write in writes_of(event) if not write.made_up)]
    return [
        Hit(cell, writes=isinstance(one, Write), atomic=one.order.is_atomic) for one in accesses for cell in one.cells
    ]

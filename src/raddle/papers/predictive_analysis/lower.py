"""TraceProgram -> guarded assignments: synchronisation as accesses to auxiliary shared cells.

The predictive analysis paper, sections 2 and 3.1, for all of our actions (model/actions.py says what each means).

Every event becomes one `Step` over the program's cells and auxiliary ones. A value that an event needs to see stands as
a constant in its `Read`: the pi-function then folds away each definition with another value, which is the atomicity
violations paper's simplification of locks (section 4.3: an acquire reads "free" from a release or from the start) for
all of them.

    lock        holder: 0 free, thread + 1 held; readers: how many hold it shared
    condition   one cell per Wait: NOT_WAITING, WAITING, CHOSEN
    semaphore   the count            barrier   arrivals in this round, rounds completed
    once        0, 1 begun, 2 done   thread    created, exited
    region      0, or thread + 1 of who is in one; read only where a program has regions
    ended       0, 1; read by what a ProcessEnd of another thread, or an earlier one of its own, could come before
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.logic.traps import computable
from raddle.model.actions import (
    Acquire,
    Arrive,
    Broadcast,
    Cell,
    Check,
    Count,
    Create,
    Exit,
    Fence,
    Free,
    Join,
    Leave,
    Mode,
    OnceBegin,
    OnceEnd,
    OncePass,
    Post,
    ProcessEnd,
    Read,
    Refused,
    RegionBegin,
    RegionEnd,
    Release,
    Signal,
    Start,
    Step,
    Take,
    Wait,
    Wake,
    Write,
)
from raddle.model.program import Event, TraceProgram
from raddle.model.uses import freed_again, terms_of

NOT_WAITING: Final = 0
WAITING: Final = 1
CHOSEN: Final = 2
BEGUN: Final = 1
DONE: Final = 2
SMALLEST_WIDTH: Final = 2  # a term of width 1 is a truth value, and has no arithmetic


@dataclass(frozen=True)
class Lowered:
    """The same events, by number, with accesses for synchronisation."""

    cells: tuple[Cell, ...] = field(repr=False)
    """The program's own, then the auxiliary ones."""
    steps: tuple[Step, ...] = field(repr=False)
    """Of a Check: its reads, and what must be so for it to happen at all, hold or not."""
    conditions: dict[int, Term] = field(repr=False)
    """Of each Check."""


def lower(ctp: TraceProgram) -> Lowered:
    return _Lowering(ctp).lowered()


def waits_for(ctp: TraceProgram, signal: Event) -> tuple[Event, ...]:
    """The Waits that a Signal or Broadcast may end: its own thread's are over, or not begun."""
    assert isinstance(signal.action, Signal | Broadcast)
    return tuple(
        event
        for event in ctp.events
        if isinstance(event.action, Wait)
        and event.action.condition == signal.action.condition
        and event.thread != signal.thread
    )


def choice_of(ctp: TraceProgram, signal: Event) -> Term:
    """The free variable of a Signal: 0 nobody, else 1 + the place of the chosen Wait in `waits_for`."""
    return ctp.terms.variable(f"reference:choice:{signal.number}", _width(len(waits_for(ctp, signal))))


def _width(largest: int) -> int:
    return max(SMALLEST_WIDTH, largest.bit_length())


class _Lowering:
    """Makes the auxiliary cells, then walks each thread."""

    def __init__(self, ctp: TraceProgram) -> None:
        self._ctp = ctp
        self._terms = ctp.terms
        self._cells = list(ctp.cells)
        actions = [event.action for event in ctp.events]
        someone = len(ctp.threads)
        shares = [
            sum(1 for a in actions if isinstance(a, Acquire) and a.lock == lock) for lock in range(len(ctp.locks))
        ]
        posts = [
            sum(1 for a in actions if isinstance(a, Post) and a.semaphore == s) for s in range(len(ctp.semaphores))
        ]
        self._holder = [self._cell(f"holder of {name}", someone) for name in ctp.locks]
        self._readers = [self._cell(f"readers of {name}", most) for name, most in zip(ctp.locks, shares, strict=True)]
        self._count = [
            self._cell(f"count of {semaphore.name}", semaphore.initial + most, semaphore.initial)
            for semaphore, most in zip(ctp.semaphores, posts, strict=True)
        ]
        self._arrived = [self._cell(f"arrivals at {barrier.name}", barrier.parties) for barrier in ctp.barriers]
        self._rounds = [self._cell(f"rounds of {barrier.name}", len(actions)) for barrier in ctp.barriers]
        self._once = [self._cell(f"once {name}", DONE) for name in ctp.onces]
        self._nobody = [self._cell(f"nobody at {name}", CHOSEN) for name in ctp.conditions]
        self._created = [self._cell(f"created {thread.name}", 1) for thread in ctp.threads]
        self._exited = [self._cell(f"exited {thread.name}", 1) for thread in ctp.threads]
        self._waiting = {e.number: self._cell(f"wait {e.number}", CHOSEN) for e in ctp.events if type(e.action) is Wait}
        self._gone = {cell: self._cell(f"{ctp.cells[cell].name} is gone", 1) for cell in freed_again(ctp)}
        self._shared = {a.lock for a in actions if isinstance(a, Acquire | Release) and a.mode is Mode.SHARED}
        self._ends = [event for event in ctp.events if isinstance(event.action, ProcessEnd)]
        self._region = self._cell("region", someone) if any(isinstance(a, RegionBegin) for a in actions) else None
        self._ended = self._cell("ended", 1) if self._ends else None
        self._last_wait: dict[int, int] = {}
        """Thread -> its last Wait."""
        self._last_arrive: dict[tuple[int, int], tuple[Term, Term]] = {}
        """Thread and barrier -> what it read when it last arrived: arrivals, rounds."""

    def lowered(self) -> Lowered:
        steps: list[Step] = []
        conditions: dict[int, Term] = {}
        inside = False
        for event in self._ctp.events:
            inside = inside and event.position > 0
            plain = self._step(event)
            steps.append(Step((*self._allowed(event, inside=inside), *plain.reads), plain.guard, plain.writes))
            match event.action:
                case Check(condition=condition):
                    conditions[event.number] = condition
                case RegionBegin():
                    inside = True
                case RegionEnd():
                    inside = False
                case _:
                    pass
        return Lowered(tuple(self._cells), tuple(steps), conditions)

    def _allowed(self, event: Event, *, inside: bool) -> Iterable[Read]:
        """Nobody else is in a region, and the process has not ended."""
        if self._region is not None and not inside:
            yield self._sees(self._region, 0)
        if self._ended is not None and any(e.thread != event.thread or e.number < event.number for e in self._ends):
            yield self._sees(self._ended, 0)

    def _free(self, event: Event, free: Free) -> Step:
        """What is gone is not given back again."""
        terms, that = self._terms, self._terms.true if free.when is None else free.when
        cells = [self._gone[cell] for cell in free.cells if cell in self._gone and not free.of_frame]
        reads = [self._reads(event, cell) for cell in cells]
        there = terms.all_of(terms.equal(read.variable, terms.bits(0, read.variable.width)) for read in reads)
        writes = [
            Write(terms.choice(that, terms.bits(1, read.variable.width), read.variable), read.cells)
            for read in (() if free.goes_on else reads)
        ]
        return Step(tuple(reads), terms.implies(that, there), tuple(writes))

    def _step(self, event: Event) -> Step:
        action = event.action
        match action:
            case Step(reads=reads, guard=guard, writes=writes):
                return Step(reads, self._terms.all_of((computable(self._terms, terms_of(event)), guard)), writes)
            case Check(reads=reads):
                return Step(reads, computable(self._terms, terms_of(event)), ())
            case Free():
                return self._free(event, action)
            case Fence():
                return Step((), self._terms.true, ())
            case Start() | Exit() | Create() | Join() | ProcessEnd() | RegionBegin() | RegionEnd():
                return self._life(event, action)
            case Acquire() | Release() | Refused():
                return self._lock(event, action)
            case Wait() | Wake() | Signal() | Broadcast():
                return self._condition(event, action)
            case Take() | Post() | Count():
                return self._semaphore(event, action)
            case Arrive() | Leave():
                return self._barrier(event, action)
            case OnceBegin(once=once):
                return self._plain([self._sees(self._once[once], 0)], [self._sets(self._once[once], BEGUN)])
            case OnceEnd(once=once):
                return self._plain([], [self._sets(self._once[once], DONE)])
            case OncePass(once=once):
                return self._plain([self._sees(self._once[once], DONE)], [])

    def _life(self, event: Event, action: Start | Exit | Create | Join | ProcessEnd | RegionBegin | RegionEnd) -> Step:
        match action:
            case Start():
                return self._plain([self._sees(self._created[event.thread], 1)], [])
            case Exit():
                return self._plain([], [self._sets(self._exited[event.thread], 1)])
            case Create(child=child):
                return self._plain([], [self._sets(self._created[child], 1)])
            case Join(child=child):
                return self._plain([self._sees(self._exited[child], 1)], [])
            case ProcessEnd():
                assert self._ended is not None
                return self._plain([], [self._sets(self._ended, 1)])
            case RegionBegin():
                assert self._region is not None
                return self._plain([], [self._sets(self._region, event.thread + 1)])
            case RegionEnd():
                return self._plain([], [self._sets(self._region, 0)] if self._region is not None else [])

    def _lock(self, event: Event, action: Acquire | Release | Refused) -> Step:
        """Readers are counted only where somebody locks it shared: otherwise it is the atomicity violations paper's
        mutex."""
        holder, readers = self._holder[action.lock], self._readers[action.lock]
        shared = action.lock in self._shared
        match action, action.mode:
            case Acquire(), Mode.EXCLUSIVE:
                free = [self._sees(holder, 0)] + ([self._sees(readers, 0)] if shared else [])
                return self._plain(free, [self._sets(holder, event.thread + 1)])
            case Acquire(), Mode.SHARED:
                read, after = self._changed(event, readers, 1)
                return self._plain([self._sees(holder, 0), read], [after])
            case Release(), Mode.EXCLUSIVE:
                return self._plain([], [self._sets(holder, 0)])
            case Release(), Mode.SHARED:
                read, after = self._changed(event, readers, -1)
                return self._plain([read], [after])
            case _:
                reads = [self._reads(event, holder)]
                if shared and action.mode is Mode.EXCLUSIVE:
                    reads.append(self._reads(event, readers))
                return Step(tuple(reads), self._terms.any_of(self._is_not(r.variable, 0) for r in reads), ())

    def _condition(self, event: Event, action: Wait | Wake | Signal | Broadcast) -> Step:
        terms = self._terms
        match action:
            case Wait(lock=lock):
                self._last_wait[event.thread] = event.number
                freed = [] if lock is None else [self._sets(self._holder[lock], 0)]
                return self._plain([], [self._sets(self._waiting[event.number], WAITING), *freed])
            case Wake(cause=cause):
                cell = self._waiting[self._last_wait[event.thread]]
                if cause == "any":
                    read = self._reads(event, cell)
                    waits = terms.any_of((self._is(read.variable, WAITING), self._is(read.variable, CHOSEN)))
                    return Step((read,), waits, (self._sets(cell, NOT_WAITING),))
                seen = CHOSEN if cause == "signal" else WAITING
                return self._plain([self._sees(cell, seen)], [self._sets(cell, NOT_WAITING)])
            case Signal(condition=condition):
                return self._signal(event, condition)
            case Broadcast():
                reads, writes = [], []
                for wait in waits_for(self._ctp, event):
                    read = self._reads(event, self._waiting[wait.number])
                    reads.append(read)
                    was = read.variable
                    woken = terms.choice(self._is(was, WAITING), terms.bits(CHOSEN, was.width), was)
                    writes.append(Write(woken, read.cells))
                return self._plain(reads, writes)

    def _signal(self, event: Event, condition: int) -> Step:
        """The chosen one waits, or nobody does; CHOSEN goes to the chosen one's cell, or to one that nobody reads."""
        terms = self._terms
        waits = waits_for(self._ctp, event)
        choice = choice_of(self._ctp, event)
        reads = [self._reads(event, self._waiting[wait.number]) for wait in waits]
        nobody = terms.all_of([self._is(choice, 0), *(self._is_not(read.variable, WAITING) for read in reads)])
        one = [
            terms.all_of((self._is(choice, place), self._is(read.variable, WAITING)))
            for place, read in enumerate(reads, start=1)
        ]
        cells = (self._nobody[condition], *(read.cells[0] for read in reads))
        value = terms.bits(CHOSEN, _width(CHOSEN))
        write = Write(value, cells, address=choice, addresses=tuple(range(len(cells))))
        return Step(tuple(reads), terms.any_of([nobody, *one]), (write,))

    def _semaphore(self, event: Event, action: Take | Post | Count) -> Step:
        cell = self._count[action.semaphore]
        match action:
            case Take():
                read, after = self._changed(event, cell, -1)
                return Step((read,), self._is_not(read.variable, 0), (after,))
            case Post():
                read, after = self._changed(event, cell, 1)
                return self._plain([read], [after])
            case Count(value=value):
                possible = 0 <= value < 1 << self._cells[cell].width
                return self._plain([self._sees(cell, value)], []) if possible else Step((), self._terms.false, ())

    def _barrier(self, event: Event, action: Arrive | Leave) -> Step:
        """A thread leaves when a round more is complete than when it came."""
        terms = self._terms
        parties = self._ctp.barriers[action.barrier].parties
        match action:
            case Arrive(barrier=barrier):
                reads = [self._reads(event, cell) for cell in (self._arrived[barrier], self._rounds[barrier])]
                arrived, rounds = (read.variable for read in reads)
                self._last_arrive[event.thread, barrier] = (arrived, rounds)
                full = self._is(arrived, parties - 1)
                none = terms.bits(0, arrived.width)
                writes = [
                    Write(terms.choice(full, none, self._plus(arrived, 1)), reads[0].cells),
                    Write(terms.choice(full, self._plus(rounds, 1), rounds), reads[1].cells),
                ]
                return self._plain(reads, writes)
            case Leave(barrier=barrier, last=last):
                arrived, rounds = self._last_arrive[event.thread, barrier]
                read = self._reads(event, self._rounds[barrier])
                was_last = self._is(arrived, parties - 1)
                complete = terms.negation(terms.equal(read.variable, rounds))
                told = terms.true if last is None else was_last if last else terms.negation(was_last)
                return Step((read,), terms.all_of((complete, told)), ())

    # ---- accesses of auxiliary cells

    def _cell(self, name: str, largest: int, initial: int = 0) -> int:
        self._cells.append(Cell(name, _width(largest), initial))
        return len(self._cells) - 1

    def _plain(self, reads: Iterable[Read], writes: Iterable[Write]) -> Step:
        return Step(tuple(reads), self._terms.true, tuple(writes))

    def _sees(self, cell: int, value: int) -> Read:
        return Read(self._terms.bits(value, self._cells[cell].width), (cell,))

    def _sets(self, cell: int, value: int) -> Write:
        return Write(self._terms.bits(value, self._cells[cell].width), (cell,))

    def _reads(self, event: Event, cell: int) -> Read:
        variable = self._terms.variable(f"reference:read:{event.number}:{cell}", self._cells[cell].width)
        return Read(variable, (cell,))

    def _changed(self, event: Event, cell: int, by: int) -> tuple[Read, Write]:
        read = self._reads(event, cell)
        return read, Write(self._plus(read.variable, by), (cell,))

    def _plus(self, term: Term, by: int) -> Term:
        return self._terms.apply(Op.ADD, term.width, term, self._terms.bits(by, term.width))

    def _is(self, term: Term, value: int) -> Term:
        return self._terms.equal(term, self._terms.bits(value, term.width))

    def _is_not(self, term: Term, value: int) -> Term:
        return self._terms.negation(self._is(term, value))

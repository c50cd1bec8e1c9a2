"""Two memory models beside sequential consistency: one that allows more, one that allows less.

StoreBuffers: what a thread writes without reading waits in its buffer, which it reads itself and nobody else does; it
comes to memory in the order of writing (TSO), or where `by_cell` only what goes to one cell does (PSO). Whatever
synchronises waits until the buffer is empty: so do fences, updates, frees, atomic writes and several writes at once.

SwitchingAtSynchronisation: a thread gives way only where it synchronises.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from raddle.logic.substitute import Substitution
from raddle.logic.terms import Term
from raddle.model.actions import (
    Check,
    Create,
    Exit,
    Free,
    Join,
    Order,
    ProcessEnd,
    Read,
    RegionBegin,
    RegionEnd,
    Start,
    Step,
    Write,
)
from raddle.model.memory import Explained
from raddle.model.program import Event, TraceProgram
from tests.support.rewritten import Rewritten

One = TypeVar("One", Read, Write)


def is_buffered(step: Step) -> bool:
    """Whether others may see later what it writes, where it stands in no region."""
    return not step.reads and len(step.writes) == 1 and not step.writes[0].order.is_atomic


def goes_on(event: Event) -> bool:
    """Whether a thread with a buffer does it whatever is in there, and one that keeps others waiting goes on to it."""
    match event.action:
        case Step(reads, _, writes):
            return not writes or (not reads and len(writes) == 1 and writes[0].order is Order.PLAIN)
        case Check():
            return True
        case _:
            return False


class StoreBuffers:
    """Each write that waits is a thread of its own, which takes it to memory: the writer creates it, and joins it where
    the buffer has to be empty. What it takes there lies in a cell of its own meanwhile, and another one says whether it
    has come there: the writer's reads look at that."""

    keeps_accesses: Final = False

    def __init__(self, *, by_cell: bool) -> None:
        self.by_cell: Final = by_cell
        self.name: Final = "PSO" if by_cell else "TSO"

    def explained(self, program: TraceProgram) -> Explained:
        made = Rewritten(program)
        for thread in range(len(program.threads)):
            _Buffered(made, thread, by_cell=self.by_cell).rewrite(program.of_thread(thread))
        return made.made()


@dataclass(frozen=True)
class _Pending:
    """A write that waits."""

    thread: int
    done: int
    """The cell that says whether it has come to memory."""
    write: Write


class _Buffered:
    """One thread."""

    def __init__(self, made: Rewritten, thread: int, *, by_cell: bool) -> None:
        self._made = made
        self._terms = made.terms
        self._thread = thread
        self._by_cell = by_cell
        self._pending: list[_Pending] = []
        self._seen: dict[Term, Term] = {}
        """What it saw of its own buffer, or else of memory."""
        self._meant = Substitution(made.terms, self._seen)
        self._inside = False

    def rewrite(self, events: Iterable[Event]) -> None:
        for event in events:
            match event.action:
                case Step() as step if is_buffered(step) and not self._inside:
                    self._delay(event, step)
                case Step() | Check() as action:
                    if not goes_on(event):
                        self._drain(event)
                    self._made.keep(event, self._read(event, action))
                case action:
                    if not isinstance(action, ProcessEnd):
                        self._drain(event)
                    self._inside = isinstance(action, RegionBegin) or (
                        self._inside and not isinstance(action, RegionEnd)
                    )
                    if isinstance(action, Free) and action.when is not None:
                        action = replace(action, when=self._meant(action.when))
                    self._made.keep(event, action)

    def _drain(self, event: Event) -> None:
        for one in self._pending:
            self._made.add(self._thread, Join(one.thread), near=event, before=True)
        self._pending.clear()

    # ---- writing

    def _delay(self, event: Event, step: Step) -> None:
        made, terms, name, write = self._made, self._terms, f"{event.number}", self._access(step.writes[0])
        value = self._meant(step.writes[0].value)
        buffered, done = made.cell(f"buffer.{name}", value.width), made.cell(f"done.{name}", 1)
        taken = Read(terms.variable(f"taken.{name}", value.width), (buffered,))
        into, reads, guard = [Write(value, (buffered,))], [taken], self._meant(step.guard)
        to = replace(write, value=taken.variable)
        if write.address is not None:
            address = write.address
            where = made.cell(f"where.{name}", address.width)
            into.append(Write(address, (where,)))
            reads.append(Read(terms.variable(f"where.{name}", address.width), (where,)))
            to = replace(to, address=reads[-1].variable)
            known = (terms.equal(address, terms.bits(one, address.width)) for one in write.addresses)
            guard = terms.all_of((guard, terms.any_of(known)))
        made.keep(event, Step((), guard, tuple(into)))
        buffer = made.thread(f"buffer of {name}", self._thread)
        made.add(self._thread, Create(buffer), near=event)
        made.add(buffer, Start(), near=event)
        for earlier in self._earlier(write):
            made.add(buffer, Join(earlier.thread), near=event)
        made.add(buffer, Step(tuple(reads), terms.true, (to, Write(terms.true, (done,)))), near=event)
        made.add(buffer, Exit(), near=event)
        self._pending.append(_Pending(buffer, done, replace(write, value=value)))

    def _earlier(self, write: Write) -> list[_Pending]:
        """Those that have to come to memory before it."""
        if not self._by_cell:
            return self._pending[-1:]
        return [one for one in self._pending if not set(one.write.cells).isdisjoint(write.cells)]

    # ---- reading

    def _read(self, event: Event, action: Step | Check) -> Step | Check:
        reads: list[Read] = []
        for read in action.reads:
            reads += self._forwarded(read)
        if isinstance(action, Check):
            return replace(action, reads=tuple(reads), condition=self._meant(action.condition))
        writes = tuple(replace(self._access(one), value=self._meant(one.value)) for one in action.writes)
        return Step(tuple(reads), self._meant(action.guard), writes)

    def _forwarded(self, read: Read) -> list[Read]:
        """What it looks at: of each write that waits whether it does; and memory."""
        own = [one for one in self._pending if not set(one.write.cells).isdisjoint(read.cells)]
        here = self._access(read)
        if not own:
            return [here]
        terms, name = self._terms, read.variable.data
        there = terms.variable(f"{name}.there", read.variable.width)
        seen, looks = there, []
        for number, one in enumerate(own):  # the last one goes before all others
            done = Read(terms.variable(f"{name}.done{number}", 1), (one.done,))
            looks.append(done)
            waits = terms.all_of((terms.negation(done.variable), self._same(here, one.write)))
            seen = terms.choice(waits, one.write.value, seen)
        self._seen[read.variable] = seen
        return [*looks, replace(here, variable=there)]

    def _same(self, read: Read, write: Write) -> Term:
        """Whether they touch the same cell."""
        terms = self._terms
        return terms.any_of(
            terms.all_of((self._is_at(read, cell), self._is_at(write, cell)))
            for cell in read.cells
            if cell in write.cells
        )

    def _is_at(self, access: Read | Write, cell: int) -> Term:
        if access.address is None:
            return self._terms.true
        place = access.addresses[access.cells.index(cell)]
        return self._terms.equal(access.address, self._terms.bits(place, access.address.width))

    def _access(self, one: One) -> One:
        return one if one.address is None else replace(one, address=self._meant(one.address))


class SwitchingAtSynchronisation:
    """What a thread does between two of these is a region."""

    name: Final = "switching at synchronisation"
    keeps_accesses: Final = True

    def explained(self, program: TraceProgram) -> Explained:
        made = Rewritten(program)
        for thread in range(len(program.threads)):
            open_, inside = False, False
            last = None
            for event in program.of_thread(thread):
                plain = isinstance(event.action, Step | Check) and not inside
                if open_ and not plain:
                    assert last is not None
                    made.add(thread, RegionEnd(made_up=True), near=last)
                if plain and not open_:
                    made.add(thread, RegionBegin(made_up=True), near=event, before=True)
                open_, last = plain, event
                inside = isinstance(event.action, RegionBegin) or (inside and not isinstance(event.action, RegionEnd))
                made.keep(event, event.action)
            if open_ and last is not None:
                made.add(thread, RegionEnd(made_up=True), near=last)
        return made.made()



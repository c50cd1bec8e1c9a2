"""Which blocks of a small trace program can be torn, by going through all its runs: plain, slow, and on its own.

docs/rules.md, Atomicity. Of every event that took place in a run is kept what it did to each
cell and what was there before; whether two events depend on each other is computed from that. Two runs that lead to the
same state of the machine with the same of these have the same future: only then is one of them left out.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import Final

from raddle.logic.arithmetic import Trap
from raddle.logic.evaluate import Evaluator
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.actions import Check, Free, Read, Step, Write
from raddle.model.layout import State
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.program import Event, TraceProgram
from tests.support.race_oracle import MOST_STATES, TooMany

Quadruple = tuple[int, int, int, int]
"""first, there, back, last: as of the goal Torn."""
Values = Mapping[Term, int]


@dataclass(frozen=True, slots=True)
class Touched:
    """What one event did to one cell."""

    cell: int
    reads: tuple[Read, ...]
    write: Write | None
    before: int
    """What was there."""


@dataclass(frozen=True, slots=True)
class Done:
    """An event that has taken place, or that is next and as far as it comes."""

    touched: tuple[Touched, ...]
    values: tuple[tuple[Term, int], ...]
    """Of its thread's variables, those that say how it would have gone with something else in the cell."""


@dataclass(frozen=True, slots=True)
class Past:
    done: tuple[Done | None, ...]
    """By event."""
    pairs: frozenset[tuple[int, int]]
    """An event of a block, and a later one of another thread that depends on it."""


@dataclass
class Torn:
    states: int = 0
    quadruples: set[Quadruple] = field(default_factory=set)


def torn_of(ctp: TraceProgram, most_states: int = MOST_STATES) -> Torn:
    machine = Machine(ctp)
    oracle = TornOracle(ctp, machine)
    torn = Torn()
    start = (machine.initial, oracle.nothing)
    known = {start}
    stack = [start]
    while stack:
        state, past = stack.pop()
        torn.quadruples |= oracle.look(state, past)
        for move, after in machine.successors(state):
            reached = (after, oracle.after(past, state, ctp.events[move.event]))
            if reached not in known:
                known.add(reached)
                stack.append(reached)
        if len(known) > most_states:
            raise TooMany
    torn.states = len(known)
    return torn


def torn_after(ctp: TraceProgram, moves: Sequence[Move]) -> set[Quadruple]:
    """Those that the state behind these moves shows."""
    machine = Machine(ctp)
    oracle = TornOracle(ctp, machine)
    state, past = machine.initial, oracle.nothing
    for move in moves:
        past = oracle.after(past, state, ctp.events[move.event])
        state = machine.perform(state, move)
    return oracle.look(state, past)


def may_tear(ctp: TraceProgram) -> Iterator[Quadruple]:
    """All of which the cells that may be touched say nothing against."""
    owner = instances(ctp)
    may = [_may_touch(ctp, event) for event in ctp.events]
    for first, last in pairs_of_blocks(ctp):
        theirs = [event.number for event in ctp.events if event.thread != ctp.events[first].thread]
        for there, back in product(theirs, theirs):
            if owner[there] == owner[back] and _conflict(may[first], may[there]) and _conflict(may[back], may[last]):
                yield first, there, back, last


def instances(ctp: TraceProgram) -> list[int]:
    """By event: the number of the first event of its outermost block, or its own."""
    owner = list(range(len(ctp.events)))
    for begin, end in ctp.transactions:
        for number in range(begin, end + 1):
            owner[number] = min(owner[number], begin)
    return owner


def pairs_of_blocks(ctp: TraceProgram) -> list[tuple[int, int]]:
    owner = instances(ctp)
    return [
        (first, last)
        for first in range(len(owner))
        for last in range(first + 1, len(owner))
        if owner[first] == owner[last]
    ]


class TornOracle:
    def __init__(self, ctp: TraceProgram, machine: Machine) -> None:
        self._ctp = ctp
        self._layout = machine.layout
        self._owner = instances(ctp)
        self._blocks = set(self._owner[first] for first, _ in pairs_of_blocks(ctp))
        self._uses = {thread: _Uses(ctp.of_thread(thread)) for thread in range(len(ctp.threads))}
        self.nothing: Final = Past((None,) * len(ctp.events), frozenset())

    # ---- what a state shows

    def look(self, state: State, past: Past) -> set[Quadruple]:
        found: set[Quadruple] = set()
        owner = state[self._layout.region] - 1
        for number, thread in enumerate(self._ctp.threads):
            last = thread.first + state[number]
            if state[self._layout.ended] or state[number] >= thread.count or owner not in (-1, number):
                continue
            if self._owner[last] in self._blocks:
                found |= self._looked(last, self._done(self._ctp.events[last], state), past)
        return found

    def _looked(self, last: int, done: Done, past: Past) -> set[Quadruple]:
        found = set()
        for back, theirs in enumerate(past.done):
            strange = self._ctp.events[back].thread != self._ctp.events[last].thread
            if strange and theirs is not None and self._dependent(back, theirs, last, done):
                for first, there in past.pairs:
                    if self._owner[first] == self._owner[last] and self._owner[there] == self._owner[back]:
                        found.add((first, there, back, last))
        return found

    def after(self, past: Past, state: State, event: Event) -> Past:
        """`state`: the one before the event, which can take place there."""
        done = self._done(event, state)
        pairs = set(past.pairs)
        for first, ours in enumerate(past.done):
            if ours is None or self._ctp.events[first].thread == event.thread or self._owner[first] not in self._blocks:
                continue
            if self._dependent(first, ours, event.number, done):
                pairs.add((first, event.number))
        all_done = (*past.done[: event.number], done, *past.done[event.number + 1 :])
        return Past(all_done, frozenset(pairs))

    # ---- what an event does

    def _done(self, event: Event, state: State) -> Done:
        uses = self._uses[event.thread]
        known = {one: state[self._layout.slot_of[one]] for one in uses.read_before(event)}
        action = event.action
        reads: list[tuple[int, Read]] = []
        writes: list[tuple[int, Write]] = []
        whole = isinstance(action, Step | Check)
        for read in action.reads if isinstance(action, Step | Check) else ():
            cell = _cell(read, known)
            if cell is None:
                whole = False
                break
            known[read.variable] = state[self._layout.cells + cell]
            reads += [] if read.early else [(cell, read)]
        if whole and isinstance(action, Step) and _worth(action.guard, known) == 1:
            places = [_cell(write, known) for write in action.writes]
            if None not in places and None not in [_worth(write.value, known) for write in action.writes]:
                writes = [
                    (place, write) for place, write in zip(places, action.writes, strict=True) if place is not None
                ]
        cells = {place for place, _ in reads} | {place for place, one in writes if not one.made_up}
        touched = tuple(
            self._touched(cell, reads, writes, state) for cell in sorted(cells) if not self._ctp.cells[cell].hidden
        )
        told = uses.told(event) if touched else frozenset()
        said = tuple((one, known[one]) for one in uses.variables if one in known and one in told)
        return Done(touched, said)

    def _touched(
        self, cell: int, reads: Sequence[tuple[int, Read]], writes: Sequence[tuple[int, Write]], state: State
    ) -> Touched:
        write = next((one for place, one in writes if place == cell and not one.made_up), None)
        ours = tuple(read for place, read in reads if place == cell)
        return Touched(cell, ours, write, state[self._layout.cells + cell])

    # ---- dependence

    def _dependent(self, one: int, earlier: Done, two: int, later: Done) -> bool:
        """`earlier` stands before `later` in the run. What was in a cell that the earlier one only reads may have been
        overwritten meanwhile: it counts what that one saw, and what the later one finds."""
        first, second = self._ctp.events[one], self._ctp.events[two]
        for a, b in product(earlier.touched, later.touched):
            if a.cell != b.cell or not (a.write or b.write):
                continue
            values = {a.before} if a.write else {a.before, b.before}
            if not all(self._independent(first, earlier, a, second, later, b, v) for v in values):
                return True
        return False

    def _independent(
        self, first: Event, earlier: Done, a: Touched, second: Event, later: Done, b: Touched, v: int
    ) -> bool:
        """In the one cell, with that in it."""
        f1_of_v, f2_of_v = _acted(first, earlier, a, v), _acted(second, later, b, v)
        if f1_of_v is None or f2_of_v is None:
            return False
        one_way, other_way = _acted(second, later, b, f1_of_v), _acted(first, earlier, a, f2_of_v)
        if one_way is None or one_way != other_way:
            return False
        return not any(self._notices(first, earlier, a, read, v, f2_of_v) for read in a.reads) and not any(
            self._notices(second, later, b, read, f1_of_v, v) for read in b.reads
        )

    def _notices(self, event: Event, done: Done, touched: Touched, read: Read, one: int, other: int) -> bool:
        if one == other:
            return False
        uses, variable = self._uses[event.thread], read.variable
        if read.of_early:
            reads = event.action.reads if isinstance(event.action, Step | Check) else ()
            early = reads[reads.index(read) - 1]
            variable = early.variable
            if early.shown:
                return True
        if read.shown or variable in uses.in_addresses:
            return True
        own = touched.write is not None and _is_own(read, touched.write)
        conditions, written = uses.conditions(variable), uses.written(variable)
        if written and not (own and written == [touched.write]):
            return True
        known = uses.known_at(event)
        parts = [part for condition in conditions for part in _parts(condition, variable, known)]
        results = ([_worth(part, {**dict(done.values), variable: value}) for value in (one, other)] for part in parts)
        changes = any(None in both or both[0] != both[1] for both in results)
        return changes if conditions else not own


def _parts(term: Term, variable: Term, known: frozenset[Term]) -> list[Term]:
    """What of it speaks of the variable, as far as that can be computed when only this much has been read: if nothing
    of that changes, neither does the whole."""
    if variable not in _variables(term):
        return []
    if _variables(term) <= known:
        return [term]
    return [part for arg in term.args for part in _parts(arg, variable, known)]


class _Uses:
    """Where the variables of one thread occur."""

    def __init__(self, events: Sequence[Event]) -> None:
        self._events = events
        steps = [event.action for event in events if isinstance(event.action, Step | Check)]
        self.variables: Final = [read.variable for step in steps for read in step.reads]
        self._writes = [write for step in steps if isinstance(step, Step) for write in step.writes]
        self._conditions = [step.guard if isinstance(step, Step) else step.condition for step in steps]
        """Also whether the source reads where it does not always do so."""
        addresses = [write.address for write in self._writes if write.address is not None]
        for step in steps:
            for before, read in zip((None, *step.reads), step.reads, strict=False):
                if read.address is not None:
                    is_condition = read.of_early and before is not None and before.address is None
                    (self._conditions if is_condition else addresses).append(read.address)
        whens = [event.action.when for event in events if isinstance(event.action, Free) and event.action.when]
        self.in_addresses: Final = frozenset(variable for term in (*addresses, *whens) for variable in _variables(term))
        """Also in what says which memory is given back."""

    def conditions(self, variable: Term) -> list[Term]:
        return [condition for condition in self._conditions if variable in _variables(condition)]

    def written(self, variable: Term) -> list[Write]:
        return [write for write in self._writes if variable in _variables(write.value)]

    def read_before(self, event: Event) -> list[Term]:
        return self._read_by(self._events[: event.position])

    def known_at(self, event: Event) -> frozenset[Term]:
        """What it and the events before it read."""
        return frozenset(self._read_by(self._events[: event.position + 1]))

    def _read_by(self, events: Sequence[Event]) -> list[Term]:
        steps = [event.action for event in events if isinstance(event.action, Step | Check)]
        return [read.variable for step in steps for read in step.reads]

    def told(self, event: Event) -> frozenset[Term]:
        """All that its writes and the conditions on what it reads speak of."""
        action = event.action
        terms: list[Term] = [write.value for write in action.writes] if isinstance(action, Step) else []
        for read in action.reads if isinstance(action, Step | Check) else ():
            terms += self.conditions(read.variable)  # of early ones too
        return frozenset(variable for term in terms for variable in _variables(term))


def _acted(event: Event, done: Done, touched: Touched, before: int) -> int | None:
    """What is in the cell after the event if that was there before. None: a division traps."""
    write = touched.write
    if write is None:
        return before
    assert isinstance(event.action, Step)
    own = {read.variable: before for read in event.action.reads if _is_own(read, write)}
    return _worth(write.value, {**dict(done.values), **own})


def _is_own(read: Read, write: Write) -> bool:
    return (read.cells, read.address, read.addresses) == (write.cells, write.address, write.addresses)


def _worth(term: Term, values: Values) -> int | None:
    """None: a division traps, or it speaks of what could not be read."""
    try:
        return Evaluator(values)(term)
    except (Trap, LookupError):
        return None


def _cell(access: Read | Write, values: Values) -> int | None:
    if access.address is None:
        return access.cells[0]
    address = _worth(access.address, values)
    return access.cells[access.addresses.index(address)] if address in access.addresses else None


@lru_cache(maxsize=100_000)
def _variables(term: Term) -> frozenset[Term]:
    if term.op is Op.VARIABLE:
        return frozenset((term,))
    return frozenset(variable for arg in term.args for variable in _variables(arg))


def _may_touch(ctp: TraceProgram, event: Event) -> tuple[frozenset[int], frozenset[int]]:
    """Cells that it may read, that it may write."""
    action = event.action
    reads = action.reads if isinstance(action, Step | Check) else ()
    writes = action.writes if isinstance(action, Step) else ()
    hidden = {number for number, cell in enumerate(ctp.cells) if cell.hidden}
    return (
        frozenset(cell for read in reads if not read.early for cell in read.cells) - hidden,
        frozenset(cell for write in writes if not write.made_up for cell in write.cells) - hidden,
    )


def _conflict(one: tuple[frozenset[int], frozenset[int]], other: tuple[frozenset[int], frozenset[int]]) -> bool:
    return bool(one[1] & (other[0] | other[1]) or one[0] & other[1])

"""Random threads of paths, like structured programs: points, ways that merge, accesses and branches.

tests/support/random_paths.py adds what synchronises.
"""

import random
from dataclasses import dataclass, field, replace

from raddle.logic.operators import Op
from raddle.logic.terms import Term, TermStore
from raddle.model.actions import (
    Acquire,
    Action,
    Cell,
    Create,
    Exit,
    Mode,
    Order,
    ProcessEnd,
    Read,
    RegionEnd,
    Release,
    Start,
    Step,
    Write,
)
from raddle.model.graph import Graph, Leads
from raddle.model.program import Barrier, Event, Semaphore, Thread, TraceProgram


@dataclass(frozen=True)
class Now:
    """What is so at a point of a thread."""

    known: tuple[Term, ...] = ()
    held: tuple[tuple[int, Mode, int], ...] = ()
    """Locks, and which acquire got them."""
    in_once: bool = False
    region: int | None = None
    """Which one has begun."""
    created: frozenset[int] = frozenset()
    pointers: tuple[Term, ...] = ()
    """What was read of variables that point."""


@dataclass
class MadeThread:
    parent: int | None
    root: int
    edges: list[tuple[int, int, Action, Leads]] = field(default_factory=list)


Here = tuple[int, Now]
"""A point, and what is so there."""


class Maker:
    def __init__(self, rng: random.Random, weights: dict[str, int], events: int) -> None:
        self.rng = rng
        self.weights = weights
        self.terms = TermStore()
        self.width = rng.choice([1, 2, 2, 3])
        self.cells = [Cell(name, self.width, rng.choice([0, 0, 1])) for name in "xy"[: rng.choice([1, 1, 2])]]
        self.array = range(len(self.cells), len(self.cells) + 2)
        self.cells += [Cell(f"a[{place}]", self.width, 0) for place in range(2)]
        self.locks = range(rng.choice([1, 1, 2]))
        self.semaphores = [Semaphore("s", rng.choice([0, 1, 1, 2]))]
        self.barriers = [Barrier("b", rng.choice([1, 2, 2, 3]))]
        self.left = events
        self.points = 0
        self.fresh = 0
        self.threads: list[MadeThread] = []

    def made(self) -> TraceProgram:
        rng = self.rng
        self._thread(None)
        children = rng.choice([1, 1, 2, 2, 3])
        now = Now()
        point = self.threads[0].root
        for _ in range(children):
            child = self._thread(0)
            point = self._edge(0, point, Create(child))
            now = replace(now, created=now.created | {child})
        share = self.left // (children + 1)
        for child in range(1, children + 1):
            self._whole(child, share)
        self._finish(0, self._sequence(0, (point, now), share, 0))
        return self._paths()

    def _whole(self, thread: int, budget: int) -> None:
        point = self._edge(thread, self.threads[thread].root, Start())
        self._finish(thread, self._sequence(thread, (point, Now()), budget, 0))

    def _thread(self, parent: int | None) -> int:
        self.threads.append(MadeThread(parent, self._new_point()))
        return len(self.threads) - 1

    def _new_point(self) -> int:
        self.points += 1
        return self.points - 1

    def _edge(self, thread: int, source: int, action: Action, leads: Leads = "on", target: int | None = None) -> int:
        to = self._new_point() if target is None else target
        self.threads[thread].edges.append((source, to, action, leads))
        return to

    def _number(self) -> int:
        self.fresh += 1
        return self.fresh

    def _holding(self, now: Now, lock: int, mode: Mode) -> Now:
        return replace(now, held=(*now.held, (lock, mode, self._number())))

    # ---- sequences

    def _sequence(self, thread: int, here: Here, budget: int, depth: int) -> Here | None:
        """None: no way goes on."""
        now: Here | None = here
        while budget > 0 and now is not None:
            before = len(self.threads[thread].edges)
            now = self._one(thread, now, budget, depth)
            budget -= max(1, len(self.threads[thread].edges) - before)
        return now

    def _one(self, thread: int, here: Here, budget: int, depth: int) -> Here | None:
        kinds = [kind for kind in self.weights if depth < 2 or kind not in ("branch", "once", "wait", "region")]
        kind = self.rng.choices(kinds, [self.weights[one] for one in kinds])[0]
        made: Here | None = getattr(self, "_" + kind.replace(" ", "_"))(thread, here, budget, depth)
        return made

    def _finish(self, thread: int, here: Here | None) -> None:
        """What is open is closed, mostly; then the thread ends, or nobody knows what comes."""
        if here is None:
            return
        point, now = here
        if now.region is not None:
            point = self._edge(thread, point, RegionEnd())
        for lock, mode, _ in reversed(now.held):
            if self.rng.random() < 0.85:
                point = self._edge(thread, point, Release(lock, mode))
        chance = self.rng.random()
        if chance < 0.75:
            self._edge(thread, point, Exit())
        elif chance < 0.85:
            self._edge(thread, point, Step((), self.terms.true, ()), "frontier")
        elif chance < 0.92:
            self._edge(thread, point, ProcessEnd())

    def _merged(self, thread: int, ends: list[Here | None]) -> Here | None:
        """One point, where the same is open on all ways: their last events lead there. Else one goes on, the others
        end there."""
        going = [end for end in ends if end is not None]
        if not going:
            return None
        first = going[0][1]
        alike = [end for end in going if (end[1].held, end[1].in_once, end[1].region)
                 == (first.held, first.in_once, first.region)]  # fmt: skip
        for end in going:
            if end not in alike:
                self._finish(thread, end)
        known = tuple(term for term in first.known if all(term in end[1].known for end in alike))
        pointers = tuple(term for term in first.pointers if all(term in end[1].pointers for end in alike))
        created = frozenset[int]().union(*(end[1].created for end in alike))
        points = {end[0] for end in alike}
        target = alike[0][0]
        edges = self.threads[thread].edges
        for place, (source, to, action, leads) in enumerate(edges):
            if to in points:
                edges[place] = (source, target, action, leads)
        return target, replace(first, known=known, created=created, pointers=pointers)

    # ---- accesses

    def _read(self, thread: int, here: Here, budget: int, depth: int) -> Here:
        read = self._new_read()
        return self._edge(thread, here[0], Step((read,), self.terms.true, ())), self._learnt(here[1], read)

    def _write(self, thread: int, here: Here, budget: int, depth: int) -> Here:
        write = Write(self._value(here[1]), (self._cell(),), order=self._order())
        return self._edge(thread, here[0], Step((), self.terms.true, (write,))), here[1]

    def _update(self, thread: int, here: Here, budget: int, depth: int) -> Here:
        read = self._new_read()
        more = self.terms.apply(Op.ADD, self.width, read.variable, self.terms.bits(1, self.width))
        value = more if self.rng.random() < 0.7 else self._value(self._learnt(here[1], read))
        write = Write(value, read.cells, order=read.order)
        return self._edge(thread, here[0], Step((read,), self.terms.true, (write,))), self._learnt(here[1], read)

    def _locked_update(self, thread: int, here: Here, budget: int, depth: int) -> Here:
        if here[1].held:
            return self._update(thread, here, budget, depth)
        point = self._edge(thread, here[0], Acquire(0))
        read = self._new_read()
        point = self._edge(thread, point, Step((read,), self.terms.true, ()))
        more = self.terms.apply(Op.ADD, self.width, read.variable, self.terms.bits(1, self.width))
        point = self._edge(thread, point, Step((), self.terms.true, (Write(more, read.cells),)))
        return self._edge(thread, point, Release(0)), self._learnt(here[1], read)

    def _read_at(self, thread: int, here: Here, budget: int, depth: int) -> Here:
        return self._symbolic(thread, here, writes=False)

    def _write_at(self, thread: int, here: Here, budget: int, depth: int) -> Here:
        return self._symbolic(thread, here, writes=True)

    def _symbolic(self, thread: int, here: Here, *, writes: bool) -> Here:
        """Where the address is another one, nobody knows."""
        point, now = here
        if not now.known:
            return self._read(thread, here, 1, 0)
        address = self.rng.choice(now.known)
        places = tuple(self.array)[: self.rng.choice([1, 2])]
        addresses = tuple(range(len(places)))
        if writes:
            step = Step((), self.terms.true, (Write(self._value(now), places, address, addresses),))
        else:
            read = Read(self._variable(), places, address, addresses)
            now = self._learnt(now, read)
            step = Step((read,), self.terms.true, ())
        after = self._edge(thread, point, step)
        others = [self.terms.negation(self.terms.equal(address, self.terms.bits(one, self.width))) for one in addresses]
        if self.rng.random() < 0.5:
            self._edge(thread, point, Step((), self.terms.all_of(others), ()), "frontier")
        return after, now

    # ---- branches

    def _branch(self, thread: int, here: Here, budget: int, depth: int) -> Here | None:
        """Some outcomes go on; another one is a frontier, or is waited out."""
        point, now = here
        outcomes = self._outcomes(now)
        ends: list[Here | None] = []
        for place, (reads, guard) in enumerate(outcomes):
            chance = self.rng.random()
            if place and chance < 0.2:
                self._edge(thread, point, Step(reads, guard, ()), "frontier")
            elif not place or chance < 0.85:
                writes = (Write(self._value(now), (self._cell(),)),) if self.rng.random() < 0.15 else ()
                after = self._edge(thread, point, Step(reads, guard, writes))
                inside = now if not reads else self._learnt(now, reads[0])
                ends.append(self._side(thread, (after, inside), budget // 3, depth + 1))
        return self._merged(thread, ends)

    def _side(self, thread: int, here: Here, budget: int, depth: int) -> Here | None:
        end = self._sequence(thread, here, self.rng.randint(0, max(0, min(3, budget))), depth)
        if end is not None and end[1].held and self.rng.random() < 0.4:
            lock, mode, _ = end[1].held[-1]
            return self._edge(thread, end[0], Release(lock, mode)), replace(end[1], held=end[1].held[:-1])
        return end

    def _outcomes(self, now: Now) -> list[tuple[tuple[Read, ...], Term]]:
        """Guards that exclude each other; each has reads of its own."""
        cell, value, twice = self._cell(), self.rng.randrange(1 << self.width), self.rng.random() < 0.2
        order = self._order()
        if now.known and self.rng.random() < 0.4:
            variable = self.rng.choice(now.known)
            is_so = self.terms.equal(variable, self.terms.bits(value, self.width))
            return self._shuffled([((), is_so), ((), self.terms.negation(is_so))])
        found: list[tuple[tuple[Read, ...], Term]] = []
        values = [value, (value + 1) % (1 << self.width)] if twice and self.width > 1 else [value]
        for one in (*values, None):
            read = replace(self._new_read(), cells=(cell,), order=order)
            alike = [self.terms.equal(read.variable, self.terms.bits(each, self.width)) for each in values]
            guard = self.terms.negation(self.terms.any_of(alike)) if one is None else alike[values.index(one)]
            found.append(((read,), guard))
        return self._shuffled(found)

    def _shuffled(self, outcomes: list[tuple[tuple[Read, ...], Term]]) -> list[tuple[tuple[Read, ...], Term]]:
        self.rng.shuffle(outcomes)
        return outcomes

    def _assert(self, thread: int, here: Here, budget: int, depth: int) -> Here:
        (reads, guard), (others, negated), *_ = self._outcomes(here[1])
        after = self._edge(thread, here[0], Step(reads, guard, ()))
        self._edge(thread, here[0], Step(others, negated, ()), "failure")
        return after, here[1] if not reads else self._learnt(here[1], reads[0])

    # ---- terms

    def _variable(self) -> Term:
        return self._variable_of(self.width)

    def _variable_of(self, width: int) -> Term:
        self.fresh += 1
        return self.terms.variable(f"v{self.fresh}", width)

    def _cell(self) -> int:
        if self.rng.random() < 0.85:
            return self.rng.randrange(self.array[0])
        return self.rng.choice(self.array)

    def _order(self) -> Order:
        return Order.SEQ_CST if self.rng.random() < 0.2 else Order.PLAIN

    def _new_read(self) -> Read:
        return Read(self._variable(), (self._cell(),), order=self._order())

    def _learnt(self, now: Now, read: Read) -> Now:
        return replace(now, known=(*now.known, read.variable))

    def _value(self, now: Now) -> Term:
        constant = self.terms.bits(self.rng.choice([0, 1, 1, 2, 3]), self.width)
        if not now.known or self.rng.random() < 0.6:
            return constant
        variable = self.rng.choice(now.known)
        if self.rng.random() < 0.15:
            return self.terms.apply(Op.UDIV, self.width, constant, variable)
        return self.terms.apply(self.rng.choice([Op.ADD, Op.XOR]), self.width, variable, constant)

    # ---- the paths

    def _paths(self) -> TraceProgram:
        events: list[Event] = []
        threads: list[Thread] = []
        source, target, leads = [], [], []
        for number, made in enumerate(self.threads):
            edges = _in_order(made)
            name = "main" if made.parent is None else f"t{number}"
            threads.append(Thread(name, len(events), len(edges), made.parent))
            for position, (one, other, action, kind) in enumerate(edges):
                events.append(Event(len(events), number, position, action, upto=position + 1, origin=position))
                source.append(one)
                target.append(other)
                leads.append(kind)
        program = TraceProgram(
            self.terms,
            tuple(threads),
            tuple(events),
            tuple(self.cells),
            tuple(f"l{lock}" for lock in self.locks),
            ("c",),
            tuple(self.semaphores),
            tuple(self.barriers),
            ("o",),
        )
        ones = (1,) * len(events)
        roots = tuple(made.root for made in self.threads)
        return replace(program, branches=Graph(tuple(source), tuple(target), tuple(leads), roots, ones, ones))


def _in_order(made: MadeThread) -> list[tuple[int, int, Action, Leads]]:
    """Each behind all that lead to it."""
    waiting: dict[int, int] = {}
    for _, to, _, _ in made.edges:
        waiting[to] = waiting.get(to, 0) + 1
    ready = [made.root]
    found: list[tuple[int, int, Action, Leads]] = []
    while ready:
        point = ready.pop()
        for edge in made.edges:
            if edge[0] == point:
                found.append(edge)
                waiting[edge[1]] -= 1
                if not waiting[edge[1]]:
                    ready.append(edge[1])
    return found

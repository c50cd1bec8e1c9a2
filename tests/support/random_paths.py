"""Small random paths: branches on what is shared, ways that merge, tries, waits, threads created on some ways only.

Each thread is made like a structured program: at a point something is chosen that may follow there, with all or some of
its outcomes; ways merge only where the same is open, and known, on both.
"""

import random
from dataclasses import dataclass, field, replace
from typing import Final

from raddle.logic.operators import Op
from raddle.logic.terms import Term, TermStore
from raddle.model.ctp import (
    Acquire,
    Action,
    Arrive,
    Barrier,
    Broadcast,
    Cell,
    Count,
    Create,
    Ctp,
    Event,
    Exit,
    Join,
    Leave,
    Mode,
    OnceBegin,
    OnceEnd,
    OncePass,
    Order,
    Post,
    ProcessEnd,
    Read,
    Refused,
    RegionBegin,
    RegionEnd,
    Release,
    Semaphore,
    Signal,
    Start,
    Step,
    Take,
    Thread,
    Wait,
    Wake,
    Write,
)
from raddle.model.paths.paths import Leads, Paths

_PLAIN: Final = {"read": 4, "write": 7, "update": 3, "branch": 9, "assert": 4}
PROFILES: Final[dict[str, dict[str, int]]] = {
    "plain": _PLAIN,
    "locks": {**_PLAIN, "lock": 9, "try": 4},
    "rwlocks": {**_PLAIN, "lock": 4, "share": 8, "try": 3},
    "conditions": {**_PLAIN, "wait": 9, "signal": 7, "broadcast": 3, "lock": 3},
    "semaphores": {**_PLAIN, "take": 8, "post": 8, "try take": 5},
    "barriers": {**_PLAIN, "barrier": 12},
    "onces": {**_PLAIN, "once": 12},
    "regions": {**_PLAIN, "region": 9},
    "arrays": {**_PLAIN, "read at": 7, "write at": 7},
    "threads": {**_PLAIN, "create": 12, "join": 9, "exit": 3},
    "counters": {"update": 9, "locked update": 9, "branch": 3, "assert": 5, "read": 2},
    "mixed": {**_PLAIN, "lock": 4, "share": 2, "try": 2, "wait": 4, "signal": 4, "broadcast": 1, "take": 3, "post": 3,
              "try take": 1, "barrier": 3, "once": 3, "region": 3, "read at": 2, "write at": 2, "create": 4, "join": 4,
              "exit": 1},
}  # fmt: skip


def random_paths(rng: random.Random, profile: str, events: int = 22) -> Paths:
    """About that many events."""
    return _Maker(rng, PROFILES[profile], events).made()


@dataclass(frozen=True)
class _Now:
    """What is so at a point of a thread."""

    known: tuple[Term, ...] = ()
    held: tuple[tuple[int, Mode, int], ...] = ()
    """Locks, and which acquire got them."""
    in_once: bool = False
    region: int | None = None
    """Which one has begun."""
    created: frozenset[int] = frozenset()


@dataclass
class _MadeThread:
    parent: int | None
    root: int
    edges: list[tuple[int, int, Action, Leads]] = field(default_factory=list)


Here = tuple[int, _Now]
"""A point, and what is so there."""


class _Maker:
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
        self.threads: list[_MadeThread] = []

    def made(self) -> Paths:
        rng = self.rng
        self._thread(None)
        children = rng.choice([1, 1, 2, 2, 3])
        now = _Now()
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
        self._finish(thread, self._sequence(thread, (point, _Now()), budget, 0))

    def _thread(self, parent: int | None) -> int:
        self.threads.append(_MadeThread(parent, self._point()))
        return len(self.threads) - 1

    def _point(self) -> int:
        self.points += 1
        return self.points - 1

    def _edge(self, thread: int, source: int, action: Action, leads: Leads = "on", target: int | None = None) -> int:
        to = self._point() if target is None else target
        self.threads[thread].edges.append((source, to, action, leads))
        return to

    def _number(self) -> int:
        self.fresh += 1
        return self.fresh

    def _holding(self, now: _Now, lock: int, mode: Mode) -> _Now:
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
        created = frozenset[int]().union(*(end[1].created for end in alike))
        points = {end[0] for end in alike}
        target = alike[0][0]
        edges = self.threads[thread].edges
        for place, (source, to, action, leads) in enumerate(edges):
            if to in points:
                edges[place] = (source, target, action, leads)
        return target, replace(first, known=known, created=created)

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

    def _outcomes(self, now: _Now) -> list[tuple[tuple[Read, ...], Term]]:
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

    # ---- locks

    def _lock(self, thread: int, here: Here, budget: int, depth: int) -> Here:
        return self._lock_of(thread, here, Mode.EXCLUSIVE)

    def _share(self, thread: int, here: Here, budget: int, depth: int) -> Here:
        return self._lock_of(thread, here, Mode.SHARED)

    def _lock_of(self, thread: int, here: Here, mode: Mode) -> Here:
        point, now = here
        lock = self.rng.choice(self.locks)
        mine = [held for held in now.held if held[0] == lock]
        if mine:
            held = list(now.held)
            held.reverse()
            held.remove(mine[-1])
            held.reverse()
            return self._edge(thread, point, Release(*mine[-1][:2])), replace(now, held=tuple(held))
        return self._edge(thread, point, Acquire(lock, mode)), self._holding(now, lock, mode)

    def _try(self, thread: int, here: Here, budget: int, depth: int) -> Here | None:
        point, now = here
        lock, mode = self.rng.choice(self.locks), self.rng.choice([Mode.EXCLUSIVE, Mode.EXCLUSIVE, Mode.SHARED])
        if any(held[0] == lock for held in now.held):
            return self._lock_of(thread, here, mode)
        kinds: list[Leads] = self.rng.choice([["on", "on"], ["on", "frontier"], ["frontier", "on"]])
        got = self._edge(thread, point, Acquire(lock, mode, waits=False), kinds[0])
        refused = self._edge(thread, point, Refused(lock, mode), kinds[1])
        ends: list[Here | None] = []
        if kinds[0] == "on":
            inside = self._sequence(thread, (got, holding := self._holding(now, lock, mode)), budget // 4, 2)
            if inside is not None and inside[1].held == holding.held:
                inside = self._edge(thread, inside[0], Release(lock, mode)), replace(
                    inside[1], held=inside[1].held[:-1]
                )
            ends.append(inside)
        if kinds[1] == "on":
            ends.append((refused, now))
        return self._merged(thread, ends)

    # ---- conditions, semaphores, barriers, onces, regions

    def _wait(self, thread: int, here: Here, budget: int, depth: int) -> Here | None:
        point, now = here
        if now.region is not None:
            return self._write(thread, here, budget, depth)
        lock = None if self.rng.random() < 0.3 or any(held[0] == 0 for held in now.held) else 0
        if lock is not None:
            point = self._edge(thread, point, Acquire(lock))
        point = self._edge(thread, point, Wait(0, lock))
        timed = self.rng.random() < 0.3
        causes = ["signal", self.rng.choice(["timeout", "timeout", "spurious", "any"])] if timed else ["signal"]
        ends: list[Here | None] = []
        for place, cause in enumerate(causes):
            wake = Wake(0, cause, waits=not timed)  # type: ignore[arg-type]
            if place and self.rng.random() < 0.4:
                self._edge(thread, point, wake, "frontier")
                continue
            after = self._edge(thread, point, wake)
            if lock is None:
                ends.append((after, now))
                continue
            after = self._edge(thread, after, Acquire(lock))
            holding = self._holding(now, lock, Mode.EXCLUSIVE)
            inside = self._sequence(thread, (after, holding), self.rng.randint(0, 1), 2)
            if inside is not None and inside[1].held == holding.held:
                inside = self._edge(thread, inside[0], Release(lock)), replace(inside[1], held=now.held)
            ends.append(inside)
        return self._merged(thread, ends)

    def _signal(self, thread: int, here: Here, budget: int, depth: int) -> Here:
        return self._edge(thread, here[0], Signal(0)), here[1]

    def _broadcast(self, thread: int, here: Here, budget: int, depth: int) -> Here:
        return self._edge(thread, here[0], Broadcast(0)), here[1]

    def _take(self, thread: int, here: Here, budget: int, depth: int) -> Here:
        return self._edge(thread, here[0], Take(0)), here[1]

    def _post(self, thread: int, here: Here, budget: int, depth: int) -> Here:
        return self._edge(thread, here[0], Post(0)), here[1]

    def _try_take(self, thread: int, here: Here, budget: int, depth: int) -> Here | None:
        point, now = here
        kinds: list[Leads] = self.rng.choice([["on", "on"], ["on", "frontier"], ["frontier", "on"]])
        ends: list[Here | None] = []
        actions: tuple[Action, ...] = (Take(0, waits=False), Count(0, 0))
        for action, leads in zip(actions, kinds, strict=True):
            after = self._edge(thread, point, action, leads)
            if leads == "on":
                ends.append(self._sequence(thread, (after, now), self.rng.randint(0, 1), 2))
        return self._merged(thread, ends)

    def _barrier(self, thread: int, here: Here, budget: int, depth: int) -> Here | None:
        point = self._edge(thread, here[0], Arrive(0))
        if self.rng.random() < 0.4:
            return self._edge(thread, point, Leave(0, None)), here[1]
        kinds: list[Leads] = self.rng.choice([["on", "on"], ["on", "frontier"], ["frontier", "on"]])
        ends: list[Here | None] = []
        for last, leads in zip((True, False), kinds, strict=True):
            after = self._edge(thread, point, Leave(0, last), leads)
            if leads == "on":
                ends.append(self._sequence(thread, (after, here[1]), self.rng.randint(0, 1), 2))
        return self._merged(thread, ends)

    def _once(self, thread: int, here: Here, budget: int, depth: int) -> Here | None:
        point, now = here
        if now.in_once:
            return self._write(thread, here, budget, depth)
        kinds: list[Leads] = self.rng.choice([["on", "on"], ["on", "frontier"], ["frontier", "on"]])
        begun = self._edge(thread, point, OnceBegin(0), kinds[0])
        passed = self._edge(thread, point, OncePass(0), kinds[1])
        ends: list[Here | None] = []
        if kinds[0] == "on":
            inside = self._sequence(thread, (begun, replace(now, in_once=True)), self.rng.randint(0, 2), 2)
            if inside is not None:
                ends.append((self._edge(thread, inside[0], OnceEnd(0)), replace(inside[1], in_once=False)))
        if kinds[1] == "on":
            ends.append((passed, now))
        return self._merged(thread, ends)

    def _region(self, thread: int, here: Here, budget: int, depth: int) -> Here | None:
        point, now = here
        if now.region is not None:
            return self._edge(thread, point, RegionEnd()), replace(now, region=None)
        return self._edge(thread, point, RegionBegin()), replace(now, region=self._number())

    # ---- threads

    def _create(self, thread: int, here: Here, budget: int, depth: int) -> Here:
        """A new one; or one that another way has created."""
        point, now = here
        mine = [number for number, one in enumerate(self.threads) if one.parent == thread]
        others = [number for number in mine if number not in now.created]
        if others and self.rng.random() < 0.8:
            child = self.rng.choice(others)
        elif len(self.threads) < 4:
            child = self._thread(thread)
            self._whole(child, min(3, budget))
        else:
            return self._write(thread, here, budget, depth)
        return self._edge(thread, point, Create(child)), replace(now, created=now.created | {child})

    def _join(self, thread: int, here: Here, budget: int, depth: int) -> Here:
        children = [number for number, one in enumerate(self.threads) if one.parent == thread]
        if not children:
            return self._write(thread, here, budget, depth)
        return self._edge(thread, here[0], Join(self.rng.choice(children))), here[1]

    def _exit(self, thread: int, here: Here, budget: int, depth: int) -> Here | None:
        self._finish(thread, here)
        return None

    # ---- terms

    def _variable(self) -> Term:
        self.fresh += 1
        return self.terms.variable(f"v{self.fresh}", self.width)

    def _cell(self) -> int:
        if self.rng.random() < 0.85:
            return self.rng.randrange(self.array[0])
        return self.rng.choice(self.array)

    def _order(self) -> Order:
        return Order.SEQ_CST if self.rng.random() < 0.2 else Order.PLAIN

    def _new_read(self) -> Read:
        return Read(self._variable(), (self._cell(),), order=self._order())

    def _learnt(self, now: _Now, read: Read) -> _Now:
        return replace(now, known=(*now.known, read.variable))

    def _value(self, now: _Now) -> Term:
        constant = self.terms.bits(self.rng.choice([0, 1, 1, 2, 3]), self.width)
        if not now.known or self.rng.random() < 0.6:
            return constant
        variable = self.rng.choice(now.known)
        if self.rng.random() < 0.15:
            return self.terms.apply(Op.UDIV, self.width, constant, variable)
        return self.terms.apply(self.rng.choice([Op.ADD, Op.XOR]), self.width, variable, constant)

    # ---- the paths

    def _paths(self) -> Paths:
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
        program = Ctp(
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
        return Paths(program, tuple(source), tuple(target), tuple(leads), roots, ones, ones)


def _in_order(made: _MadeThread) -> list[tuple[int, int, Action, Leads]]:
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

"""Small random trace programs that a real run could have produced, of all kinds of actions.

A program is made by running it: again and again a random thread is given a random action, which is kept if it can take
place there. So the observed order exists. Now and then something is appended that did not happen in that order.
"""

import random
from collections.abc import Callable, Iterator
from typing import Final

from raddle.logic.operators import Op
from raddle.logic.terms import Term, TermStore
from raddle.model.actions import (
    Acquire,
    Action,
    Arrive,
    Broadcast,
    Cell,
    Check,
    Count,
    Create,
    Exit,
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
from raddle.model.check import check_program
from raddle.model.machine import Machine
from raddle.model.moves import Move
from raddle.model.program import Barrier, Event, Semaphore, Thread, TraceProgram
from raddle.model.run import Refusal, run

_PLAIN: Final = {"read": 4, "write": 9, "update": 3, "guard": 2, "check": 5, "finish": 1}
PROFILES: Final[dict[str, dict[str, int]]] = {
    "plain": _PLAIN,
    "locks": {**_PLAIN, "lock": 9, "refused": 3},
    "rwlocks": {**_PLAIN, "lock": 4, "share": 8, "refused": 3},
    "conditions": {**_PLAIN, "lock": 4, "wait": 9, "signal": 8, "broadcast": 3},
    "semaphores": {**_PLAIN, "semaphore": 14, "count": 2},
    "barriers": {**_PLAIN, "barrier": 12},
    "onces": {**_PLAIN, "once": 10},
    "regions": {**_PLAIN, "region": 8, "update": 4},
    "arrays": {**_PLAIN, "read_at": 7, "write_at": 7},
    "counters": {"add": 7, "locked_add": 18, "check": 5, "read": 2, "write": 1, "guard": 1, "finish": 3, "join": 3},
    "threads": {**_PLAIN, "create": 8, "join": 8, "finish": 9, "check": 7},
    "mixed": {**_PLAIN, "write": 24, "check": 12, "lock": 4, "share": 2, "refused": 2, "wait": 3, "signal": 3,
              "broadcast": 1, "semaphore": 3, "count": 1, "barrier": 3, "once": 3, "region": 3, "read_at": 2,
              "write_at": 2, "create": 2, "join": 3},
}  # fmt: skip


def random_ctp(rng: random.Random, profile: str | None = None, events: int = 16) -> TraceProgram:
    """At most about that many events, the creation of threads counted."""
    weights = PROFILES[profile or rng.choice(sorted(PROFILES))]
    ctp = Maker(rng, weights).made(rng.randint(max(6, events // 2), events))
    check_program(ctp)
    return ctp


class MadeThread:
    def __init__(self, parent: int | None) -> None:
        self.parent = parent
        self.actions: list[Action] = []
        self.known: list[Term] = []
        """What it has read."""
        self.created = parent is None

    def holds(self, lock: int, mode: Mode) -> bool:
        count = 0
        for action in self.actions:
            if isinstance(action, Acquire) and (action.lock, action.mode) == (lock, mode):
                count += 1
            elif action == Release(lock, mode) or (
                mode is Mode.EXCLUSIVE and isinstance(action, Wait) and action.lock == lock
            ):
                count -= 1
        return count > 0

    @property
    def last(self) -> Action | None:
        return self.actions[-1] if self.actions else None

    def is_inside(self, begin: Action, end: Action) -> bool:
        return self.actions.count(begin) > self.actions.count(end)


class Maker:
    def __init__(self, rng: random.Random, weights: dict[str, int]) -> None:
        self.rng = rng
        self.weights = weights
        self.terms = TermStore()
        self.width = rng.choice([1, 2, 2, 3])
        self.cells = [Cell(name, self.width, rng.choice([0, 0, 1])) for name in "xy"[: rng.choice([1, 1, 2])]]
        self.array = range(len(self.cells), len(self.cells) + rng.randint(2, 3))
        if {"read_at", "write_at"} & weights.keys():
            self.cells += [Cell(f"a[{place}]", self.width, rng.choice([0, 0, 1])) for place in range(len(self.array))]
        self.locks = range(rng.randint(1, 2))
        self.semaphores = [Semaphore(f"s{number}", rng.choice([0, 1, 1, 2])) for number in range(rng.randint(1, 2))]
        self.barriers = [Barrier("b", rng.choice([1, 2, 2, 2, 3]))]
        self.threads = [MadeThread(None)]
        self.order: list[tuple[int, int, int | None]] = []
        """Thread, position, whom a signal chose."""
        self.fresh = 0

    def made(self, events: int) -> TraceProgram:
        for _ in range(self.rng.choice([1, 1, 1, 2, 2, 3])):
            self._give(0, self._create(0))
        for _ in range(12 * events):
            if len(self.order) >= events:
                break
            number = self.rng.randrange(len(self.threads))
            for action in self._offers(number):
                if self._give(number, action):
                    break
        for _ in range(self.rng.choice([0, 1, 2, 2])):
            self._assert_somewhere()
        if self.rng.random() < 0.2:
            self._append_unobserved()
        return self._ctp()

    def _assert_somewhere(self) -> None:
        number = self.rng.randrange(len(self.threads))
        if not isinstance(self.threads[number].last, Wait | Arrive | Wake | Exit | ProcessEnd | None):
            for action in self._check(number):
                if self._give(number, action):
                    break

    def _give(self, number: int, action: Action) -> bool:
        """Whether that can happen next."""
        thread = self.threads[number]
        thread.actions.append(action)
        ctp = self._ctp()
        machine = Machine(ctp)
        before = run(ctp, self._moves(ctp), machine)
        assert not isinstance(before, Refusal), before
        next_event = ctp.threads[number].first + len(thread.actions) - 1
        possible = [move for move in machine.moves(before.state) if move.event == next_event]
        if not possible:
            thread.actions.pop()
            if isinstance(action, Create):
                self.threads.pop()
            return False
        self._keep(number, action, self.rng.choice(possible).chosen)
        return True

    def _keep(self, number: int, action: Action, chosen: int | None) -> None:
        thread = self.threads[number]
        self.order.append((number, len(thread.actions) - 1, chosen))
        if isinstance(action, Step | Check):
            thread.known += [read.variable for read in action.reads]
        if isinstance(action, Create):
            self.threads[action.child].created = True

    def _append_unobserved(self) -> None:
        """What the run did not come to any more: a false assertion, a lock that somebody held."""
        number = self.rng.randrange(len(self.threads))
        thread = self.threads[number]
        forced = isinstance(thread.last, Wait | Arrive | Wake | Exit | ProcessEnd | None)
        for action in self._offers(number):
            if isinstance(action, Create):
                self.threads.pop()
            elif not forced:
                thread.actions.append(action)
                return

    # ---- what a thread may do next

    def _offers(self, number: int) -> Iterator[Action]:
        """In the order in which to try them."""
        thread = self.threads[number]
        rng = self.rng
        match thread.last:
            case None if number:
                if thread.created:
                    yield Start()
            case Wait(condition=condition):
                if rng.random() < 0.1:
                    yield Wake(condition, rng.choice(["timeout", "spurious", "any"]))  # type: ignore[arg-type]
                yield Wake(condition, "signal")
            case Wake():
                wait = thread.actions[-2]
                assert isinstance(wait, Wait)
                if wait.lock is None:
                    yield from self._free_offers(number)
                else:
                    yield Acquire(wait.lock)
            case Arrive(barrier=barrier):
                if rng.random() < 0.3:
                    yield Leave(barrier, last=None)
                yield from (Leave(barrier, last=False), Leave(barrier, last=True))
            case Exit() | ProcessEnd():
                return
            case _:
                yield from self._free_offers(number)

    def _free_offers(self, number: int) -> Iterator[Action]:
        kinds = [kind for kind in self.weights if kind != "create" or len(self.threads) < 4]
        kind = self.rng.choices(kinds, [self.weights[kind] for kind in kinds])[0]
        make: dict[str, Callable[[int], Iterator[Action]]] = {
            "lock": self._lock,
            "share": self._share,
            "refused": self._refused,
            "wait": self._wait,
            "semaphore": self._semaphore,
            "count": self._count,
            "once": self._once,
            "region": self._region,
            "finish": self._finish,
            "guard": self._guard,
            "check": self._check,
            "join": self._join,
            "add": self._add,
            "locked_add": self._locked_add,
        }
        if kind in make:
            yield from make[kind](number)
        else:
            yield self._single(kind, number)

    def _single(self, kind: str, number: int) -> Action:
        match kind:
            case "signal":
                return Signal(0)
            case "broadcast":
                return Broadcast(0)
            case "barrier":
                return Arrive(0)
            case "create":
                return self._create(number)
            case _:
                return self._access(kind, number)

    def _create(self, parent: int) -> Create:
        self.threads.append(MadeThread(parent))
        return Create(len(self.threads) - 1)

    def _lock(self, number: int) -> Iterator[Action]:
        lock = self.rng.choice(self.locks)
        thread = self.threads[number]
        if thread.holds(lock, Mode.EXCLUSIVE):
            yield Release(lock)
        elif thread.holds(lock, Mode.SHARED):
            yield Release(lock, Mode.SHARED)
        else:
            yield Acquire(lock)

    def _add(self, number: int) -> Iterator[Action]:
        """To what it reads itself."""
        reads = (self._read(self.rng.randrange(len(self.cells))),)
        yield Step(reads, self.terms.true, (Write(self._more(number, reads[0]), reads[0].cells),))

    def _locked_add(self, number: int) -> Iterator[Action]:
        """Step by step: lock, read, write what was read and more, unlock."""
        thread = self.threads[number]
        match thread.last:
            case Step(reads=(read, *_), writes=()) if thread.holds(0, Mode.EXCLUSIVE):
                yield Step((), self.terms.true, (Write(self._more(number, read), read.cells),))
            case Step(writes=(_, *_)) if thread.holds(0, Mode.EXCLUSIVE) and self.rng.random() < 0.8:
                yield Release(0)
            case _ if thread.holds(0, Mode.EXCLUSIVE):
                yield Step((self._read(self.rng.randrange(len(self.cells))),), self.terms.true, ())
            case _:
                yield Acquire(0)

    def _more(self, number: int, read: Read) -> Term:
        by = self.terms.bits(self.rng.choice([1, 1, 2, 3]), self.width)
        if self.threads[number].known and self.rng.random() < 0.2:
            by = self.rng.choice(self.threads[number].known)
        return self.terms.apply(self.rng.choice([Op.ADD, Op.ADD, Op.ADD, Op.SUB]), self.width, read.variable, by)

    def _share(self, number: int) -> Iterator[Action]:
        lock = self.rng.choice(self.locks)
        thread = self.threads[number]
        if thread.holds(lock, Mode.EXCLUSIVE):
            yield Release(lock)
        elif thread.holds(lock, Mode.SHARED) and self.rng.random() < 0.8:
            yield Release(lock, Mode.SHARED)
        else:
            yield Acquire(lock, Mode.SHARED)

    def _refused(self, number: int) -> Iterator[Action]:
        yield Refused(self.rng.choice(self.locks), self.rng.choice(list(Mode)))

    def _wait(self, number: int) -> Iterator[Action]:
        held = [lock for lock in self.locks if self.threads[number].holds(lock, Mode.EXCLUSIVE)]
        if held:
            yield Wait(0, held[0])
        elif self.rng.random() < 0.4:
            yield Wait(0, None)

    def _semaphore(self, number: int) -> Iterator[Action]:
        semaphore = self.rng.randrange(len(self.semaphores))
        if self.rng.random() < 0.5:
            yield Take(semaphore)
        else:
            yield Post(semaphore)

    def _count(self, number: int) -> Iterator[Action]:
        semaphore = self.rng.randrange(len(self.semaphores))
        yield from (Count(semaphore, value) for value in range(4))

    def _once(self, number: int) -> Iterator[Action]:
        if self.threads[number].is_inside(OnceBegin(0), OnceEnd(0)):
            yield OnceEnd(0)
        else:
            yield from (OnceBegin(0), OncePass(0))

    def _region(self, number: int) -> Iterator[Action]:
        yield RegionEnd() if self.threads[number].is_inside(RegionBegin(), RegionEnd()) else RegionBegin()

    def _finish(self, number: int) -> Iterator[Action]:
        if len(self.order) > 4 and self.rng.random() < 0.5:
            yield ProcessEnd() if self.rng.random() < 0.2 else Exit()

    def _join(self, number: int) -> Iterator[Action]:
        others = [other for other in range(len(self.threads)) if other not in (0, number)]
        for other in self.rng.sample(others, len(others)):
            last = self.threads[other].last
            if isinstance(last, Exit):
                yield Join(other)

    # ---- accesses and terms

    def _guard(self, number: int) -> Iterator[Action]:
        reads = self._maybe_read()
        guard = self._truth(number, reads)
        yield Step(reads, guard, ())
        yield Step(reads, self.terms.negation(guard), ())

    def _check(self, number: int) -> Iterator[Action]:
        reads = (self._read(self.rng.randrange(len(self.cells))),) if self.rng.random() < 0.9 else ()
        if reads and self.rng.random() < 0.6:
            value = self.terms.bits(self.rng.choice([0, 1, 1, 2]), self.width)
            condition = self.terms.equal(reads[0].variable, value)
        else:
            condition = self._truth(number, reads)
        yield Check(reads, condition)
        yield Check(reads, self.terms.negation(condition))

    def _access(self, kind: str, number: int) -> Action:
        true = self.terms.true
        cell = self.rng.randrange(min(len(self.cells), 2))
        match kind:
            case "read":
                return Step((self._read(cell),), true, ())
            case "write":
                several = len(self.cells) if self.rng.random() < 0.25 else 1
                cells = self.rng.sample(range(len(self.cells)), several) if several > 1 else [cell]
                return Step((), true, tuple(Write(self._value(number, ()), (one,)) for one in cells))
            case "update":
                reads = (self._read(cell),)
                guard = self._truth(number, reads) if self.rng.random() < 0.3 else true
                return Step(reads, guard, (Write(self._value(number, reads), (cell,)),))
            case "read_at":
                reads = self._maybe_read()
                address, cells, addresses = self._place(number, reads)
                return Step((*reads, Read(self._variable(), cells, address, addresses)), true, ())
            case _:
                reads = self._maybe_read()
                address, cells, addresses = self._place(number, reads)
                return Step(reads, true, (Write(self._value(number, reads), cells, address, addresses),))

    def _place(self, number: int, reads: tuple[Read, ...]) -> tuple[Term, tuple[int, ...], tuple[int, ...]]:
        base = self.rng.choice([0, 0, 1])
        address = self.terms.apply(
            Op.ADD, 8, self.terms.convert(Op.ZEXT, 8, self._value(number, reads)), self.terms.bits(base, 8)
        )
        return address, tuple(self.array), tuple(base + place for place in range(len(self.array)))

    def _maybe_read(self) -> tuple[Read, ...]:
        return (self._read(self.rng.randrange(len(self.cells))),) if self.rng.random() < 0.6 else ()

    def _read(self, cell: int) -> Read:
        return Read(self._variable(), (cell,))

    def _variable(self) -> Term:
        self.fresh += 1
        return self.terms.variable(f"v{self.fresh}", self.width)

    def _value(self, number: int, reads: tuple[Read, ...]) -> Term:
        rng, terms = self.rng, self.terms
        known = [read.variable for read in reads] or self.threads[number].known[-2:]
        if not known or rng.random() < 0.35:
            return terms.bits(rng.choice([0, 1, 1, 2, 3]), self.width)
        a = rng.choice(known)
        b = rng.choice([*self.threads[number].known[-2:], terms.bits(rng.choice([1, 1, 2, 3]), self.width)])
        op = rng.choice([Op.ADD, Op.ADD, Op.SUB, Op.XOR, Op.AND, Op.MUL, Op.SHL, Op.UDIV, Op.SREM])
        return a if rng.random() < 0.3 else terms.apply(op, self.width, a, b)

    def _truth(self, number: int, reads: tuple[Read, ...]) -> Term:
        rng, terms = self.rng, self.terms
        op = rng.choice([Op.EQ, Op.EQ, Op.EQ, Op.ULT, Op.SLE, Op.UGE])
        truth = terms.apply(op, 1, self._value(number, reads), self._value(number, ()))
        if rng.random() < 0.2:
            other = terms.apply(Op.EQ, 1, self._value(number, ()), terms.bits(1, self.width))
            truth = rng.choice([terms.all_of, terms.any_of])((truth, other))
        return truth

    # ---- the program so far

    def _ctp(self) -> TraceProgram:
        events: list[Event] = []
        threads: list[Thread] = []
        for number, thread in enumerate(self.threads):
            threads.append(Thread(f"T{number}" if number else "main", len(events), len(thread.actions), thread.parent))
            for position, action in enumerate(thread.actions):
                events.append(Event(len(events), number, position, action, position + 1, len(events)))
        return TraceProgram(
            terms=self.terms,
            threads=tuple(threads),
            events=tuple(events),
            cells=tuple(self.cells),
            locks=tuple(f"m{lock}" for lock in self.locks),
            conditions=("c",),
            semaphores=tuple(self.semaphores),
            barriers=tuple(self.barriers),
            onces=("o",),
            observed=tuple(threads[number].first + position for number, position, _ in self.order),
        )

    def _moves(self, ctp: TraceProgram) -> list[Move]:
        return [Move(ctp.threads[number].first + position, chosen) for number, position, chosen in self.order]

"""Small random trace programs in which threads do what programs do: sections, messages with flags and fences, tries,
waits, barriers, joins. Each thread has a plan, and the plans are run in a random order; what depends on the moment (a
try, a flag, who is last at a barrier) is decided there. Threads that are blocked in the end stay unfinished."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from raddle.logic.operators import Op
from raddle.logic.terms import Term
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
    Fence,
    Free,
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
    Signal,
    Start,
    Step,
    Take,
    Wait,
    Wake,
    Write,
)
from raddle.model.check import check_program
from raddle.model.program import Barrier, TraceProgram
from tests.support.idioms import IDIOMS, Item, Plan, only
from tests.support.random_ctp import Maker
from tests.support.random_goal_ctp import FENCES, READS, UPDATES, WRITES


def planned_ctp(rng: random.Random, profile: str, events: int = 22) -> TraceProgram:
    ctp = Planner(rng, profile).planned(events)
    check_program(ctp)
    return ctp


class Planner(Maker):
    """`flag` is the last cell before the array; x and y, where there is one, are data."""

    def __init__(self, rng: random.Random, profile: str) -> None:
        super().__init__(rng, {})
        self.idioms: Final = IDIOMS[profile]
        self.width = rng.choice([1, 2])
        self.data: Final = range(rng.choice([1, 1, 2]))
        self.flag: Final = len(self.data)
        self.cells = [Cell(name, self.width, 0) for name in (*"xy"[: len(self.data)], "flag")]
        self.array = range(len(self.cells), len(self.cells) + 2)
        if "indexed" in self.idioms:
            self.cells += [Cell(f"a[{place}]", self.width, 0) for place in range(2)]
        self.nowhere: Final = len(self.cells)
        self.cells.append(Cell("nowhere", self.width, 0))
        self.locks = range(rng.choice([2, 2, 3]))
        self.barriers = [Barrier("b", 2)]
        self.strict: Final = rng.random() < 0.4
        """All orders are as they should be."""
        self.untimed: Final = rng.random() < 0.7
        self._current = 0

    def planned(self, events: int) -> TraceProgram:
        rng = self.rng
        children = rng.choice([1, 2, 2, 2, 3])
        size = {1: 3, 2: 2, 3: 1}[children]
        plans: list[Plan] = [[]]
        for _ in range(children):
            plans.append([only(Start()), *self._some(size, self.idioms), *self._ending()])
            plans[0] += [] if rng.random() < 0.7 else self._some(1, {"access": 1})
            plans[0].append(self._item(lambda: self._create(0)))
        plans[0] += self._some(rng.choice([0, 1, 1, size]), self.idioms)
        joined = rng.sample(range(1, children + 1), rng.choice([0, children, children]))
        for child in joined:
            plans[0] += [only(Join(child, waits=self._waits())), *(self._access() if rng.random() < 0.6 else [])]
        chance = rng.random()
        if chance < 0.3:
            plans[0] += self._ending_of_the_process()
        elif chance < 0.7:
            plans[0].append(only(Exit()))
        self._run(plans, events)
        return self._ctp()

    def _run(self, plans: list[Plan], events: int) -> None:
        """Until nobody can go on."""
        blocked: set[int] = set()
        while len(self.order) < events:
            ready = [number for number in range(len(self.threads)) if plans[number] and number not in blocked]
            if not ready:
                break
            number = self._current = self.rng.choice(ready)
            for action, follows in plans[number][0]():
                if self._give(number, action):
                    plans[number][:1] = follows
                    blocked.clear()
                    break
            else:
                blocked.add(number)
        for number in range(len(self.threads)):
            last = self.threads[number].last
            if plans[number] and self.rng.random() < 0.5 and (number == 0 or last is not None):
                self._leave_undone(number, plans[number])

    def _leave_undone(self, number: int, plan: Plan) -> None:
        """What the thread was about to do, and did not come to."""
        self._current = number
        (action, _), *_ = plan[0]()
        if isinstance(action, Create):
            self.threads.pop()
        if isinstance(action, Acquire | Take | Join | Wake | Step):
            self.threads[number].actions.append(action)

    # ---- items

    def _item(self, make: Callable[[], Action]) -> Item:
        return lambda: [(make(), [])]

    def _some(self, count: int, idioms: dict[str, int]) -> Plan:
        chosen = self.rng.choices(list(idioms), list(idioms.values()), k=count)
        return [item for idiom in chosen for item in getattr(self, f"_{idiom}")()]

    def _ending(self) -> Plan:
        chance = self.rng.random()
        if chance < 0.1:
            return self._ending_of_the_process()
        return [only(Exit())] if chance < 0.93 else []

    def _ending_of_the_process(self) -> Plan:
        """What handlers of exit do while others go on, and the last event."""
        return [*self._some(self.rng.choice([0, 1, 1, 2]), self.idioms), only(ProcessEnd())]

    def _waits(self) -> bool:
        return self.untimed or self.rng.random() < 0.8

    def _access(self) -> Plan:
        cell = self.rng.choice(self.data)
        order = Order.RELAXED if not self.strict and self.rng.random() < 0.06 else Order.PLAIN
        if self.rng.random() < 0.5:
            return [self._item(lambda: Step((), self.terms.true, (Write(self._constant(), (cell,), order=order),)))]
        if self.rng.random() < 0.1:
            return [self._checked(cell)]
        return [self._item(lambda: Step((replace(self._read(cell), order=order),), self.terms.true, ()))]

    def _checked(self, cell: int) -> Item:
        def make() -> list[tuple[Action, Plan]]:
            read = self._read(cell)
            holds = self.terms.equal(read.variable, self._constant())
            return [(Check((read,), holds), []), (Check((read,), self.terms.negation(holds)), [])]

        return make

    def _constant(self) -> Term:
        return self.terms.bits(self.rng.choice([0, 1, 1]), self.width)

    def _accesses(self) -> Plan:
        return [item for _ in range(self.rng.choice([1, 1, 2])) for item in self._access()]

    # ---- flags

    def _ordered(self, right: Order, orders: Sequence[Order]) -> Order:
        if self.strict or self.rng.random() < 0.5:
            return right
        return self.rng.choice([*orders, Order.PLAIN]) if self.rng.random() < 0.8 else Order.RELAXED

    def _store(self, order: Order) -> Item:
        value = 1 if self.rng.random() < 0.8 else 0
        write = Write(self.terms.bits(value, self.width), (self.flag,), order=order)
        return only(Step((), self.terms.true, (write,)))

    def _publish(self) -> Plan:
        before = self._access() if self.rng.random() < 0.8 else []
        return [*before, self._store(self._ordered(Order.RELEASE, WRITES))]

    def _seen(self, order: Order, behind: Plan) -> Item:
        """What stands behind is done only where the flag is up; some wait for that."""
        waits = self.rng.random() < 0.6

        def make() -> list[tuple[Action, Plan]]:
            read = replace(self._read(self.flag), order=order)
            up = self.terms.equal(read.variable, self.terms.bits(1, self.width))
            if waits:
                return [(Step((read,), up, ()), behind)]
            return [(Step((read,), up, ()), behind), (Step((read,), self.terms.negation(up), ()), [])]

        return make

    def _consume(self) -> Plan:
        return [self._seen(self._ordered(Order.ACQUIRE, READS), self._accesses())]

    def _fenced_publish(self) -> Plan:
        fence = Fence(self._fence(Order.RELEASE))
        between = self._access() if self.rng.random() < 0.2 else []
        return [*self._access(), only(fence), *between, self._store(self._ordered(Order.RELAXED, WRITES))]

    def _fenced_consume(self) -> Plan:
        fence = Fence(self._fence(Order.ACQUIRE))
        return [self._seen(self._ordered(Order.RELAXED, READS), [only(fence), *self._access()])]

    def _fence(self, right: Order) -> Order:
        return right if self.strict or self.rng.random() < 0.6 else self.rng.choice(FENCES)

    def _update(self) -> Plan:
        """An exchange or a fetch-and-add."""

        def make() -> list[tuple[Action, Plan]]:
            order = self._ordered(Order.ACQ_REL, UPDATES)
            read = replace(self._read(self.flag), order=order)
            one = self.terms.bits(1, self.width)
            more = self.terms.apply(Op.ADD, self.width, read.variable, one)
            value = self.rng.choice(
                [one, one, more, self.terms.choice(self.terms.equal(read.variable, one), one, more)]
            )
            step = Step((read,), self.terms.true, (Write(value, (self.flag,), order=order),))
            return [(step, self._branch(read.variable))]

        before = self._access() if self.rng.random() < 0.4 else []
        return [*before, make]

    def _swap(self) -> Plan:
        """A compare-and-swap: only where it swaps does it write, and in another order than where it does not."""

        def make() -> list[tuple[Action, Plan]]:
            terms, look = self.terms, replace(self._read(self.flag), early=True)
            success, failure = self._ordered(Order.ACQ_REL, UPDATES), self._ordered(Order.ACQUIRE, READS)
            swaps = terms.equal(look.variable, terms.bits(self.rng.choice([0, 0, 1]), self.width))
            cells, places = (self.flag, self.nowhere), (1, 0)
            here, there = (
                terms.choice(when, terms.bits(1, 8), terms.bits(0, 8)) for when in (swaps, terms.negation(swaps))
            )
            reads = (
                look,
                Read(self._variable(), cells, here, places, success),
                Read(self._variable(), cells, there, places, failure),
            )
            write = Write(terms.bits(1, self.width), cells, here, places, success)
            return [(Step(reads, terms.true, (write,)), self._branch(look.variable))]

        before = self._access() if self.rng.random() < 0.4 else []
        return [*before, make]

    def _branch(self, variable: Term) -> Plan:
        """What follows, where that was 1."""
        if self.rng.random() < 0.3:
            return []
        was_up = self.terms.equal(variable, self.terms.bits(1, self.width))
        true = (Step((), was_up, ()), self._access())
        return [lambda: [true, (Step((), self.terms.negation(was_up), ()), [])]]

    # ---- locks

    def _lock_of(self, data: bool = True) -> int:
        return 0 if data and self.rng.random() < 0.6 else self.rng.choice(self.locks)

    def _held(self, lock: int, inside: Plan, mode: Mode = Mode.EXCLUSIVE) -> Plan:
        return [only(Acquire(lock, mode, self._waits())), *inside, only(Release(lock, mode))]

    def _section(self) -> Plan:
        return self._held(self._lock_of(), self._accesses())

    def _shared(self) -> Plan:
        return self._held(self._lock_of(), self._accesses(), Mode.SHARED)

    def _nested(self) -> Plan:
        outer, inner = self.rng.sample(self.locks, 2)
        return self._held(outer, self._held(inner, self._accesses() if self.rng.random() < 0.4 else []))

    def _deep(self) -> Plan:
        locks = self.rng.sample(self.locks, len(self.locks))
        plan: Plan = []
        for lock in locks:
            plan = self._held(lock, plan)
        return plan

    def _shared_nested(self) -> Plan:
        outer, inner = self.rng.sample(self.locks, 2)
        modes = list(Mode)
        return self._held(outer, self._held(inner, [], self.rng.choice(modes)), self.rng.choice(modes))

    def _try(self) -> Plan:
        lock, mode = self._lock_of(), self.rng.choice([Mode.EXCLUSIVE, Mode.EXCLUSIVE, Mode.SHARED])
        got: Plan = [*self._accesses(), only(Release(lock, mode))]
        otherwise = self._access() if self.rng.random() < 0.5 else []
        return [lambda: [(Acquire(lock, mode, waits=False), got), (Refused(lock, mode), otherwise)]]

    def _try_nested(self) -> Plan:
        outer, inner = self.rng.sample(self.locks, 2)
        got: Plan = [only(Release(inner))]
        return self._held(outer, [lambda: [(Acquire(inner, waits=False), got), (Refused(inner), [])]])

    # ---- waiting

    def _wait(self) -> Plan:
        """With or without a look at the flag, under the lock or without one."""
        if self.rng.random() < 0.1:
            return [only(Wait(0, None)), self._wake(), *self._access()]
        waited: Plan = [only(Wait(0, 0)), self._wake(), only(Acquire(0))]
        if self.rng.random() < 0.6:
            waited = [self._if_down(waited)]
        behind = self._access() if self.rng.random() < 0.5 else []
        return [only(Acquire(0)), *waited, *behind, only(Release(0))]

    def _if_down(self, behind: Plan) -> Item:
        read = self._read(self.flag)
        down = self.terms.equal(read.variable, self.terms.bits(0, self.width))
        return lambda: [(Step((read,), down, ()), behind), (Step((read,), self.terms.negation(down), ()), [])]

    def _wake(self) -> Item:
        waits = self._waits()

        def make() -> list[tuple[Action, Plan]]:
            if not waits and self.rng.random() < 0.5:
                return [(Wake(0, self.rng.choice(["timeout", "spurious", "any"]), waits=False), [])]  # type: ignore[arg-type]
            return [(Wake(0, "signal", waits=waits), [])]

        return make

    def _signal(self) -> Plan:
        wakes = only(Signal(0) if self.rng.random() < 0.75 else Broadcast(0))
        inside = [*self._access()] if self.rng.random() < 0.4 else []
        inside += [self._store(Order.PLAIN)] if self.rng.random() < 0.7 else []
        if self.rng.random() < 0.7:
            return self._held(0, [*inside, wakes])
        outside = [*(self._access() if self.rng.random() < 0.4 else []), wakes]
        return outside if self.rng.random() < 0.2 else [*self._held(0, inside), *outside]

    def _post(self) -> Plan:
        before = self._access() if self.rng.random() < 0.7 else []
        return [*before, only(Post(self._semaphore_of()))]

    def _take(self) -> Plan:
        semaphore = self._semaphore_of()
        behind = self._access() if self.rng.random() < 0.7 else []
        if self.rng.random() < 0.2 and not self.strict:
            return [lambda: [(Take(semaphore, waits=False), behind), (Count(semaphore, 0), [])]]
        return [only(Take(semaphore, waits=self._waits())), *behind]

    def _nested_take(self) -> Plan:
        first, second = self._semaphore_of(), self._semaphore_of()
        return [only(Take(first)), only(Take(second)), only(Post(second)), only(Post(first))]

    def _semaphore_of(self) -> int:
        return self.rng.randrange(len(self.semaphores))

    def _count(self) -> Plan:  # type: ignore[override]
        semaphore = self._semaphore_of()
        return [lambda: [(Count(semaphore, value), self._access() if value else []) for value in range(4)]]

    def _barrier(self) -> Plan:
        looks = self.rng.random() < 0.6

        def leave() -> list[tuple[Action, Plan]]:
            lasts = (None,) if not looks else (False, True)
            return [(Leave(0, last), []) for last in lasts]

        return [*self._access(), only(Arrive(0)), leave, *(self._access() if self.rng.random() < 0.6 else [])]

    def _once(self) -> Plan:  # type: ignore[override]
        begun, passed = [*self._accesses(), only(OnceEnd(0))], self._access() if self.rng.random() < 0.7 else []
        return [lambda: [(OnceBegin(0), begun), (OncePass(0), passed)]]

    def _region(self) -> Plan:  # type: ignore[override]
        made_up = self.rng.random() < 0.25
        return [only(RegionBegin(made_up)), *self._accesses(), only(RegionEnd(made_up))]

    # ---- memory

    def _indexed(self) -> Plan:
        """An element that the flag, or what was read, chooses."""

        def make() -> list[tuple[Action, Plan]]:
            known = self.threads[self._current].known
            index = self._read(self.flag)
            reads = () if known and self.rng.random() < 0.5 else (index,)
            term = self.terms.convert(Op.ZEXT, 8, index.variable if reads else self.rng.choice(known))
            place = (tuple(self.array), term, (0, 1))
            if self.rng.random() < 0.5:
                return [(Step(reads, self.terms.true, (Write(self._constant(), *place),)), [])]
            return [(Step((*reads, Read(self._variable(), *place)), self.terms.true, ()), [])]

        return [make]

    def _free(self) -> Plan:
        cells = tuple(self.rng.sample(range(self.nowhere), self.rng.choice([1, 1, 2])))

        def make() -> list[tuple[Action, Plan]]:
            known = self.threads[self._current].known
            if not known or self.rng.random() < 0.5:
                return [(Free(cells), [])]
            return [(Free(cells, self.terms.equal(self.rng.choice(known), self._constant())), [])]

        return [make]

"""Small random trace programs for races and deadlocks: as tests/support/random_ctp.py, with memory orders, fences,
free(), reads that the source does not always make, and tries and timed operations that never wait."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from raddle.model.actions import Acquire, Action, Check, Fence, Free, Join, Order, Read, Step, Take, Wait, Wake, Write
from raddle.model.check import check_program
from raddle.model.program import TraceProgram
from tests.support.random_ctp import Maker

_ACCESSES: Final = {"read": 6, "write": 8, "update": 2, "guard": 2, "finish": 2}
PROFILES: Final[dict[str, dict[str, int]]] = {
    "plain": {**_ACCESSES, "check": 2, "free": 1},
    "flags": {**_ACCESSES, "await": 9, "write": 11, "fence": 1},
    "fences": {**_ACCESSES, "await": 6, "write": 10, "fence": 8},
    "updates": {"read": 4, "write": 6, "update": 9, "await": 5, "fence": 2, "finish": 1},
    "locks": {**_ACCESSES, "lock": 12, "refused": 4},
    "rwlocks": {**_ACCESSES, "lock": 5, "share": 9, "refused": 3},
    "conditions": {**_ACCESSES, "lock": 5, "wait": 9, "signal": 7, "broadcast": 2},
    "semaphores": {**_ACCESSES, "semaphore": 14, "count": 3},
    "barriers": {**_ACCESSES, "barrier": 12},
    "onces": {**_ACCESSES, "once": 10},
    "regions": {**_ACCESSES, "region": 9},
    "arrays": {**_ACCESSES, "read_at": 9, "write_at": 9},
    "threads": {**_ACCESSES, "create": 5, "join": 9, "finish": 8},
    "circles": {"read": 1, "write": 2, "lock": 20, "join": 2, "finish": 2},
    "shared circles": {"read": 1, "write": 1, "lock": 9, "share": 12, "refused": 1, "join": 1, "finish": 2},
    "standstills": {"write": 2, "read": 1, "lock": 8, "wait": 6, "signal": 4, "semaphore": 7, "barrier": 2, "once": 2,
                    "join": 3, "finish": 3, "broadcast": 1},
    "mixed": {**_ACCESSES, "write": 12, "await": 3, "fence": 2, "lock": 4, "share": 2, "refused": 2, "wait": 3,
              "signal": 3, "semaphore": 4, "count": 1, "barrier": 2, "once": 2, "region": 2, "read_at": 2,
              "write_at": 2, "free": 1, "create": 1, "join": 3, "check": 2},
}  # fmt: skip
READS: Final = (Order.RELAXED, Order.ACQUIRE, Order.ACQUIRE, Order.SEQ_CST)
WRITES: Final = (Order.RELAXED, Order.RELEASE, Order.RELEASE, Order.SEQ_CST)
UPDATES: Final = (Order.RELAXED, Order.ACQUIRE, Order.RELEASE, Order.ACQ_REL, Order.SEQ_CST)
FENCES: Final = (Order.ACQUIRE, Order.RELEASE, Order.ACQ_REL, Order.SEQ_CST)


def random_goal_ctp(rng: random.Random, profile: str, events: int = 16) -> TraceProgram:
    ctp = GoalMaker(rng, PROFILES[profile]).made(rng.randint(9, events))
    check_program(ctp)
    return ctp


class GoalMaker(Maker):
    def __init__(self, rng: random.Random, weights: dict[str, int]) -> None:
        super().__init__(rng, weights)
        with_flags = "await" in weights
        self.atomic: Final = [rng.random() < (0.5 if with_flags else 0.15) for _ in self.cells]
        """By cell: whether most of its accesses are."""
        if with_flags:
            self.atomic[-1] = True
        self.untimed: Final = rng.random() < 0.5
        """No operation is a try or has a time limit."""

    def _offers(self, number: int) -> Iterator[Action]:
        for action in super()._offers(number):
            yield self._dressed(number, action)

    def _free_offers(self, number: int) -> Iterator[Action]:
        """Two kinds of its own: a flag that is waited for, and what an access of its own memory never is."""
        ours = {kind: self.weights[kind] for kind in ("await", "fence", "free") if kind in self.weights}
        theirs = sum(self.weights.values()) - sum(ours.values())
        kind = self.rng.choices([*ours, "other"], [*ours.values(), theirs])[0]
        match kind:
            case "await":
                yield from self._await()
            case "fence":
                yield Fence(self.rng.choice(FENCES))
            case "free":
                yield Free(tuple(self.rng.sample(range(len(self.cells)), self.rng.randint(1, len(self.cells)))))
            case _:
                yield from self._other_offers(number)

    def _other_offers(self, number: int) -> Iterator[Action]:
        kept = self.weights
        self.weights = {kind: weight for kind, weight in kept.items() if kind not in ("await", "fence", "free")}
        try:
            yield from super()._free_offers(number)
        finally:
            self.weights = kept

    def _await(self) -> Iterator[Action]:
        """It goes on where the flag is up, or where it is down."""
        flags = [cell for cell, atomic in enumerate(self.atomic) if atomic]
        read = self._read(self.rng.choice(flags))
        is_up = self.terms.equal(read.variable, self.terms.bits(1, self.width))
        if self.rng.random() < 0.3:
            yield Step((read,), self.terms.true, ())
        yield Step((read,), is_up, ())
        yield Step((read,), self.terms.negation(is_up), ())

    # ---- orders, tries

    def _dressed(self, number: int, action: Action) -> Action:
        match action:
            case Step(reads, _, writes):
                return self._dressed_step(action) if len(reads) + len(writes) else action
            case Check(reads, _):
                return replace(action, reads=tuple(self._dressed_read(read) for read in reads))
            case Acquire():
                return action if self._gets_back(number) else replace(action, waits=self._waits())
            case Join() | Take():
                return replace(action, waits=self._waits())
            case Wake():
                return replace(action, waits=self._waits())
            case _:
                return action

    def _waits(self) -> bool:
        return self.untimed or self.rng.random() < 0.75

    def _gets_back(self, number: int) -> bool:
        """The lock of a wait: that is no try."""
        actions = self.threads[number].actions
        return len(actions) > 1 and isinstance(actions[-1], Wake) and isinstance(actions[-2], Wait)

    def _dressed_step(self, step: Step) -> Step:
        """One access, or an update of one cell, may be atomic; what accesses several cells is not."""
        cells = {cell for one in (*step.reads, *step.writes) for cell in one.cells}
        if len(cells) > 1 and len(step.reads) + len(step.writes) != 1:
            return replace(step, reads=tuple(self._early(read) for read in step.reads))
        if step.reads and step.writes:
            order = self._order(step.reads[0], UPDATES)
            reads = tuple(replace(read, order=order) for read in step.reads)
            return replace(step, reads=reads, writes=tuple(replace(write, order=order) for write in step.writes))
        return replace(
            step,
            reads=tuple(self._dressed_read(read) for read in step.reads),
            writes=tuple(replace(write, order=self._order(write, WRITES)) for write in step.writes),
        )

    def _dressed_read(self, read: Read) -> Read:
        order = self._order(read, READS)
        return replace(read, order=order) if order.is_atomic else self._early(read)

    def _early(self, read: Read) -> Read:
        return replace(read, early=self.rng.random() < 0.05)

    def _order(self, access: Read | Write, orders: tuple[Order, ...]) -> Order:
        """Of one cell: now and then one is not what the others are."""
        atomic = self.atomic[access.cells[0]] != (self.rng.random() < 0.12)
        return self.rng.choice(orders) if atomic else Order.PLAIN

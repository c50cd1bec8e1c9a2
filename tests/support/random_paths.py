"""Small random paths: branches on what is shared, ways that merge, tries, waits, threads created on some ways only.

Each thread is made like a structured program: at a point something is chosen that may follow there, with all or some of
its outcomes; ways merge only where the same is open, and known, on both.
"""

import random
from dataclasses import replace
from typing import Final

from raddle.logic.operators import Op
from raddle.model.actions import (
    Acquire,
    Action,
    Arrive,
    Broadcast,
    Cell,
    Count,
    Create,
    Join,
    Leave,
    Mode,
    OnceBegin,
    OnceEnd,
    OncePass,
    Post,
    Read,
    Refused,
    RegionBegin,
    RegionEnd,
    Release,
    Signal,
    Step,
    Take,
    Wait,
    Wake,
    Write,
)
from raddle.model.graph import Leads
from raddle.model.program import TraceProgram
from tests.support.random_path_maker import Here, Maker

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
    "pointers": {**_PLAIN, "point": 7, "take pointer": 9, "deref": 8, "lock": 7},
    "threads": {**_PLAIN, "create": 12, "join": 9, "exit": 3},
    "counters": {"update": 9, "locked update": 9, "branch": 3, "assert": 5, "read": 2},
    "mixed": {**_PLAIN, "lock": 4, "share": 2, "try": 2, "wait": 4, "signal": 4, "broadcast": 1, "take": 3, "post": 3,
              "try take": 1, "barrier": 3, "once": 3, "region": 3, "read at": 2, "write at": 2, "create": 4, "join": 4,
              "exit": 1},
}  # fmt: skip


def random_paths(rng: random.Random, profile: str, events: int = 22) -> TraceProgram:
    """About that many events."""
    return _Maker(rng, PROFILES[profile], events).made()


class _Maker(Maker):
    def __init__(self, rng: random.Random, weights: dict[str, int], events: int) -> None:
        super().__init__(rng, weights, events)
        self.addresses: Final = tuple(0x1000 + 0x20 * place for place in range(len(self.array)))
        self.variables: Final = range(len(self.cells), len(self.cells) + 2 * ("deref" in weights))
        self.cells += [Cell(f"p{place}", 64, rng.choice((0, *self.addresses))) for place in self.variables]

    # ---- pointers

    def _point(self, thread: int, here: Here, budget: int, depth: int) -> Here:
        """A variable is given an address, nothing, or what another one held, perhaps moved."""
        value = self.terms.bits(self.rng.choice((0, *self.addresses)), 64)
        if here[1].pointers and self.rng.random() < 0.5:
            value = self.rng.choice(here[1].pointers)
            if self.rng.random() < 0.3:
                value = self.terms.apply(Op.ADD, 64, value, self.terms.bits(self.rng.choice((0x20, -0x20)), 64))
        write = Write(value, (self.rng.choice(self.variables),), order=self._order())
        return self._edge(thread, here[0], Step((), self.terms.true, (write,))), here[1]

    def _take_pointer(self, thread: int, here: Here, budget: int, depth: int) -> Here:
        read = Read(self._variable_of(64), (self.rng.choice(self.variables),), order=self._order())
        now = replace(here[1], pointers=(*here[1].pointers, read.variable))
        return self._edge(thread, here[0], Step((read,), self.terms.true, ())), now

    def _deref(self, thread: int, here: Here, budget: int, depth: int) -> Here:
        point, now = here
        if not now.pointers:
            return self._take_pointer(thread, here, budget, depth)
        address, places = self.rng.choice(now.pointers[-2:]), tuple(self.array)
        if self.rng.random() < 0.5:
            step = Step((), self.terms.true, (Write(self._value(now), places, address, self.addresses),))
        else:
            read = Read(self._variable(), places, address, self.addresses)
            now, step = self._learnt(now, read), Step((read,), self.terms.true, ())
        return self._edge(thread, point, step), now

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
                inside = (
                    self._edge(thread, inside[0], Release(lock, mode)),
                    replace(inside[1], held=inside[1].held[:-1]),
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

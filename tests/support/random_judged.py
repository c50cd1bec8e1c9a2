"""Small random trace programs for judges of the rules (tests/support/judged_runs.py): over every primitive, with two
conditions, tries and time limits everywhere, and threads that stand before something in the end."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from raddle.model.actions import (
    Acquire,
    Action,
    Broadcast,
    Create,
    Exit,
    Free,
    Join,
    Mode,
    ProcessEnd,
    RegionBegin,
    RegionEnd,
    Release,
    Signal,
    Wait,
    Wake,
)
from raddle.model.check import check_program
from raddle.model.program import TraceProgram
from tests.support.random_goal_ctp import GoalMaker

_FEW: Final = {"write": 3, "finish": 2}
_PRIMITIVES: Final = {"lock": 5, "share": 5, "refused": 3, "wait": 4, "signal": 3, "broadcast": 1, "semaphore": 6,
                      "count": 2, "barrier": 4, "once": 4, "region": 1, "join": 3, "create": 1, "fence": 1}  # fmt: skip
PROFILES: Final[dict[str, dict[str, int]]] = {
    "everything": {**_FEW, "read": 1, **_PRIMITIVES, "update": 1, "guard": 1, "check": 1, "free": 1, "await": 1},
    "synchronisation": {**_FEW, **_PRIMITIVES},
    "readers": {**_FEW, "share": 10, "lock": 4, "refused": 4},
    "sections": {"read": 3, "write": 4, "finish": 2, "lock": 8, "share": 6},
    "circles": {"write": 1, "finish": 1, "lock": 26, "share": 2, "join": 2},
    "waits": {"write": 1, "finish": 1, "lock": 3, "wait": 14, "signal": 8, "broadcast": 3},
    "futexes": {"write": 1, "finish": 1, "wait": 16, "signal": 7, "broadcast": 3, "join": 1},
    "tokens": {**_FEW, "write": 4, "semaphore": 12, "count": 3},
    "rounds": {**_FEW, "write": 4, "barrier": 12},
    "once": {**_FEW, "write": 3, "once": 10, "lock": 2},
    "ends": {**_FEW, "create": 4, "join": 8, "finish": 8, "lock": 2},
    "regions": {"read": 2, "write": 3, "finish": 1, "region": 6, "lock": 2},
    "messages": {"read": 3, "write": 8, "update": 2, "await": 6, "fence": 7, "finish": 1},
    "memory": {"read": 3, "write": 4, "free": 7, "guard": 1, "finish": 1},
    "values": {"read": 4, "write": 6, "update": 4, "guard": 3, "check": 3, "read_at": 3, "write_at": 3, "finish": 1,
               "lock": 3},
}  # fmt: skip


def random_judged(rng: random.Random, profile: str, events: int = 22) -> TraceProgram:
    ctp = JudgedMaker(rng, PROFILES[profile]).made(rng.randint(events // 2, events))
    check_program(ctp)
    return ctp


def numbered(number: int, profiles: Sequence[str] = tuple(PROFILES)) -> tuple[str, TraceProgram]:
    """Its profile, and the program: the profiles take turns."""
    profile = profiles[number % len(profiles)]
    return profile, random_judged(random.Random(number), profile)


class JudgedMaker(GoalMaker):
    def __init__(self, rng: random.Random, weights: dict[str, int]) -> None:
        super().__init__(rng, weights)
        self._nests = "join" in weights and weights.get("lock", 0) > 10
        """Who holds a lock takes the other one: so there are circles."""
        if self._nests:
            self.locks = range(2)

    def made(self, events: int) -> TraceProgram:
        """Several threads may have something before them that they did not come to."""
        super().made(events)
        for _ in range(self.rng.choice((0, 1, 1, 2))):
            self._append_unobserved()
        return self._ctp()

    def _assert_somewhere(self) -> None:
        if "read" in self.weights:
            super()._assert_somewhere()

    def _append_unobserved(self) -> None:
        """What the run did not come to any more, the end of a wait or of a stay at a barrier too."""
        number = self.rng.randrange(len(self.threads))
        thread = self.threads[number]
        performed = sum(of == number for of, _, _ in self.order)
        if performed < len(thread.actions) or isinstance(thread.last, Exit | ProcessEnd):
            return
        for action in self._offers(number):
            if isinstance(action, Create):
                self.threads.pop()
            else:
                thread.actions.append(action)
                return

    def _ctp(self) -> TraceProgram:
        return replace(super()._ctp(), conditions=("c", "d"))

    def _offers(self, number: int) -> Iterator[Action]:
        last = self.threads[number].last
        if isinstance(last, Wait) and self.rng.random() < 0.1:
            yield Wake(last.condition, self.rng.choice(("timeout", "timeout", "any", "spurious")))  # type: ignore[arg-type]
        for action in super()._offers(number):
            match action:
                case Signal() | Broadcast():
                    yield replace(action, condition=self._signalled())
                case Wait():
                    yield replace(action, condition=int(self.rng.random() < 0.3))
                case Free():
                    yield self._freed(number, action)
                case RegionBegin():
                    yield RegionBegin(made_up=self.rng.random() < 0.3)
                case RegionEnd():
                    yield RegionEnd(self._is_made_up(number))
                case _:
                    yield action

    def _signalled(self) -> int:
        """Where somebody waits, as a rule."""
        awaited = [thread.last.condition for thread in self.threads if isinstance(thread.last, Wait)]
        return self.rng.choice(awaited) if awaited and self.rng.random() < 0.8 else self.rng.randrange(2)

    def _freed(self, number: int, free: Free) -> Free:
        known = self.threads[number].known
        is_that = self.terms.equal(known[-1], self.terms.bits(1, self.width)) if known else None
        when = is_that if self.rng.random() < 0.3 else None
        cells = free.cells[:1] if self.rng.random() < 0.7 else free.cells
        kind = self.rng.random()
        return Free(cells, when, of_frame=kind < 0.15, goes_on=kind > 0.6)

    def _is_made_up(self, number: int) -> bool:
        begun = next(one for one in reversed(self.threads[number].actions) if isinstance(one, RegionBegin))
        return begun.made_up

    def _region(self, number: int) -> Iterator[Action]:
        kinds = [type(action) for action in self.threads[number].actions]
        yield RegionEnd() if kinds.count(RegionBegin) > kinds.count(RegionEnd) else RegionBegin()

    def _lock(self, number: int) -> Iterator[Action]:
        held = [lock for lock in self.locks if self.threads[number].holds(lock, Mode.EXCLUSIVE)]
        if not self._nests or any(self.threads[number].holds(lock, Mode.SHARED) for lock in self.locks):
            yield from super()._lock(number)
        elif len(held) == 1 and self.rng.random() < 0.8:
            yield Acquire(1 - held[0])
        else:
            yield Release(self.rng.choice(held)) if held else Acquire(self.rng.choice(self.locks))

    def _join(self, number: int) -> Iterator[Action]:
        """Of one that has not ended yet, too: where that is appended, its thread stands before it."""
        yield from super()._join(number)
        others = [other for other in range(1, len(self.threads)) if other != number]
        if others:
            yield Join(self.rng.choice(others))

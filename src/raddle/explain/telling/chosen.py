"""The orders of accesses of different threads that a slice rests on, and which of them the schedule chose."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from raddle.explain.run import Deed, Run
from raddle.explain.slices import Dependence, Hazard, Slice

_MEMORY: Final = frozenset({Deed.READ, Deed.WRITE, Deed.ALLOCATE, Deed.FREE})
_WAITING: Final = frozenset({Deed.OTHER, Deed.WAIT, Deed.LOCK})


@dataclass(frozen=True, slots=True, order=True)
class Order:
    """Sorted by their steps."""

    earlier: int
    later: int
    kind: Dependence
    forced: bool
    """Every schedule has it so: by creations and joins."""
    synchronises: bool = False
    """Of no accesses: one thread waited for the other one, or came too late to be woken."""


@dataclass(frozen=True, slots=True)
class Early:
    """A read of the run that should have come later."""

    read: int
    thread: str
    """Which was to come first,"""
    where: str
    """to a place that it did not come to: `bank.c:12`."""


def orders_of(run: Run, sliced: Slice) -> tuple[Order, ...]:
    """Hazards, which write of another thread a kept read took its value from, and what was waited for. By where they
    end."""
    pairs = {(hazard.earlier, hazard.later, _kind(run, hazard)) for hazard in sliced.hazards}
    kept = set(sliced.kept)
    for number in sliced.kept:
        step = run.steps[number]
        if step.deed is Deed.READ and step.shared:
            written = (source for source in step.sources if source in kept)
            others = (source for source in written if run.steps[source].thread != step.thread)
            pairs |= {(source, number, Dependence.RAW) for source in others}
    forced = Forced(run)
    found = [
        Order(earlier, later, kind, forced(earlier, later), synchronises=not _is_of_memory(run, earlier, later))
        for earlier, later, kind in pairs
    ]
    found += _waits(run, sliced, forced)
    return tuple(sorted(found, key=lambda order: (order.later, order.earlier, order.kind.value)))


def chosen_orders(run: Run, sliced: Slice) -> list[Order]:
    """Those of accesses that the schedule chose: what is waited for was meant to come first."""
    return [order for order in orders_of(run, sliced) if not order.forced and not order.synchronises]


def _waits(run: Run, sliced: Slice, forced: "Forced") -> Iterator[Order]:
    shown = {*sliced.kept, *sliced.conditions}
    for number in sorted(shown):
        step = run.steps[number]
        if step.deed not in _WAITING:
            continue
        for source in step.sources:
            before = run.steps[source]
            wakes = step.deed is not Deed.LOCK or before.deed is Deed.OTHER
            if wakes and source in shown and before.thread != step.thread:
                yield Order(source, number, Dependence.RAW, forced(source, number), synchronises=True)


def _is_of_memory(run: Run, *ends: int) -> bool:
    return any(run.steps[end].deed in _MEMORY for end in ends)


def _kind(run: Run, hazard: Hazard) -> Dependence:
    """Giving memory back is a write to it."""
    reads = [run.steps[end].deed is Deed.READ for end in (hazard.earlier, hazard.later)]
    match reads:
        case [False, True]:
            return Dependence.RAW
        case [True, False]:
            return Dependence.WAR
        case _:
            return hazard.kind


class Forced:
    """Whether one step comes before another one in every schedule."""

    def __init__(self, run: Run) -> None:
        self._run: Final = run
        self._edges: Final = sorted(run.forced)
        self._reached: dict[int, dict[int, int]] = {}

    def __call__(self, earlier: int, later: int) -> bool:
        first = self._from(earlier).get(self._run.steps[later].thread)
        return first is not None and first <= later

    def _from(self, number: int) -> dict[int, int]:
        """By thread: its first step that is always behind that one."""
        if number not in self._reached:
            steps = self._run.steps
            reached = {steps[number].thread: number}
            for before, after in self._edges:
                at = reached.get(steps[before].thread)
                if at is not None and at <= before:
                    thread = steps[after].thread
                    reached[thread] = min(after, reached.get(thread, after))
            self._reached[number] = reached
        return self._reached[number]

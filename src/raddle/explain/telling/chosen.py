"""The orders of accesses of different threads that a slice rests on, and which of them the schedule chose."""

from dataclasses import dataclass
from typing import Final

from raddle.explain.run import Deed, Run
from raddle.explain.slices import Dependence, Hazard, Slice


@dataclass(frozen=True, slots=True, order=True)
class Order:
    """Sorted by their steps."""

    earlier: int
    later: int
    kind: Dependence
    forced: bool
    """Every schedule has it so: by creations and joins."""


def orders_of(run: Run, sliced: Slice) -> tuple[Order, ...]:
    """Hazards, and which write of another thread a kept read took its value from. By where they end."""
    pairs = {(hazard.earlier, hazard.later, _kind(run, hazard)) for hazard in sliced.hazards}
    kept = set(sliced.kept)
    for number in sliced.kept:
        step = run.steps[number]
        if step.deed is Deed.READ and step.shared:
            written = (source for source in step.sources if source in kept)
            others = (source for source in written if run.steps[source].thread != step.thread)
            pairs |= {(source, number, Dependence.RAW) for source in others}
    forced = Forced(run)
    found = [Order(earlier, later, kind, forced(earlier, later)) for earlier, later, kind in pairs]
    return tuple(sorted(found, key=lambda order: (order.later, order.earlier, order.kind.value)))


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

"""Data hazards of reads (section 3.2): the accesses of other threads that must not come between.

Of each thread only the last write before the one that was read and the first one behind the read count: the order of
the thread's own statements gives the rest (footnote 6).
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import Final

from raddle.explain.detail import Detail
from raddle.explain.run import Deed, Run, Step
from raddle.explain.slices import Dependence, Hazard

GRANULE: Final = 3
"""Accesses are found by 8 bytes."""


class Writes:
    """All writes of a run, by what they touch."""

    def __init__(self, run: Run) -> None:
        self._steps: Final = run.steps
        self._by_thread: Final[dict[int, dict[int, list[int]]]] = {}
        self._shape: Final[dict[int, tuple[int, int] | None]] = {}
        """By granule: address and size of all its writes, if they are the same."""
        for step in run.steps:
            if step.deed is Deed.WRITE:
                for granule in _granules(step):
                    self._by_thread.setdefault(granule, {}).setdefault(step.thread, []).append(step.number)
                    shape = (step.address, step.size)
                    if self._shape.setdefault(granule, shape) != shape:
                        self._shape[granule] = None

    def hazards(self, number: int, detail: Detail) -> set[Hazard]:
        step = self._steps[number]
        if step.deed is not Deed.READ or not step.shared or not detail.hazards:
            return set()
        return {hazard for byte in self._bytes(step) for hazard in self._at(step, byte, detail)}

    def _bytes(self, step: Step) -> Iterable[int]:
        """One for all where every write is of the same memory."""
        shape = (step.address, step.size)
        same = all(self._shape.get(one, shape) == shape for one in _granules(step))
        return (step.address,) if same else range(step.address, step.address + step.size)

    def _at(self, read: Step, byte: int, detail: Detail) -> Iterator[Hazard]:
        steps, number = self._steps, read.number
        source = max((one for one in read.sources if _covers(steps[one], byte)), default=None)
        if source is not None:
            if steps[source].thread != read.thread:
                yield Hazard(source, number, number, Dependence.RAW)
            if detail.waw:
                for one in self._nearest(byte, source, step_by=-1, but=steps[source].thread):
                    yield Hazard(one, source, number, Dependence.WAW)
        if detail.war:
            for one in self._nearest(byte, number, step_by=1, but=read.thread):
                yield Hazard(number, one, number, Dependence.WAR)

    def _nearest(self, byte: int, number: int, *, step_by: int, but: int) -> Iterator[int]:
        """Of each other thread the write of that byte nearest to a step, before or behind it."""
        for thread, writes in self._by_thread.get(byte >> GRANULE, {}).items():
            if thread == but:
                continue
            at = bisect_left(writes, number) - (1 if step_by < 0 else 0)
            while 0 <= at < len(writes):
                if _covers(self._steps[writes[at]], byte):
                    yield writes[at]
                    break
                at += step_by


def _granules(step: Step) -> range:
    return range(step.address >> GRANULE, (step.address + max(step.size, 1) - 1 >> GRANULE) + 1)


def _covers(step: Step, byte: int) -> bool:
    return step.address <= byte < step.address + step.size


def claimed(run: Run) -> list[Hazard]:
    """Orders that went wrong by themselves."""
    kinds = {(Deed.WRITE, Deed.READ): Dependence.RAW, (Deed.READ, Deed.WRITE): Dependence.WAR}
    return [
        Hazard(a, b, b, kinds.get((run.steps[a].deed, run.steps[b].deed), Dependence.WAW))
        for a, b in run.failing.orders
    ]

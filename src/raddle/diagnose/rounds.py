"""Which time a thread comes to an operation, in a run that fails or as it would have gone on.

In: paths, operations, an instruction for each of their points. Out, for a way: `Visit` of each operation. Where the run
is over before an operation, the longest way that goes on to it counts; where none does, the longest way at all.
"""

from collections.abc import Callable, Collection, Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from raddle.model.facts import Operation
from raddle.model.moves import Way
from raddle.model.program import TraceProgram


@dataclass(frozen=True, slots=True)
class Visit:
    position: int = 0
    """How many operations its thread has done up to it, itself included; 0: not on that way, nor behind it."""
    time: int = 0
    """Which time its thread comes there; 0: it comes there once only."""


@dataclass(frozen=True, slots=True)
class _Passed:
    """What a thread has done when it is at a point: all operations, and those of some instructions."""

    steps: int
    times: dict[Hashable, int]

    def with_one(self, where: Hashable | None) -> "_Passed":
        if where is None:
            return _Passed(self.steps + 1, self.times)
        return _Passed(self.steps + 1, {**self.times, where: self.times.get(where, 0) + 1})

    def or_more(self, other: "_Passed | None") -> "_Passed":
        if other is None:
            return self
        keys = self.times.keys() | other.times.keys()
        times = {key: max(self.times.get(key, 0), other.times.get(key, 0)) for key in keys}
        return _Passed(max(self.steps, other.steps), times)


class Rounds:
    def __init__(
        self, paths: TraceProgram, operations: Iterable[Operation], instruction: Callable[[int], Hashable | None]
    ) -> None:
        """`operations`: those that will be asked for."""
        self._paths: Final = paths
        asked = {instruction(point) for operation in operations for point in operation} - {None}
        self._where: Final[dict[int, Hashable]] = {
            point: where for point in paths.graph.leaving if (where := instruction(point)) in asked
        }
        self._thread: Final = {paths.graph.source[event.number]: event.thread for event in paths.events}

    def visits(self, way: Way, operations: Collection[Operation]) -> dict[Operation, Visit]:
        at, last = self._along(way)
        ahead: dict[int, dict[int, _Passed]] = {}
        found: dict[Operation, Visit] = {}
        for operation in operations:
            thread = self._thread[operation[0]]
            here = next((point for point in operation if point in at), None)
            if here is None and thread not in ahead:
                ahead[thread] = self._from(thread, *last.get(thread, (self._paths.graph.roots[thread], _Passed(0, {}))))
            if here is not None:
                found[operation] = Visit(at[here].steps + 1, self._time(here, at[here]))
                continue
            behind = [point for point in operation if point in ahead[thread]]
            passed = (ahead[thread] if behind else self._longest)[(behind or operation)[0]]
            time = self._time((behind or operation)[0], passed)
            found[operation] = Visit(passed.steps + 1 if behind else 0, time)
        return found

    def _along(self, way: Way) -> tuple[dict[int, _Passed], dict[int, tuple[int, _Passed]]]:
        """By point what has been done before it; by thread where it stands in the end, and what it has done."""
        at: dict[int, _Passed] = {}
        last: dict[int, tuple[int, _Passed]] = {}
        for event in way.events:
            thread, point = self._paths.events[event].thread, self._paths.graph.source[event]
            _, passed = last.get(thread, (point, _Passed(0, {})))
            at[point] = passed
            last[thread] = self._paths.graph.target[event], passed.with_one(self._where.get(point))
        return at, last

    def _from(self, thread: int, start: int, passed: _Passed) -> dict[int, _Passed]:
        """By point behind that one, on the ways that have most."""
        found = {start: passed}
        for event in self._paths.of_thread(thread):  # each stands behind all that lead to it
            source, target = self._paths.graph.source[event.number], self._paths.graph.target[event.number]
            if source in found:
                found[target] = found[source].with_one(self._where.get(source)).or_more(found.get(target))
        return found

    @cached_property
    def _longest(self) -> dict[int, _Passed]:
        found: dict[int, _Passed] = {}
        for thread, root in enumerate(self._paths.graph.roots):
            found |= self._from(thread, root, _Passed(0, {}))
        return found

    @cached_property
    def _several(self) -> frozenset[tuple[int, Hashable]]:
        """Of a thread, what it can come to more than once."""
        return frozenset(
            (self._thread[point], where)
            for point, where in self._where.items()
            if self._longest[point].times.get(where)
        )

    def _time(self, point: int, passed: _Passed) -> int:
        where = self._where.get(point)
        several = where is not None and (self._thread[point], where) in self._several
        return passed.times.get(where, 0) + 1 if several else 0

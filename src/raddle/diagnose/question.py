"""What Algorithm 1 is asked: paths, which of their ends fail and which pass, and what counts as one operation."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from raddle.model.facts import Operation
from raddle.model.program import TraceProgram


@dataclass(frozen=True)
class Asked:
    paths: TraceProgram = field(repr=False)
    failures: tuple[int, ...]
    ends: tuple[int, ...]
    operations: Mapping[int, Operation] = field(repr=False)
    """Point -> the operation that it belongs to."""
    in_library: frozenset[int] = frozenset()
    """Points where code of a library runs: their orders are asked for only where those of the program's own code are
    not enough."""
    goes_further: bool = False
    """Runs may go on behind a frontier. Who has not taken part by then may still do so: nothing is said of that."""

    @cached_property
    def standing(self) -> dict[int, tuple[int, int]]:
        """Point -> its thread, and a number that is less than that of every point which it leads to."""
        found: dict[int, tuple[int, int]] = {}
        for event in self.paths.events:
            found.setdefault(self.paths.graph.source[event.number], (event.thread, event.number))
        return found


def one_by_one(paths: TraceProgram) -> dict[int, Operation]:
    """Each point is an operation of its own."""
    return {point: (point,) for point in paths.graph.leaving}


def by_code(paths: TraceProgram, code: Callable[[int], Hashable | None]) -> dict[int, Operation]:
    """Points of a thread at the same place of the code, of which no way has two, are one operation. `code`: where a
    point is; None: not known. The n-th point of that code on the longest way to it is the n-th operation there."""
    thread_of = {paths.graph.source[event.number]: event.thread for event in paths.events}
    alike: dict[tuple[int, Hashable], list[int]] = defaultdict(list)
    for point in paths.graph.leaving:
        where = code(point)
        alike[thread_of[point], ("point", point) if where is None else ("code", where)].append(point)
    found: dict[int, Operation] = {}
    groups = {point: number for number, points in enumerate(alike.values()) for point in points}
    shared = {number for number, points in enumerate(alike.values()) if len(points) > 1}
    depths = _depths(paths, {point: group for point, group in groups.items() if group in shared})
    members: dict[tuple[int, int], list[int]] = defaultdict(list)
    for point, group in groups.items():
        members[group, depths.get(point, 0)].append(point)
    for points in members.values():
        operation = tuple(sorted(points))
        found.update((point, operation) for point in operation)
    return found


def _depths(paths: TraceProgram, groups: Mapping[int, int]) -> dict[int, int]:
    """Point -> how many points of its group there are before it, on the way that has most of them."""
    passed: dict[int, dict[int, int]] = {}
    """Point -> by group, on the way that has most of them, itself not counted."""
    depths: dict[int, int] = {}
    for event in paths.events:  # each stands behind all that lead to it
        source, target = paths.graph.source[event.number], paths.graph.target[event.number]
        here = passed.setdefault(source, {})
        group = groups.get(source)
        if group is not None:
            depths[source] = here.get(group, 0)
        there = passed.setdefault(target, {})
        for one, count in here.items():
            there[one] = max(there.get(one, 0), count)
        if group is not None:
            there[group] = max(there.get(group, 0), here.get(group, 0) + 1)
    return depths

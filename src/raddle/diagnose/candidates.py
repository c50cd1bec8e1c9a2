"""The facts of one run that fails, of which some make it fail: who came before whom, and who took part.

In: what is asked, and a way that fails. Out: facts that hold in it. `Before(a, b)`: a took place, and

    touched:  b did later and touched the same, or not at all and may touch it; one of them writes; the program's own
              code on both sides
    may touch:  also b that did later, touched something else, and may touch it, if its address is computed otherwise
    anything:  also what libraries do, and what is done to the same synchronisation object

Orders that hold in every run, or in none where both take place, are left out: they say nothing, or only that somebody
does not take part.

Where all operations of the run take part and all orders of the last two hold, everybody reads the same, and so the run
goes the same way, unless it matters whom a signal wakes.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from itertools import product
from typing import Final

from raddle.base.errors import InternalError
from raddle.diagnose.question import Asked
from raddle.encode.paths.index import PathIndex
from raddle.encode.paths.order import StaticOrder
from raddle.model.actions import Action, Create, Exit, Join, RegionBegin, RegionEnd, Step
from raddle.model.facts import Before, Fact, Operation, TakesPart
from raddle.model.machine import Impossible, Machine
from raddle.model.moves import Move, Way
from raddle.model.program import MAIN
from raddle.model.rules.actions import traits_of
from raddle.model.worth import GrowingWorth

MOST_FACTS: Final = 20_000
"""Up to which all facts there are are spoken of from the beginning."""

Target = tuple[str, int]
"""A cell, or a synchronisation object."""
Touched = tuple[Operation, dict[Target, bool]]
"""What an operation touches: whether it writes it."""


class Extent(Enum):
    """Which orders are looked at."""

    TOUCHED = 0
    MAY_TOUCH = 1
    ANYTHING = 2


@dataclass(frozen=True)
class Soft:
    """Facts of a way."""

    orders: tuple[Before, ...] = field(repr=False)
    """Those first that are to be told rather than others: where both took place, and much lies between them."""
    done: frozenset[Operation] = field(repr=False)
    """All operations of the way."""
    parts: tuple[TakesPart, ...] = field(repr=False)
    pairs: frozenset[Before] = field(repr=False)
    """Orders between operations that both took place and touched the same memory."""
    initial: int
    """How many accesses there are, in threads other than main, of memory that is written and has several users: the
    diagnosis paper counts the first value as a write of main's before each of them."""

    def by_preference(self) -> Iterator["Soft"]:
        """Without orders of what did not take place, if there are such; then with all."""
        seen = tuple(order for order in self.orders if order.then in self.done)
        if len(seen) < len(self.orders):
            yield replace(self, orders=seen)
        yield self


class Candidates:
    def __init__(self, asked: Asked, machine: Machine) -> None:
        self._asked: Final = asked
        self._paths: Final = asked.paths
        self._machine: Final = machine
        self._open: Final[dict[Before, bool]] = {}
        self._thread: Final = {point: thread for point, (thread, _) in asked.standing.items()}

    def of(self, way: Way, extent: Extent) -> Soft:
        all_of_it = extent is Extent.ANYTHING
        done: dict[Operation, int] = {}
        touched: list[Touched] = []
        for event, targets in touched_by(self._machine, way):
            point = self._paths.graph.source[event]
            operation = self._asked.operations[point]
            done[operation] = len(touched)
            touched.append((operation, self._counted(point, targets, all_of_it=all_of_it)))
        may_touch = self._of_anything if all_of_it else self._of_own_memory
        orders: dict[Before, None] = {}
        for position, (operation, targets) in enumerate(touched):
            thread = self._thread[operation[0]]
            for target, writes in targets.items():
                for other, other_writes in may_touch.get(target, {}).items():
                    at = done.get(other)
                    if at is not None and extent is Extent.TOUCHED:
                        if target not in touched[at][1]:
                            continue
                        other_writes = touched[at][1][target]
                    is_later = at is None or at > position
                    if is_later and (writes or other_writes) and self._thread[other[0]] != thread:
                        order = Before(operation, other)
                        if self._is_open(order):
                            orders[order] = None
        counted = () if self._asked.goes_further else touched
        parts = {operation: None for operation, _ in counted if all_of_it or self._is_own(operation)}
        never = len(touched)

        def rank(order: Before) -> tuple[bool, int]:
            return order.then not in done, done[order.first] - done.get(order.then, never)

        return Soft(
            tuple(sorted(orders, key=rank)),
            frozenset(done),
            tuple(map(TakesPart, parts)),
            _pairs(touched, self._thread),
            self._of_first_values(touched),
        )

    def _of_first_values(self, touched: list[Touched]) -> int:
        shared = {
            target
            for target, operations in self._of_own_memory.items()
            if any(operations.values()) and len({self._thread[operation[0]] for operation in operations}) > 1
        }
        others = [targets for operation, targets in touched if self._thread[operation[0]] != MAIN]
        return sum(len(shared.intersection(targets)) for targets in others)

    def everything(self, extent: Extent) -> Iterator[Fact]:
        """All facts that may be of interest in any way."""
        told: set[Fact] = set()
        for by_operation in (self._of_anything if extent is Extent.ANYTHING else self._of_own_memory).values():
            for first, writes in by_operation.items():
                told.add(TakesPart(first))
                for then, also_writes in by_operation.items():
                    if (writes or also_writes) and self._thread[first[0]] != self._thread[then[0]]:
                        order = Before(first, then)
                        if self._is_open(order):
                            told.add(order)
                if len(told) > MOST_FACTS:
                    return
        yield from told

    def _is_open(self, order: Before) -> bool:
        """Whether both can come first, as far as creates and joins say."""
        found = self._open.get(order)
        if found is None:
            pairs = list(product(*map(self._outcomes, (order.first, order.then))))
            must = self._order
            never_first = all(must(y, x) for x, y in pairs)
            found = self._open[order] = not never_first and not all(must(x, y) for x, y in pairs)
        return found

    def _outcomes(self, operation: Operation) -> list[int]:
        return [event for point in operation for event in self._paths.graph.leaving[point]]

    @cached_property
    def _order(self) -> StaticOrder:
        return PathIndex(self._paths, frozenset((*self._asked.failures, *self._asked.ends))).must

    # ---- what a way touches

    def _counted(self, point: int, targets: Mapping[Target, bool], *, all_of_it: bool) -> dict[Target, bool]:
        if all_of_it:
            return dict(targets)
        if point in self._asked.in_library:
            return {}
        return {target: writes for target, writes in targets.items() if self._is_memory(target)}

    def _is_memory(self, target: Target) -> bool:
        return target[0] == "cell" and not self._paths.cells[target[1]].hidden

    def _is_own(self, operation: Operation) -> bool:
        return self._asked.in_library.isdisjoint(operation)

    # ---- what operations may touch, in any way

    @cached_property
    def _of_anything(self) -> dict[Target, dict[Operation, bool]]:
        found: dict[Target, dict[Operation, bool]] = defaultdict(dict)
        for event in self._paths.events:
            operation = self._asked.operations[self._paths.graph.source[event.number]]
            for target, writes in (*_cells_of(event.action), *_written(objects_of(event.action, event.thread))):
                found[target][operation] = found[target].get(operation, False) or writes
        return found

    @cached_property
    def _of_own_memory(self) -> dict[Target, dict[Operation, bool]]:
        return {
            target: {operation: writes for operation, writes in operations.items() if self._is_own(operation)}
            for target, operations in self._of_anything.items()
            if self._is_memory(target)
        }


def touched_by(machine: Machine, way: Way) -> Iterator[tuple[int, dict[Target, bool]]]:
    """Each event, and what it touches: whether it writes it."""
    events = machine.program.events
    slots, worth = list(machine.initial), GrowingWorth()
    for event in way.events:
        found: dict[Target, bool] = {}
        size = worth.size
        for touch in machine.touched(list(slots), events[event], worth):
            target = ("cell", touch.cell)
            found[target] = found.get(target, False) or touch.writes
        worth.forget(size)
        found.update((target, True) for target in objects_of(events[event].action, events[event].thread))
        try:
            machine.advance(slots, Move(event, way.chosen.get(event)), worth)
        except Impossible as error:
            raise InternalError(f"a way that fails is no run of the paths: {error}") from error
        yield event, found


def cells_touched(machine: Machine, way: Way) -> dict[int, frozenset[int]]:
    """By point."""
    return {
        machine.program.graph.source[event]: frozenset(number for kind, number in targets if kind == "cell")
        for event, targets in touched_by(machine, way)
    }


def _cells_of(action: Action) -> Iterator[tuple[Target, bool]]:
    if isinstance(action, Step):
        yield from ((("cell", cell), False) for read in action.reads for cell in read.cells)
        yield from ((("cell", cell), True) for write in action.writes for cell in write.cells)


def _written(targets: Iterable[Target]) -> Iterator[tuple[Target, bool]]:
    return ((target, True) for target in targets)


def objects_of(action: Action, thread: int) -> tuple[Target, ...]:
    """What it synchronises by. The end of the process is one with everything that may come before it or not."""
    match action:
        case Join(child, waits):
            return () if waits else (("end", child),)
        case Exit():
            return (("end", thread),)
        case Create() | RegionBegin() | RegionEnd():
            return ()
        case _:
            return tuple((of.family.value, of.number) for of in traits_of(action).objects)


def _pairs(touched: list[Touched], thread: Mapping[int, int]) -> frozenset[Before]:
    """Of operations of different threads that touched the same memory, one of them writing."""
    by_cell: dict[Target, list[tuple[Operation, bool]]] = defaultdict(list)
    for operation, targets in touched:
        for target, writes in targets.items():
            if target[0] == "cell":
                by_cell[target].append((operation, writes))
    found: set[Before] = set()
    for entries in by_cell.values():
        for at, (operation, writes) in enumerate(entries):
            for earlier, also_wrote in entries[:at]:
                if (writes or also_wrote) and thread[earlier[0]] != thread[operation[0]]:
                    found.add(Before(earlier, operation))
    return frozenset(found)


class Placed:
    """Which facts hold in a way, for many facts (as model/facts.py `holds`)."""

    def __init__(self, asked: Asked, way: Way) -> None:
        self._at: Final = {asked.operations[asked.paths.graph.source[one]]: at for at, one in enumerate(way.events)}

    def holds(self, fact: Fact) -> bool:
        match fact:
            case TakesPart(operation):
                return operation in self._at
            case Before(first, then):
                one, other = self._at.get(first), self._at.get(then)
                return one is None or other is None or one < other

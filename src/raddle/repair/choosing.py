"""From optima and cores to patches that are worth a try, the most promising first.

Where keeping regions apart blocks every class (regions.py: the alternative optima `last(A) -> first(B)` and
`last(B) -> first(A)`): a lock that is held round one of them already, a new mutex, an atomic. Else, or besides: the
orders of an optimum by a join, by moving a statement, by a condition or a semaphore. Behind these: both together, and
wider regions.
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from raddle.model.accesses import accesses_of
from raddle.model.actions import Acquire, Create, Mode, Wait
from raddle.repair.covering import EdgeSet, covered
from raddle.repair.fixes import Atomic, Fix, ForWriting, Line, Locked, Measure, Ordered, Rechecked, Region
from raddle.repair.graph import Node, OrderEdge, RepairGraph, operations_of
from raddle.repair.held import exclusive_locks, held_at
from raddle.repair.regions import Span, blocks, spans_of
from raddle.repair.sites import Sites, thread_name
from raddle.repair.source.locks import taken_at
from raddle.repair.source.members import common_class
from raddle.repair.source.parsed import CannotWriteError, Source
from raddle.repair.source.rechecking import ifs_around
from raddle.repair.source.statements import span_of as statements_of
from raddle.repair.source.updates import updated_at
from raddle.repair.telling import told
from raddle.repair.widening import region_of, wider

MOST_EDGES: Final = 3
"""Of an optimum that is written with one measure for each edge."""
MOST_FLAGS: Final = 2
"""That a statement is moved before, each in a patch of its own."""
_NAME: Final = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*|\[\d+\])*")
"""Of a global variable, or of a part of one."""


@dataclass(frozen=True, slots=True)
class Choice:
    fix: Fix
    what: str
    edges: EdgeSet = frozenset()
    """Of the covering, that it enforces; none: it keeps regions apart."""
    wide: bool = False
    """Its regions are wider than what fails, or stand in callers: others who call the same are not kept apart."""


class Choosing:
    def __init__(self, graph: RepairGraph, sites: Sites, sources: Mapping[str, Source]) -> None:
        self._graph = graph
        self._sites = sites
        self._sources = sources
        self._paths = graph.paths

    def by_regions(self) -> Iterator[Choice]:
        """Those that block every class."""
        if self.spans and not self._left(self.spans):
            yield from self._apart(self.spans)

    def by_orders(self, optima: Sequence[EdgeSet]) -> Iterator[Choice]:
        """Without those that let a thread wait for what may not come."""
        for optimum in _by_lines(optima):
            yield from (
                choice for choice in self._ordered(optimum) if self._comes(choice) and not _by_semaphore(choice)
            )

    def by_moving_up(self, optima: Sequence[EdgeSet]) -> Iterator[Choice]:
        """Where what is to come first stands behind what the other thread looks at: a flag, set before its data."""
        for optimum in (one for one in _by_lines(optima) if len(one) == 1):
            (edge,) = optimum
            first, then = (self._line(node) for node in (edge.first, edge.then))
            for flag in self._seen_by(edge.then.thread, edge.first.thread, first):
                yield self._choice((Ordered(first, then, "earlier", ahead_of=flag),), optimum)

    def _seen_by(self, reader: str, writer: str, line: Line) -> list[Line]:
        """Lines on which one thread writes what the other reads: those above this one in its function, the nearest
        first; none where this is not such a line."""
        read = {cell for point in self._points_of(reader) for cell in self._cells(point, written=False)}
        found: set[Line] = set()
        for point in self._points_of(writer):
            place = self._sites.place_of(point)
            if place is None or (place.file, place.function) != (line.file, line.function):
                continue
            if not read.isdisjoint(self._cells(point, written=True)):
                found.add(Line(place.file, place.line, place.function, place.column))
        if line.number not in {one.number for one in found}:
            return []
        return sorted((one for one in found if one.number < line.number), reverse=True)[:MOST_FLAGS]

    def _points_of(self, thread: str) -> Iterator[int]:
        return (point for point in self._paths.graph.leaving if self._sites.thread_of(point) == thread)

    def _cells(self, point: int, *, written: bool) -> set[int]:
        events = (self._paths.events[event] for event in self._paths.graph.leaving.get(point, ()))
        accesses = (access for event in events for access in accesses_of(event))
        return {cell for access in accesses if access.writes is written for cell in access.cells}

    def by_waits(self) -> Iterator[Choice]:
        """Where a wait stands under an `if` alone."""
        lines: dict[Line, None] = {}
        for point, events in self._paths.graph.leaving.items():
            action, place = self._paths.events[events[0]].action, self._sites.place_of(point)
            if isinstance(action, Wait) and place is not None and place.file in self._sources:
                lines[Line(place.file, place.line, place.function)] = None
        waits = tuple(sorted(line for line in lines if ifs_around(self._sources[line.file], line)))
        if waits:
            yield self._choice((Rechecked(waits),))

    def by_writing(self) -> Iterator[Choice]:
        """Where a lock is held for reading only, and something is written that matters."""
        held = held_at(self._paths, Mode.SHARED)
        locks: dict[int, set[tuple[str, str]]] = {}
        for point in (point for core in self._graph.cores for one in operations_of(core) for point in one):
            if self._cells(point, written=True):
                around = {(frame.file, frame.function) for frame in self._sites.stack_of(point) or ()}
                for lock in held.get(point, frozenset()):
                    locks.setdefault(lock, set()).update(around)
        for lock, functions in locks.items():
            taken = tuple(sorted(self._taken(lock, functions)))
            if taken:
                yield self._choice((ForWriting(taken, self._paths.locks[lock]),))

    def _taken(self, lock: int, functions: Set[tuple[str, str]]) -> set[Line]:
        """Where these functions take it for reading."""
        found: set[Line] = set()
        for point, events in self._paths.graph.leaving.items():
            action, place = self._paths.events[events[0]].action, self._sites.place_of(point)
            takes = isinstance(action, Acquire) and (action.lock, action.mode) == (lock, Mode.SHARED)
            if takes and place is not None and (place.file, place.function) in functions:
                found.add(Line(place.file, place.line, place.function))
        return found

    def further(self, optima: Sequence[EdgeSet]) -> Iterator[Choice]:
        """Both together, and wider regions: those first that block every class. Then whatever was left out."""
        left = self._left(self.spans)
        if self.spans and 0 < len(left) < len(self._graph.cores):
            for optimum in _by_lines(covered(self._graph, classes=left).optima):
                for locked in self._locked(self.spans):
                    for choice in self._ordered(optimum):
                        if not _by_semaphore(choice):
                            yield self._choice((*locked, *choice.fix))
        for spans in sorted(self._widened(), key=lambda one: len(self._left(one))):
            yield from (replace(choice, wide=True) for choice in self._apart(spans))
        if left and self.spans:
            yield from self._apart(self.spans)
        for optimum in _by_lines(optima):
            yield from self._ordered(optimum)

    # ---- regions

    @cached_property
    def spans(self) -> tuple[Span, ...]:
        return spans_of(self._graph.cores, self._sites)

    def _left(self, spans: Sequence[Span]) -> list[int]:
        """The classes that keeping the regions apart does not block."""
        cores = self._graph.cores
        return [one for one in range(len(cores)) if not blocks(cores[one], spans, self._sites)]

    def _apart(self, spans: tuple[Span, ...]) -> Iterator[Choice]:
        """Of two new mutexes, the one of the file comes last."""
        fixes = list(self._locked(spans))
        atomic = self._atomic(spans)
        if atomic is not None:
            of_class = any(isinstance(one, Locked) and one.member_of for fix in fixes for one in fix)
            fixes.insert(len(fixes) - of_class, (atomic,))
        yield from map(self._choice, fixes)

    def _locked(self, spans: Sequence[Span]) -> Iterator[Fix]:
        """With locks that are held round one of them, the most often held first; last with a new one, before that with
        one of the objects that all of it is about."""
        regions = tuple(region_of(span) for span in spans)
        for lock in self._locks_in(spans):
            yield from ((Locked(regions, spelt),) for spelt in self._spellings(lock, spans))
        if (name := self._class_around(regions)) is not None:
            yield (Locked(regions, member_of=name),)
        yield (Locked(regions),)

    def _class_around(self, regions: Sequence[Region]) -> str | None:
        try:
            spans = [statements_of(self._sources[region.first.file], region) for region in regions]
        except (CannotWriteError, KeyError):
            return None
        return common_class(self._sources.values(), [(span.source, span.function) for span in spans])

    def _locks_in(self, spans: Sequence[Span]) -> list[int]:
        """Without those that a function which is called in a region gets by itself."""
        held = held_at(self._paths)
        exclusive = exclusive_locks(self._paths)
        times: dict[int, int] = {}
        inside: set[int] = set()
        for point, events in self._paths.graph.leaving.items():
            stack = self._sites.stack_of(point)
            span = None if stack is None else next((one for one in spans if one.holds(stack)), None)
            if stack is None or span is None:
                continue
            action = self._paths.events[events[0]].action
            if isinstance(action, Acquire) and stack[0].function != span.function:
                inside.add(action.lock)
            for lock in held.get(point, frozenset()) & exclusive:
                times[lock] = times.get(lock, 0) + 1
        return sorted(times.keys() - inside, key=lambda lock: -times[lock])

    def _spellings(self, lock: int, spans: Sequence[Span]) -> list[str]:
        """How the program calls a lock in the functions of the regions; where it does not, by its own name."""
        found: dict[str, None] = {}
        functions = {(span.file, span.function) for span in spans}
        for point, events in self._paths.graph.leaving.items():
            action = self._paths.events[events[0]].action
            place = self._sites.place_of(point)
            if not isinstance(action, Acquire) or action.lock != lock or place is None:
                continue
            source = self._sources.get(place.file)
            if source is not None and (place.file, place.function) in functions:
                found |= dict.fromkeys(taken_at(source, place.line))
        name = self._paths.locks[lock]
        if not found and _NAME.fullmatch(name):
            found[f"&{name}"] = None
        return list(found)

    def _atomic(self, spans: Sequence[Span]) -> Atomic | None:
        """Where each region is one line, and all of them are about one variable."""
        if any(span.first != span.last for span in spans):
            return None
        variables = {name for core in self._graph.cores for one in operations_of(core) for name in self._about(one)}
        if len(variables) != 1:
            return None
        lines = tuple(Line(span.file, span.first, span.function) for span in spans)
        name = variables.pop()
        if not _NAME.fullmatch(name.partition(" of ")[0]):
            return None if (place := updated_at(self._sources, lines)) is None else Atomic(lines, place)
        return Atomic(lines, name)

    def _about(self, operation: Sequence[int]) -> set[str]:
        cells = (self._cells(point, written=written) for point in operation for written in (False, True))
        return {self._paths.cells[cell].name for some in cells for cell in some}

    def _widened(self) -> Iterator[tuple[Span, ...]]:
        """All of the regions wider by as many steps as they go; then the callers around them."""
        told: set[tuple[Span, ...]] = {self.spans}
        ladders = [[span, *wider(span, self._sources)] for span in self.spans]
        for step in range(1, max((len(ladder) for ladder in ladders), default=0)):
            spans = tuple(ladder[min(step, len(ladder) - 1)] for ladder in ladders)
            if spans not in told:
                told.add(spans)
                yield spans
        outermost = self._outermost()
        if outermost and outermost not in told:
            yield outermost

    def _outermost(self) -> tuple[Span, ...]:
        """The whole bodies of the functions that threads begin with; () where that is not possible."""
        found: set[Span] = set()
        for core in self._graph.cores:
            for one in operations_of(core):
                stack = next((stack for point in one if (stack := self._sites.stack_of(point)) is not None), None)
                if stack is None:
                    return ()
                outer = stack[-1]
                body = list(wider(Span(outer.file, outer.function, outer.line, outer.line), self._sources))
                if not body:
                    return ()
                found.add(body[-1])
        return tuple(sorted(found))

    # ---- orders

    def _ordered(self, optimum: EdgeSet) -> Iterator[Choice]:
        edges = sorted(optimum)
        if len(edges) > MOST_EDGES or any(self._is_of_one_code(edge) for edge in edges):
            return
        ways = [list(self._measures(edge)) for edge in edges]
        for which in range(max(len(way) for way in ways)):
            yield self._choice(tuple(way[min(which, len(way) - 1)] for way in ways), optimum)

    def _comes(self, choice: Choice) -> bool:
        """What is waited for comes in any case."""
        waits = any(isinstance(one, Ordered) and one.by in ("condition", "semaphore") for one in choice.fix)
        return not waits or all(self._graph.always(edge.first) for edge in choice.edges)

    def _measures(self, edge: OrderEdge) -> Iterator[Measure]:
        first, then = (self._line(node) for node in (edge.first, edge.then))
        creates = self._created_by(edge.then.thread, edge.first.thread)
        if creates is not None:
            yield Ordered(first, then, "join", creates)
        creates = self._created_by(edge.first.thread, edge.then.thread)
        if creates is not None and creates.function == first.function and creates.number < first.number:
            yield Ordered(first, then, "move", creates)
        yield Ordered(first, then, "condition")
        yield Ordered(first, then, "semaphore")

    def _is_of_one_code(self, edge: OrderEdge) -> bool:
        """Some thread comes to both lines: it would have to wait for itself."""
        first, then = (self._threads_at.get((node.file, node.line), set()) for node in (edge.first, edge.then))
        return not first.isdisjoint(then)

    @cached_property
    def _threads_at(self) -> dict[tuple[str, int], set[str]]:
        found: dict[tuple[str, int], set[str]] = {}
        for point in self._paths.graph.leaving:
            place = self._sites.place_of(point)
            if place is not None:
                found.setdefault((place.file, place.line), set()).add(self._sites.thread_of(point))
        return found

    def _line(self, node: Node) -> Line:
        place = self._graph.place_of(node)
        return Line(place.file, place.line, place.function, place.column)

    def _created_by(self, parent: str, child: str) -> Line | None:
        """Where."""
        for point, events in self._paths.graph.leaving.items():
            action = self._paths.events[events[0]].action
            if isinstance(action, Create) and thread_name(self._paths, action.child) == child:
                place = self._sites.place_of(point)
                if place is not None and self._sites.thread_of(point) == parent:
                    return Line(place.file, place.line, place.function, place.column)
        return None

    def _choice(self, fix: Fix, edges: EdgeSet = frozenset()) -> Choice:
        spelt = self._sites.files.spelt if len(self._sources) > 1 else None
        return Choice(fix, told(fix, spelt), edges)


def _by_semaphore(choice: Choice) -> bool:
    return any(isinstance(one, Ordered) and one.by == "semaphore" for one in choice.fix)


def _by_lines(optima: Sequence[EdgeSet]) -> list[EdgeSet]:
    """One of each kind: threads of the same code are patched together."""
    found: dict[frozenset[tuple[str, int, str, int]], EdgeSet] = {}
    for optimum in optima:
        lines = {(edge.first.file, edge.first.line, edge.then.file, edge.then.line): edge for edge in sorted(optimum)}
        found.setdefault(frozenset(lines), frozenset(lines.values()))
    return sorted(found.values(), key=len)

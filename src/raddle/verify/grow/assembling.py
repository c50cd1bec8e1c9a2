"""Graphs of threads -> TraceProgram, with all that can happen beside what was seen."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from raddle.logic.terms import Term
from raddle.model.actions import Check, Count, Post, Refused, Step, Wake
from raddle.model.check import check_program
from raddle.model.graph import Graph, Leads
from raddle.model.program import Assumption, Event, Thread, TraceProgram
from raddle.model.recorded.several import RunModel
from raddle.trace.state_emitter import UNKNOWN_CONTENTS
from raddle.verify.grow.frontiers import Frontiers, Outcome
from raddle.verify.grow.graph import Origin, Point, in_order
from raddle.verify.grow.grown import Grown

_CANCELS: Final = frozenset({"cancel", "cancelled"})


@dataclass(frozen=True)
class Assembled:
    paths: TraceProgram
    origins: tuple[tuple[Origin, ...], ...]
    """By event."""


@dataclass
class _Columns:
    events: list[Event] = field(default_factory=list)
    source: list[int] = field(default_factory=list)
    target: list[int] = field(default_factory=list)
    leads: list[Leads] = field(default_factory=list)
    visible: list[int] = field(default_factory=list)
    passed: list[int] = field(default_factory=list)
    timed_out: set[int] = field(default_factory=set)
    origins: list[tuple[Origin, ...]] = field(default_factory=list)


def assembled(grown: Grown, models: Sequence[RunModel]) -> Assembled:
    assembly = _Assembly(grown)
    return assembly.assembled((*_assumptions(models), *assembly.assumptions()))


class _Assembly:
    def __init__(self, grown: Grown) -> None:
        self._grown = grown
        self._points = [in_order(thread.root) for thread in grown.threads]
        self._frontiers = Frontiers(grown.terms, self._most(), self._variants(), self._decided())
        self._numbers: dict[Point, int] = {}
        self._count = 0
        self._columns = _Columns()

    # ---- what frontiers have to know

    def _most(self) -> list[int]:
        most = [semaphore.initial for semaphore in self._grown.objects.semaphores]
        for points in self._points:
            for point in points:
                for edge in point.edges:
                    if isinstance(edge.action, Post):
                        most[edge.action.semaphore] += 1
        return most

    def _variants(self) -> list[list[int]]:
        threads = self._grown.threads
        return [[at for at, other in enumerate(threads) if other.path == thread.path] for thread in threads]

    def _decided(self) -> set[Term]:
        actions = [edge.action for points in self._points for point in points for edge in point.edges]
        found = {action.guard for action in actions if isinstance(action, Step) and not action.writes}
        return found | {action.condition for action in actions if isinstance(action, Check)}

    def assumptions(self) -> Iterator[Assumption]:
        kinds = {edge.kind for points in self._points for point in points for edge in point.edges}
        if kinds & _CANCELS:
            yield Assumption("threads that are cancelled end where they were seen to end")

    # ---- the whole

    def assembled(self, assumptions: tuple[Assumption, ...]) -> Assembled:
        threads = []
        for number, (thread, points) in enumerate(zip(self._grown.threads, self._points, strict=True)):
            first = len(self._columns.events)
            for point in points:
                for outcome in self._frontiers.outcomes(point):
                    self._put(number, first, point, outcome)
            threads.append(Thread(thread.name, first, len(self._columns.events) - first, thread.parent))
        objects, columns = self._grown.objects, self._columns
        graph = Graph(
            tuple(columns.source),
            tuple(columns.target),
            tuple(columns.leads),
            tuple(self._number(thread.root) for thread in self._grown.threads),
            tuple(columns.visible),
            tuple(columns.passed),
            frozenset(columns.timed_out),
        )
        paths = TraceProgram(
            terms=self._grown.terms,
            threads=tuple(threads),
            events=tuple(columns.events),
            cells=objects.cells,
            locks=objects.locks,
            conditions=objects.conditions,
            semaphores=objects.semaphores,
            barriers=objects.barriers,
            onces=objects.onces,
            assumptions=assumptions,
            branches=graph,
        )
        check_program(paths)
        return Assembled(paths, tuple(columns.origins))

    def _put(self, thread: int, first: int, point: Point, outcome: Outcome) -> None:
        columns, edge = self._columns, outcome.edge
        number, visible, source = len(columns.events), outcome.visible - point.anchor, self._number(point)
        if edge is None or edge.target is None:
            target, passed = self._new_number(), visible
        else:
            target, passed = self._number(edge.target), edge.passed + edge.target.anchor - point.anchor
        origin = outcome.origins[0].event if outcome.origins else None
        upto, row, label = (0, 0, "") if origin is None else (origin.upto, origin.origin, origin.label)
        columns.events.append(Event(number, thread, number - first, outcome.action, upto, row, label))
        columns.source.append(source)
        columns.target.append(target)
        columns.leads.append(outcome.leads)
        columns.visible.append(visible)
        columns.passed.append(passed)
        columns.origins.append(outcome.origins)
        if outcome.timed_out:
            columns.timed_out.add(number)

    def _number(self, point: Point) -> int:
        if point not in self._numbers:
            self._numbers[point] = self._new_number()
        return self._numbers[point]

    def _new_number(self) -> int:
        self._count += 1
        return self._count - 1


def _assumptions(models: Sequence[RunModel]) -> tuple[Assumption, ...]:
    """Those that no outcome covers: what a guard says, what a try or a wait with a time limit came to, and a count, are
    outcomes, and the others frontiers."""
    found: dict[str, None] = {}
    for model in models:
        for one in model.ctp.assumptions:
            action = None if one.event is None else model.ctp.events[one.event].action
            if not one.by_guard and not isinstance(action, Wake | Refused | Count):
                found[one.what] = None
        for thread, doubt in zip(model.ctp.threads, model.doubts, strict=True):
            if doubt in UNKNOWN_CONTENTS:
                found[f"in thread {thread.name} {doubt}: it holds what it held in the runs"] = None
    return tuple(Assumption(what) for what in found)

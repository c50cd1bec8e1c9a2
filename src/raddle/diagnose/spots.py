"""Where in the source an operation of the paths stands, and what it does there."""

from collections.abc import Collection, Hashable, Mapping
from functools import cached_property
from typing import Final

from raddle.base.place import SourcePlace
from raddle.check.places import NOWHERE
from raddle.diagnose.explored import Explored
from raddle.diagnose.rounds import Visit
from raddle.explain.recorded.pointed import Pointed
from raddle.model.actions import (
    Acquire,
    Action,
    Arrive,
    Broadcast,
    Count,
    Create,
    Exit,
    Join,
    Leave,
    Post,
    Refused,
    Release,
    Signal,
    Start,
    Step,
    Take,
    Wait,
    Wake,
)
from raddle.model.facts import Operation
from raddle.model.recorded.several import RunModel
from raddle.report.diagnosed import Does, Spot
from raddle.trace.events import EventFlag, EventKind
from raddle.trace.program import is_system_header
from raddle.trace.sources import Sources
from raddle.trace.words import Words
from raddle.verify.grow.graph import Origin
from raddle.verify.grow.sources import TraceSource

_DOES: Final[dict[type[Action], Does]] = {
    Acquire: "locks",
    Refused: "locks",
    Release: "unlocks",
    Wait: "waits",
    Wake: "waits",
    Take: "waits",
    Count: "reads",
    Arrive: "waits",
    Leave: "waits",
    Signal: "signals",
    Broadcast: "signals",
    Post: "signals",
    Create: "starts",
    Start: "starts",
    Exit: "ends",
    Join: "joins",
}
_NO_NAMES: Final = ("heap ", "stack of ", "0x")
"""Memory that the source has no name for."""
_ACCESSES: Final = frozenset({EventKind.READ, EventKind.WRITE, EventKind.UPDATE})


class Spots:
    def __init__(self, explored: Explored) -> None:
        self._explored: Final = explored
        self._paths: Final = explored.paths
        self._words: dict[int, Words] = {}
        self._thread: Final = {
            explored.paths.graph.source[event.number]: event.thread for event in explored.paths.events
        }

    @cached_property
    def sources(self) -> Sources:
        models = self._explored.models
        return Sources.of(models[0].trace.program) if models else Sources()

    def spot(
        self,
        operation: Operation,
        other: Operation | None,
        visit: Visit,
        touched: Mapping[int, Collection[int]] | None = None,
    ) -> Spot:
        """`other`: with which it has something in common. `visit`: in the run that fails. `touched`: cells, by point,
        in that run."""
        place = self.place(operation)
        about = self._about(operation, other)
        for point in (*operation, *(other or ())):
            about = about.intersection((touched or {}).get(point, about)) or about
        return Spot(
            thread=self.thread(operation),
            place=place,
            does=self._does(operation, about),
            about=self._name(about) or self._object(operation) or self._pointed_at(operation),
            text=self.sources.line(place),
            position=visit.position,
            time=visit.time,
            of_several=len({self.thread((point,)) for point in self._at_line(place)}) > 1,
            twice=self._is_done_twice(operation, place, about),
        )

    def thread(self, operation: Operation) -> str:
        return self._paths.threads[self._thread[operation[0]]].name

    def place(self, operation: Operation) -> SourcePlace:
        """What a library does stands where the program's own code called it. NOWHERE: it is not known."""
        origin = self.origin(operation[0])
        return NOWHERE if origin is None else self._place_of(origin)

    def place_of_event(self, event: int) -> SourcePlace:
        origin = self._first_with_a_row(event)
        return NOWHERE if origin is None else self._place_of(origin)

    def shown_failing(self, event: int) -> RunModel | None:
        """A real run that fails as that event of the paths does: there, called from there if there is such a one."""
        models = self._explored.models
        seen = [Origin(one.number, one.ctp.events[one.failed]) for one in models if one.failed is not None]
        here = [self._site(origin) for origin in self._explored.origins[event]]
        there = [origin for origin in seen if self._site(origin) in here]
        code = self.code(self._paths.graph.source[event])
        best = min(there, key=lambda origin: self._code_of(origin) != code, default=None)
        return None if best is None else models[best.run]

    def instruction(self, point: int) -> Hashable | None:
        """As `code`, whoever called the program's own code there."""
        origin = self.origin(point)
        return None if origin is None else (self._place_of(origin), self._site(origin), self._nth(origin))

    def code(self, point: int) -> Hashable | None:
        """What stands at a point, by the instruction and the calls around it; None: not known."""
        origin = self.origin(point)
        return None if origin is None else self._code_of(origin)

    def _code_of(self, origin: Origin) -> Hashable | None:
        thread = self._explored.models[origin.run].trace.threads[origin.event.thread]
        if origin.event.origin >= len(thread.events):
            return None
        row = thread.events[origin.event.origin]
        sites = [int(row["site"])]
        stack = int(row["stack"])
        while stack:
            sites.append(int(thread.stacks["site"][stack]))
            stack = int(thread.stacks["parent"][stack])
        return int(row["kind"]), tuple(sites), self._nth(origin)

    def _nth(self, origin: Origin) -> int:
        """An instruction may be several events one after the other: which of them."""
        model = self._explored.models[origin.run]
        events = model.ctp.of_thread(origin.event.thread)
        at = origin.event.position
        count = 0
        while at and events[at - 1].origin == origin.event.origin:
            at -= 1
            count += 1
        return count

    def in_library(self, point: int) -> bool:
        """Whether it is no code of the program's own that touches memory there."""
        origin = self.origin(point)
        if origin is None:
            return False
        trace = self._explored.models[origin.run].trace
        row = trace.threads[origin.event.thread].events[origin.event.origin]
        place = trace.program.place_of(int(row["site"]))
        if place is not None and is_system_header(place.file):
            return True
        return int(row["kind"]) in _ACCESSES and bool(row["flags"] & EventFlag.LIBRARY)

    def origin(self, point: int) -> Origin | None:
        """Where an outcome of what stands there was seen."""
        events = sorted(self._paths.graph.leaving[point], key=lambda event: self._paths.graph.leads[event] != "on")
        for event in events:
            if self._paths.graph.leads[event] != "frontier" or len(events) > 1:
                origin = self._first_with_a_row(event)
                if origin is not None:
                    return origin
        return None

    def _first_with_a_row(self, event: int) -> Origin | None:
        for origin in self._explored.origins[event]:
            thread = self._explored.models[origin.run].trace.threads[origin.event.thread]
            if origin.event.origin < len(thread.events):
                return origin
        return None

    def _place_of(self, origin: Origin) -> SourcePlace:
        trace = self._explored.models[origin.run].trace
        if origin.run not in self._words:
            self._words[origin.run] = Words(trace)
        thread = trace.threads[origin.event.thread]
        return self._words[origin.run].place_of(thread, thread.events[origin.event.origin]) or NOWHERE

    def _site(self, origin: Origin) -> int | None:
        return TraceSource().site(self._explored.models[origin.run], origin.event)

    # ---- what else is done at its line

    def _at_line(self, place: SourcePlace) -> tuple[int, ...]:
        """Points."""
        return self._lines.get((place.file, place.line), ()) if place.line else ()

    @cached_property
    def _lines(self) -> dict[tuple[str, int], tuple[int, ...]]:
        found: dict[tuple[str, int], list[int]] = {}
        for point in self._paths.graph.leaving:
            place = self.place((point,))
            found.setdefault((place.file, place.line), []).append(point)
        return {line: tuple(points) for line, points in found.items()}

    def _is_done_twice(self, operation: Operation, place: SourcePlace, about: Collection[int]) -> bool:
        """Whether it is also done at another column of its line."""
        does = self._does(operation, about)
        others = [point for point in self._at_line(place) if self.place((point,)).column != place.column]
        return bool(about) and any(self._does((point,), about) == does for point in others)

    # ---- what it does

    def _steps(self, operation: Operation) -> list[Action]:
        return [self._paths.events[event].action for point in operation for event in self._paths.graph.leaving[point]]

    def _about(self, operation: Operation, other: Operation | None) -> frozenset[int]:
        """Cells that both may touch, one of them writing; of one alone, those that it touches."""
        reads, writes = self._cells(operation)
        if other is None:
            return writes or reads
        read, written = self._cells(other)
        return (writes & (read | written)) | (reads & written)

    def _cells(self, operation: Operation) -> tuple[frozenset[int], frozenset[int]]:
        steps = [action for action in self._steps(operation) if isinstance(action, Step)]
        reads = frozenset(cell for step in steps for read in step.reads for cell in read.cells)
        return reads, frozenset(cell for step in steps for write in step.writes for cell in write.cells)

    def _does(self, operation: Operation, about: Collection[int]) -> Does:
        actions = self._steps(operation)
        if any(isinstance(action, Step) for action in actions):
            reads, writes = self._cells(operation)
            is_read, is_written = not reads.isdisjoint(about), not writes.isdisjoint(about)
            if is_read and is_written:
                return "updates"
            return "writes" if is_written else "reads" if is_read else "does"
        return _DOES.get(type(actions[0]), "does")

    def _object(self, operation: Operation) -> str:
        """By which it synchronises."""
        program = self._paths
        match self._steps(operation)[0]:
            case Acquire(lock) | Release(lock) | Refused(lock):
                return program.locks[lock]
            case Wait(condition) | Wake(condition) | Signal(condition) | Broadcast(condition):
                return program.conditions[condition]
            case Take(semaphore) | Post(semaphore) | Count(semaphore):
                return program.semaphores[semaphore].name
            case Arrive(barrier) | Leave(barrier):
                return program.barriers[barrier].name
            case Create(child) | Join(child):
                return program.threads[child].name
            case _:
                return ""

    def _pointed_at(self, operation: Operation) -> str:
        """What has no name of its own as the source says it there: `node->next`; empty: it does not."""
        origin = self.origin(operation[0])
        if origin is None:
            return ""
        trace = self._explored.models[origin.run].trace
        row = trace.threads[origin.event.thread].events[origin.event.origin]
        if int(row["kind"]) not in _ACCESSES or self.in_library(operation[0]):
            return ""
        found = self._pointed.at(int(row["site"]))
        return "" if found is None else found.text

    @cached_property
    def _pointed(self) -> Pointed:
        return Pointed(self._explored.models[0].trace.program)

    def _name(self, cells: Collection[int]) -> str:
        names = sorted({self._paths.cells[cell].name for cell in cells})
        if any(name.startswith(_NO_NAMES) for name in names):
            return ""
        if len(names) < 2:
            return "".join(names)
        whole = {name.split("[", 1)[0] for name in names}
        return f"{whole.pop()}[]" if len(whole) == 1 else ""

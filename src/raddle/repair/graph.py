"""The nodes and orders from which repairs are computed (the diagnosis paper, figures 3.3 and 3.4).

A node is a line as one thread comes to it, of the operations in cores; its instances are the points of the paths there.
An edge u -> v of a repair says: every instance of u comes before every instance of v. So

    it blocks a class of runs that fail   where in a run of it some instance of v comes before some instance of u: by
                                          program order, creation and joining, and the orders of the core
    a set of edges is cyclic              where they follow each other in a circle: e before f if e leads to the node
                                          that f leaves, or an instance of it comes before one of that in every run
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from raddle.base.place import SourcePlace
from raddle.diagnose.diagnosis import Core
from raddle.encode.paths.order import StaticOrder, living
from raddle.model.actions import Exit, ProcessEnd
from raddle.model.facts import Operation
from raddle.model.program import TraceProgram
from raddle.repair.sites import PlacedPaths


@dataclass(frozen=True, slots=True, order=True)
class Node:
    thread: str
    """By creation path."""
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True, order=True)
class OrderEdge:
    first: Node
    then: Node


class PointOrder:
    """Which points come before which, in every run that has both."""

    def __init__(self, paths: TraceProgram) -> None:
        self._paths = paths
        self._known: dict[tuple[int, int], bool] = {}
        self._last = frozenset(event for event in range(len(paths.graph.source)) if paths.graph.leads[event] != "on")

    def before(self, a: int, b: int) -> bool:
        known = self._known.get((a, b))
        if known is None:
            known = self._known[a, b] = self._before(a, b)
        return known

    def _before(self, a: int, b: int) -> bool:
        if a == b:
            return False
        thread_of = self._thread_of
        if thread_of[a] == thread_of[b]:
            return self.leads_to(a, b)
        firsts, thens = (self._alive_at(point) for point in (a, b))
        must = self._static
        return bool(firsts and thens) and all(
            must(one, other) and not must(other, one) for one in firsts for other in thens
        )

    def leads_to(self, a: int, b: int) -> bool:
        """Of one thread: b can come after a."""
        return bool(self._behind[a] >> b & 1)

    @cached_property
    def _behind(self) -> dict[int, int]:
        """Point -> those of its thread that can come later, as bits."""
        found: dict[int, int] = defaultdict(int)
        for event in reversed(range(len(self._paths.graph.source))):
            target = self._paths.graph.target[event]
            found[self._paths.graph.source[event]] |= found[target] | 1 << target
        return found

    @cached_property
    def _thread_of(self) -> dict[int, int]:
        events = self._paths.events
        found = {self._paths.graph.target[event.number]: event.thread for event in events}
        return found | {self._paths.graph.source[event.number]: event.thread for event in events}

    @cached_property
    def _alive(self) -> frozenset[int]:
        return living(self._paths, self._last)

    @cached_property
    def _static(self) -> StaticOrder:
        return StaticOrder(self._paths, self._alive)

    def _alive_at(self, point: int) -> list[int]:
        return [event for event in self._paths.graph.leaving.get(point, ()) if event in self._alive]


class RepairGraph:
    def __init__(self, cores: tuple[Core, ...], places: PlacedPaths) -> None:
        self.paths: Final = places.paths
        self.cores: Final = cores
        self._places = places
        self._order = PointOrder(places.paths)

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """Of the operations that are in orders of cores."""
        found = (self.node_of(one) for core in self.cores for one in operations_of(core))
        return tuple(sorted({node for node in found if node is not None}))

    def node_of(self, operation: Operation) -> Node | None:
        """None: it is not known where it stands."""
        return next((node for point in operation if (node := self._node_at(point)) is not None), None)

    def place_of(self, node: Node) -> SourcePlace:
        for point in self._instances[node]:
            place = self._places.place_of(point)
            if place is not None:
                return place
        raise AssertionError("a node has instances, and they have a place")

    def always(self, node: Node) -> bool:
        """Whether its thread comes there before it ends, whichever way it goes."""
        instances = set(self._instances[node])
        events = self.paths.events
        threads = {events[event].thread for point in instances for event in self.paths.graph.leaving[point]}
        stack = [self.paths.graph.roots[thread] for thread in threads]
        seen = set(stack)
        while stack:
            point = stack.pop()
            if point in instances:
                continue
            for event in self.paths.graph.leaving.get(point, ()):
                if isinstance(events[event].action, Exit | ProcessEnd):
                    return False
                if self.paths.graph.target[event] not in seen:
                    seen.add(self.paths.graph.target[event])
                    stack.append(self.paths.graph.target[event])
        return True

    # ---- edges

    @cached_property
    def edges(self) -> tuple[OrderEdge, ...]:
        """Between different threads, that are not cyclic by themselves and block some class."""
        pairs = (OrderEdge(one, other) for one in self.nodes for other in self.nodes if one.thread != other.thread)
        return tuple(
            edge
            for edge in pairs
            if any(edge in blocking for blocking in self.blocking) and not self._follows(edge, edge)
        )

    @cached_property
    def blocking(self) -> tuple[frozenset[OrderEdge], ...]:
        """By class: the edges each of which blocks it."""
        return tuple(self._blocking(core) for core in self.cores)

    def cycle(self, edges: Sequence[OrderEdge]) -> list[OrderEdge]:
        """Edges of the set that are cyclic together with program order, creation and joining; none: it is not."""
        for start in edges:
            came_from: dict[OrderEdge, OrderEdge] = {}
            stack = [start]
            while stack:
                edge = stack.pop()
                for other in edges:
                    if not self._follows(edge, other):
                        continue
                    if other == start:
                        return _back(came_from, start, edge)
                    if other not in came_from:
                        came_from[other] = edge
                        stack.append(other)
        return []

    def _follows(self, edge: OrderEdge, other: OrderEdge) -> bool:
        return edge.then == other.first or self._some_before(edge.then, other.first)

    def _some_before(self, a: Node, b: Node) -> bool:
        known = self._static.get((a, b))
        if known is None:
            known = self._static[a, b] = any(
                self._order.before(one, other) for one in self._instances[a] for other in self._instances[b]
            )
        return known

    @cached_property
    def _static(self) -> dict[tuple[Node, Node], bool]:
        return {}

    # ---- one class

    def _blocking(self, core: Core) -> frozenset[OrderEdge]:
        points = self._points_of(core)
        nodes = {point: node for point in points if (node := self._node_at(point)) is not None}
        ahead: dict[int, set[int]] = {
            one: {other for other in points if self._order.before(one, other)} for one in points
        }
        for order in core.orders:
            for first in order.first:
                if first in ahead:
                    ahead[first] |= {then for then in order.then if then in ahead}
        found = set()
        for point in points:
            for reached in _reached(ahead, point):
                # `reached` comes after `point`: to have all of its node before is to block the class.
                u, v = nodes.get(reached), nodes.get(point)
                if u is not None and v is not None and u.thread != v.thread:
                    found.add(OrderEdge(u, v))
        return frozenset(found)

    def _points_of(self, core: Core) -> list[int]:
        """Instances of all nodes in the run of the core; and those that its threads could still have come to."""
        wanted = {point for instances in self._instances.values() for point in instances}
        wanted |= {point for one in operations_of(core) for point in one}
        done = [self.paths.graph.source[event] for event in core.way.events if self.paths.graph.source[event] in wanted]
        stopped = dict(enumerate(self.paths.graph.roots))
        for event in core.way.events:
            stopped[self.paths.events[event].thread] = self.paths.graph.target[event]
        late = {
            point
            for point in wanted
            if any(point == stop or self._order.leads_to(stop, point) for stop in stopped.values())
        }
        return [*done, *sorted(late - set(done))]

    # ---- places

    @cached_property
    def _instances(self) -> dict[Node, list[int]]:
        nodes = set(self.nodes)
        found: dict[Node, list[int]] = defaultdict(list)
        for point in self.paths.graph.leaving:
            node = self._node_at(point)
            if node in nodes:
                assert node is not None
                found[node].append(point)
        return found

    def _node_at(self, point: int) -> Node | None:
        if point not in self._nodes_at:
            place = self._places.place_of(point)
            thread = "" if place is None else self._places.thread_of(point)
            self._nodes_at[point] = None if place is None else Node(thread, place.file, place.line)
        return self._nodes_at[point]

    @cached_property
    def _nodes_at(self) -> dict[int, Node | None]:
        return {}


def operations_of(core: Core) -> Iterable[Operation]:
    """That are in its orders."""
    return dict.fromkeys(one for order in core.orders for one in (order.first, order.then))


def _reached(ahead: dict[int, set[int]], start: int) -> set[int]:
    found: set[int] = set()
    stack = [start]
    while stack:
        for point in ahead[stack.pop()]:
            if point not in found:
                found.add(point)
                stack.append(point)
    return found


def _back(came_from: dict[OrderEdge, OrderEdge], start: OrderEdge, last: OrderEdge) -> list[OrderEdge]:
    way = [last]
    while way[-1] != start:
        way.append(came_from[way[-1]])
    return way[::-1]

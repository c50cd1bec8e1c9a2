"""The order that a set of literals claims: edges, strict or not, between points. Cycles with a strict edge refute it.

Tarjan's strongly connected components; cycles with few literals by breadth-first search.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

MOST_CYCLES: Final = 300
"""Found at once; more would be found again anyway after the next model."""


@dataclass(frozen=True, slots=True)
class Edge:
    source: int
    target: int
    strict: bool
    literal: int
    """That claims it; 0 where it holds anyway."""


class OrderGraph:
    def __init__(self, points: Iterable[int], edges: Iterable[Edge]) -> None:
        self._out: Final[dict[int, list[Edge]]] = {point: [] for point in points}
        for edge in edges:
            self._out[edge.source].append(edge)
        self._component: Final[dict[int, int]] = {}
        self._count = 0
        self._find_components()

    def positions(self) -> dict[int, int]:
        """Points of one component at the same time, each component before those it leads to. Needs no cycles."""
        return {point: self._count - index for point, index in self._component.items()}

    def cycles(self) -> list[list[int]]:
        """Sets of literals that cannot hold together; empty when all can. A set may be empty: then nothing can."""
        component = self._component
        found: list[list[int]] = []
        covered: set[int] = set()
        for edges in self._out.values():
            for edge in edges:
                inside = component[edge.source] == component[edge.target]
                if not edge.strict or not inside or edge.literal in covered:
                    continue
                cycle = self._closed(edge)
                covered.update(cycle)
                found.append(cycle)
                if len(found) >= MOST_CYCLES or not cycle:
                    return found
        return found

    def _closed(self, first: Edge) -> list[int]:
        """The literals of a cycle through this edge, as few as possible; it is known to be in one."""
        component = self._component
        here = component[first.source]
        came: dict[int, Edge] = {}
        done: set[int] = set()
        cost = {first.target: 0}
        todo = deque((first.target,))
        while todo:
            point = todo.popleft()
            if point == first.source:
                break
            if point in done:
                continue
            done.add(point)
            for edge in self._out[point]:
                target = edge.target
                if component[target] != here or target in done:
                    continue
                price = cost[point] + (edge.literal != 0)
                if price < cost.get(target, 1 << 60):
                    cost[target] = price
                    came[target] = edge
                    if edge.literal:
                        todo.append(target)
                    else:
                        todo.appendleft(target)
        literals = [first.literal]
        point = first.source
        while point != first.target:
            literals.append(came[point].literal)
            point = came[point].source
        return [literal for literal in literals if literal]

    def _find_components(self) -> None:
        """Tarjan, without recursion: components are numbered from the last ones back."""
        out, component = self._out, self._component
        index: dict[int, int] = {}
        low: dict[int, int] = {}
        open_points: list[int] = []
        for root in out:
            if root in index:
                continue
            index[root] = low[root] = len(index)
            open_points.append(root)
            path = [(root, iter(out[root]))]
            while path:
                point, edges = path[-1]
                for edge in edges:
                    target = edge.target
                    if target not in index:
                        index[target] = low[target] = len(index)
                        open_points.append(target)
                        path.append((target, iter(out[target])))
                        break
                    if target not in component and index[target] < low[point]:
                        low[point] = index[target]
                else:
                    path.pop()
                    if path and low[point] < low[path[-1][0]]:
                        low[path[-1][0]] = low[point]
                    if low[point] == index[point]:
                        self._close(point, open_points)

    def _close(self, root: int, open_points: list[int]) -> None:
        while True:
            point = open_points.pop()
            self._component[point] = self._count
            if point == root:
                break
        self._count += 1

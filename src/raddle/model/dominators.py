"""Which events lie on every way to an event: a tree of points and events, in which those stand above it.

In: a graph whose events stand in an order such that each one stands behind all that lead to it. Out: who is above whom.
"""

from collections import defaultdict

from raddle.model.graph import Graph

_Node = int
"""An event, or a point behind all events."""


class Dominators:
    """Of all threads."""

    def __init__(self, graph: Graph) -> None:
        self._above: dict[_Node, _Node] = {}
        self._depth: dict[_Node, int] = {}
        self._first_point = len(graph.source)
        for root in graph.roots:
            self._depth[self._first_point + root] = 0
        for event, source in enumerate(graph.source):
            point = self._first_point + source
            if point not in self._depth:
                self._put(point, self._common(graph.entering[source]))
            self._put(event, point)
        self._begin, self._end = self._intervals()

    def _put(self, node: _Node, above: _Node) -> None:
        self._above[node] = above
        self._depth[node] = self._depth[above] + 1

    def _common(self, events: tuple[int, ...]) -> _Node:
        common: _Node = events[0]
        for other in events[1:]:
            a, b = common, other
            while a != b:
                if self._depth[a] < self._depth[b]:
                    a, b = b, a
                a = self._above[a]
            common = a
        return common

    def _intervals(self) -> tuple[dict[_Node, int], dict[_Node, int]]:
        """When a walk through the tree enters each node, and leaves it."""
        below: dict[_Node, list[_Node]] = defaultdict(list)
        for node, above in self._above.items():
            below[above].append(node)
        begin: dict[_Node, int] = {}
        end: dict[_Node, int] = {}
        stack = [node for node, depth in self._depth.items() if depth == 0]
        while stack:
            node = stack.pop()
            if node in begin:
                end[node] = len(begin)
                continue
            begin[node] = len(begin)
            stack.append(node)
            stack += below[node]
        return begin, end

    def is_on_every_way(self, event: int, to: int) -> bool:
        """To an event; it is on every way to itself."""
        return self._begin[event] <= self._begin[to] < self._end[event]

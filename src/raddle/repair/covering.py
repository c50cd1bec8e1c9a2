"""Which sets of orders, as few as can be, block all classes of runs that fail: binate covering.

The diagnosis paper, section 3.4, which leaves the covering to its companion (docs/papers.md).

A column for each candidate edge, a row for each class: some chosen edge blocks it. Sets of edges that are cyclic
together with program order, creation and joining are no choice, nor are those that were tried and rejected.
"""

from collections.abc import Collection
from dataclasses import dataclass

from raddle.repair.graph import OrderEdge, RepairGraph
from raddle.solve.covering import Chosen, optima

EdgeSet = frozenset[OrderEdge]


@dataclass(frozen=True, slots=True)
class Covered:
    optima: tuple[EdgeSet, ...]
    all: bool
    """False: there may be others."""


def covered(
    graph: RepairGraph,
    *,
    rejected: Collection[EdgeSet] = (),
    classes: Collection[int] | None = None,
    until: float | None = None,
) -> Covered:
    """`classes`: those that are to be blocked; None: all."""
    edges = graph.edges
    numbers = {edge: number for number, edge in enumerate(edges)}
    wanted = range(len(graph.cores)) if classes is None else classes
    rows = {tuple(sorted(numbers[edge] for edge in graph.blocking[one] if edge in numbers)) for one in wanted}
    tried = [frozenset(numbers[edge] for edge in one) for one in rejected if all(edge in numbers for edge in one)]

    def forbids(chosen: Chosen) -> list[Chosen]:
        cycle = graph.cycle([edges[number] for number in sorted(chosen)])
        cyclic = [frozenset(numbers[edge] for edge in cycle)] if cycle else []
        return [*cyclic, *(one for one in tried if one and one <= chosen)]

    found = optima(len(edges), sorted(rows), forbids, until=until)
    choices = tuple(frozenset(edges[number] for number in choice) for choice in found.choices if choice)
    return Covered(choices, found.all)

"""Which edges between points a model of the clauses claims; for the search for cycles, only the sharpest of them.

Edges that hold in every model (program order, mostly) make chains of points. Of the claims from one chain to another,
one from i to j says nothing new when another goes from i or later to j or earlier: the chains do the rest. Dense
queries keep a hundredth of their edges this way, and a cycle wherever they had one.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from raddle.solve.clauses import Clauses
from raddle.solve.order_graph import Edge, OrderGraph
from raddle.solve.order_neighbours import Place, neighbour_clauses


class OrderClaims:
    def __init__(self, made: Clauses) -> None:
        units = made.units
        self.settled: Final[list[Edge]] = []
        """They hold in every model: a clause says that and nothing else."""
        self._open: Final[list[Edge]] = []
        for atom in made.atoms:
            literal = atom.literal
            if literal in units:
                self.settled.append(Edge(atom.a, atom.b, strict=True, literal=0))
            elif -literal in units:
                self.settled.append(Edge(atom.b, atom.a, strict=False, literal=0))
            else:
                if atom.wanted:
                    self._open.append(Edge(atom.a, atom.b, strict=True, literal=literal))
                if atom.unwanted:
                    self._open.append(Edge(atom.b, atom.a, strict=False, literal=-literal))
        self._places: Final[dict[int, Place]] = {}
        self._chains: Final[list[list[int]]] = []
        self._crossing: Final[list[Edge]] = []
        self.contradictory: Final = bool(OrderGraph(made.points, self.settled).cycles())
        """What holds in every model has a cycle: there is none. Nothing else may be asked."""
        if not self.contradictory:
            self._make_chains(made.points)
        self._groups: Final = [] if self.contradictory else self._grouped()

    def _make_chains(self, points: set[int]) -> None:
        after: dict[int, int] = {}
        entered: set[int] = set()
        for edge in self.settled:
            if edge.strict and edge.source not in after and edge.target not in entered:
                after[edge.source] = edge.target
                entered.add(edge.target)
            else:
                self._crossing.append(edge)
        for start in points:
            if start in entered:
                continue
            chain = [start]
            while chain[-1] in after:
                chain.append(after[chain[-1]])
            for index, point in enumerate(chain):
                self._places[point] = (len(self._chains), index)
            self._chains.append(chain)

    def _grouped(self) -> list[list[tuple[int, int, Edge]]]:
        """(literal, target's index, edge) for each pair of chains: latest sources first, then earliest targets."""
        groups: dict[Place, list[tuple[int, int, bool, int, Edge]]] = defaultdict(list)
        for edge in self._open:
            chain, index = self._places[edge.source]
            other, target = self._places[edge.target]
            if chain != other or target < index:
                groups[chain, other].append((-index, target, not edge.strict, edge.literal, edge))
        return [[(item[3], item[1], item[4]) for item in sorted(group, key=_rank)] for group in groups.values()]

    def neighbours(self) -> list[list[int]]:
        """Clauses that hold of the claims: what short cycles between two chains would show."""
        return neighbour_clauses(self._places, self._open, self._crossing)

    def all(self, holds: Sequence[bool]) -> list[Edge]:
        """`holds` is indexed by literals; a negative one counts from the end."""
        return [*self.settled, *(edge for edge in self._open if holds[edge.literal])]

    def sharpest(self, holds: Sequence[bool]) -> tuple[set[int], list[Edge]]:
        """Points and edges that have a cycle with a strict edge where all edges together have one."""
        kept = list(self._crossing)
        for group in self._groups:
            earliest = 1 << 60
            for literal, target, edge in group:
                if target < earliest and holds[literal]:
                    earliest = target
                    kept.append(edge)
        places = self._places
        used: dict[int, set[int]] = defaultdict(set)
        for edge in kept:
            for point in (edge.source, edge.target):
                chain, index = places[point]
                used[chain].add(index)
        points: set[int] = set()
        for chain, indices in used.items():
            linked = [self._chains[chain][index] for index in sorted(indices)]
            points.update(linked)
            kept.extend(Edge(a, b, strict=True, literal=0) for a, b in pairwise(linked))
        return points, kept


def _rank(item: tuple[int, int, bool, int, Edge]) -> tuple[int, int, bool]:
    return item[:3]

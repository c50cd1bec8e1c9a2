"""The graph of a trace program (model/graph.py) as the search of states looks at it: thread by thread.

In: a trace program. Out: a Shape. Points are numbered in their thread, so that what leads to one stands before it; a
thread begins at its point 0. A chain's points are the positions of its events.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from raddle.model.graph import Graph
from raddle.model.program import Event, TraceProgram


@dataclass(frozen=True)
class Shape:
    program: TraceProgram
    source: Sequence[int]
    """Event -> the point of its thread that it leaves,"""
    target: Sequence[int]
    """and the one that it leads to."""
    points: tuple[int, ...]
    """Thread -> how many."""
    ends: frozenset[int] = frozenset()
    """Failures and frontiers: nothing is known behind them."""
    turns: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """Of a folded trace program (decide/folding.py): event -> the points that it leads to, not just to `target`."""

    @property
    def is_graph(self) -> bool:
        """It branches: what has several outcomes."""
        return self.program.branches is not None

    @cached_property
    def ordered(self) -> tuple[tuple[Event, ...], ...]:
        """Thread -> its events, by the points that they leave."""
        threads = range(len(self.program.threads))
        return tuple(
            tuple(sorted(self.program.of_thread(thread), key=lambda event: self.source[event.number]))
            for thread in threads
        )

    @cached_property
    def rank(self) -> dict[int, int]:
        """Event -> its number among those of its thread, in that order."""
        return {event.number: rank for events in self.ordered for rank, event in enumerate(events)}

    def is_chain(self, thread: int) -> bool:
        """One way only leads through it."""
        return all(
            self.source[event.number] == rank and self.target[event.number] == rank + 1
            for rank, event in enumerate(self.ordered[thread])
        )

    def leads_to(self, event: Event) -> tuple[int, ...]:
        """Points."""
        return self.turns.get(event.number, (self.target[event.number],))

    def leaving(self, thread: int) -> list[list[Event]]:
        """Point -> the events that leave it."""
        found: list[list[Event]] = [[] for _ in range(self.points[thread])]
        for event in self.ordered[thread]:
            found[self.source[event.number]].append(event)
        return found


def shape_of(program: TraceProgram, turns: Mapping[int, tuple[int, ...]] | None = None) -> Shape:
    if program.branches is not None:
        return _branching(program, program.branches)
    positions = [event.position for event in program.events]
    points = tuple(thread.count + 1 for thread in program.threads)
    return Shape(program, positions, [position + 1 for position in positions], points, turns=turns or {})


def _branching(program: TraceProgram, graph: Graph) -> Shape:
    numbers: dict[int, int] = {}
    points = []
    for thread, root in enumerate(graph.roots):
        events = [event.number for event in program.of_thread(thread)]
        first = [root, *(graph.source[event] for event in events)]  # what leads to a point stands before it
        own = dict.fromkeys([*first, *(graph.target[event] for event in events)])
        numbers |= {point: number for number, point in enumerate(own)}
        points.append(len(own))
    ends = frozenset(event for event, leads in enumerate(graph.leads) if leads != "on")
    source, target = ([numbers[point] for point in ends_of] for ends_of in (graph.source, graph.target))
    return Shape(program, source, target, tuple(points), ends)

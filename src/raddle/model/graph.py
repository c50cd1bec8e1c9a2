"""How the events of a trace program lead from one to the next: for each thread a graph without cycles, whose edges are
its events.

A point is a state of one thread: what it does next, and with what, follows from it and from what it reads from there
on. The edges that leave a point are the outcomes of one operation, and exclude each other. Some were seen; "failure" is
what an assertion is there to prevent; "frontier" is every other outcome: nobody has seen what comes behind it. So each
run of the program is one of these graphs' (a way through each, in some order of all events) up to its end, or up to a
first event that leads to a failure or a frontier.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

Leads = Literal["on", "failure", "frontier"]


@dataclass(frozen=True)
class Graph:
    source: tuple[int, ...]
    """Event -> the point that it leaves. Points are numbered over all threads."""
    target: tuple[int, ...]
    """Event -> the point that it leads to; where it does not lead on: one that nothing leaves."""
    leads: tuple[Leads, ...]
    roots: tuple[int, ...]
    """Thread -> the point at which it begins."""
    visible: tuple[int, ...]
    """Event -> how many visible events of the real thread there are from its source to its own end,"""
    passed: tuple[int, ...]
    """and from its source to its target."""
    timed_out: frozenset[int] = frozenset()
    """Events that a replay has to be told of: their time runs out."""

    @cached_property
    def leaving(self) -> dict[int, tuple[int, ...]]:
        """Point -> the events that leave it; a point that nothing leaves is not there."""
        return _by_point(self.source)

    @cached_property
    def entering(self) -> dict[int, tuple[int, ...]]:
        """Point -> the events that lead to it; roots are not there."""
        return _by_point(self.target)

    def of_kind(self, leads: Leads) -> tuple[int, ...]:
        return tuple(event for event, kind in enumerate(self.leads) if kind == leads)


def _by_point(points: Iterable[int]) -> dict[int, tuple[int, ...]]:
    found: dict[int, list[int]] = defaultdict(list)
    for event, point in enumerate(points):
        found[point].append(event)
    return {point: tuple(events) for point, events in found.items()}

"""What is known of objects at each point of a graph, as far as it does not depend on the way there."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from raddle.model.program import Event, TraceProgram

Here = dict[int, int]
"""What is known at a point: by the number of an object."""
Found = TypeVar("Found")


def along(
    program: TraceProgram, events: Iterable[Event], found: dict[int, Found], after: Callable[[Event, Here], Here]
) -> None:
    """Goes along all ways. `events`: each behind those that lead to it. `after`: what is known behind an event, which
    enters what it says in `found`. Of which object two ways to a point disagree, that one is found no more."""
    graph = program.graph
    at: dict[int, Here] = {root: {} for root in graph.roots}
    for event in events if found else ():
        now = after(event, at[graph.source[event.number]])
        known = at.setdefault(graph.target[event.number], now)
        if known is not now:
            for one in {*known, *now}:
                if known.get(one) != now.get(one):
                    found.pop(one, None)

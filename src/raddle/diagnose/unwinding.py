"""Loops that are followed for so many rounds only.

In: paths, where their events come from, and how often a thread may come by the same place. Out: the frontiers that no
way leads to on which it does not come by more often. A place is an instruction under one stack of calls.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from raddle.model.actions import Step
from raddle.model.program import TraceProgram
from raddle.model.recorded.several import RunModel
from raddle.verify.grow.graph import Origin

Origins = Sequence[tuple[Origin, ...]]


def beyond_rounds(paths: TraceProgram, origins: Origins, models: Sequence[RunModel], rounds: int) -> frozenset[int]:
    places = [_place(events, models) for events in origins]
    by_place: dict[tuple[int, Hashable], list[int]] = defaultdict(list)
    for event in paths.graph.of_kind("frontier"):
        by_place[paths.events[event].thread, places[event]].append(event)
    found: set[int] = set()
    for (thread, place), frontiers in by_place.items():
        if place is not None:
            fewest = _fewest(paths, places, thread, place)
            found.update(
                event for event in frontiers if fewest[paths.graph.source[event]] + _own(paths, event) > rounds
            )
    return frozenset(found)


def _own(paths: TraceProgram, event: int) -> int:
    """Where a log ended, what is known is the last event before it, not what comes next."""
    return int(any(paths.graph.leads[other] != "frontier" for other in paths.graph.leaving[paths.graph.source[event]]))


def _fewest(paths: TraceProgram, places: Sequence[Hashable], thread: int, place: Hashable) -> dict[int, int]:
    """Point -> how often the thread has come by the place there, at least."""
    fewest = {paths.graph.roots[thread]: 0}
    for event in paths.of_thread(thread):
        source, target = paths.graph.source[event.number], paths.graph.target[event.number]
        visits = fewest[source] + (paths.graph.leads[event.number] == "on" and places[event.number] == place)
        fewest[target] = min(fewest.get(target, visits), visits)
    return fewest


def _place(origins: Sequence[Origin], models: Sequence[RunModel]) -> Hashable:
    """None: not known."""
    for origin in origins:
        thread, action = models[origin.run].trace.threads[origin.event.thread], origin.event.action
        if origin.event.origin < len(thread.events):
            row = thread.events[origin.event.origin]
            touches = isinstance(action, Step) and bool(action.reads or action.writes)  # what leads to it, or itself
            return int(row["site"]), tuple(_calls(thread.stacks, int(row["stack"]))), type(action), touches
    return None


def _calls(stacks: npt.NDArray[np.void], stack: int) -> Iterator[int]:
    while stack:
        yield int(stacks[stack]["site"])
        stack = int(stacks[stack]["parent"])

"""Where a thread can stand between two steps, how soon it can be there, and how many steps all threads can take.

The values of L_t, section 3.1 of the paper: points of the paths in the place of lines with occurrences.

With fused events (`local`) a thread does not stand where only such events are next: it goes on at once, together with
the event that led there.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Final

from raddle.model.actions import Exit
from raddle.model.program import MAIN, TraceProgram
from raddle.papers.trace_driven_verification.rules import Rule
from raddle.papers.trace_driven_verification.slots import width_of

NOT_CREATED, STANDS, ENDED = 0, 1, 2
"""Locations of every thread: before its creation; where nothing that is needed leaves; behind its last event."""
FIRST_LOCATION: Final = 3


class StepGraph:
    """Of the events that are needed. `local`: those that take no step of their own. `exact`: each point is a location
    of its own, also where nothing leaves it."""

    def __init__(self, paths: TraceProgram, rules: Mapping[int, Rule], local: Collection[int], *, exact: bool) -> None:
        self.paths: Final = paths
        self.rules: Final = rules
        self.local: Final = frozenset(local)
        created = {rule.creates for rule in rules.values() if rule.creates is not None}
        with_events = {paths.events[event].thread for event in rules}
        self.threads: Final = tuple(sorted({MAIN} | with_events | created))
        self.leaving: Final[dict[int, tuple[int, ...]]] = {}
        self.entering: Final[dict[int, tuple[int, ...]]] = {}
        self._group(rules)
        self.creates: Final[dict[int, tuple[int, ...]]] = {}
        """Thread -> the events that create it."""
        for event, rule in rules.items():
            if rule.creates is not None:
                self.creates[rule.creates] = (*self.creates.get(rule.creates, ()), event)
        self.steps_of: Final = {thread: self.own_events(thread) for thread in self.threads}
        """Thread -> its events that take a step."""
        self._locations: dict[int, int] = {}
        self.widths: Final[dict[int, int]] = {}
        self._locate(exact=exact)
        self.first_steps: Final = frozenset(event for thread in self.threads for event in self._first_steps(thread))
        """What a thread can do as its first step."""
        self.earliest: Final = self._earliest()
        """Event -> the first step at which it can be."""
        self.longest: Final = sum(self._longest(thread) for thread in self.threads)
        """How many steps all threads can take together."""

    def own_events(self, thread: int) -> tuple[int, ...]:
        found = self.paths.threads[thread]
        numbers = range(found.first, found.first + found.count)
        return tuple(number for number in numbers if number in self.rules and not self.passes(number))

    def _group(self, rules: Mapping[int, Rule]) -> None:
        leaving: dict[int, list[int]] = defaultdict(list)
        entering: dict[int, list[int]] = defaultdict(list)
        for event in sorted(rules):
            leaving[self.paths.graph.source[event]].append(event)
            entering[self.paths.graph.target[event]].append(event)
        self.leaving.update({point: tuple(events) for point, events in leaving.items()})
        self.entering.update({point: tuple(events) for point, events in entering.items()})

    def is_passed(self, point: int) -> bool:
        """Nobody stands there: what leaves it happens at once."""
        return bool(self.leaving.get(point)) and self.local.issuperset(self.leaving[point])

    def passes(self, event: int) -> bool:
        """It takes no step of its own."""
        return event in self.local and self.is_passed(self.paths.graph.source[event])

    # ---- locations

    def _locate(self, *, exact: bool) -> None:
        events = self.paths.events
        for thread in self.threads:
            points = {self.paths.graph.roots[thread]: None}
            for event in self.rules:
                if events[event].thread == thread:
                    points |= {self.paths.graph.source[event]: None, self.paths.graph.target[event]: None}
            free = FIRST_LOCATION
            for point in points:
                if self.is_passed(point):
                    continue
                if exact or self.leaving.get(point):
                    self._locations[point] = free
                    free += 1
                else:
                    self._locations[point] = STANDS
            self.widths[thread] = width_of(free - 1)

    def location(self, point: int) -> int:
        """Of a point that is not passed."""
        return self._locations[point]

    def ends(self, event: int) -> bool:
        """It leads to ENDED, whatever its target."""
        return isinstance(self.paths.events[event].action, Exit)

    def _first_steps(self, thread: int) -> set[int]:
        found: set[int] = set()
        points = [self.paths.graph.roots[thread]]
        seen = set(points)
        while points:
            point = points.pop()
            if not self.is_passed(point):
                found.update(self.leaving.get(point, ()))
                continue
            behind = {self.paths.graph.target[event] for event in self.leaving[point]} - seen
            seen |= behind
            points += behind
        return found

    # ---- how soon, how many

    def _earliest(self) -> dict[int, int]:
        """The fewest steps before each event, over all ways to it; a created thread's first one comes behind its
        creation. Creations may stand in threads of larger numbers: until nothing changes."""
        events = self.paths.events
        at: dict[int, int] = {self.paths.graph.roots[MAIN]: 0}
        changed = True
        while changed:
            changed = False
            for event in sorted(self.rules):
                begin = at.get(self.paths.graph.source[event])
                if begin is None:
                    continue
                after = begin + (not self.passes(event))
                child = self.rules[event].creates
                points = [self.paths.graph.target[event]]
                if child is not None and events[event].thread != child:
                    points.append(self.paths.graph.roots[child])
                for point in points:
                    if point not in at or after < at[point]:
                        at[point] = after
                        changed = True
        return {
            event: at[self.paths.graph.source[event]] for event in self.rules if self.paths.graph.source[event] in at
        }

    def _longest(self, thread: int) -> int:
        behind: dict[int, int] = {}
        found = self.paths.threads[thread]
        for event in reversed(range(found.first, found.first + found.count)):
            if event in self.rules:
                length = behind.get(self.paths.graph.target[event], 0) + (not self.passes(event))
                source = self.paths.graph.source[event]
                behind[source] = max(behind.get(source, 0), length)
        return behind.get(self.paths.graph.roots[thread], 0)

"""What the encoding of one question about paths asks again and again, computed once for it."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property

from raddle.encode.paths.order import StaticOrder, living
from raddle.encode.program_index import OUTSIDE, ProgramIndex
from raddle.encode.sections import Section
from raddle.model.actions import Create, Exit, Join, Start
from raddle.model.program import TraceProgram


class PathIndex(ProgramIndex):
    """`last`: events behind which nothing is asked, and whose writes nobody sees."""

    must: StaticOrder

    def __init__(self, paths: TraceProgram, last: frozenset[int]) -> None:
        self.paths = paths
        self.last = last
        self.alive = living(paths, last)
        self.in_order = sorted(self.alive)
        super().__init__(paths, [paths.events[event] for event in self.in_order], last)
        self.must = StaticOrder(paths, self.alive)
        self._reaching: dict[tuple[int, int], dict[int, frozenset[int]]] = {}

    # ---- what axioms ask

    @cached_property
    def linked(self) -> frozenset[int]:
        return frozenset(
            event for event in self.alive if isinstance(self.events[event].action, Start | Join | Create | Exit)
        )

    @cached_property
    def _inside(self) -> dict[Section, list[int]]:
        found: dict[Section, list[int]] = defaultdict(list)
        for event in self.in_order:
            for section in self.sections.held(event):
                found[section].append(event)
        return found

    def inside(self, section: Section) -> Iterable[int]:
        return self._inside.get(section, ())

    def surely_before(self, event: int, others: Sequence[int]) -> list[int]:
        return [one for one in others if self.must.needs(event, one) and self.must(one, event)]

    def reaching(self, event: int, cell: int) -> Collection[int]:
        key = (self.thread[event], cell)
        if key not in self._reaching:
            self._reaching[key] = self._flow(*key)
        return self._reaching[key].get(self.paths.graph.source[event], (OUTSIDE,))

    def _flow(self, thread: int, cell: int) -> dict[int, frozenset[int]]:
        """By point."""
        paths, whole = self.paths, self.ctp.threads[thread]
        own = {writer for writer, _ in self.writes.get(cell, ()) if self.thread[writer] == thread}
        definite = set(self.definite_writes(cell))
        at: dict[int, frozenset[int]] = {paths.graph.roots[thread]: frozenset((OUTSIDE,))}
        if not own:
            return {}
        for event in range(whole.first, whole.first + whole.count):
            if event not in self.alive or event in self.last:
                continue
            now = at[paths.graph.source[event]]
            if event in own:
                now = frozenset((event,)) if event in definite else now | {event}
            target = paths.graph.target[event]
            at[target] = at[target] | now if target in at and at[target] is not now else now
        return at

    # ---- of graphs alone

    @cached_property
    def leaving(self) -> dict[int, list[int]]:
        """Point -> the events that leave it, of those that are spoken of."""
        found: dict[int, list[int]] = defaultdict(list)
        for event in self.in_order:
            found[self.paths.graph.source[event]].append(event)
        return found

    @cached_property
    def entering(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = defaultdict(list)
        for event in self.in_order:
            if event not in self.last:
                found[self.paths.graph.target[event]].append(event)
        return found

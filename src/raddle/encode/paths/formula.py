"""Which events of paths take place.

    in(e) => in of some event that leads to e's point (or it is a thread's first);  at most one of those that leave a
    point is in;  in(start) => in of some create of the thread;   in(join) => in of some exit of the child

Where a point has one outcome that nothing can stop, the thread runs on, if need be after the end: that event is in
exactly where the thread comes to the point, and shares the truth value. What every event in question needs is in; what
excludes it is not.

Points of time of one thread stand in the order of the numbers of their events, whether these are in or not: so nothing
may be said of the order of events of two threads that are not both in.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from raddle.encode.formula import Formula, may_stop
from raddle.encode.paths.index import PathIndex
from raddle.logic.terms import Term
from raddle.model.actions import Acquire
from raddle.model.rules.lock import excludes
from raddle.model.rules.traits import Family


class PathFormula(Formula):
    index: PathIndex

    def __init__(self, index: PathIndex, surely: int, together: frozenset[int] = frozenset()) -> None:
        """`surely`: the set of events that are in. `together`: of these some that stand at the same moment."""
        super().__init__(index)
        self._surely = surely
        self._together = together
        self._taken: dict[int, Term] = {}
        self._at: dict[int, Term] = {}
        for event in index.in_order:
            self._taken[event] = self._decide(event)
        for leaving in index.leaving.values():
            if len(leaving) > 1:
                self.at_most_one([self.taken(event) for event in leaving])

    # ---- who takes part

    def taken(self, event: int) -> Term:
        return self._taken.get(event, self.terms.false)

    def comes_to(self, event: int) -> Term:
        return self.at(self.index.paths.graph.source[event])

    def operations_of(self, thread: int) -> list[tuple[int, ...]]:
        leaving, thread_of = self.index.paths.graph.leaving.values(), self.index.thread
        return [outcomes for outcomes in leaving if thread_of[outcomes[0]] == thread]

    def at(self, point: int) -> Term:
        """The thread comes to that point."""
        found = self._at.get(point)
        if found is None:
            found = self._at[point] = self._come_to(point)
        return found

    def _come_to(self, point: int) -> Term:
        if point in self.index.paths.graph.roots:
            return self.terms.true
        entering = [self.taken(event) for event in self.index.entering.get(point, ())]
        here = self.terms.any_of(entering)
        if len(entering) < 2 or here is self.terms.true:
            return here
        named = self.terms.variable(f"at{point}", 1)
        self.require(self.terms.negation(named), *entering)
        for one in entering:
            self.require(self.terms.negation(one), named)
        return named

    def _decide(self, event: int) -> Term:
        index, terms = self.index, self.terms
        here = self.at(index.paths.graph.source[event])
        if self._surely >> event & 1:
            self.require(here)
            self.require(terms.truth(not self._waits_for_itself(event)))
            return terms.true
        if here is terms.false or self._is_excluded(event) or self._waits_for_itself(event):
            return terms.false
        if len(index.leaving[index.paths.graph.source[event]]) == 1 and not self._may_stop(event):
            return here
        now = terms.variable(f"in{event}", 1)
        self.require(terms.negation(now), here)
        return now

    def _is_excluded(self, event: int) -> bool:
        """Whether something that is in excludes it."""
        return bool(self.index.must.excluded(event) & self._surely)

    def _waits_for_itself(self, event: int) -> bool:
        """Whether it wants a lock that its own thread holds."""
        action = self.index.events[event].action
        if not isinstance(action, Acquire):
            return False
        held = self.index.sections.held(event)
        return any(one.lock == action.lock and excludes(one.mode, action.mode) for one in held)

    def _may_stop(self, event: int) -> bool:
        return event in self.index.last or may_stop(self.terms, self.index.events[event].action)

    # ---- the end

    @property
    def together(self) -> frozenset[int]:
        return self._together

    def ends_inside(self, begin: int) -> list[int]:
        """Nothing is asked of what comes after an event in question."""
        index = self.index
        found = [one for one in sorted(index.last & index.alive) if index.sections.begun(one, Family.REGION) == begin]
        for event in found:
            for other in sorted(self.together - {event}):  # what comes right before it is not inside
                self.points.update(index.entering.get(index.paths.graph.source[other], ()))
        return found

    # ---- what follows once all points are known

    def program_order(self) -> Iterator[Term]:
        """Facts: points of a thread stand in the order of their numbers."""
        by_thread: dict[int, list[int]] = defaultdict(list)
        for point in sorted(self.points):
            by_thread[self.index.thread[point]].append(point)
        for points in by_thread.values():
            yield from (self.terms.before(a, b) for a, b in pairwise(points))

    def assert_causes(self) -> None:
        """A thread that begins has some create that is in and before, a join some exit. The creates of a thread exclude
        each other, and so do its exits. A thread without points orders nothing, unless it is asked for."""
        index = self.index
        for number in index.in_order:
            causes = index.causes(number)
            if causes is None:
                continue
            self.require(*self.unless_taken(number), *map(self.taken, causes))
            for cause in causes:
                self.require(*self.unless_taken(cause, number), self.atom(cause, number))

"""The formula under construction: which events of paths take place, who comes first, and what has been asserted.

    in(e) => in of some event that leads to e's point (or it is a thread's first);  at most one of those that leave a
    point is in

Where a point has one outcome that nothing can stop, the thread runs on, if need be after the end: that event is in
exactly where the thread comes to the point, and shares the truth value. What every event in question needs is in; what
excludes it is not.

The order of events is spoken of by points of time, each named by its event. An event gets one when its order against
another thread's matters. Events of one thread have theirs in the order of their numbers, whether they are in or not: so
nothing may be said of the order of events of two threads that are not both in.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise

from raddle.encode.asserting import Asserting
from raddle.encode.paths.index import PathIndex
from raddle.encode.paths.sections import Section
from raddle.logic.terms import Term
from raddle.logic.traps import computable
from raddle.model.ctp import (
    Acquire,
    Count,
    Join,
    Leave,
    Mode,
    OnceBegin,
    OncePass,
    Read,
    Refused,
    RegionBegin,
    Start,
    Step,
    Take,
    Wake,
    Write,
)

_MAY_BLOCK = (Start, Join, Acquire, Refused, Wake, Take, Count, Leave, OnceBegin, OncePass, RegionBegin)


class Formula(Asserting):
    def __init__(self, index: PathIndex, surely: int) -> None:
        """`surely`: the set of events that are in."""
        super().__init__(index.program.terms)
        self.index = index
        self.points: set[int] = set()
        self._surely = surely
        self._taken: dict[int, Term] = {}
        self._at: dict[int, Term] = {}
        self._decided: set[tuple[int, int]] = set()
        for event in index.in_order:
            self._taken[event] = self._decide(event)
        for leaving in index.leaving.values():
            if len(leaving) > 1:
                self.at_most_one([self.taken(event) for event in leaving])

    # ---- who takes part

    def taken(self, event: int) -> Term:
        return self._taken.get(event, self.terms.false)

    def at(self, point: int) -> Term:
        """The thread comes to that point."""
        found = self._at.get(point)
        if found is None:
            found = self._at[point] = self._come_to(point)
        return found

    def _come_to(self, point: int) -> Term:
        if point in self.index.paths.roots:
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
        here = self.at(index.paths.source[event])
        if self._surely >> event & 1:
            self.require(here)
            self.require(terms.truth(not self._waits_for_itself(event)))
            return terms.true
        if here is terms.false or self._is_excluded(event) or self._waits_for_itself(event):
            return terms.false
        if len(index.leaving[index.paths.source[event]]) == 1 and not self.may_stop(event):
            return here
        now = terms.variable(f"in{event}", 1)
        self.require(terms.negation(now), here)
        return now

    def _is_excluded(self, event: int) -> bool:
        """Whether something that is in excludes it."""
        return bool(self.index.order.excluded(event) & self._surely)

    def _waits_for_itself(self, event: int) -> bool:
        """Whether it wants a lock that its own thread holds."""
        action = self.index.events[event].action
        if not isinstance(action, Acquire):
            return False
        held = self.index.opened.before(event).held
        return any(one.lock == action.lock and Mode.EXCLUSIVE in (one.mode, action.mode) for one in held)

    def may_stop(self, event: int) -> bool:
        """Whether the thread can have come to this event and not perform it, though nobody is in a region."""
        action = self.index.events[event].action
        if event in self.index.last:
            return True
        if isinstance(action, Step):
            accesses: tuple[Read | Write, ...] = (*action.reads, *action.writes)
            symbolic = any(one.address is not None for one in accesses)
            if symbolic or action.guard is not self.terms.true:
                return True
            return computable(self.terms, (write.value for write in action.writes)) is not self.terms.true
        return isinstance(action, _MAY_BLOCK)

    # ---- who comes first

    def before(self, a: int, b: int) -> Term:
        """a takes place before b, both taking place. True only if it says so: what is not before need not be after."""
        order = self.index.order
        if order.must(a, b):
            return self.terms.true
        if order.must(b, a):
            return self.terms.false
        common = self.index.opened.common(a, b)
        if common is not None:
            return self.section_before(*common)
        return self.atom(a, b)

    def section_before(self, a: Section, b: Section) -> Term:
        """The whole of section a comes before the whole of section b of the same lock, in another thread."""
        order, terms = self.index.order, self.terms
        alternatives = []
        for release in self.index.opened.releases[a]:
            if order.must(release, b.acquire):
                alternatives.append(self.taken(release))
            elif not order.must(b.acquire, release) and self.taken(release) is not terms.false:
                alternatives.append(terms.all_of((self.taken(release), self.atom(release, b.acquire))))
        return terms.any_of(alternatives)

    def atom(self, a: int, b: int) -> Term:
        self.points.add(a)
        self.points.add(b)
        return self.terms.before(a, b)

    def decided(self, a: int, b: int) -> Term:
        """As `before`, where also the opposite is meant when it is false."""
        key = (min(a, b), max(a, b))
        if key not in self._decided:
            self._decided.add(key)
            self.require(*self.unless_taken(a, b), self.before(a, b), self.before(b, a))
        return self.before(a, b)

    def taken_before(self, a: int, b: int) -> Term:
        """a takes place, and does so before b."""
        return self.terms.all_of((self.taken(a), self.decided(a, b)))

    # ---- what is asserted

    def unless_taken(self, *events: int) -> list[Term]:
        """Alternatives under which nothing is asked: one of the events does not take place."""
        return [self.terms.negation(self.taken(event)) for event in events]

    # ---- what follows once all points are known

    def program_order(self) -> Iterator[Term]:
        """Facts: points of a thread stand in the order of their numbers."""
        by_thread: dict[int, list[int]] = defaultdict(list)
        for point in sorted(self.points):
            by_thread[self.index.thread[point]].append(point)
        for points in by_thread.values():
            yield from (self.terms.before(a, b) for a, b in pairwise(points))

    def ordered(self, pairs: Iterable[tuple[int, int]]) -> None:
        """If both take place, the first comes first: always so."""
        for a, b in pairs:
            self.require(*self.unless_taken(a, b), self.atom(a, b))

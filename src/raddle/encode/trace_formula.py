"""Who takes part in a run of a trace program that comes to a goal.

Between two places where a thread can be stopped (a branch, a lock, a wait) it runs on, if need be after the end, so one
variable stands for each such stretch. What must come before the heads (encode/heads.py) takes place; what must come
after one, or ends the process, does not. A head itself is not taken: nobody sees what it would do. Only of an assertion
that is to fail the reads count as taken.

The end is the moment at which all heads are next. The last of them stands for it, and for what the others read then.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise
from typing import Literal

import numpy as np
import numpy.typing as npt

from raddle.encode.formula import Formula, may_stop
from raddle.encode.heads import Asked, Together, done_by, heads_of
from raddle.encode.index import Index
from raddle.encode.reach import Reach
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.actions import Check, Free, Step
from raddle.model.goals import Fails

Sharing = Literal["stretch", "event", "asked"]
"""One variable in(e) for each stretch that cannot be stopped, for each event (under a bound), or only where it is asked
for (on a slice, where no guard says what stops a thread)."""


class TraceFormula(Formula):
    index: Index

    def __init__(self, index: Index, cone: Reach, sharing: Sharing) -> None:
        super().__init__(index)
        self.cone = cone
        self.goal = cone.goal
        self.heads = cone.heads
        self.end = cone.heads[-1] if cone.heads else None
        """None: all that is taken comes before the end."""
        self.check = cone.goal.check if isinstance(cone.goal, Fails) else None
        self.stops = _stops(cone.goal)
        self.points.update(self.together)
        self._sharing = sharing
        self._taken: dict[int, Term] = {}
        self._certain = _surely_taken(index, self.goal)
        self.points.update(before for before, _ in self._all_before_the_end())
        if sharing != "asked":
            for thread in range(len(index.ctp.threads)):
                self._decide_taken(thread)

    # ---- the end

    @property
    def is_impossible(self) -> bool:
        return _comes_too_late(self.index, self.goal, self._certain)

    def _all_before_the_end(self) -> list[tuple[int, int]]:
        """All threads have come to their heads at the end."""
        position = self.index.must.position
        heads = [] if self.end is None or self.is_impossible else self.heads[:-1]
        return [(head - 1, self.end) for head in heads if position[head] and self.end is not None]

    def heeds(self, check: int) -> bool:
        return check == self.check or not self.cone.alone

    def is_looked_at(self, event: int) -> bool:
        return self.is_head(event) or event in self.stops

    def moment(self, event: int) -> int:
        return self.end if event in self.heads and self.end is not None else event

    def is_head(self, event: int) -> bool:
        return event in self.heads and event != self.check

    @property
    def together(self) -> frozenset[int]:
        return frozenset() if self.end is None else frozenset((self.end,))

    def ends_inside(self, begin: int) -> list[int]:
        """Where a head is inside, the end of the run is the region's."""
        region_of, must, end = self.index.region_of, self.index.must, self.end
        if end is None or all(region_of.get(head) != begin for head in self.heads):
            return []
        if must.thread[begin] != must.thread[end] and must.position[end]:
            self.points.add(end - 1)  # what comes right before it is not inside
        return [end]

    # ---- who takes part

    def taken(self, event: int) -> Term:
        found = self._taken.get(event)
        if found is None:
            found = self._ask(event) if self._sharing == "asked" else self.terms.false
        return found

    def comes_to(self, event: int) -> Term:
        return self.taken(event - 1) if self.index.must.position[event] else self.terms.true

    def operations_of(self, thread: int) -> Iterable[tuple[int]]:
        return ((event,) for event in self.cone.events(thread))

    def _ask(self, event: int) -> Term:
        index = self.index
        if index.must.position[event] <= self._certain[index.must.thread[event]]:
            found = self.terms.true
        elif self.cone.is_behind(event) or index.is_never_over(event):
            found = self.terms.false
        else:
            found = self.terms.variable(f"in{event}", 1)
        self._taken[event] = found
        return found

    def asked_in_order(self) -> None:
        """Of the events that were asked for, each takes place only if those before it in its thread do."""
        asked = sorted(event for event, term in self._taken.items() if term.op is Op.VARIABLE)
        for earlier, later in pairwise(asked):
            if self.index.must.thread[earlier] == self.index.must.thread[later]:
                self.require(*self.unless_taken(later), self.taken(earlier))

    def _decide_taken(self, thread: int) -> None:
        index, terms = self.index, self.terms
        certain = int(self._certain[thread])
        previous = terms.true
        for event in self.cone.events(thread):
            if event in self.heads:
                self._taken[event] = terms.truth(event == self.check)
                break
            if index.is_never_over(event):
                self.require(terms.truth(index.must.position[event] > certain))
                break
            if index.must.position[event] <= certain:
                now = terms.true
            elif self.may_stop(event):
                now = terms.variable(f"in{event}", 1)
                self.require(terms.negation(now), previous)
            else:
                now = previous
            self._taken[event] = previous = now

    def may_stop(self, event: int) -> bool:
        """Whether the thread can have come to this event and not perform it, though nobody is in a region."""
        if self._sharing == "event" or event in self.stops:
            return True
        action = self.index.ctp.events[event].action
        if isinstance(action, Step) and self.cone.depth != "all":
            return event in self.cone.kept
        if isinstance(action, Check):
            return not self.cone.alone
        if isinstance(action, Free):
            return not self.cone.alone and event in self.index.freed_again
        return may_stop(self.terms, action)

    # ---- what follows once all points are known

    def assert_causes(self) -> None:
        """What must come before an event that takes place takes place: as far as it is in the cone, or comes after a
        head and so does not. That it comes before is a fact (`program_order`)."""
        must = self.index.must
        for event, sources in must.into.items():
            if event in self.cone:
                for source in sources:
                    if source in self.cone or self.cone.is_behind(source):
                        self.require(*self.unless_taken(event), self.taken(source))

    def program_order(self) -> Iterable[tuple[int, int]]:
        """Pairs of points whose order is a fact: neighbours in a thread, and the nearest that must come before."""
        must = self.index.must
        yield from self._all_before_the_end()
        by_thread: dict[int, list[int]] = defaultdict(list)
        for point in sorted(self.points):
            by_thread[must.thread[point]].append(point)
        for points in by_thread.values():
            known = must.clock(points[0]) * 0 - 1
            for number, point in enumerate(points):
                if number:
                    yield points[number - 1], point
                clock = must.clock(point)
                for thread, others in by_thread.items():
                    reached = int(clock[thread])
                    if thread == must.thread[point] or reached <= known[thread]:
                        continue
                    last = bisect_right(others, self.index.ctp.threads[thread].first + reached) - 1
                    if last >= 0:
                        yield others[last], point
                known = clock


def is_impossible(index: Index, goal: Asked) -> bool:
    """By what must be, whatever else happens."""
    return _comes_too_late(index, goal, _surely_taken(index, goal))


def _surely_taken(index: Index, goal: Asked) -> npt.NDArray[np.int32]:
    """For each thread up to which position all takes place."""
    must = index.must
    events = [*done_by(goal), *(head - 1 for head in heads_of(goal) if must.position[head])]
    clocks = [must.clock(event) for event in events]
    if isinstance(goal, Fails):
        clocks.append(must.clock(goal.check))
    certain = np.full(len(index.ctp.threads), -1, np.int32)
    for clock in clocks:
        np.maximum(certain, clock, out=certain)
    return certain


def _comes_too_late(index: Index, goal: Asked, certain: npt.NDArray[np.int32]) -> bool:
    """Whether what must come before one of the heads, or has taken place, comes after another one."""
    must, check = index.must, goal.check if isinstance(goal, Fails) else None
    return any(must.position[head] <= certain[must.thread[head]] for head in heads_of(goal) if head != check)


def _stops(goal: Asked) -> frozenset[int]:
    """Of goals together: where a thread may stand at the end, though nothing keeps it there."""
    goals = goal.goals if isinstance(goal, Together) else ()
    return frozenset(head for one in goals if not isinstance(one, Fails) for head in heads_of(one))

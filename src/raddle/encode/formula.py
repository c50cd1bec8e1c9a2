"""The formula under construction: who takes part, who comes first, and what has been asserted.

docs/rules.md, Prefixes. `taken(e)` is the truth value in(e): e takes place. Between two places where a thread can be
stopped (a branch, a lock, a wait) it runs on, if need be after the end, so one variable stands for each such stretch.
What must come before the heads (encode/heads.py) takes place; what must come after one, or ends the process, does not.
A head itself is not taken: nobody sees what it would do. Only of an assertion that is to fail the reads count as taken.

The end is the moment at which all heads are next. The last of them stands for it, and for what the others read then.

The order of events is spoken of by points: an event becomes a point when its order against another thread's matters.
Two events in sections of one lock are ordered as their sections are.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise
from typing import Literal

import numpy as np
import numpy.typing as npt

from raddle.encode.asserting import Asserting
from raddle.encode.heads import done_by
from raddle.encode.index import Index
from raddle.encode.reach import Reach
from raddle.encode.sections import Section
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.logic.traps import computable
from raddle.model.ctp import (
    Acquire,
    Check,
    Count,
    Free,
    Join,
    Leave,
    OnceBegin,
    OncePass,
    Refused,
    RegionBegin,
    Start,
    Step,
    Take,
    Wake,
)
from raddle.model.goals import Fails

_MAY_BLOCK = (Start, Join, Acquire, Refused, Wake, Take, Count, Leave, OnceBegin, OncePass, RegionBegin)


Sharing = Literal["stretch", "event", "asked"]
"""One variable in(e) for each stretch that cannot be stopped, for each event (under a bound), or only where it is asked
for (on a slice, where no guard says what stops a thread)."""


class Formula(Asserting):
    def __init__(self, index: Index, cone: Reach, sharing: Sharing) -> None:
        super().__init__(index.ctp.terms)
        self.index = index
        self.cone = cone
        self.goal = cone.goal
        self.heads = cone.heads
        self.end = cone.heads[-1] if cone.heads else None
        """None: all that is taken comes before the end."""
        self.check = cone.goal.check if isinstance(cone.goal, Fails) else None
        self.points: set[int] = set() if self.end is None else {self.end}
        self._sharing = sharing
        self.moments: set[Section] = set()
        """Sections in which nothing happens that others could notice: their acquire stands for all of them."""
        self._taken: dict[int, Term] = {}
        self._decided: set[tuple[int, int]] = set()
        self._certain = self._surely_taken()
        self.points.update(before for before, _ in self._all_before_the_end())
        if sharing != "asked":
            for thread in range(len(index.ctp.threads)):
                self._decide_taken(thread)

    # ---- the end

    @property
    def is_impossible(self) -> bool:
        """Whether what must come before one of the heads, or has taken place, comes after another one."""
        must = self.index.must
        return any(must.position[head] <= self._certain[must.thread[head]] for head in self.heads if head != self.check)

    def _surely_taken(self) -> npt.NDArray[np.int32]:
        """For each thread up to which position all takes place."""
        must = self.index.must
        events = [*done_by(self.goal), *(head - 1 for head in self.heads if must.position[head])]
        clocks = [must.clock(event) for event in events]
        if self.check is not None:
            clocks.append(must.clock(self.check))
        certain = np.full(len(self.index.ctp.threads), -1, np.int32)
        for clock in clocks:
            np.maximum(certain, clock, out=certain)
        return certain

    def _all_before_the_end(self) -> list[tuple[int, int]]:
        """All threads have come to their heads at the end."""
        position = self.index.must.position
        heads = [] if self.end is None or self.is_impossible else self.heads[:-1]
        return [(head - 1, self.end) for head in heads if position[head] and self.end is not None]

    def moment(self, event: int) -> int:
        """What stands for the event in the order."""
        return self.end if event in self.heads and self.end is not None else event

    def is_head(self, event: int) -> bool:
        """Whether its thread has come to it, and it is not taken."""
        return event in self.heads and event != self.check

    # ---- who takes part

    def taken(self, event: int) -> Term:
        found = self._taken.get(event)
        if found is None:
            found = self._ask(event) if self._sharing == "asked" else self.terms.false
        return found

    def _ask(self, event: int) -> Term:
        index = self.index
        if index.must.position[event] <= self._certain[index.must.thread[event]]:
            found = self.terms.true
        elif any(index.must(head, event) for head in self.heads) or index.is_never_over(event):
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
        if self._sharing == "event":
            return True
        action = self.index.ctp.events[event].action
        if isinstance(action, Step):
            if self.cone.depth != "all":
                return event in self.cone.kept
            symbolic = any(read.address is not None for read in action.reads) or any(
                write.address is not None for write in action.writes
            )
            return symbolic or action.guard is not self.terms.true or self._may_trap(action)
        if isinstance(action, Check):
            return not self.cone.alone
        if isinstance(action, Free):
            return not self.cone.alone and event in self.index.freed_again
        return isinstance(action, _MAY_BLOCK)

    def _may_trap(self, action: Step) -> bool:
        return computable(self.terms, (write.value for write in action.writes)) is not self.terms.true

    # ---- who comes first

    def before(self, a: int, b: int) -> Term:
        """a takes place before b, both taking place. True only if it says so: what is not before need not be after."""
        must = self.index.must
        if must.thread[a] == must.thread[b]:
            return self.terms.truth(a < b)
        if must(a, b):
            return self.terms.true
        if must(b, a):
            return self.terms.false
        common = self.index.sections.common(a, b)
        if common is not None:
            return self.section_before(*common)
        return self.atom(a, b)

    def section_before(self, a: Section, b: Section) -> Term:
        """The whole of section a comes before the whole of section b of the same lock."""
        if a.release is None or self.taken(a.release) is self.terms.false:
            return self.terms.false
        if self.index.must(a.release, b.acquire):
            return self.terms.true
        if self.index.must(b.acquire, a.release):
            return self.terms.false
        over = a.acquire if a in self.moments else a.release
        return self.terms.all_of((self.taken(a.release), self.atom(over, b.acquire)))

    def atom(self, a: int, b: int) -> Term:
        self.points.add(a)
        self.points.add(b)
        return self.terms.before(a, b)

    def decided(self, a: int, b: int) -> Term:
        """As `before`, where also the opposite is meant when it is false."""
        key = (min(a, b), max(a, b))
        if key not in self._decided:
            self._decided.add(key)
            self.require(*self.unless_there(a, b), self.before(a, b), self.before(b, a))
        return self.before(a, b)

    def taken_before(self, a: int, b: int) -> Term:
        """a takes place, and does so before b. A section that is over says so of all that is in it."""
        order = self.decided(a, b)
        if order.op is not Op.CONSTANT and self.index.sections.common(a, b) is not None:
            return order
        return self.terms.all_of((self.taken(a), order))

    # ---- what is asserted

    def unless_taken(self, *events: int) -> list[Term]:
        """Alternatives under which nothing is asked: one of the events does not take place."""
        return [self.terms.negation(self.taken(event)) for event in events]

    def unless_there(self, *events: int) -> list[Term]:
        """The same, where a head is there as well: it is read, or looked at, at the end."""
        return self.unless_taken(*(event for event in events if not self.is_head(event)))

    # ---- what follows once all points are known

    def taken_with_causes(self) -> None:
        """What must come before an event that takes place takes place: as far as it is in the cone, or comes after a
        head and so does not."""
        must = self.index.must
        for event, sources in must.into.items():
            if event in self.cone:
                for source in sources:
                    if source in self.cone or any(must(head, source) for head in self.heads):
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

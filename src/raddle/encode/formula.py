"""The formula under construction: who takes part, who comes first, and what has been asserted.

RULES.md, Prefixes. `taken(e)` is the truth value in(e): e takes place. Between two places where a thread can be stopped
(a branch, a lock, a wait) it runs on, if need be after the violation, so one variable stands for each such stretch.
What must come before the check takes place; what must come after it, or ends the process, does not.

The order of events is spoken of by points: an event becomes a point when its order against another thread's matters.
Two events in sections of one lock are ordered as their sections are.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise
from typing import Literal

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
    Join,
    Leave,
    OnceBegin,
    OncePass,
    ProcessEnd,
    Refused,
    RegionBegin,
    Start,
    Step,
    Take,
    Wake,
)

_MAY_BLOCK = (Start, Join, Acquire, Refused, Wake, Take, Count, Leave, OnceBegin, OncePass, RegionBegin)


Sharing = Literal["stretch", "event", "asked"]
"""One variable in(e) for each stretch that cannot be stopped, for each event (under a bound), or only where it is asked
for (on a slice, where no guard says what stops a thread)."""


class Formula:
    def __init__(self, index: Index, cone: Reach, sharing: Sharing) -> None:
        self.index = index
        self.cone = cone
        self.terms = index.ctp.terms
        self.check = cone.check
        self.assertions: list[Term] = []
        self.points: set[int] = {cone.check}
        self._sharing = sharing
        self.moments: set[Section] = set()
        """Sections in which nothing happens that others could notice: their acquire stands for all of them."""
        self._taken: dict[int, Term] = {}
        self._decided: set[tuple[int, int]] = set()
        self._fresh = 0
        self._certain = index.must.clock(self.check)
        if sharing != "asked":
            for thread in range(len(index.ctp.threads)):
                self._decide_taken(thread)

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
        elif index.must(self.check, event) or isinstance(index.ctp.events[event].action, ProcessEnd):
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
            if event == self.check:
                self._taken[event] = terms.true
                break
            if isinstance(index.ctp.events[event].action, ProcessEnd):
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
            symbolic = any(read.address is not None for read in action.reads) or any(
                write.address is not None for write in action.writes
            )
            return symbolic or action.guard is not self.terms.true or self._may_trap(action)
        if isinstance(action, Check):
            return not self.cone.alone
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
            self.require(*self.unless_taken(a, b), self.before(a, b), self.before(b, a))
        return self.before(a, b)

    def taken_before(self, a: int, b: int) -> Term:
        """a takes place, and does so before b. A section that is over says so of all that is in it."""
        order = self.decided(a, b)
        if order.op is not Op.CONSTANT and self.index.sections.common(a, b) is not None:
            return order
        return self.terms.all_of((self.taken(a), order))

    # ---- what is asserted

    def require(self, *alternatives: Term) -> None:
        term = self.terms.any_of(alternatives)
        if term is not self.terms.true:
            self.assertions.append(term)

    def unless_taken(self, *events: int) -> list[Term]:
        """Alternatives under which nothing is asked: one of the events does not take place."""
        return [self.terms.negation(self.taken(event)) for event in events]

    def fresh(self, what: str) -> Term:
        self._fresh += 1
        return self.terms.variable(f"{what}.{self._fresh}", 1)

    def at_most_one(self, literals: list[Term]) -> None:
        negated = [self.terms.negation(literal) for literal in literals]
        if len(literals) <= 6:
            for number, one in enumerate(negated):
                for other in negated[:number]:
                    self.require(one, other)
            return
        ladder = [self.fresh("amo") for _ in literals[1:]]
        for number, literal in enumerate(negated):
            if number < len(ladder):
                self.require(literal, ladder[number])
            if number:
                self.require(literal, self.terms.negation(ladder[number - 1]))
        for one, following in pairwise(ladder):
            self.require(self.terms.negation(one), following)

    # ---- what follows once all points are known

    def taken_with_causes(self) -> None:
        """What must come before an event that takes place takes place."""
        for event, sources in self.index.must.into.items():
            if event in self.cone:
                for source in sources:
                    self.require(*self.unless_taken(event), self.taken(source))

    def program_order(self) -> Iterable[tuple[int, int]]:
        """Pairs of points whose order is a fact: neighbours in a thread, and the nearest that must come before."""
        must = self.index.must
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

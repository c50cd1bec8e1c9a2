"""What the encodings of one trace program ask again and again, computed once."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

from raddle.encode.forced_reads import forced_edges
from raddle.encode.must import MustPrecede
from raddle.encode.program_index import OUTSIDE, ProgramIndex
from raddle.encode.sections import Section
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.model.actions import Check, Fence, ProcessEnd, Step
from raddle.model.dependence import Dependence
from raddle.model.program import TraceProgram
from raddle.model.uses import freed_again


class Index(ProgramIndex):
    must: MustPrecede

    def __init__(self, ctp: TraceProgram) -> None:
        super().__init__(ctp, ctp.events)
        self.must = MustPrecede(ctp, forced_edges(ctp, self.sections))
        self.readers: dict[int, list[int]] = defaultdict(list)
        """By cell: the events that may read it."""
        for event, read in self.reads.values():
            for cell in read.cells:
                self.readers[cell].append(event)
        self._perhaps: dict[int, list[int]] = {}

    # ---- what axioms ask

    def inside(self, section: Section) -> range:
        whole = self.ctp.threads[section.thread]
        return range(section.acquire + 1, min(section.releases, default=whole.first + whole.count - 1) + 1)

    def reaching(self, event: int, cell: int) -> Sequence[int]:
        first = self.ctp.threads[self.thread[event]].first
        last = _last_before(self.definite_writes(cell), event, first)
        own = (OUTSIDE if last is None else last,)
        perhaps = self._perhaps.get(cell)
        if perhaps is None:
            perhaps = [one for one, write in self.writes.get(cell, ()) if write.address is not None]
            self._perhaps[cell] = perhaps
        since = first if last is None else last
        return (*own, *perhaps[bisect_left(perhaps, since) : bisect_left(perhaps, event)]) if perhaps else own

    def surely_before(self, event: int, others: Sequence[int]) -> list[int]:
        found, own = [], self.thread[event]
        for thread, reached in zip(self.ctp.threads, self.must.clock(event).tolist(), strict=True):
            if reached < 0 and thread is not self.ctp.threads[own]:
                continue
            end = event if thread is self.ctp.threads[own] else thread.first + reached + 1
            last = _last_before(others, end, thread.first)
            if last is not None:
                found.append(last)
        return found

    # ---- of trace programs alone

    @cached_property
    def region_of(self) -> dict[int, int]:
        """Event -> the RegionBegin of the region it stands in."""
        found: dict[int, int] = {}
        for begin, ends in self.sections.region_ends.items():
            thread = self.ctp.threads[self.thread[begin]]
            last = ends[0] if ends else thread.first + thread.count - 1
            found.update(dict.fromkeys(range(begin, last + 1), begin))
        return found

    @cached_property
    def dependence(self) -> Dependence:
        return Dependence(self.ctp)

    @cached_property
    def freed_again(self) -> frozenset[int]:
        """Events that may give back what has been given back already: the process then ends there."""
        return frozenset(event for events in freed_again(self.ctp).values() for event in events)

    @cached_property
    def linked(self) -> set[int]:
        """Events with a must edge to or from another thread."""
        return {event for after, sources in self.must.into.items() for event in (after, *sources)}

    def is_never_over(self, event: int) -> bool:
        """Whether nothing comes after it: it ends the process, or nobody lets it take place."""
        return isinstance(self.events[event].action, ProcessEnd) or self.causes(event) == []

    @cached_property
    def synchronising_reads(self) -> frozenset[Term]:
        """Atomic reads by which something may come to happen before something: they acquire, or a fence behind them
        does, or an update passes on what it sees."""
        found: set[Term] = set()
        for number in range(len(self.ctp.threads)):
            fenced = False
            for event in reversed(self.ctp.of_thread(number)):
                action = event.action
                fenced = fenced or (isinstance(action, Fence) and action.order.acquires)
                if isinstance(action, Step | Check):
                    passes_on = isinstance(action, Step) and any(write.order.is_atomic for write in action.writes)
                    for read in action.reads:
                        if read.order.acquires or (read.order.is_atomic and (fenced or passes_on)):
                            found.add(read.variable)
        return frozenset(found)

    def guards_on(self, variable: Term, seen: set[Term]) -> list[int]:
        """The branches (and checks) whose conditions speak of the variable; not of what was `seen`, which grows."""
        users, guards = self._conditions
        found: list[int] = []
        todo = [variable]
        while todo:
            term = todo.pop()
            if term not in seen:
                seen.add(term)
                found += guards.get(term, ())
                todo += users.get(term, ())
        return sorted(found)

    def guard_variables(self, event: int, seen: set[Term]) -> list[Term]:
        action = self.ctp.events[event].action
        assert isinstance(action, Step | Check)
        return variables_in(_condition_of(action), seen)

    @cached_property
    def _conditions(self) -> tuple[dict[Term, list[Term]], dict[Term, list[int]]]:
        """In conditions: term -> the terms made of it; whole condition -> the events."""
        users: dict[Term, list[Term]] = defaultdict(list)
        guards: dict[Term, list[int]] = defaultdict(list)
        for event in self.ctp.events:
            if isinstance(event.action, Step | Check) and _condition_of(event.action).op is not Op.CONSTANT:
                guards[_condition_of(event.action)].append(event.number)
        todo, seen = list(guards), set(guards)
        while todo:
            term = todo.pop()
            for part in term.args:
                users[part].append(term)
                if part not in seen:
                    seen.add(part)
                    todo.append(part)
        return users, guards


def _last_before(events: Sequence[int], end: int, first: int) -> int | None:
    """Of those from the first on, which stand in the order of their numbers."""
    place = bisect_left(events, end)
    return events[place - 1] if place and events[place - 1] >= first else None


def variables_in(whole: Term, seen: set[Term]) -> list[Term]:
    """The variables in it but for those in what was `seen`, which grows."""
    found, todo = [], [whole]
    while todo:
        term = todo.pop()
        if term not in seen:
            seen.add(term)
            todo += term.args
            if term.op is Op.VARIABLE:
                found.append(term)
    return sorted(found, key=lambda variable: variable.number)


def _condition_of(action: Step | Check) -> Term:
    return action.guard if isinstance(action, Step) else action.condition

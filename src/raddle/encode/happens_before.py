"""A set with a given event that is closed under happens-before: what is not in it does not come after that event.

    H(first);  H(a), a before b in its thread => H(b);  H(a), b acquires what a released (model/clocks.py) => H(b)
    S(w), what a read that acquires from the write w comes to know:  H(w) where w releases, else H(f) of the last fence
    before it that does; S of the write that an update saw; S of the thread's own last atomic write of that cell

Any such set is a proof, so the least one need not be found: only implications are asserted (decision 17). H is a
variable at each event that acquires something, and stays what it is up to the thread's next one.
"""

from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise, product

from raddle.encode.barriers import round_of
from raddle.encode.trace_formula import TraceFormula
from raddle.encode.trace_reads import TraceReads
from raddle.logic.terms import Term
from raddle.model.actions import (
    Arrive,
    Check,
    Fence,
    Leave,
    Mode,
    OnceEnd,
    OncePass,
    Order,
    Post,
    Read,
    RegionBegin,
    RegionEnd,
    Step,
    Take,
    Write,
)
from raddle.model.rules.actions import traits_of
from raddle.model.rules.lock import excludes


class HappensBefore:
    """After `first`, as far as the head that is the end: that one is not in the set."""

    def __init__(self, formula: TraceFormula, first: int) -> None:
        self._formula = formula
        self._terms = formula.terms
        self._index = formula.index
        self._first = first
        threads = range(len(self._index.ctp.threads))
        self._acquiring = [[one for one in formula.cone.events(thread) if self._acquires(one)] for thread in threads]
        self._at: dict[int, Term] = {}
        self._left: dict[tuple[int, int], Term] = {}
        self._todo: list[tuple[int, int]] = []
        """Writes whose S has been asked for, and not been explained yet."""
        self._fences = [self._fences_of(thread) for thread in threads]

    def assert_synchronisation(self) -> None:
        """All but what is passed on by memory."""
        for events in self._acquiring:
            for earlier, later in pairwise(events):
                self._imply((), earlier, later)
        for after, sources in self._index.must.into.items():
            if self._possible(after):
                for source in sources:
                    self._imply((), source, after)
        self._locks()
        self._semaphores()
        self._barriers()
        self._onces()
        self._regions()

    def assert_memory(self, reads: TraceReads) -> None:
        """What atomic accesses pass on."""
        for variable in self._formula.cone.reads:
            if variable in self._index.synchronising_reads:
                event, read = self._index.reads[variable]
                knows = self._after_reading(event, read, reads)
                if knows is not None:
                    for sees, writer, write in reads.sources(variable):
                        self._require_if(sees, self._leaves(writer, write), knows)
        while self._todo:
            self._explain(*self._todo.pop(), reads)

    # ---- the set

    def after(self, event: int) -> Term:
        """Whether the event is in it."""
        thread, terms = self._index.must.thread[event], self._terms
        if thread == self._index.must.thread[self._first]:
            return terms.truth(event >= self._first)
        if self._formula.end is not None and thread == self._index.must.thread[self._formula.end]:
            return terms.false
        own = self._acquiring[thread]
        place = bisect_right(own, event)
        if not place:
            return terms.false
        if own[place - 1] not in self._at:
            self._at[own[place - 1]] = terms.variable(f"after{own[place - 1]}", 1)
        return self._at[own[place - 1]]

    def _acquires(self, event: int) -> bool:
        match self._index.ctp.events[event].action:
            case Step(reads=reads) | Check(reads=reads):
                return any(read.order.acquires for read in reads)
            case action:
                return not traits_of(action).learns_nothing

    def _possible(self, event: int) -> bool:
        return event in self._formula.cone and self._formula.taken(event) is not self._terms.false

    def _imply(self, when: tuple[Term, ...], source: int, after: int) -> None:
        """when, both in and `source` in the set: so is `after`."""
        known = self.after(source)
        if known is not self._terms.false and self._possible(source):
            unless = self._formula.unless_taken(source, after)
            self._formula.require(
                *unless, *map(self._terms.negation, when), self._terms.negation(known), self.after(after)
            )

    def _require_if(self, *parts: Term) -> None:
        """All but the last imply the last."""
        self._formula.require(*map(self._terms.negation, parts[:-1]), parts[-1])

    # ---- synchronisation

    def _operations(self, kind: str, number: int) -> list[int]:
        return [event for event in self._index.operations[kind, number] if self._possible(event)]

    def _pairs(self, kind: str, number: int, released: type, acquired: type) -> Iterator[tuple[int, int]]:
        """Of different threads, the second not always before the first."""
        actions, must = self._index.ctp.events, self._index.must
        events = self._operations(kind, number)
        sources = [event for event in events if isinstance(actions[event].action, released)]
        for after in events:
            if isinstance(actions[after].action, acquired):
                for source in sources:
                    if must.thread[source] != must.thread[after] and not must(after, source):
                        yield source, after

    def _enough(self, sources: list[int], afters: list[int]) -> Iterator[tuple[int, int]]:
        """Pairs of them that say it all, where whatever comes later takes what any source has left: of the first
        event's own thread the earliest source, of the end's thread the last that acquires."""
        thread, own = self._index.must.thread, self._index.must.thread[self._first]
        last = None if self._formula.end is None else thread[self._formula.end]
        known = [one for one in sources if self.after(one) is not self._terms.false]
        known = [*(one for one in known if thread[one] != own), *sorted(one for one in known if thread[one] == own)[:1]]
        at_last = sorted(one for one in afters if thread[one] == last)[-1:]
        for after in (*(one for one in afters if thread[one] != last), *at_last):
            for source in known:
                if thread[source] != thread[after] and not self._index.must(after, source):
                    yield source, after

    def _locks(self) -> None:
        for sections in self._index.sections.of_lock.values():
            there = [one for one in sections if self._possible(one.acquire)]
            for mode, other in product(Mode, Mode):
                if not excludes(mode, other):
                    continue
                over = {release: one for one in there if one.mode is mode for release in one.releases}
                begun = {one.acquire: one for one in there if one.mode is other}
                for release, acquire in self._enough(list(filter(self._possible, over)), list(begun)):
                    before = self._formula.section_before(over[release], begun[acquire])
                    self._imply((before,), release, acquire)

    def _semaphores(self) -> None:
        actions = self._index.ctp.events
        for number in range(len(self._index.ctp.semaphores)):
            events = self._operations("semaphore", number)
            posts = [event for event in events if isinstance(actions[event].action, Post)]
            takes = [event for event in events if isinstance(actions[event].action, Take)]
            for post, take in self._enough(posts, takes):
                self._imply((self._formula.decided(post, take),), post, take)

    def _onces(self) -> None:
        for number in range(len(self._index.ctp.onces)):
            for done, passed in self._pairs("once", number, OnceEnd, OncePass):
                if self.after(done) is not self._terms.false:
                    self._imply((self._formula.decided(done, passed),), done, passed)

    def _regions(self) -> None:
        region_ends = self._index.sections.region_ends
        ends = [end for some in region_ends.values() for end in some if self._possible(end)]
        ends = [end for end in ends if self._index.ctp.events[end].action == RegionEnd()]
        for end in ends:
            if self.after(end) is self._terms.false:
                continue
            for begin in region_ends:
                is_own = self._index.ctp.events[begin].action == RegionBegin()
                if is_own and self._possible(begin) and not self._same_thread(begin, end):
                    self._imply((self._formula.decided(end, begin),), end, begin)

    def _barriers(self) -> None:
        fixed = {leave for one in self._index.rounds.values() for leave in one.leaves}
        for number, barrier in enumerate(self._index.ctp.barriers):
            arrivals = [
                event
                for event in self._operations("barrier", number)
                if isinstance(self._index.ctp.events[event].action, Arrive)
            ]
            for arrival, departure in self._pairs("barrier", number, Arrive, Leave):
                if departure not in fixed and self.after(arrival) is not self._terms.false:
                    own = max(one for one in arrivals if self._same_thread(one, departure) and one < departure)
                    rounds = (round_of(self._formula, one, arrivals, barrier.parties) for one in (arrival, own))
                    self._imply((self._terms.equal(*rounds),), arrival, departure)

    def _same_thread(self, a: int, b: int) -> bool:
        return self._index.must.thread[a] == self._index.must.thread[b]

    # ---- memory

    def _after_reading(self, event: int, read: Read, reads: TraceReads) -> Term | None:
        """What becomes true by reading what was released; None: nothing."""
        if self._formula.is_head(event):
            return self._not_read_by_the_end(event, read, reads) if read.order.acquires else None
        if not self._possible(event):
            return None
        if read.order.acquires:
            return self.after(event)
        fences = [fence for fence, order in self._fences[self._index.must.thread[event]] if order.acquires]
        place = bisect_right(fences, event)
        return self.after(fences[place]) if place < len(fences) and self._possible(fences[place]) else None

    def _fences_of(self, thread: int) -> list[tuple[int, Order]]:
        events = self._index.ctp.of_thread(thread)
        return [(event.number, event.action.order) for event in events if isinstance(event.action, Fence)]

    def _not_read_by_the_end(self, event: int, read: Read, reads: TraceReads) -> Term:
        """The head's own reads acquire too, up to the first that goes astray."""
        action = self._index.ctp.events[event].action
        assert isinstance(action, Step | Check)
        upto = action.reads[: action.reads.index(read) + 1]
        comes = [reads.in_range(one) for one in upto if one.address is not None]
        return self._terms.negation(self._terms.all_of(comes))

    def _leaves(self, writer: int, write: Write) -> Term:
        """S(w)."""
        if not write.order.is_atomic:
            return self._terms.false
        key = (writer, self._step(writer).writes.index(write))
        if key not in self._left:
            self._left[key] = self._terms.variable(f"leaves{writer}.{key[1]}", 1)
            self._todo.append(key)
        return self._left[key]

    def _step(self, event: int) -> Step:
        action = self._index.ctp.events[event].action
        assert isinstance(action, Step)
        return action

    def _explain(self, writer: int, number: int, reads: TraceReads) -> None:
        left, write = self._left[writer, number], self._step(writer).writes[number]
        self._require_if(self._released(writer, write), left)
        for when, known in (*self._updated(writer, write, reads), *self._own(writer, write, reads)):
            self._require_if(when, known, left)

    def _released(self, writer: int, write: Write) -> Term:
        if write.order.releases:
            return self.after(writer)
        fences = [fence for fence, order in self._fences[self._index.must.thread[writer]] if order.releases]
        place = bisect_right(fences, writer)
        return self.after(fences[place - 1]) if place else self._terms.false

    def _updated(self, event: int, write: Write, reads: TraceReads) -> Iterator[tuple[Term, Term]]:
        for read in self._step(event).reads:
            if read.order.is_atomic and not set(read.cells).isdisjoint(write.cells):
                same = reads.touches(read, write)
                for sees, writer, seen in reads.sources(read.variable):
                    yield self._terms.all_of((sees, same)), self._leaves(writer, seen)

    def _own(self, writer: int, write: Write, reads: TraceReads) -> Iterator[tuple[Term, Term]]:
        """The thread's last write of that cell before this one."""
        terms, none_since, thread = self._terms, self._terms.true, self._index.must.thread
        earlier = {
            entry: None
            for cell in write.cells
            for entry in self._index.writes[cell]
            if entry[0] < writer and thread[entry[0]] == thread[writer]
        }
        for event, other in sorted(earlier, key=lambda entry: -entry[0]):
            same = reads.touches(other, write)
            yield terms.all_of((none_since, same)), self._leaves(event, other)
            none_since = terms.all_of((none_since, terms.negation(same)))
            if none_since is terms.false:
                return

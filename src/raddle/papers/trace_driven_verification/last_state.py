"""Goals that are states: Meet and Standstill, said of the state behind all steps. model/reached.py and standing.py say
what they mean. Not the paper's, which asks for assertions only."""

from collections.abc import Iterator

from raddle.logic.terms import Term
from raddle.model.accesses import Access, accesses_of, conflicts
from raddle.model.actions import Free, Leave, OnceBegin, OncePass, Wake
from raddle.model.goals import Meet
from raddle.model.standing import waits
from raddle.papers.trace_driven_verification.accesses import inlined
from raddle.papers.trace_driven_verification.graph import ENDED, NOT_CREATED
from raddle.papers.trace_driven_verification.slots import BEGUN, NOBODY, Slot, waiting
from raddle.papers.trace_driven_verification.transitions import is_last
from raddle.papers.trace_driven_verification.unrolled import Unrolled


class LastState:
    def __init__(self, unrolled: Unrolled) -> None:
        self._unrolled = unrolled
        self._terms = unrolled.terms
        self._graph = unrolled.graph
        self._events = unrolled.graph.paths.events
        self._last = unrolled.steps

    def goes_on(self) -> Iterator[Term]:
        """The process has not ended, in whatever way."""
        for event in self._graph.rules:
            if is_last(self._unrolled, event):
                for step in range(self._unrolled.steps):
                    yield self._terms.negation(self._unrolled.taken(event, step))

    # ---- two accesses are next

    def meets(self, goal: Meet) -> Term:
        terms, pair = self._terms, (goal.first, goal.second)
        threads = [self._events[event].thread for event in pair]
        if threads[0] == threads[1] or not all(event in self._graph.rules for event in pair):
            return terms.false
        parts = [self._owner_is(NOBODY, *(1 + thread for thread in threads))]
        parts += [self._is_next(event) for event in pair]
        return terms.all_of([*parts, self._conflict(*pair)])

    def _owner_is(self, *owners: int) -> Term:
        """Of the region that somebody is in."""
        region = self._unrolled.region
        if region is None:
            return self._terms.true
        return self._terms.any_of(self._is(region, owner) for owner in owners)

    def _is_next(self, event: int) -> Term:
        """And possible, but for regions."""
        terms, rule = self._terms, self._graph.rules[event]
        stands = self._unrolled.stands(self._graph.paths.graph.source[event], self._events[event].thread, self._last)
        return terms.all_of((stands, self._now(event, terms.all_of((rule.needs_shared, rule.needs_local)))))

    def _now(self, event: int, term: Term) -> Term:
        return self._unrolled.at(inlined(self._terms, self._graph.rules[event], term), self._last)

    def _conflict(self, first: int, second: int) -> Term:
        options = []
        for one in accesses_of(self._events[first]):
            for other in accesses_of(self._events[second]):
                cells = set(one.cells) & set(other.cells) if conflicts(one, other) else set()
                for cell in sorted(cells):
                    options.append(self._terms.all_of((self._at(first, one, cell), self._at(second, other, cell))))
        return self._terms.any_of(options)

    def _at(self, event: int, access: Access, cell: int) -> Term:
        action = self._events[event].action
        if isinstance(action, Free):
            return self._terms.true if action.when is None else self._now(event, action.when)
        if access.address is None:
            return self._terms.true
        address, which = access.address, access.addresses[access.cells.index(cell)]
        return self._now(event, self._terms.equal(address, self._terms.bits(which, address.width)))

    # ---- nobody can go on

    def stuck(self) -> Term:
        terms, threads = self._terms, self._graph.threads
        stands = {thread: self._stands_in_vain(thread) for thread in threads}
        each = [
            terms.any_of((stands[thread], *(self._unrolled.is_location(thread, self._last, one) for one in over)))
            for thread in threads
            for over in ((NOT_CREATED, ENDED),)
        ]
        return terms.all_of([self._owner_is(NOBODY), terms.any_of(stands.values()), *each])

    def _stands_in_vain(self, thread: int) -> Term:
        terms, leaving = self._terms, self._graph.leaving
        points = dict.fromkeys(self._graph.paths.graph.source[event] for event in self._graph.steps_of[thread])
        return terms.any_of(
            terms.all_of(
                [self._unrolled.stands(point, thread, self._last), *(self._in_vain(event) for event in leaving[point])]
            )
            for point in points
        )

    def _in_vain(self, number: int) -> Term:
        event, terms, slots = self._events[number], self._terms, self._unrolled.slots
        if not waits(event):
            return terms.false
        match event.action:
            case Wake(condition=condition):
                return self._is(slots.wait(event.thread), waiting(condition))
            case Leave(barrier=barrier):
                rounds, own = slots.rounds(barrier), slots.round_of(event.thread, barrier)
                return terms.equal(*(self._unrolled.content(slot, self._last) for slot in (rounds, own)))
            case OncePass(once=once) | OnceBegin(once=once):
                return self._is(slots.once(once), BEGUN)
            case _:
                return terms.negation(self._now(number, self._graph.rules[number].needs_shared))

    def _is(self, slot: Slot, value: int) -> Term:
        content = self._unrolled.content(slot, self._last)
        return self._terms.equal(content, self._terms.bits(value, content.width))

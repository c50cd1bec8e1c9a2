"""The copies of everything at each step: T[i], L_t[i], v[i] of section 3.1.

    T[i]        the thread that step i belongs to; behind the last step: IDLE, for ever
    L_t[i]      where thread t stands before step i (graph.py)
    v[i]        each slot (slots.py) before step i
    r[i]        without thread-local SSA: what has been read, before step i; with it one r for all steps
    taken(e,i)  T[i] = t and L_t[i] = source(e) and e is the outcome

A copy that nothing can have changed is the one before it (but not of `whole`).
"""

from typing import Final

from raddle.logic.operators import Op
from raddle.logic.substitute import Substitution
from raddle.logic.terms import Term
from raddle.model.program import MAIN
from raddle.papers.trace_driven_verification.accesses import inlined
from raddle.papers.trace_driven_verification.graph import ENDED, NOT_CREATED, STANDS, StepGraph
from raddle.papers.trace_driven_verification.options import StepOptions
from raddle.papers.trace_driven_verification.rules import Rule
from raddle.papers.trace_driven_verification.sliced import Sliced
from raddle.papers.trace_driven_verification.slots import NOBODY, Slot, width_of

BEFORE_ALL: Final = -1
"""The "step" in which main passes what it passes before its first one."""


class Unrolled:
    def __init__(self, graph: StepGraph, needed: Sliced, options: StepOptions, steps: int) -> None:
        self.graph: Final = graph
        self.terms: Final = graph.paths.terms
        self.rules: Final = graph.rules
        self.slots: Final = needed.slots
        self.region: Final[Slot | None] = needed.slots.region() if needed.has_regions else None
        self.options: Final = options
        self.steps: Final = steps
        self.idle: Final = len(graph.paths.threads)
        self.assertions: Final[list[Term]] = []
        self._events = graph.paths.events
        self._thread_width = width_of(self.idle)
        self._taken: dict[tuple[int, int], Term] = {}
        self._resolved: dict[int, Term] = {}
        self._location: list[dict[int, Term]] = []
        self._content: list[dict[int, Term]] = []
        self._read: list[dict[Term, Term]] = []
        self._at: list[Substitution] = []
        self.variables: Final = tuple(variable for rule in self.rules.values() for variable, _ in rule.reads)

    # ---- names

    def thread(self, step: int) -> Term:
        return self.terms.variable(f"steps:T:{self._thread_width}:{step}", self._thread_width)

    def is_thread(self, step: int, thread: int) -> Term:
        return self.terms.equal(self.thread(step), self.terms.bits(thread, self._thread_width))

    def is_idle(self, step: int) -> Term:
        return self.is_thread(step, self.idle)

    def location(self, thread: int, step: int) -> Term:
        return self._location[step][thread]

    def stands(self, point: int, thread: int, step: int) -> Term:
        return self.is_location(thread, step, self.graph.location(point))

    def is_location(self, thread: int, step: int, location: int) -> Term:
        return self.terms.equal(self.location(thread, step), self.terms.bits(location, self.graph.widths[thread]))

    def content(self, slot: Slot, step: int) -> Term:
        return self._content[step][slot.index]

    def choice(self, step: int) -> Term:
        width = self.slots.choice_width
        return self.terms.variable(f"steps:C:{width}:{step}", width)

    # ---- which outcome

    def outcome(self, event: int, step: int) -> Term:
        """Of those that leave its source it is this one: a truth value for all steps, or a number for each step."""
        rivals = self.graph.leaving[self.graph.paths.graph.source[event]]
        if self.options.local_ssa:
            if len(rivals) == 1 and self.rules[event].needs_local is self.terms.true:
                return self.terms.true
            return self.terms.variable(f"steps:in:{event}", 1)
        if len(rivals) == 1:
            return self.terms.true
        width = width_of(max(len(events) for events in self.graph.leaving.values()))
        which = self.terms.variable(f"steps:K:{width}:{step}", width)
        return self.terms.equal(which, self.terms.bits(rivals.index(event), width))

    def taken(self, event: int, step: int) -> Term:
        key = (event, step)
        if key not in self._taken:
            self._taken[key] = self._passed(event, step) if self.graph.passes(event) else self._done(event, step)
        return self._taken[key]

    def _done(self, event: int, step: int) -> Term:
        if step == BEFORE_ALL or not self.possible(event, step):
            return self.terms.false
        thread, source = self._events[event].thread, self.graph.paths.graph.source[event]
        here = (self.is_thread(step, thread), self.stands(source, thread, step))
        return self.terms.all_of((*here, self.outcome(event, step)))

    def possible(self, event: int, step: int) -> bool:
        if self.options.whole:
            return True
        return event in self.graph.earliest and self.graph.earliest[event] <= step

    def _passed(self, event: int, step: int) -> Term:
        """Together with what led to its source."""
        thread, source = self._events[event].thread, self.graph.paths.graph.source[event]
        led = [self.taken(one, step) for one in self.graph.entering.get(source, ())]
        if source == self.graph.paths.graph.roots[thread]:
            if thread == MAIN:
                led.append(self.terms.truth(step == BEFORE_ALL))
            led += [self.taken(create, step) for create in self.graph.creates.get(thread, ())]
        return self.terms.all_of((self.terms.any_of(led), self.outcome(event, step)))

    def comes_to(self, point: int, thread: int) -> Term:
        """The location at which a thread stands that has come to that point: where nobody stands it has gone on, or
        has nothing to go on with."""
        width = self.graph.widths[thread]
        if not self.graph.is_passed(point):
            return self.terms.bits(self.graph.location(point), width)
        if point not in self._resolved:
            found = self.terms.bits(STANDS, width)
            for event in reversed(self.graph.leaving[point]):
                found = self.terms.choice(self.outcome(event, BEFORE_ALL), self.leads_to(event), found)
            self._resolved[point] = found
        return self._resolved[point]

    def leads_to(self, event: int) -> Term:
        """The location of its thread behind it."""
        thread = self._events[event].thread
        if self.graph.ends(event):
            return self.terms.bits(ENDED, self.graph.widths[thread])
        return self.comes_to(self.graph.paths.graph.target[event], thread)

    # ---- states

    def begin(self) -> None:
        """iota: where threads stand at first, and what is in memory."""
        paths, terms = self.graph.paths, self.terms
        locations = {
            thread: self.comes_to(paths.graph.roots[thread], thread)
            if thread == MAIN
            else terms.bits(NOT_CREATED, self.graph.widths[thread])
            for thread in self.graph.threads
        }
        contents = {slot.index: terms.bits(slot.initial, slot.now.width) for slot in self.slots.all}
        reads: dict[Term, Term] = {}
        if not self.options.local_ssa:
            reads = {variable: self._copy_of_read(variable, 0) for variable in self.variables}
        if self.options.whole:
            locations = {thread: self._named(f"L{thread}", 0, value) for thread, value in locations.items()}
            named = {slot.index: slot.name for slot in self.slots.all}
            contents = {index: self._named(named[index], 0, value) for index, value in contents.items()}
        self._append(locations, contents, reads)

    def _named(self, name: str, step: int, value: Term) -> Term:
        """A variable of its own, which is worth that."""
        copy = self.terms.variable(f"steps:{name}:{value.width}:{step}", value.width)
        self.assertions.append(self.terms.equal(copy, value))
        return copy

    def _copy_of_read(self, variable: Term, step: int) -> Term:
        return self.terms.variable(f"steps:{variable.data}:{variable.width}:{step}", variable.width)

    def _append(self, locations: dict[int, Term], contents: dict[int, Term], reads: dict[Term, Term]) -> None:
        step = len(self._at)
        self._location.append(locations)
        self._content.append(contents)
        self._read.append(reads)
        now = {slot.now: contents[slot.index] for slot in self.slots.all}
        for thread, ended in self.slots.ends.items():
            there = thread in locations
            now[ended] = self.is_location(thread, step, ENDED) if there else self.terms.false
        for thread, created in self.slots.begins.items():
            there = thread in locations
            absent = self.is_location(thread, step, NOT_CREATED) if there else self.terms.true
            now[created] = self.terms.negation(absent)
        now[self.slots.choice()] = self.choice(step)
        self._at.append(Substitution(self.terms, now | reads))

    def at(self, term: Term, step: int) -> Term:
        """The term in the state before that step."""
        return self._at[step](term)

    def go_on(self) -> None:
        """delta and tau_idle: the state behind the last one that there is."""
        step = len(self._at) - 1
        contents = {slot.index: self._content_behind(slot, step) for slot in self.slots.all}
        locations = {thread: self._location_behind(thread, step) for thread in self.graph.threads}
        reads: dict[Term, Term] = {}
        if not self.options.local_ssa:
            readers = {variable: event for event, rule in self.rules.items() for variable, _ in rule.reads}
            reads = {variable: self._read_behind(variable, readers[variable], step) for variable in self.variables}
        self._append(locations, contents, reads)

    def _content_behind(self, slot: Slot, step: int) -> Term:
        before = self.content(slot, step)
        behind = before
        for event, rule in self.rules.items():
            taken = self.taken(event, step) if slot.index in rule.changes else self.terms.false
            if taken is not self.terms.false:
                behind = self.terms.choice(taken, self.value(rule, rule.changes[slot.index], step), behind)
        if behind is before and not self.options.whole:
            return before
        return self._named(slot.name, step + 1, behind)

    def value(self, rule: Rule, term: Term, step: int) -> Term:
        """A term of that rule in the state before the step. With thread-local SSA what it reads has a name."""
        return self.at(term if self.options.local_ssa else inlined(self.terms, rule, term), step)

    def _location_behind(self, thread: int, step: int) -> Term:
        before = self.location(thread, step)
        behind = before
        for event in self.graph.steps_of[thread]:
            taken = self.taken(event, step)
            if taken is not self.terms.false:
                behind = self.terms.choice(taken, self.leads_to(event), behind)
        for event in self.graph.creates.get(thread, ()):
            taken = self.taken(event, step)
            if taken is not self.terms.false:
                behind = self.terms.choice(taken, self.comes_to(self.graph.paths.graph.roots[thread], thread), behind)
        if behind is before and not self.options.whole:
            return before
        return self._named(f"L{thread}", step + 1, behind)

    def _read_behind(self, variable: Term, event: int, step: int) -> Term:
        before, rule, taken = self._read[step][variable], self.rules[event], self.taken(event, step)
        if taken is self.terms.false:
            return before
        content = next(content for other, content in rule.reads if other is variable)
        copy = self._copy_of_read(variable, step + 1)
        value = self.terms.choice(taken, self.value(rule, content, step), before)
        self.assertions.append(self.terms.equal(copy, value))
        return copy

    def less(self, a: Term, b: Term) -> Term:
        return self.terms.apply(Op.ULT, 1, a, b)

    def may_move(self, thread: int, step: int) -> Term:
        """Nobody else is in a region."""
        if self.region is None:
            return self.terms.true
        owner = self.content(self.region, step)
        free = (self.terms.equal(owner, self.terms.bits(value, owner.width)) for value in (NOBODY, 1 + thread))
        return self.terms.any_of(free)
